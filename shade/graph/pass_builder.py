"""``PassBuilder``: what a pass declares between ``graph.add`` and ``graph.compile``.

These methods run several times per pass and frame, so the good path is a handful of comparisons and two
appends; everything that can go wrong is found by those comparisons and told in ``refusals``.
"""

from __future__ import annotations

from sys import _getframe
from threading import get_ident
from types import FrameType
from typing import TYPE_CHECKING, Literal, TypeVar

from framescope.shade.graph import refusals
from framescope.shade.graph.access import Contents, NodeRules, ReadAccess, WriteAccess
from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Region, TextureRegion
from framescope.shade.graph.texture_rules import TextureRules

if TYPE_CHECKING:
    from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["PassBuilder"]

H = TypeVar("H", bound=ResourceHandle)


class PassBuilder:
    """A pass being declared. Made by :meth:`FrameGraph.add`."""

    __slots__ = ("_graph", "_index", "_label", "_one_scope", "_reads", "_texture_rules", "_writes")

    def __init__(self, graph: FrameGraph, index: int, label: str, rules: NodeRules) -> None:
        self._graph = graph
        self._index = index
        self._label = label
        self._reads = rules.reads
        self._writes = rules.writes
        self._one_scope = rules.one_scope
        self._texture_rules: TextureRules | None = None

    def __repr__(self) -> str:
        return f"<PassBuilder {self._label!r}>"

    def create_texture(self, name: str, descriptor: TextureDescriptor) -> TextureHandle:
        """Declare a transient texture, provided while surviving passes use it; its contents are undefined."""
        return self._graph._declare_texture(name, descriptor, self._index, self._label, _getframe(1))

    def create_buffer(self, name: str, descriptor: BufferDescriptor) -> BufferHandle:
        """Declare a transient buffer, provided while surviving passes use it; its contents are undefined."""
        return self._graph._declare_buffer(name, descriptor, self._index, self._label, _getframe(1))

    def read(self, handle: H, access: ReadAccess, *, region: Region | None = None) -> H:
        """Declare that the pass reads ``handle``.

        A pass sees the value from before it, whatever it writes itself; only what it reads through a handle of
        its own making is its own.

        Args:
            handle: The version to read.
            access: How it is read.
            region: What is read; None for the whole resource.

        Returns:
            ``handle``.

        Raises:
            GraphError: FG2001 foreign or last frame's handle, FG2011 superseded, FG1109 or FG1106 an access
                that does not fit, FG1103 or FG1104 a region outside of the resource, FG1105 a conflict with
                another access of this pass, FG1108 a format that cannot be used so.
        """
        graph = self._graph
        index = handle._index if handle.__class__ is self._reads.get(access) else self._refuse(access, handle, False)
        if get_ident() != graph._thread or handle._frame != graph._frame or graph._current[index] is not handle:
            self._check_handle(handle, _getframe(1))
        frame = _getframe(1)
        place = (self._label, frame.f_code, frame.f_lasti)
        if region is not None:
            graph._check_region(index, region, place)
        if handle.__class__ is TextureHandle:
            self._check_texture(index, access, region, place)
        graph._accesses.append((self._index, index, handle._version, access, region))
        graph._access_places.append(place)
        return handle

    def write(
        self,
        handle: H,
        access: WriteAccess,
        *,
        contents: Contents,
        region: Region | None = None,
        store: bool = True,
        root: bool = True,
    ) -> H:
        """Declare that the pass writes ``handle``, and get the version it makes.

        One version per pass and resource: a second write returns the version the pass already made, and adds
        its region to it.

        Args:
            handle: The version to write on.
            access: How it is written.
            contents: ``"overwrite"`` promises that every path writes the whole region, so what was there is
                dropped; ``"preserve"`` depends on it.
            region: What is written; None for the whole resource.
            store: False when the value is discarded at the end (an attachment's store op): nobody may read it.
            root: Whether a write to an import keeps the pass alive, as the output of the frame. Of a transient
                it says nothing.

        Returns:
            The next version; the one passed in is superseded.

        Raises:
            GraphError: As :meth:`read`, and FG1109 for other ``contents``.
        """
        return self._write(handle, access, contents, region, bool(store), bool(root), _getframe(1))

    def attach(
        self,
        handle: TextureHandle,
        *,
        load_op: Literal["clear", "load"],
        store_op: Literal["store", "discard"] = "store",
        region: TextureRegion | None = None,
        root: bool = True,
    ) -> TextureHandle:
        """Declare an attachment by its load and store op: :meth:`write` with what follows from them.

        Args:
            handle: The texture; a depth format makes it a depth attachment.
            load_op: ``"clear"`` overwrites, ``"load"`` preserves.
            store_op: ``"discard"`` leaves the region undefined.
            region: The attached subresource; None for the whole texture.
            root: As for :meth:`write`.
        """
        graph = self._graph
        graph._check_open()
        if load_op not in ("clear", "load") or store_op not in ("store", "discard"):
            message = f"pass {self._path()!r} attaches with load op {load_op!r}, store op {store_op!r}"
            raise refusals.record_error("FG1106", message, self._place(_getframe(1)), pass_path=self._path())
        depth = isinstance(handle, TextureHandle) and handle._frame == graph._frame and graph._is_depth(handle._index)
        access: WriteAccess = "texture-depth-write" if depth else "texture-color-attachment-write"
        contents: Contents = "overwrite" if load_op == "clear" else "preserve"
        return self._write(handle, access, contents, region, store_op == "store", bool(root), _getframe(1))

    def make_side_effect(self) -> None:
        """Keep the pass whether or not anybody uses what it writes."""
        graph = self._graph
        graph._check_open()
        label, kind, _, scope = graph._passes[self._index]
        graph._passes[self._index] = (label, kind, True, scope)

    def _write(
        self,
        handle: H,
        access: str,
        contents: str,
        region: Region | None,
        store: bool,
        root: bool,
        frame: FrameType,
    ) -> H:
        graph = self._graph
        index = handle._index if handle.__class__ is self._writes.get(access) else self._refuse(access, handle, True)
        if contents != "overwrite" and contents != "preserve":
            graph._check_open()
            raise refusals.bad_contents(contents, handle, self._place(frame), self._path())
        if get_ident() != graph._thread or handle._frame != graph._frame or graph._current[index] is not handle:
            handle = self._check_handle(handle, frame)
        place = (self._label, frame.f_code, frame.f_lasti)
        if region is not None:
            graph._check_region(index, region, place)
        if handle.__class__ is TextureHandle:
            self._check_texture(index, access, region, place)
        if handle._pass != self._index:
            handle = handle.__class__(handle._frame, index, handle._version + 1, self._index, handle._name, place)
            graph._current[index] = handle
        graph._accesses.append((self._index, index, handle._version, access, region, contents, store, root))
        graph._access_places.append(place)
        return handle

    def _check_texture(self, index: int, access: str, region: Region | None, place: Place) -> None:
        if self._texture_rules is None:
            self._texture_rules = TextureRules(self._one_scope)
        self._texture_rules.add(self._graph, self._index, index, access, region, place)

    def _check_handle(self, handle: H, frame: FrameType) -> H:
        """The version to go on with: this pass may still name the version it superseded itself."""
        graph = self._graph
        graph._check_open()
        place = self._place(frame)
        if handle._frame != graph._frame:
            raise refusals.foreign(handle, graph._frame, place, self._path())
        current = graph._current[handle._index]
        if handle is current or (current._pass == self._index and handle._version == current._version - 1):
            assert isinstance(current, type(handle))
            return current
        raise refusals.superseded(handle, graph._declarations, place, self._path())

    def _refuse(self, access: object, handle: object, writing: bool) -> int:
        self._graph._check_open()
        kind = self._graph._passes[self._index][1]
        place = self._place(_getframe(3 if writing else 2))
        raise refusals.bad_access(kind, access, handle, writing=writing, place=place, pass_path=self._path())

    def _place(self, frame: FrameType) -> Place:
        return (self._label, frame.f_code, frame.f_lasti)

    def _path(self) -> str:
        return self._graph._declarations.path_of(self._index)
