"""What the passes of one frame gave to encoders, as far as development builds see it."""

from __future__ import annotations

from collections.abc import Sequence

from framescope.shade.descriptors import BufferDescriptor, Descriptor
from framescope.shade.graph.regions import Box, BufferRegion, TextureRegion, resolve, whole

__all__ = ["BindingLog", "Bindings", "Part", "bound_boxes"]

Part = tuple[tuple[str, object], ...] | None
"""What of a resource is bound: ``offset`` and ``size`` of a buffer, ``create_view`` arguments; None for all of it."""


BindingLog = list[tuple[int, Sequence[int] | None, Part]]
"""Pass, the graph's resources that a bound object holds, and the part. None for something nobody can look into: a bind
group that our graphics context did not make. Written a line a binding, so it is no more than a list."""


class Bindings:
    """What was bound, by pass and resource.

    Args:
        log: What was noted while the passes ran.

    Attributes:
        parts: By pass and resource, the parts that were bound.
        opaque: Passes that bound something nobody can look into.
    """

    __slots__ = ("opaque", "parts")

    def __init__(self, log: BindingLog) -> None:
        self.parts: dict[tuple[int, int], set[Part]] = {}
        self.opaque: set[int] = set()
        for pass_index, resources, part in log:
            if resources is None:
                self.opaque.add(pass_index)
            for resource in resources or ():
                self.parts.setdefault((pass_index, resource), set()).add(part)


def bound_boxes(part: Part, descriptor: Descriptor) -> tuple[Box, ...]:
    """The boxes of a bound part; all of the resource where it cannot be told."""
    if part is None:
        return whole(descriptor)
    fields = dict(part)
    try:
        return resolve(_region(fields, descriptor), descriptor)
    except (TypeError, ValueError):  # arguments that the device took and that say nothing here
        return whole(descriptor)


def _region(fields: dict[str, object], descriptor: Descriptor) -> BufferRegion | TextureRegion:
    def number(name: str, default: int | None) -> int | None:
        value = fields.get(name)
        return value if isinstance(value, int) else default

    if isinstance(descriptor, BufferDescriptor):
        return BufferRegion(number("offset", 0) or 0, number("size", None))
    aspect = fields.get("aspect")
    layers = number("array_layer_count", {"2d": 1, "cube": 6}.get(str(fields.get("dimension"))))
    first_layer = number("base_array_layer", 0) or 0
    if descriptor.dimension == "3d":
        first_layer, layers = 0, None  # a view of a volume shows all of its slices
    return TextureRegion(
        number("base_mip_level", 0) or 0,
        number("mip_level_count", None),
        first_layer,
        layers,
        aspect if isinstance(aspect, str) else "all",
    )
