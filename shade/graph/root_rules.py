"""Which reasons to keep a resource make sense for which resource."""

from __future__ import annotations

from typing import get_args

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph import refusals
from framescope.shade.graph.access import RootReason
from framescope.shade.graph.declarations import Declarations, ResourceDeclaration
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Region, resolve

__all__ = ["check_root"]

_MAP_READ = 0x0001


def check_root(resource: int, reason: str, region: Region | None, declarations: Declarations, place: Place) -> None:
    """Raise if ``reason`` does not fit ``resource`` (FG1107) or ``region`` is empty or outside of it."""
    declared = declarations.resources[resource]
    name, descriptor = declared[0], declared[3]
    places = (declarations.resource_places[resource], place)
    fault = _fault(declared, reason)
    if fault is not None:
        raise refusals.record_error("FG1107", f"{name!r} cannot be marked {reason!r}: {fault}", *places, resource=name)
    try:
        boxes = resolve(region, descriptor)
    except ValueError as error:
        raise refusals.bad_region(resource, region, str(error), declarations, place, None) from None
    if not boxes:
        message = f"{name!r} is marked on an empty region; leave the mark out where nothing counts"
        raise refusals.record_error("FG1103", message, *places, resource=name, region=repr(region))


def _fault(resource: ResourceDeclaration, reason: str) -> str | None:
    _, origin, _, descriptor, _, _ = resource
    is_buffer = isinstance(descriptor, BufferDescriptor)
    if reason not in get_args(RootReason):
        return f"one of {', '.join(get_args(RootReason))} (a pass is kept by make_side_effect())"
    if reason == "present" and (is_buffer or origin == "transient"):
        return "only an imported texture or a surface is presented"
    if reason == "persistent-state" and origin != "imported":
        return "only an import outlives the frame"
    if reason == "readback" and not (is_buffer and origin == "imported"):
        return "only an imported buffer is read back"
    if reason == "readback" and descriptor.usage is not None and not descriptor.usage & _MAP_READ:
        return "the buffer lacks the MAP_READ usage"
    return None
