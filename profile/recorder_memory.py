"""What the recorders of successive frames share, so that an unchanged frame is recognised and not rebuilt."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from framescope.profile.pass_list_cache import PassListCache
from framescope.profile.sgpt.model import Topology
from framescope.profile.ticks import TimerHealth

if TYPE_CHECKING:
    from framescope.shade.graph.compiled import CompiledGraph

__all__ = ["RecorderMemory"]

_TOPOLOGIES = 64


class RecorderMemory:
    """Bounded caches of one recording.

    Attributes:
        pass_lists: Pass lists by content.
        health: Whether the timers answer at all.
    """

    __slots__ = ("_topologies", "health", "pass_lists")

    def __init__(self) -> None:
        self.pass_lists = PassListCache()
        self.health = TimerHealth()
        self._topologies: OrderedDict[bytes, Topology] = OrderedDict()

    def topology(self, compiled: CompiledGraph) -> Topology:
        """The topology of ``compiled``, the same object while its plan's key is the same."""
        key = compiled.plan.key
        found = self._topologies.get(key)
        if found is None:
            found = self._topologies[key] = Topology(compiled.model(), key)
            if len(self._topologies) > _TOPOLOGIES:
                self._topologies.popitem(last=False)
        else:
            self._topologies.move_to_end(key)
        return found
