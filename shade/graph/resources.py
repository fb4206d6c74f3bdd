"""What a pass callback gets to reach its resources, valid until the callback returns."""

from __future__ import annotations

from typing import Any, NoReturn

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle
from framescope.shade.graph.places import spell
from framescope.shade.graph.plan import PassNode, Plan

__all__ = ["Execution", "PassResources"]


class Execution:
    """What all passes of one execution share.

    Attributes:
        frame: The recording's number, which its handles carry.
        natives: The device resource of each graph resource; None for one that is not in use.
        plan: The plan that runs.
        graphics: The graphics context, for views.
    """

    __slots__ = ("frame", "graphics", "natives", "plan")

    def __init__(self, frame: int, natives: list[Any], plan: Plan, graphics: Any) -> None:
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

    def view(self, handle: TextureHandle, **view: Any) -> Any:
        """A view of the texture behind ``handle``; keywords as for wgpu-py's ``create_view``. Cached."""
        texture = self.texture(handle)
        assert self._execution is not None
        return self._execution.graphics.view(texture, **view)

    def descriptor(self, handle: ResourceHandle) -> TextureDescriptor | BufferDescriptor:
        """The descriptor of the resource behind ``handle``, its usage resolved."""
        execution = self._execution
        if execution is None or handle._frame != execution.frame or handle._index not in self._node.declared:
            self._refuse(handle, ResourceHandle)
        return execution.plan.descriptors[handle._index]

    def _refuse(self, handle: object, expected: type[ResourceHandle]) -> NoReturn:
        path = self._node.path
        if self._execution is None:
            code, why = "FG4011", "its resources are valid only inside its callback, which has returned"
        elif not isinstance(handle, expected):
            code, why = "FG1109", f"{handle!r} is no {expected.__name__}"
        elif handle._frame != self._execution.frame:
            code, why = "FG2001", f"{handle!r} belongs to another recording"
        else:
            code, why = "FG4010", f"it uses {handle._name!r} without declaring it; add a read or write to the pass"
        places = (spell(handle._place),) if isinstance(handle, ResourceHandle) else ()
        name = handle._name if isinstance(handle, ResourceHandle) else None
        message = f"pass {path!r}: {why}"
        raise GraphError(code, message, phase="execute", pass_label=path, resource=name, declared_at=places)
