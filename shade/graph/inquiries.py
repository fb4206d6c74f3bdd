"""What may be asked of a graph while it is being recorded: whose handle this is, whether it is current, what it names.

Passes ask this for themselves, inlined; these are for whoever hands handles on between the passes of a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.shade.graph import refusals
from framescope.shade.graph.handles import ResourceHandle

if TYPE_CHECKING:
    from types import FrameType

    from framescope.shade.descriptors import Descriptor
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["descriptor_of", "is_current", "require_current"]


def is_current(graph: FrameGraph, handle: ResourceHandle) -> bool:
    """Whether a handle of this graph was not superseded."""
    return graph._current[handle._index] is handle


def require_current(graph: FrameGraph, handle: object, user: str, caller: FrameType) -> None:
    """Refuse what is not the current version of a resource of this graph, as a pass would.

    Args:
        graph: The graph being recorded.
        handle: What was given as a handle.
        user: Who uses it, for the error.
        caller: The Python frame that gave it: the place of the declaration.

    Raises:
        GraphError: FG2001 a handle of another recording, FG2011 a superseded handle or none at all, FG2007 a graph
            that was compiled.
    """
    known = _require_own(graph, handle, user, caller)
    if not is_current(graph, known):
        place = graph._outside(caller)
        raise refusals.superseded(known, graph._declarations, place, None, user)


def descriptor_of(graph: FrameGraph, handle: object, user: str, caller: FrameType) -> Descriptor:
    """What the resource of a handle looks like; arguments and errors as :func:`require_current`, any version."""
    return graph._resources[_require_own(graph, handle, user, caller)._index][3]


def _require_own(graph: FrameGraph, handle: object, user: str, caller: FrameType) -> ResourceHandle:
    graph._check_open()
    place = graph._outside(caller)
    if not isinstance(handle, ResourceHandle):
        raise refusals.not_a_handle(handle, place, None, user)
    if handle._frame != graph._frame:
        raise refusals.foreign(handle, graph._frame, place, None, user)
    return handle
