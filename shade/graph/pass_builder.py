"""``PassBuilder``: what a pass declares between ``graph.add`` and ``graph.compile``."""

from __future__ import annotations

from sys import _getframe
from typing import TYPE_CHECKING, Literal, TypeVar

from framescope.shade.graph import refusals
from framescope.shade.graph.copy_recording import CopyRecording
from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle, ViewHandle
from framescope.shade.graph.regions import TextureRegion

if TYPE_CHECKING:
    from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor

__all__ = ["PassBuilder"]

H = TypeVar("H", bound=ResourceHandle)


class PassBuilder(CopyRecording):
    """A pass being declared. Made by :meth:`FrameGraph.add`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<PassBuilder {self._label!r}>"

    def create_texture(self, name: str, descriptor: TextureDescriptor) -> TextureHandle:
        """Declare a transient texture, provided while surviving passes use it; its contents are undefined."""
        return self._graph._declare_texture(name, descriptor, self._index, self._label, _getframe(1))

    def create_buffer(self, name: str, descriptor: BufferDescriptor) -> BufferHandle:
        """Declare a transient buffer, provided while surviving passes use it; its contents are undefined."""
        return self._graph._declare_buffer(name, descriptor, self._index, self._label, _getframe(1))

    def attach(
        self,
        handle: TextureHandle,
        *,
        load_op: Literal["clear", "load"],
        store_op: Literal["store", "discard"] = "store",
        region: TextureRegion | None = None,
        view: ViewHandle | None = None,
        depth_slice: int | None = None,
        root: bool = True,
        stacklevel: int = 1,
    ) -> TextureHandle:
        """Declare an attachment by its load and store op: :meth:`write` with what follows from them.

        Args:
            handle: The texture; a depth format makes it a depth attachment.
            load_op: ``"clear"`` overwrites, ``"load"`` preserves.
            store_op: ``"discard"`` leaves the region undefined.
            region: The attached subresource; None for the whole texture.
            view: The declared view that is attached, in place of ``region``.
            depth_slice: Which slice, where ``view`` shows a volume.
            root: As for :meth:`write`.
            stacklevel: As for :meth:`read`.
        """
        graph = self._graph
        graph._check_open()
        if load_op not in ("clear", "load") or store_op not in ("store", "discard"):
            message = f"pass {self._path()!r} attaches with load op {load_op!r}, store op {store_op!r}"
            place = self._place(_getframe(stacklevel))
            raise refusals.record_error("FG1106", message, place, pass_path=self._path())
        depth = isinstance(handle, TextureHandle) and handle._frame == graph._frame and graph._is_depth(handle._index)
        return self.write(
            handle,
            "texture-depth-write" if depth else "texture-color-attachment-write",
            contents="overwrite" if load_op == "clear" else "preserve",
            region=region,
            view=view if depth_slice is None else self._slice(view, depth_slice, _getframe(stacklevel)),
            store=store_op == "store",
            root=root,
            stacklevel=stacklevel + 1,
        )

    def make_side_effect(self) -> None:
        """Keep the pass whether or not anybody uses what it writes."""
        graph = self._graph
        graph._check_open()
        label, kind, _, scope = graph._passes[self._index]
        graph._passes[self._index] = (label, kind, True, scope)
