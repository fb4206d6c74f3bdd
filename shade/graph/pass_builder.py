"""``PassBuilder``: what a pass declares between ``graph.add`` and ``graph.compile``."""

from __future__ import annotations

from sys import _getframe

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.graph.attachment_recording import AttachmentRecording
from framescope.shade.graph.handles import BufferHandle, TextureHandle

__all__ = ["PassBuilder"]


class PassBuilder(AttachmentRecording):
    """A pass being declared. Made by :meth:`FrameGraph.add`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<PassBuilder {self._label!r}>"

    def create_texture(self, name: str, descriptor: TextureDescriptor) -> TextureHandle:
        """Declare a transient texture, provided while surviving passes use it; its contents are undefined."""
        place = self._place(_getframe(1))
        return self._graph._declare(TextureHandle, TextureDescriptor, name, descriptor, self._index, place)

    def create_buffer(self, name: str, descriptor: BufferDescriptor) -> BufferHandle:
        """Declare a transient buffer, provided while surviving passes use it; its contents are undefined."""
        place = self._place(_getframe(1))
        return self._graph._declare(BufferHandle, BufferDescriptor, name, descriptor, self._index, place)

    def make_side_effect(self) -> None:
        """Keep the pass whether or not anybody uses what it writes."""
        graph = self._graph
        graph._check_open()
        label, kind, _, scope = graph._passes[self._index]
        graph._passes[self._index] = (label, kind, True, scope)
