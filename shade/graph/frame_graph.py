"""``FrameGraph``: the recorder of one frame.

A frame is declared in full before any of it runs: imports, scopes, passes with what they read and write, roots.
``compile()`` turns the declarations into a plan, or finds the plan of an earlier frame that declared the same.
A graph serves one frame and one thread.
"""

from __future__ import annotations

from itertools import count
from sys import _getframe
from threading import get_ident
from types import FrameType
from typing import TYPE_CHECKING, Any, Literal

from framescope.shade.errors import GraphError, WrongThreadError
from framescope.shade.graph import refusals
from framescope.shade.graph.access import NODE_KINDS, Initial, NodeKind, RootReason
from framescope.shade.graph.compiled import CompiledGraph, PassCallback
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle
from framescope.shade.graph.imports import buffer_descriptor, texture_descriptor
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.places import Place
from framescope.shade.graph.plan import build_plan
from framescope.shade.graph.regions import Region, resolve
from framescope.shade.graph.root_rules import check_root
from framescope.shade.graph.scope import Scope
from framescope.shade.signal import Signal

if TYPE_CHECKING:
    from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
    from framescope.shade.graph.plan_cache import PlanCache

__all__ = ["FrameGraph"]

_recordings = count(1)  # handles carry this number, so no handle fits two graphs


class FrameGraph:
    """The passes and resources of one frame.

    Args:
        name: Shown in errors.
        frame_number: The caller's number of the frame; only shown.

    Attributes:
        on_pass_begin: Sent with the ``PassNode`` before its callback runs.
        on_pass_end: Sent with the ``PassNode`` after it, also when it raised.
        on_executed: Sent with the ``CompiledGraph`` after a frame whose every pass was recorded.
        debug_groups: Whether execution pushes a debug group around each pass. Off: a pair costs half a pass.
    """

    __slots__ = (
        "__weakref__",
        "_access_places",
        "_accesses",
        "_callbacks",
        "_current",
        "_declarations",
        "_frame",
        "_holders",
        "_natives",
        "_passes",
        "_resources",
        "_scope",
        "_thread",
        "debug_groups",
        "frame_number",
        "name",
        "on_executed",
        "on_pass_begin",
        "on_pass_end",
    )

    def __init__(self, name: str = "frame", *, frame_number: int | None = None) -> None:
        self.name = name
        self.frame_number = frame_number
        self.debug_groups = False
        self.on_pass_begin = Signal("on_pass_begin")
        self.on_pass_end = Signal("on_pass_end")
        self.on_executed = Signal("on_executed")
        self._frame = next(_recordings)
        self._thread: int | None = get_ident()  # None once compiled: one comparison checks both
        self._scope = -1
        self._attach(Declarations())
        self._callbacks: list[PassCallback | None] = []
        self._natives: list[Any] = []  # by resource; None for a transient
        self._current: list[ResourceHandle] = []  # by resource: the handle that is not superseded
        self._holders: dict[int, list[int]] = {}  # id of an imported native -> the resources that hold it

    def __repr__(self) -> str:
        return f"<FrameGraph {self.title}, {len(self._passes)} passes>"

    @property
    def title(self) -> str:
        """Name and frame number, for errors and notes."""
        return repr(self.name) if self.frame_number is None else f"{self.name!r} of frame {self.frame_number}"

    # --- resources ------------------------------------------------------------------------------

    def import_texture(
        self,
        name: str,
        texture: Any,
        *,
        initial: Initial,
        origin: Literal["imported", "surface"] = "imported",
        alias: bool = False,
        descriptor: TextureDescriptor | None = None,
    ) -> TextureHandle:
        """Bring in a texture that outlives the frame.

        Args:
            name: Shown in errors and reports.
            texture: A texture shaped like wgpu-py's.
            initial: Whether its contents are ``"defined"`` when the frame begins.
            origin: ``"surface"`` for a window's texture, whose contents are always ``"undefined"``.
            alias: Allow a second import of the same texture; the graph sees no hazard between the two.
            descriptor: Taken instead of the texture's own attributes.

        Raises:
            GraphError: FG2010 for a second import without ``alias``, FG1102 for a size of zero or a bad
                ``initial`` or ``origin``.
        """
        place = self._outside(_getframe(1))
        self._check_open()
        refusals.check_import(name, origin, initial, place)
        found = descriptor
        if found is None:
            found = texture_descriptor(texture)
            if found is None:
                raise refusals.bad_native(name, texture, "texture", place)
        index = self._import(name, texture, found, initial, origin, alias, place)
        handle = TextureHandle(self._frame, index, 0, -1, name, place)
        self._current.append(handle)
        return handle

    def import_buffer(
        self,
        name: str,
        buffer: Any,
        *,
        initial: Initial,
        alias: bool = False,
        descriptor: BufferDescriptor | None = None,
    ) -> BufferHandle:
        """Bring in a buffer that outlives the frame; arguments and errors as :meth:`import_texture`."""
        place = self._outside(_getframe(1))
        self._check_open()
        refusals.check_import(name, "imported", initial, place)
        found = descriptor
        if found is None:
            found = buffer_descriptor(buffer)
            if found is None:
                raise refusals.bad_native(name, buffer, "buffer", place)
        index = self._import(name, buffer, found, initial, "imported", alias, place)
        handle = BufferHandle(self._frame, index, 0, -1, name, place)
        self._current.append(handle)
        return handle

    def create_texture(self, name: str, descriptor: TextureDescriptor) -> TextureHandle:
        """Declare a transient texture outside of a pass; its first surviving user allocates it."""
        return self._declare_texture(name, descriptor, -1, "", _getframe(1))

    def create_buffer(self, name: str, descriptor: BufferDescriptor) -> BufferHandle:
        """Declare a transient buffer outside of a pass; its first surviving user allocates it."""
        return self._declare_buffer(name, descriptor, -1, "", _getframe(1))

    def report_resource_aliasing(self) -> list[tuple[str, ...]]:
        """The names of each native that was imported more than once; hazards between them are not seen."""
        return [tuple(self._resources[i][0] for i in held) for held in self._holders.values() if len(held) > 1]

    # --- passes ---------------------------------------------------------------------------------

    def scope(self, label: str) -> Scope:
        """A named group: ``with graph.scope("shadows"):``. What is declared inside belongs to it.

        Raises:
            GraphError: FG2003 for an empty label.
        """
        self._check_open()
        if not isinstance(label, str) or not label:
            raise refusals.record_error("FG2003", f"scope label {label!r}", self._outside(_getframe(1)))
        return Scope(self, label)

    def add(
        self,
        label: str,
        *,
        kind: NodeKind,
        execute: PassCallback | None = None,
        side_effect: bool | None = None,
    ) -> PassBuilder:
        """Add a pass. Passes run in the order of their adding; those nobody needs do not run.

        Args:
            label: Its name; equal names stay apart through their paths.
            kind: What it does; decides which accesses it may declare.
            execute: ``execute(resources, context)`` encodes its work. None plans a graph that cannot run.
            side_effect: Whether it is kept for its own sake. None takes the kind's own answer: True for
                ``"command"`` and ``"external-submission"``, False for the others.

        Raises:
            GraphError: FG1106 for an unknown kind, FG2003 for an empty label, FG4004 for an ``execute`` that
                cannot be called.
        """
        if get_ident() != self._thread:
            self._check_open()
        rules = NODE_KINDS.get(kind)
        frame = _getframe(1)
        place = (label, frame.f_code, frame.f_lasti)
        if rules is None or not label or not isinstance(label, str) or not (execute is None or callable(execute)):
            raise refusals.bad_pass(label, kind, execute, self._outside(frame))
        index = len(self._passes)
        kept = rules.side_effect if side_effect is None else bool(side_effect)
        self._passes.append((label, kind, kept, self._scope))
        self._declarations.pass_places.append(place)
        self._callbacks.append(execute)
        return PassBuilder(self, index, label, rules)

    def mark(self, handle: ResourceHandle, reason: RootReason, *, region: Region | None = None) -> None:
        """Keep whatever makes the final contents of a resource.

        Args:
            handle: Its current version.
            reason: ``"present"``, ``"output"``, ``"readback"``, ``"debug-capture"`` or ``"persistent-state"``.
            region: The part that counts; None for the whole resource.

        Raises:
            GraphError: FG1107 for a reason that does not fit the resource, FG1103 or FG1104 for an empty or
                outlying region, FG2001 or FG2011 for a foreign or superseded handle.
        """
        self._check_open()
        place = self._outside(_getframe(1))
        if not isinstance(handle, ResourceHandle):
            raise refusals.not_a_handle(handle, place, None)
        if handle._frame != self._frame:
            raise refusals.foreign(handle, self._frame, place, None)
        if self._current[handle._index] is not handle:
            raise refusals.superseded(handle, self._declarations, place, None)
        check_root(self._resources[handle._index], reason, region, place)
        self._declarations.roots.append((handle._index, reason, region))
        self._declarations.root_places.append(place)

    # --- compile --------------------------------------------------------------------------------

    def compile(self, *, cache: PlanCache | None = None) -> CompiledGraph:
        """Validate, cull and plan; ends recording.

        Args:
            cache: Where plans of earlier frames are looked up and this one's is kept.

        Raises:
            GraphError: The declarations are wrong; the graph stays as it was.
        """
        self._check_open()
        declarations = self._declarations
        plan = build_plan(declarations) if cache is None else cache.plan_for(declarations)
        self._thread = None
        return CompiledGraph(self, plan)

    # --- what the builders share ----------------------------------------------------------------

    def _check_open(self) -> None:
        if self._thread is None:
            raise GraphError("FG2007", f"graph {self.title} was compiled; make a new one a frame", phase="record")
        if get_ident() != self._thread:
            raise WrongThreadError(f"graph {self.title} belongs to the thread that made it")

    def _attach(self, declarations: Declarations) -> None:
        self._declarations = declarations
        self._passes = declarations.passes  # the lists that recording appends to, one lookup away
        self._accesses = declarations.accesses
        self._access_places = declarations.access_places
        self._resources = declarations.resources

    def _clear(self) -> None:
        """Drop callbacks, natives and declarations: after a frame nothing here keeps anything alive."""
        self._attach(Declarations())
        self._callbacks = []
        self._natives = []
        self._current = []
        self._holders = {}

    def _outside(self, frame: FrameType) -> Place:
        return ("", frame.f_code, frame.f_lasti)

    def _check_region(self, index: int, region: Region, place: Place) -> None:
        name, _, _, descriptor, _, _ = self._resources[index]
        try:
            resolve(region, descriptor)
        except ValueError as error:
            raise refusals.bad_region(name, region, str(error), place) from None

    def _is_depth(self, index: int) -> bool:
        return "depth" in getattr(self._resources[index][3], "format", "")

    def _declare_texture(
        self, name: str, descriptor: TextureDescriptor, parent: int, label: str, frame: FrameType
    ) -> TextureHandle:
        place = (label, frame.f_code, frame.f_lasti)
        index = self._declare(name, descriptor, parent, place)
        handle = TextureHandle(self._frame, index, 0, -1, name, place)
        self._current.append(handle)
        return handle

    def _declare_buffer(
        self, name: str, descriptor: BufferDescriptor, parent: int, label: str, frame: FrameType
    ) -> BufferHandle:
        place = (label, frame.f_code, frame.f_lasti)
        index = self._declare(name, descriptor, parent, place)
        handle = BufferHandle(self._frame, index, 0, -1, name, place)
        self._current.append(handle)
        return handle

    def _declare(self, name: str, descriptor: Descriptor, parent: int, place: Place) -> int:
        if get_ident() != self._thread:
            self._check_open()
        refusals.check_descriptor(name, descriptor, place)
        index = len(self._resources)
        self._resources.append((name, "transient", "undefined", descriptor, parent, self._scope))
        self._declarations.resource_places.append(place)
        self._natives.append(None)
        return index

    def _import(
        self, name: str, native: Any, descriptor: Descriptor, initial: str, origin: str, alias: bool, place: Place
    ) -> int:
        refusals.check_descriptor(name, descriptor, place)
        index = len(self._resources)
        held = self._holders.setdefault(id(native), [])
        if held and not alias:
            first = self._resources[held[0]][0]
            earlier = self._declarations.resource_places[held[0]]
            raise refusals.imported_twice(name, first, earlier, place)
        held.append(index)
        self._resources.append((name, origin, initial, descriptor, -1, self._scope))
        self._declarations.resource_places.append(place)
        self._natives.append(native)
        return index
