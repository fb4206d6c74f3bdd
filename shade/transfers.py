"""Moving bytes to and from the device outside a frame: uploads, screenshots, test readbacks. Reading blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import wgpu
from numpy.typing import NDArray

from framescope.shade.errors import DeviceUnavailable
from framescope.shade.formats import format_info

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext

__all__ = ["read_buffer", "read_texture", "write_texture"]

_ROW_ALIGNMENT = 256  # WebGPU: bytes_per_row of a texture copy
_COMPONENTS: dict[str, tuple[str, int]] = {
    "8unorm": ("u1", 1), "8snorm": ("i1", 1), "8uint": ("u1", 1), "8sint": ("i1", 1),
    "16uint": ("<u2", 2), "16sint": ("<i2", 2), "16float": ("<f2", 2), "16unorm": ("<u2", 2), "16snorm": ("<i2", 2),
    "32uint": ("<u4", 4), "32sint": ("<i4", 4), "32float": ("<f4", 4),
}  # fmt: skip


def _texel_type(texture_format: str, block_bytes: int) -> tuple[str, int]:
    """(numpy dtype, components) of a plain format; raw bytes where a texel is no array of components."""
    plain = texture_format.removesuffix("-srgb")
    for suffix, (dtype, size) in _COMPONENTS.items():
        if plain.endswith(suffix):
            return dtype, block_bytes // size
    return "u1", block_bytes


def write_texture(graphics: GraphicsContext, texture: Any, data: Any, mip_level: int, layer: int) -> None:
    """Upload one mip level of one layer; ``data`` is tightly packed, row by row.

    Raises:
        ValueError: ``data`` has another size than that, or the size of a texel is not known.
    """
    width, height = (max(1, extent >> mip_level) for extent in texture.size[:2])
    info = format_info(texture.format)
    if info is None:
        raise ValueError(f"texture {texture.label!r} has format {texture.format!r}, whose texel size is not known")
    block_rows = -(-height // info.block_height)
    bytes_per_row = -(-width // info.block_width) * info.block_bytes
    size, given = bytes_per_row * block_rows, memoryview(data).nbytes
    if given != size:  # the device itself takes the first bytes of what is too long: a picture of noise, no error
        raise ValueError(
            f"texture {texture.label!r}, mip level {mip_level}: {width}x{height} of {texture.format} are {size} bytes, "
            f"not {given}"
        )
    graphics.queue.write_texture(
        {"texture": texture, "mip_level": mip_level, "origin": (0, 0, layer)},
        data,
        {"offset": 0, "bytes_per_row": bytes_per_row, "rows_per_image": block_rows},
        (width, height, 1),
    )


def _read_staging(graphics: GraphicsContext, staging: Any, size: int, what: str) -> bytes:
    readback = graphics.map_read(staging, size)
    status, reason = readback.wait(30.0)
    graphics.retire(staging)
    if status != "ok" or readback.data is None:
        raise DeviceUnavailable(f"reading {what} back failed: {reason}")
    return readback.data


def read_buffer(graphics: GraphicsContext, buffer: Any, offset: int, size: int | None) -> bytes:
    """Copy ``buffer[offset:offset+size]`` out. Blocks; the buffer needs COPY_SRC."""
    count = buffer.size - offset if size is None else size
    usage = wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.MAP_READ
    staging = graphics.create_buffer(label="read buffer", size=count, usage=usage)
    context = graphics.create_unprofiled_context("read buffer")
    context.copy_buffer_to_buffer(buffer, offset, staging, 0, count)
    context.finish()
    return _read_staging(graphics, staging, count, f"buffer {buffer.label!r}")


def read_texture(graphics: GraphicsContext, texture: Any, layer: int, mip_level: int, aspect: str) -> NDArray[Any]:
    """Copy one layer of one mip level out. Blocks; the texture needs COPY_SRC.

    Returns:
        ``(height, width, components)`` in the format's own number type; sRGB values stay encoded.
    """
    width, height = (max(1, extent >> mip_level) for extent in texture.size[:2])
    info = format_info(texture.format)
    if info is None or info.block_width != 1:
        raise ValueError(f"texture {texture.label!r} of format {texture.format!r} cannot be read back texel by texel")
    row = -(-width * info.block_bytes // _ROW_ALIGNMENT) * _ROW_ALIGNMENT
    usage = wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.MAP_READ
    staging = graphics.create_buffer(label="read texture", size=row * height, usage=usage)
    context = graphics.create_unprofiled_context("read texture")
    context.copy_texture_to_buffer(
        {"texture": texture, "mip_level": mip_level, "origin": (0, 0, layer), "aspect": aspect},
        {"buffer": staging, "offset": 0, "bytes_per_row": row, "rows_per_image": height},
        (width, height, 1),
    )
    context.finish()
    raw = np.frombuffer(_read_staging(graphics, staging, row * height, f"texture {texture.label!r}"), np.uint8)
    dtype, components = _texel_type(texture.format, info.block_bytes)
    texels = raw.reshape(height, row)[:, : width * info.block_bytes].copy().view(dtype)
    return texels.reshape(height, width, components)
