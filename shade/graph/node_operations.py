"""The copies and clears of a pass that leaves their encoding to the graph.

What WebGPU demands of alignment is checked here, when they are encoded: a graph that is only planned does not need
it, and the driver would tell of it at the end of the command buffer, without a pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from framescope.shade.errors import GraphError
from framescope.shade.graph.copy_footprints import Block, Extent, Layout, Texels
from framescope.shade.graph.handles import BufferHandle, TextureHandle
from framescope.shade.graph.places import Place, spell

if TYPE_CHECKING:
    from framescope.shade.graph.resources import PassResources

__all__ = ["NodeOperations", "Operation", "clearing", "copying_buffer", "copying_texels", "copying_texture"]

_ROW_ALIGNMENT = 256
_BYTE_ALIGNMENT = 4

Operation = Callable[["PassResources", Any], None]


class NodeOperations:
    """The callback of a pass without one of its own: encodes what was declared, in order."""

    __slots__ = ("_operations",)

    def __init__(self) -> None:
        self._operations: list[Operation] = []

    def append(self, operation: Operation) -> None:
        """Encode ``operation`` after those before it."""
        self._operations.append(operation)

    def __call__(self, resources: PassResources, context: Any) -> None:
        """Encode."""
        for operation in self._operations:
            operation(resources, context)


def copying_buffer(
    source: BufferHandle,
    source_offset: int,
    destination: BufferHandle,
    destination_offset: int,
    size: int,
    place: Place,
) -> Operation:
    """A copy of bytes."""

    def encode(resources: PassResources, context: Any) -> None:
        where = {"source_offset": source_offset, "destination_offset": destination_offset, "size": size}
        _check_aligned(destination._name, where, _BYTE_ALIGNMENT, place)
        given = (resources.buffer(source), source_offset, resources.buffer(destination), destination_offset, size)
        context.copy_buffer_to_buffer(*given)

    return encode


def clearing(buffer: BufferHandle, offset: int, size: int, place: Place) -> Operation:
    """A clear of bytes."""

    def encode(resources: PassResources, context: Any) -> None:
        _check_aligned(buffer._name, {"offset": offset, "size": size}, _BYTE_ALIGNMENT, place)
        context.clear_buffer(resources.buffer(buffer), offset, size)

    return encode


def copying_texels(
    buffer: BufferHandle, layout: Layout, texture: TextureHandle, texels: Texels, extent: Extent, *,
    to_buffer: bool, block: Block, place: Place,
) -> Operation:  # fmt: skip
    """A copy between a buffer and a texture."""
    least = -(-extent[0] // block.width) * block.size
    row = -(-least // _ROW_ALIGNMENT) * _ROW_ALIGNMENT if layout.bytes_per_row is None else layout.bytes_per_row

    def encode(resources: PassResources, context: Any) -> None:
        _check_aligned(buffer._name, {"offset": layout.offset}, block.alignment, place)
        _check_aligned(buffer._name, {"bytes_per_row": row}, _ROW_ALIGNMENT, place)
        linear = {"buffer": resources.buffer(buffer), "offset": layout.offset, "bytes_per_row": row}
        if layout.rows_per_image is not None:
            linear["rows_per_image"] = layout.rows_per_image
        image = {**texels._asdict(), "texture": resources.texture(texture)}
        if to_buffer:
            context.copy_texture_to_buffer(image, linear, extent)
        else:
            context.copy_buffer_to_texture(linear, image, extent)

    return encode


def copying_texture(
    source: TextureHandle, texels: Texels, destination: TextureHandle, target: Texels, extent: Extent
) -> Operation:
    """A copy between textures."""

    def encode(resources: PassResources, context: Any) -> None:
        given = {**texels._asdict(), "texture": resources.texture(source)}
        taken = {**target._asdict(), "texture": resources.texture(destination)}
        context.copy_texture_to_texture(given, taken, extent)

    return encode


def _check_aligned(name: str, figures: dict[str, int], multiple: int, place: Place) -> None:
    for what, figure in figures.items():
        if figure % multiple:
            message = f"pass {place[0]!r}: {what} {figure} of {name!r} is no multiple of {multiple}"
            raise GraphError(
                "FG1106", message, phase="execute", pass_label=place[0], resource=name, declared_at=(spell(place),)
            )
