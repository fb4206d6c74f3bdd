"""Handles: what a caller holds of a resource while recording.

A handle names one version of one resource of one recording. It holds the recording's number, not the graph,
so a handle kept by the caller keeps nothing alive and makes no cycle.
"""

from __future__ import annotations

from framescope.shade.graph.places import Place

__all__ = ["BufferHandle", "ResourceHandle", "TextureHandle"]


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

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._name!r} version {self._version}>"


class TextureHandle(ResourceHandle):
    """A version of a texture."""

    __slots__ = ()


class BufferHandle(ResourceHandle):
    """A version of a buffer."""

    __slots__ = ()
