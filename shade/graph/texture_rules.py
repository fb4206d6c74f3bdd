"""What a texture access must fit: the texture's format, and the other accesses of its pass.

WebGPU refuses a texture subresource that is attached and sampled in one render pass, but only when the command
buffer is finished, and without a pass name. Here it is refused where it is declared. Two accesses of a
subresource conflict when one of them writes it and the other does not write it the same way. Reads go together, so
do reading and writing storage through one binding, and buffers are not looked at: reading and writing one buffer in a
pass is legal.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph import refusals
from framescope.shade.graph.attachment_rules import AttachmentRules
from framescope.shade.graph.declarations import Part
from framescope.shade.graph.format_roles import ROLES, role_missing
from framescope.shade.graph.places import Place
from framescope.shade.graph.region_words import boxes_text
from framescope.shade.graph.regions import Box, intersection, overlaps, resolve
from framescope.shade.graph.views import ViewPart

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["TextureRules"]

_WRITING = frozenset({"texture-color-attachment-write", "texture-depth-write", "texture-storage-write"})
_STORAGE = frozenset({"texture-storage-read", "texture-storage-write"})
_READ_WRITE = frozenset({"r32uint", "r32sint", "r32float"})  # formats of storage that one binding reads and writes

Seen = tuple[str, Part, Place]


class TextureRules:
    """The texture accesses of one pass so far.

    Args:
        one_scope: Whether accesses of the pass may meet in one GPU pass, and so conflict.
    """

    __slots__ = ("_attachments", "_one_scope", "_seen")

    def __init__(self, one_scope: bool) -> None:
        self._one_scope = one_scope
        self._seen: dict[int, list[Seen]] = {}
        self._attachments: AttachmentRules | None = None

    @property
    def attachments(self) -> AttachmentRules:
        """The attachments among them, by GPU pass."""
        if self._attachments is None:
            self._attachments = AttachmentRules()
        return self._attachments

    def add(self, graph: FrameGraph, pass_index: int, resource: int, access: str, part: Part, place: Place) -> None:
        """Note an access.

        Raises:
            GraphError: FG1108 when the format cannot be used so, FG1105 when the access conflicts with one noted
                before.
        """
        name, _, _, descriptor, _, _ = graph._resources[resource]
        assert isinstance(descriptor, TextureDescriptor)
        why = role_missing(descriptor, access) if access in ROLES else None
        if why is not None:
            path = graph._declarations.path_of(pass_index)
            raise refusals.bad_format(name, descriptor.format, access, why, place, path)
        if not self._one_scope:
            return
        seen = self._seen.get(resource)
        if seen is None:
            self._seen[resource] = [(access, part, place)]
            return
        for earlier, earlier_part, earlier_place in seen:
            if earlier == access or not (earlier in _WRITING or access in _WRITING):
                continue
            shared = _shared(part, earlier_part, descriptor)
            if shared and not _one_binding(access, earlier, part == earlier_part, descriptor):
                path = graph._declarations.path_of(pass_index)
                region = boxes_text(shared, descriptor)
                raise refusals.conflict(name, region, path, (earlier, earlier_place), (access, place))
        seen.append((access, part, place))


def _shared(a: Part, b: Part, descriptor: TextureDescriptor) -> tuple[Box, ...]:
    first, second = (part.region if isinstance(part, ViewPart) else part for part in (a, b))
    pairs = product(resolve(first, descriptor), resolve(second, descriptor))
    return tuple(intersection(x, y) for x, y in pairs if overlaps(x, y))


def _one_binding(access: str, earlier: str, same: bool, descriptor: TextureDescriptor) -> bool:
    return same and {access, earlier} == _STORAGE and descriptor.format in _READ_WRITE
