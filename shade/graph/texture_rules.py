"""What a texture access must fit: the texture's format, and the other accesses of its pass.

WebGPU refuses a texture subresource that is attached and sampled in one render pass, but only when the command
buffer is finished, and without a pass name. Here it is refused where it is declared. Two accesses of a
subresource conflict when one of them attaches it and the other does not attach it the same way. Reads go
together, and buffers are not looked at: reading and writing one buffer in a pass is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph import refusals
from framescope.shade.graph.declarations import Part
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import overlaps, resolve
from framescope.shade.graph.views import ViewPart

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["TextureRules"]

_ATTACHING = frozenset({"texture-color-attachment-write", "texture-depth-write"})
_NEEDS_DEPTH = {
    "texture-depth-write": True,
    "texture-depth-read": True,
    "texture-color-attachment-write": False,
    "texture-storage-write": False,
    "texture-storage-read": False,
}

Seen = tuple[str, Part, Place]


class TextureRules:
    """The texture accesses of one pass so far.

    Args:
        one_scope: Whether accesses of the pass may meet in one GPU pass, and so conflict.
    """

    __slots__ = ("_one_scope", "_seen")

    def __init__(self, one_scope: bool) -> None:
        self._one_scope = one_scope
        self._seen: dict[int, list[Seen]] = {}

    def add(self, graph: FrameGraph, pass_index: int, resource: int, access: str, part: Part, place: Place) -> None:
        """Note an access.

        Raises:
            GraphError: FG1108 when the format cannot be used so, FG1105 when the access conflicts with one noted
                before.
        """
        name, _, _, descriptor, _, _ = graph._resources[resource]
        assert isinstance(descriptor, TextureDescriptor)
        needs_depth = _NEEDS_DEPTH.get(access)
        if needs_depth is not None and needs_depth is not (
            "depth" in descriptor.format or "stencil" in descriptor.format
        ):
            path = graph._declarations.path_of(pass_index)
            raise refusals.bad_format(name, descriptor.format, access, place, path)
        if not self._one_scope:
            return
        seen = self._seen.get(resource)
        if seen is None:
            self._seen[resource] = [(access, part, place)]
            return
        for earlier, earlier_part, earlier_place in seen:
            if earlier == access or not (earlier in _ATTACHING or access in _ATTACHING):
                continue
            if _meet(part, earlier_part, descriptor):
                path = graph._declarations.path_of(pass_index)
                raise refusals.conflict(name, path, (earlier, earlier_place), (access, place))
        seen.append((access, part, place))


def _meet(a: Part, b: Part, descriptor: TextureDescriptor) -> bool:
    first, second = (part.region if isinstance(part, ViewPart) else part for part in (a, b))
    return any(overlaps(x, y) for x in resolve(first, descriptor) for y in resolve(second, descriptor))
