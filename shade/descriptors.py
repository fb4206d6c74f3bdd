"""Descriptors of graph resources: frozen, slotted, hashed once.

They are the pool's keys and part of the plan's key, so two descriptors that differ in anything the device
would notice must differ here too (a pool keyed on less hands out the wrong memory).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["BufferDescriptor", "Descriptor", "TextureDescriptor"]


def _three(size: Any) -> Any:
    """A size as the field has it; what is none stays what it is, for the declaration to refuse with its place."""
    try:
        sides = tuple(size)  # a list is what wgpu-py takes as well
    except TypeError:
        return size
    return (*sides, 1) if len(sides) == 2 else sides  # (width, height) is what people write for a 2D texture


@dataclass(frozen=True, slots=True, eq=True)
class TextureDescriptor:
    """A texture the graph is to provide.

    Attributes:
        size: ``(width, height, depth_or_array_layers)`` in texels.
        format: WebGPU format name, ``"rgba16float"``.
        usage: ``wgpu.TextureUsage`` bits; None means inferred from the surviving accesses.
        dimension: ``"1d"``, ``"2d"`` or ``"3d"``.
        mip_level_count: Number of mip levels, at least 1.
        sample_count: 1 or 4.
        view_formats: Further formats a view may have.
    """

    size: tuple[int, int, int]
    format: str
    usage: int | None = None
    dimension: str = "2d"
    mip_level_count: int = 1
    sample_count: int = 1
    view_formats: tuple[str, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        if self.size.__class__ is not tuple or len(self.size) == 2:
            object.__setattr__(self, "size", _three(self.size))
        values = (self.size, self.format, self.usage, self.dimension, self.mip_level_count, self.sample_count)
        object.__setattr__(self, "_hash", hash((values, self.view_formats)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True, eq=True)
class BufferDescriptor:
    """A buffer the graph is to provide.

    Attributes:
        size: Bytes.
        usage: ``wgpu.BufferUsage`` bits; None means inferred from the surviving accesses.
    """

    size: int
    usage: int | None = None
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(("buffer", self.size, self.usage)))

    def __hash__(self) -> int:
        return self._hash


Descriptor = TextureDescriptor | BufferDescriptor
