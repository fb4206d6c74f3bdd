"""Attachments of a pass: writes by load and store op, and the resolves of multisampled ones."""

from __future__ import annotations

from sys import _getframe
from types import FrameType
from typing import Literal

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.formats import DEPTH_STENCIL_FORMATS
from framescope.shade.graph import refusals
from framescope.shade.graph.attachment_rules import Attachment, AttachmentRules, mismatch
from framescope.shade.graph.copy_recording import CopyRecording
from framescope.shade.graph.handles import TextureHandle, ViewHandle
from framescope.shade.graph.regions import TextureRegion, resolve
from framescope.shade.graph.texture_rules import TextureRules

__all__ = ["AttachmentRecording"]


class AttachmentRecording(CopyRecording):
    """The attachments of a pass."""

    __slots__ = ()

    def attach(
        self,
        handle: TextureHandle,
        *,
        load_op: Literal["clear", "load"],
        store_op: Literal["store", "discard"] = "store",
        region: TextureRegion | None = None,
        view: ViewHandle | None = None,
        depth_slice: int | None = None,
        gpu_pass: int = 0,
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
            gpu_pass: Which of the GPU passes that the node opens it belongs to. Those of one agree in extent and
                sample count.
            root: As for :meth:`write`.
            stacklevel: As for :meth:`read`.

        Raises:
            GraphError: As :meth:`write`; FG1105 for a subresource attached twice in one GPU pass, FG1106 for other ops
                and for attachments that do not agree.
        """
        graph = self._graph
        graph._check_open()
        if load_op not in ("clear", "load") or store_op not in ("store", "discard"):
            message = f"pass {self._path()!r} attaches with load op {load_op!r}, store op {store_op!r}"
            place = self._place(_getframe(stacklevel))
            raise refusals.record_error("FG1106", message, place, pass_path=self._path())
        frame = _getframe(stacklevel)
        if depth_slice is not None:
            view = self._slice(view, depth_slice, frame)
        new = self._attachment(handle, region, view, frame)
        attached = self._attachments()
        fault = None if new is None else attached.fault(gpu_pass, new)
        if new is not None and fault is not None:
            raise refusals.bad_attachment(*fault, new, self._path())
        depth = new is not None and new.descriptor.format in DEPTH_STENCIL_FORMATS
        made = self.write(
            handle,
            "texture-depth-write" if depth else "texture-color-attachment-write",
            contents="overwrite" if load_op == "clear" else "preserve",
            region=region,
            view=view,
            store=store_op == "store",
            root=root,
            stacklevel=stacklevel + 1,
        )
        if new is not None:
            attached.add(gpu_pass, new)
        return made

    def resolve(
        self,
        source: TextureHandle,
        target: TextureHandle,
        *,
        region: TextureRegion | None = None,
        view: ViewHandle | None = None,
        gpu_pass: int = 0,
        root: bool = True,
        stacklevel: int = 1,
    ) -> TextureHandle:
        """Declare that a multisampled attachment is resolved at the end of its GPU pass; overwrites the target.

        Args:
            source: The texture, attached before.
            target: What it is resolved to: one sample a texel, and else alike.
            region: The subresource of ``target``; None for the whole texture.
            view: The declared view of it, in place of ``region``.
            gpu_pass: As for :meth:`attach`.
            root: As for :meth:`write`.
            stacklevel: As for :meth:`read`.

        Returns:
            The target's next version.

        Raises:
            GraphError: As :meth:`write`; FG1106 when ``source`` is not attached, or does not resolve to ``target``.
        """
        frame = _getframe(stacklevel)
        self._graph._check_open()
        attached = None
        if isinstance(source, TextureHandle) and source._frame == self._graph._frame:
            attached = self._attachments().find(gpu_pass, source._index)
        if attached is None:
            message = f"pass {self._path()!r} resolves {source!r}, which it did not attach"
            raise refusals.record_error("FG1106", message, self._place(frame), pass_path=self._path())
        new = self._attachment(target, region, view, frame)
        fault = None if new is None else mismatch(attached, new, resolving=True)
        if new is not None and fault is not None:
            raise refusals.bad_attachment("FG1106", fault, attached, new, self._path())
        return self.write(
            target,
            "texture-color-attachment-write",
            contents="overwrite",
            region=region,
            view=view,
            root=root,
            stacklevel=stacklevel + 1,
        )

    def _attachments(self) -> AttachmentRules:
        if self._texture_rules is None:
            self._texture_rules = TextureRules(self._one_scope)
        return self._texture_rules.attachments

    def _attachment(
        self, handle: TextureHandle, region: TextureRegion | None, view: ViewHandle | None, frame: FrameType
    ) -> Attachment | None:
        """What would be attached; None where :meth:`write` will refuse it."""
        graph = self._graph
        if not isinstance(handle, TextureHandle) or handle._frame != graph._frame:
            return None
        shown = region if view is None else view._part.region if isinstance(view, ViewHandle) else None
        descriptor = graph._resources[handle._index][3]
        assert isinstance(descriptor, TextureDescriptor)
        if shown is not None:
            try:
                resolve(shown, descriptor)
            except ValueError:
                return None
        return Attachment(handle._index, handle._name, shown, descriptor, self._place(frame))
