"""Which transients share a physical resource inside the frame.

WebGPU has no heaps to alias, so sharing means handing the same resource on. Two transients share one exactly if
their descriptors are equal, usage included, and the first is last used strictly before the second is first used.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from framescope.shade.descriptors import Descriptor
from framescope.shade.format_usages import permitted_usage
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.lifetimes import Lifetime
from framescope.shade.graph.poison import poison_usage
from framescope.shade.graph.switches import ORDINARY, GraphSwitches

__all__ = ["Allocation", "allocate", "provided"]


class Allocation(NamedTuple):
    """One physical resource of the frame.

    Attributes:
        descriptor: What it is, usage resolved: the pool's key.
        label: Name of its first tenant.
        resources: Its tenants, in order of use.
    """

    descriptor: Descriptor
    label: str
    resources: tuple[int, ...]


def allocate(declarations: Declarations, spans: Sequence[Lifetime | None], usages: Sequence[int]) -> list[Allocation]:
    """Assign every transient that is used to an allocation, first fit in order of first use."""
    switches = declarations.switches
    tenants: list[tuple[Descriptor, list[int]]] = []
    idle: dict[Descriptor, list[tuple[int, int]]] = {}  # by descriptor: (last use, allocation), earliest first
    known: dict[tuple[int, int], tuple[Descriptor, list[tuple[int, int]]]] = {}  # a hash of descriptors costs more
    used = [(span, resource) for resource, span in enumerate(spans) if span is not None]
    for (first, last), resource in sorted(used):
        if declarations.resources[resource][1] != "transient":
            continue
        declared, needed = declarations.resources[resource][3], usages[resource]
        found = known.get((id(declared), needed))
        if found is None:
            descriptor = provided(declared, needed, switches)
            found = known[id(declared), needed] = (descriptor, idle.setdefault(descriptor, []))
        descriptor, waiting = found
        if switches.reuses and waiting and waiting[0][0] < first:
            _, slot = heapq.heappop(waiting)
            tenants[slot][1].append(resource)
        else:
            slot = len(tenants)
            tenants.append((descriptor, [resource]))
        heapq.heappush(waiting, (last, slot))
    return [Allocation(d, declarations.resources[held[0]][0], tuple(held)) for d, held in tenants]


@lru_cache(maxsize=1024)  # most transients of a frame share a few descriptors
def provided(descriptor: Descriptor, needed: int, switches: GraphSwitches = ORDINARY) -> Descriptor:
    """The descriptor that a transient is allocated with.

    Args:
        descriptor: As declared; a usage that was given is kept.
        needed: Usage bits of the accesses that are known.
        switches: Poison adds what filling needs; a pass that runs as it is added cannot know what later ones need.
    """
    usage = needed if descriptor.usage is None else descriptor.usage
    if switches.run_as_added and descriptor.usage is None:
        usage |= permitted_usage(descriptor)
    if switches.poison:
        usage |= poison_usage(descriptor)
    return descriptor if descriptor.usage == usage else replace(descriptor, usage=usage)
