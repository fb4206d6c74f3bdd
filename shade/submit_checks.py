"""What must hold before a submit: the driver answers each of these mistakes by ending the Python process.

Checked here: commands submitted once, every resource alive, not mapped, of this device, and the device not
lost (docs/stack.md, "What ends the process"). Resources that are reached only through bind groups made by raw
wgpu calls are outside: nothing remembers what they hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from framescope.shade.errors import SubmitError
from framescope.shade.resource_state import ResourceState, state_of

if TYPE_CHECKING:
    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.graphics import GraphicsContext

__all__ = ["check_submit"]


def check_submit(graphics: GraphicsContext, context: ShadeGPUCommandContext) -> list[ResourceState]:
    """Refuse a submit that would end the process.

    Returns:
        The marks of every resource it names, each once, to be stamped with the submit's serial once it is made.

    Raises:
        SubmitError: With the context's label, the resource at fault and the way out.
    """
    where = f"submit of {context.label!r}"
    if context.graphics is not graphics:
        raise SubmitError(f"{where}: it was recorded for another device; submit it to the context that made it")
    if graphics.lost:
        raise SubmitError(f"{where}: the device was lost; open a new graphics context")
    states: list[ResourceState] = []
    for resource in _distinct_resources(context.given):
        state = state_of(resource)
        if state is None:
            continue
        fault = _fault(graphics, resource, state)
        if fault is not None:
            raise SubmitError(f"{where}: {state.kind} {resource.label!r} {fault}")
        states.append(state)
    return states


def _fault(graphics: GraphicsContext, resource: Any, state: ResourceState) -> str | None:
    if state.destroyed:
        return "was destroyed after the commands were recorded; end resources with graphics.retire()"
    if state.mapping or getattr(resource, "map_state", "unmapped") != "unmapped":
        return "is mapped or being mapped; unmap it before the submit"
    if state.graphics() is not graphics:
        return "belongs to another device"
    return None


def _distinct_resources(given: Iterable[Any]) -> Iterator[Any]:
    """The buffers, textures and query sets behind ``given``, bind groups opened, each once."""
    seen: set[int] = set()
    for item in dict.fromkeys(given):
        for resource in getattr(item, "framescope_resources", (item,)):
            if id(resource) not in seen:
                seen.add(id(resource))
                yield resource
