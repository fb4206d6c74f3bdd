"""Accesses that one render scope cannot hold together.

WebGPU refuses a texture subresource that is attached and sampled in one render pass, but only when the command
buffer is finished, and without a pass name. Here it is refused where it is declared. Two accesses of a
subresource conflict when one of them attaches it and the other does not attach it the same way. Reads go
together, and buffers are not looked at: reading and writing one buffer in a pass is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.shade.graph import refusals
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Box, Region, overlaps, resolve

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["PassConflicts"]

_ATTACHING = frozenset({"texture-color-attachment-write", "texture-depth-write"})
Seen = tuple[str, tuple[Box, ...], Place]


class PassConflicts:
    """The texture accesses of one pass so far."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[int, list[Seen]] = {}

    def add(
        self, graph: FrameGraph, pass_index: int, resource: int, access: str, region: Region | None, place: Place
    ) -> None:
        """Note an access.

        Raises:
            GraphError: FG1105 when it conflicts with one noted before.
        """
        name, _, _, descriptor, _, _ = graph._resources[resource]
        boxes = resolve(region, descriptor)
        seen = self._seen.setdefault(resource, [])
        for earlier, earlier_boxes, earlier_place in seen:
            if earlier == access or not (earlier in _ATTACHING or access in _ATTACHING):
                continue
            if any(overlaps(a, b) for a in boxes for b in earlier_boxes):
                path = graph._declarations.path_of(pass_index)
                raise refusals.conflict(name, path, (earlier, earlier_place), (access, place))
        seen.append((access, boxes, place))
