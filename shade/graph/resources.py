"""What a pass callback gets to reach its resources, valid until the callback returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.declarations import ResourceDeclaration
from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle, ViewHandle
from framescope.shade.graph.places import spell
from framescope.shade.graph.plan import PassNode
from framescope.shade.graph.views import IDENTITY, SWIZZLE_FEATURE

__all__ = ["Execution", "PassResources", "Resources"]


class Resources(Protocol):
    """What running passes ask of a plan."""

    @property
    def descriptors(self) -> Sequence[Descriptor]:
        """The descriptor of each resource, its usage resolved."""

    @property
    def resources(self) -> Sequence[ResourceDeclaration]:
        """The declaration of each resource."""


class Execution:
    """What all passes of one execution share.

    Attributes:
        frame: The recording's number, which its handles carry.
        natives: The device resource of each graph resource; None for one that is not in use.
        plan: The descriptors and declarations of the resources.
        graphics: The graphics context, for views.
    """

    __slots__ = ("frame", "graphics", "natives", "plan")

    def __init__(self, frame: int, natives: list[Any], plan: Resources, graphics: Any) -> None:
        self.frame = frame
        self.natives = natives
        self.plan = plan
        self.graphics = graphics


class PassResources:
    """The resources of one pass while its callback runs.

    Every method raises GraphError FG4010 for a resource the pass did not declare, FG4011 once the callback has
    returned, FG2001 for another recording's handle and FG1109 for a handle of the other type.
    """

    __slots__ = ("_execution", "_node")

    def __init__(self, execution: Execution, node: PassNode) -> None:
        self._execution: Execution | None = execution
        self._node = node

    def texture(self, handle: TextureHandle) -> Any:
        """The texture behind ``handle``."""
        execution = self._execution
        if (
            execution is None
            or handle.__class__ is not TextureHandle
            or handle._frame != execution.frame
            or handle._index not in self._node.declared
        ):
            self._refuse(handle, TextureHandle)
        return execution.natives[handle._index]

    def buffer(self, handle: BufferHandle) -> Any:
        """The buffer behind ``handle``."""
        execution = self._execution
        if (
            execution is None
            or handle.__class__ is not BufferHandle
            or handle._frame != execution.frame
            or handle._index not in self._node.declared
        ):
            self._refuse(handle, BufferHandle)
        return execution.natives[handle._index]

    def view(self, handle: TextureHandle | ViewHandle, **view: Any) -> Any:
        """A declared view; or, of a texture, one with these keywords of wgpu-py's ``create_view``. Cached.

        Raises:
            GraphError: Also FG1104 for a declared view whose swizzle the device cannot do.
        """
        if isinstance(handle, ViewHandle):
            return self._declared_view(handle)
        texture = self.texture(handle)
        assert self._execution is not None
        return self._execution.graphics.view(texture, **view)

    def _declared_view(self, handle: ViewHandle) -> Any:
        execution = self._execution
        if execution is None or handle._frame != execution.frame or handle._index not in self._node.declared_views:
            self._refuse(handle, ViewHandle)
        view = handle._view
        graphics = execution.graphics
        if view.swizzle != IDENTITY and SWIZZLE_FEATURE not in graphics.features_granted:
            message = (
                f"pass {self._node.path!r} uses {handle!r} with swizzle {view.swizzle!r}, but the device was made "
                f"without the feature {SWIZZLE_FEATURE!r}; swizzle in the shader"
            )
            raise self._error("FG1104", message, handle)
        return graphics.view(execution.natives[view.resource], **view.arguments)

    def descriptor(self, handle: ResourceHandle) -> TextureDescriptor | BufferDescriptor:
        """The descriptor of the resource behind ``handle``, its usage resolved."""
        execution = self._execution
        if execution is None or handle._frame != execution.frame or handle._index not in self._node.declared:
            self._refuse(handle, ResourceHandle)
        return execution.plan.descriptors[handle._index]

    def _refuse(self, handle: object, expected: type[ResourceHandle | ViewHandle]) -> NoReturn:
        if self._execution is None:
            code, why = "FG4011", "its resources are valid only inside its callback, which has returned"
        elif not isinstance(handle, expected):
            code, why = "FG1109", f"{handle!r} is no {expected.__name__}"
        elif handle._frame != self._execution.frame:
            code, why = "FG2001", f"{handle!r} belongs to another recording"
        elif isinstance(handle, ViewHandle):
            code, why = "FG4010", f"it uses {handle!r} without declaring it; add a read or write with view= to the pass"
        else:
            code, why = "FG4010", f"it uses {handle._name!r} without declaring it; add a read or write to the pass"
        raise self._error(code, f"pass {self._node.path!r}: {why}", handle)

    def _error(self, code: str, message: str, handle: object) -> GraphError:
        path = self._node.path
        if not isinstance(handle, ResourceHandle | ViewHandle):
            return GraphError(code, message, phase="execute", pass_label=path)
        place = spell(handle._place)
        return GraphError(code, message, phase="execute", pass_label=path, resource=handle._name, declared_at=(place,))
