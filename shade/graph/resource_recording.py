"""What a recording knows of resources: imports, transients, declared views, and which handle of each is current."""

from __future__ import annotations

from itertools import count
from sys import _getframe
from threading import get_ident
from types import FrameType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError, WrongThreadError
from framescope.shade.graph import refusals
from framescope.shade.graph.access import Initial
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.descriptor_rules import check_descriptor, check_exposure
from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle, ViewHandle
from framescope.shade.graph.imports import buffer_descriptor, texture_descriptor
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Region, resolve
from framescope.shade.graph.switches import GraphSwitches
from framescope.shade.graph.views import IDENTITY, View, ViewPart, complete_view

if TYPE_CHECKING:
    from framescope.shade.descriptors import Descriptor
    from framescope.shade.graph.brackets import PassCallback

__all__ = ["ResourceRecording"]

H = TypeVar("H", bound=ResourceHandle)

_recordings = count(1)  # handles carry this number, so no handle fits two graphs


class ResourceRecording:
    """The half of :class:`~framescope.shade.graph.frame_graph.FrameGraph` that declares resources.

    Args:
        name: Shown in errors.
        frame_number: The caller's number of the frame; only shown.
        switches: How the frame is planned and run.
    """

    __slots__ = (
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
        "frame_number",
        "name",
        "switches",
    )

    def __init__(self, name: str, frame_number: int | None, switches: GraphSwitches) -> None:
        self.name = name
        self.switches = switches
        self.frame_number = frame_number
        self._frame = next(_recordings)
        self._thread: int | None = get_ident()  # None once compiled: one comparison checks both
        self._scope = -1
        self._clear()

    @property
    def title(self) -> str:
        """Name and frame number, for errors and notes."""
        return repr(self.name) if self.frame_number is None else f"{self.name!r} of frame {self.frame_number}"

    def import_texture(
        self,
        name: str,
        texture: Any,
        *,
        initial: Initial,
        origin: Literal["imported", "surface"] = "imported",
        alias: bool = False,
        descriptor: TextureDescriptor | None = None,
        stacklevel: int = 1,
    ) -> TextureHandle:
        """Bring in a texture that outlives the frame.

        Args:
            name: Shown in errors and reports.
            texture: A texture shaped like wgpu-py's.
            initial: Whether its contents are ``"defined"`` when the frame begins.
            origin: ``"surface"`` for a window's texture, whose contents are always ``"undefined"``.
            alias: Allow a second import of the same texture; the graph sees no hazard between the two.
            descriptor: Taken instead of the texture's own attributes; may narrow them: fewer usages, of a buffer
                its first bytes.
            stacklevel: How many calls up the line stands that errors name, as for ``warnings.warn``.

        Raises:
            GraphError: FG2010 for a second import without ``alias``, FG1102 for a size of zero or a bad
                ``initial`` or ``origin``, FG4003 for what is no texture or is described as more than it is.
        """
        place = self._outside(_getframe(stacklevel))
        self._check_open()
        refusals.check_import(name, origin, initial, place)
        found = descriptor
        if found is None:
            found = texture_descriptor(texture)
            if found is None:
                raise refusals.bad_native(name, texture, "texture", place)
        else:
            check_descriptor(name, found, TextureDescriptor, place)
            check_exposure(name, texture, found, place)
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
        stacklevel: int = 1,
    ) -> BufferHandle:
        """Bring in a buffer that outlives the frame; arguments and errors as :meth:`import_texture`."""
        place = self._outside(_getframe(stacklevel))
        self._check_open()
        refusals.check_import(name, "imported", initial, place)
        found = descriptor
        if found is None:
            found = buffer_descriptor(buffer)
            if found is None:
                raise refusals.bad_native(name, buffer, "buffer", place)
        else:
            check_descriptor(name, found, BufferDescriptor, place)
            check_exposure(name, buffer, found, place)
        index = self._import(name, buffer, found, initial, "imported", alias, place)
        handle = BufferHandle(self._frame, index, 0, -1, name, place)
        self._current.append(handle)
        return handle

    def create_texture(self, name: str, descriptor: TextureDescriptor) -> TextureHandle:
        """Declare a transient texture outside of a pass; its first surviving user allocates it."""
        return self._declare(TextureHandle, TextureDescriptor, name, descriptor, -1, self._outside(_getframe(1)))

    def create_buffer(self, name: str, descriptor: BufferDescriptor) -> BufferHandle:
        """Declare a transient buffer outside of a pass; its first surviving user allocates it."""
        return self._declare(BufferHandle, BufferDescriptor, name, descriptor, -1, self._outside(_getframe(1)))

    def create_view(
        self,
        handle: TextureHandle,
        label: str = "",
        *,
        format: str | None = None,
        dimension: str | None = None,
        aspect: str = "all",
        swizzle: str = IDENTITY,
        base_mip_level: int = 0,
        mip_level_count: int | None = None,
        base_array_layer: int = 0,
        array_layer_count: int | None = None,
    ) -> ViewHandle:
        """Declare a view of a texture, to be given to accesses and marks as ``view=``.

        Args:
            handle: Any version of the texture.
            label: Its name in reports.
            format: The texture's, or one of its ``view_formats``; None for the texture's, of the aspect.
            dimension: None for the texture's, ``"2d-array"`` where it has several layers.
            aspect: ``"all"``, ``"depth-only"`` or ``"stencil-only"``.
            swizzle: Where each component comes from: four of ``r g b a 0 1``. Other than ``"rgba"`` needs the
                device feature ``texture-component-swizzle``.
            base_mip_level: First mip level.
            mip_level_count: Levels, None for all from the first on.
            base_array_layer: First layer.
            array_layer_count: Layers; None for all from the first on, 6 of a cube, 1 of what has no layers.

        Raises:
            GraphError: FG1104 when the texture cannot be viewed so, FG2001 for a foreign handle, FG2011 for what
                is no texture's handle.
        """
        place = self._outside(_getframe(1))
        self._check_open()
        if not isinstance(handle, TextureHandle):
            raise refusals.not_a_handle(handle, place, None)
        if handle._frame != self._frame:
            raise refusals.foreign(handle, self._frame, place, None)
        _, origin, _, descriptor, _, _ = self._resources[handle._index]
        assert isinstance(descriptor, TextureDescriptor)
        counts = (mip_level_count, array_layer_count)
        try:
            if not isinstance(label, str):
                raise TypeError(f"a label {label!r}; a view's label is a string")
            if 0 in counts:
                raise ValueError("a view shows at least one mip level and one array layer")
            levels, layers = (0 if given is None else given for given in counts)
            named = (handle._index, label, format or "", dimension or "", aspect, swizzle)
            asked = View(*named, base_mip_level, levels, base_array_layer, layers)
            view = complete_view(asked, descriptor, imported=origin != "transient")
        except (ValueError, TypeError) as error:
            raise refusals.bad_view(handle._name, label, str(error), place) from None
        views = self._declarations.views
        views.append(view)
        return ViewHandle(self._frame, len(views) - 1, handle._name, view, ViewPart(len(views) - 1, view.region), place)

    def report_resource_aliasing(self) -> list[tuple[str, ...]]:
        """The names of each native that was imported more than once; hazards between them are not seen."""
        return [tuple(self._resources[i][0] for i in held) for held in self._holders.values() if len(held) > 1]

    def _check_open(self) -> None:
        if self._thread is None:
            message = f"graph {self.title} was compiled or given up; make a new one a frame"
            raise GraphError("FG2007", message, phase="record")
        if get_ident() != self._thread:
            raise WrongThreadError(f"graph {self.title} belongs to the thread that made it")

    def _attach(self, declarations: Declarations) -> None:
        self._declarations = declarations
        self._passes = declarations.passes  # the lists that recording appends to, one lookup away
        self._accesses = declarations.accesses
        self._access_places = declarations.access_places
        self._resources = declarations.resources

    def _clear(self) -> None:
        """Start empty; and after a frame, drop whatever would keep anything alive."""
        self._attach(Declarations(self.switches))
        self._callbacks: list[PassCallback | None] = []
        self._natives: list[Any] = []  # by resource; None for a transient
        self._current: list[ResourceHandle] = []  # by resource: the handle that is not superseded
        self._holders: dict[int, list[int]] = {}  # id of an imported native -> the resources that hold it

    def _outside(self, frame: FrameType) -> Place:
        return ("", frame.f_code, frame.f_lasti)

    def _check_region(self, index: int, region: Region | None, place: Place, pass_index: int) -> None:
        try:
            resolve(region, self._resources[index][3])
        except ValueError as error:
            raise refusals.bad_region(index, region, str(error), self._declarations, place, pass_index) from None

    def _check_view(
        self, view: ViewHandle, region: Region | None, handle: ResourceHandle, place: Place, pass_index: int | None
    ) -> None:
        """Raise unless ``view`` is a view of ``handle``'s texture and alone says what is touched."""
        ours = isinstance(view, ViewHandle) and view._frame == self._frame
        if not ours or region is not None or view._view.resource != handle._index:
            pass_path = None if pass_index is None else self._declarations.path_of(pass_index)
            raise refusals.bad_use_of_view(view, region, handle, self._frame, place, pass_path)

    def _declare(
        self, made: type[H], wanted: type[Descriptor], name: str, descriptor: Descriptor, parent: int, at: Place
    ) -> H:
        """A transient by a descriptor that has to be a ``wanted``; its handle is a ``made``."""
        check_descriptor(name, descriptor, wanted, at)
        if get_ident() != self._thread:
            self._check_open()
        index = len(self._resources)
        self._resources.append((name, "transient", "undefined", descriptor, parent, self._scope))
        self._declarations.resource_places.append(at)
        self._natives.append(None)
        handle = made(self._frame, index, 0, -1, name, at)
        self._current.append(handle)
        return handle

    def _import(
        self, name: str, native: Any, descriptor: Descriptor, initial: str, origin: str, alias: bool, place: Place
    ) -> int:
        check_descriptor(name, descriptor, type(descriptor), place)
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
