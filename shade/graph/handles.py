"""Handles: what a caller holds of a resource or a view while recording.

A handle names one version of one resource of one recording, or one view of a texture. It holds the recording's
number, not the graph, so a handle kept by the caller keeps nothing alive and makes no cycle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from framescope.shade.graph.places import Place

if TYPE_CHECKING:
    from framescope.shade.graph.views import View, ViewPart

__all__ = ["BufferHandle", "ResourceHandle", "TextureHandle", "ViewHandle"]


class ResourceHandle:
    """One version of a resource. Opaque: made by the graph, compared by identity, shown by ``repr`` alone."""

    __slots__ = ("_frame", "_index", "_name", "_pass", "_place", "_version")

    def __init__(self, frame: int, index: int, version: int, pass_index: int, name: str, place: Place) -> None:
        self._frame = frame
        self._index = index
        self._version = version
        self._pass = pass_index  # the pass that made this version, -1 for an import or a fresh transient
        self._name = name
        self._place = place

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # a copy would be no version at all

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._name!r} version {self._version}>"


class TextureHandle(ResourceHandle):
    """A version of a texture."""

    __slots__ = ()


class BufferHandle(ResourceHandle):
    """A version of a buffer."""

    __slots__ = ()


class ViewHandle:
    """A declared view of a texture, whichever version of it is current. Opaque, as a resource's handle is."""

    __slots__ = ("_frame", "_index", "_name", "_part", "_place", "_view")

    def __init__(self, frame: int, index: int, name: str, view: View, part: ViewPart, place: Place) -> None:
        self._frame = frame
        self._index = index
        self._name = name  # of the texture
        self._view = view
        self._part = part  # what an access through it declares
        self._place = place

    def __repr__(self) -> str:
        return f"<ViewHandle {self._view.label!r} of {self._name!r}>"

    def _slice(self, depth_slice: int) -> ViewHandle:
        """The same view, with accesses through it touching one depth slice."""
        region = replace(self._part.region, base_array_layer=depth_slice, array_layer_count=1)
        part = self._part._replace(region=region)
        return ViewHandle(self._frame, self._index, self._name, self._view, part, self._place)
