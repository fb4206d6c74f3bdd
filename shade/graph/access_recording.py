"""Recording of accesses: what every declaration of a pass comes down to.

These methods run several times per pass and frame, so the good path is a handful of comparisons and two
appends; everything that can go wrong is found by those comparisons and told in ``refusals``.
"""

from __future__ import annotations

from sys import _getframe
from threading import get_ident
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph import refusals
from framescope.shade.graph.access import Contents, NodeRules, ReadAccess, WriteAccess
from framescope.shade.graph.declarations import Part
from framescope.shade.graph.handles import ResourceHandle, TextureHandle, ViewHandle
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Region
from framescope.shade.graph.texture_rules import TextureRules
from framescope.shade.graph.view_roles import role_fault
from framescope.shade.graph.views import ViewPart

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["AccessRecording"]

H = TypeVar("H", bound=ResourceHandle)


class AccessRecording:
    """A pass to which accesses are added."""

    __slots__ = ("_graph", "_index", "_label", "_one_scope", "_reads", "_texture_rules", "_writes")

    def __init__(self, graph: FrameGraph, index: int, label: str, rules: NodeRules) -> None:
        self._graph = graph
        self._index = index
        self._label = label
        self._reads = rules.reads
        self._writes = rules.writes
        self._one_scope = rules.one_scope
        self._texture_rules: TextureRules | None = None

    def read(
        self,
        handle: H,
        access: ReadAccess,
        *,
        region: Region | None = None,
        view: ViewHandle | None = None,
        stacklevel: int = 1,
    ) -> H:
        """Declare that the pass reads ``handle``.

        A pass sees the value from before it, whatever it writes itself; only through a handle of its own making
        it sees what it declared to write until then.

        Args:
            handle: The version to read.
            access: How it is read.
            region: What is read; None for the whole resource.
            view: The declared view it is read through, in place of ``region``.
            stacklevel: How many calls up the line stands that errors name, as for ``warnings.warn``.

        Returns:
            ``handle``.

        Raises:
            GraphError: FG2001 foreign or last frame's handle, FG2011 superseded, FG1109 or FG1106 an access
                that does not fit, FG1103 or FG1104 a region outside of the resource, FG1104 a view that does not
                serve, FG1105 a conflict with another access of this pass, FG1108 a format that cannot be used so.
        """
        frame = _getframe(stacklevel)
        graph = self._graph
        try:
            index = (
                handle._index if handle.__class__ is self._reads.get(access) else self._refuse(access, handle, frame)
            )
        except TypeError:  # what has no hash is no access
            self._refuse(access, handle, frame)
        if get_ident() != graph._thread or handle._frame != graph._frame or graph._current[index] is not handle:
            self._check_handle(handle, frame)
        place = (self._label, frame.f_code, frame.f_lasti)
        part: Part = region
        if region is not None or view is not None:
            part = self._check_part(handle, access, region, view, place)
        if handle.__class__ is TextureHandle:
            self._check_texture(index, access, part, place)
        graph._accesses.append((self._index, index, handle._version, access, part))
        graph._access_places.append(place)
        return handle

    def write(
        self,
        handle: H,
        access: WriteAccess,
        *,
        contents: Contents,
        region: Region | None = None,
        view: ViewHandle | None = None,
        store: bool = True,
        root: bool = True,
        stacklevel: int = 1,
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
            view: The declared view it is written through, in place of ``region``.
            store: False when the value is discarded at the end (an attachment's store op): nobody may read it.
            root: Whether a write to an import keeps the pass alive, as the output of the frame. Of a transient
                it says nothing.
            stacklevel: As for :meth:`read`.

        Returns:
            The next version; the one passed in is superseded.

        Raises:
            GraphError: As :meth:`read`, and FG1109 for other ``contents``.
        """
        frame = _getframe(stacklevel)
        graph = self._graph
        try:
            fits = handle.__class__ is self._writes.get(access)
            index = handle._index if fits else self._refuse(access, handle, frame, writing=True)
        except TypeError:
            self._refuse(access, handle, frame, writing=True)
        if contents != "overwrite" and contents != "preserve":
            graph._check_open()
            raise refusals.bad_contents(contents, handle, self._place(frame), self._path())
        if get_ident() != graph._thread or handle._frame != graph._frame or graph._current[index] is not handle:
            handle = self._check_handle(handle, frame)
        place = (self._label, frame.f_code, frame.f_lasti)
        part: Part = region
        if region is not None or view is not None:
            part = self._check_part(handle, access, region, view, place)
        if handle.__class__ is TextureHandle:
            self._check_texture(index, access, part, place)
        if handle._pass != self._index:
            handle = handle.__class__(handle._frame, index, handle._version + 1, self._index, handle._name, place)
            graph._current[index] = handle
        stores, is_root = bool(store), bool(root)
        graph._accesses.append((self._index, index, handle._version, access, part, contents, stores, is_root))
        graph._access_places.append(place)
        return handle

    def _slice(self, view: ViewHandle | None, depth_slice: int, frame: FrameType) -> ViewHandle:
        """``view`` narrowed to one slice of its volume."""
        if isinstance(view, ViewHandle) and view._view.dimension == "3d":
            return view._slice(depth_slice)
        message = f"pass {self._path()!r} attaches slice {depth_slice} of {view!r}, which is no view of a volume"
        raise refusals.record_error("FG1104", message, self._place(frame), pass_path=self._path())

    def _check_part(
        self, handle: H, access: str, region: Region | None, view: ViewHandle | None, place: Place
    ) -> Region | ViewPart | None:
        """The part as it is declared; raises if it lies outside of the resource or the view does not serve."""
        graph = self._graph
        if view is None:
            graph._check_region(handle._index, region, place, self._index)
            return region
        graph._check_view(view, region, handle, place, self._index)
        descriptor = graph._resources[handle._index][3]
        assert isinstance(descriptor, TextureDescriptor)
        graph._check_region(handle._index, view._part.region, place, self._index)  # a slice of it may not be there
        fault = role_fault(view._view, view._part.region, access, descriptor)
        if fault is not None:
            raise refusals.view_without_role(view, access, fault, place, self._path())
        return view._part

    def _check_texture(self, index: int, access: str, part: Part, place: Place) -> None:
        if self._texture_rules is None:
            self._texture_rules = TextureRules(self._one_scope)
        self._texture_rules.add(self._graph, self._index, index, access, part, place)

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

    def _refuse(self, access: object, handle: object, frame: FrameType, *, writing: bool = False) -> int:
        self._graph._check_open()
        kind = self._graph._passes[self._index][1]
        place = self._place(frame)
        raise refusals.bad_access(kind, access, handle, writing=writing, place=place, pass_path=self._path()) from None

    def _place(self, frame: FrameType) -> Place:
        return (self._label, frame.f_code, frame.f_lasti)

    def _path(self) -> str:
        return self._graph._declarations.path_of(self._index)
