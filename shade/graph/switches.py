"""Switches for debugging a frame graph, all of them off in an ordinary frame and free there.

A picture that changes when one of them is thrown was made with something the graph does not know of: culling drops a
pass that was needed, reuse or poison changes what a pass reads without anybody having written it, and a pass that
runs as it is added fails beside the line that added it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from sys import _getframe

from framescope.shade.errors import GraphError
from framescope.shade.graph.places import spell

__all__ = ["ORDINARY", "GraphSwitches"]


@dataclass(frozen=True, slots=True)
class GraphSwitches:
    """How a frame is planned and run. Part of the plan's key.

    Raises:
        GraphError: FG2014 for a switch that is neither True nor False.

    Attributes:
        cull: Leave out passes that nobody needs.
        reuse: Hand a transient's memory on to a later transient of the same frame.
        poison: Fill the memory of every transient with a garish value before its first user, fresh memory too: a
            device zeroes that, which hides a read of what nobody wrote.
        run_as_added: Run each pass as soon as its declaration is complete, with no culling, no reuse, and transients
            of every usage that their format permits.
    """

    cull: bool = True
    reuse: bool = True
    poison: bool = False
    run_as_added: bool = False

    def __post_init__(self) -> None:
        for switch in fields(self):
            given = getattr(self, switch.name)
            if not isinstance(given, bool):  # "no" would be on
                frame = _getframe(2)
                place = spell(("", frame.f_code, frame.f_lasti))
                message = f"GraphSwitches({switch.name}={given!r}): a switch is True or False"
                raise GraphError("FG2014", message, phase="record", declared_at=(place,))

    @property
    def culls(self) -> bool:
        """Whether passes are left out: a pass that ran as it was added cannot be."""
        return self.cull and not self.run_as_added

    @property
    def reuses(self) -> bool:
        """Whether transients share memory: that needs the end of a lifetime, which only a whole frame tells."""
        return self.reuse and not self.run_as_added


ORDINARY = GraphSwitches()
"""Every switch as in an ordinary frame."""
