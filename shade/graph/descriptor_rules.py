"""Descriptors that no device could honour, and imports that expose more than they are.

What depends on a device's limits and features is left to the device.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.format_usages import usage_text
from framescope.shade.graph import refusals
from framescope.shade.graph.imports import buffer_descriptor, texture_descriptor
from framescope.shade.graph.places import Place

__all__ = ["check_descriptor", "check_exposure"]

_LARGEST_BUFFER = (1 << 53) - 1
_LARGEST = {"texture": 0xFFFFFFFF, "buffer": _LARGEST_BUFFER}  # what WebGPU's integers hold


def check_descriptor(name: str, descriptor: Descriptor, expected: type[Descriptor], place: Place) -> None:
    """Raise FG1102 for a descriptor of another type or one no device could honour, a size of zero first of all."""
    if not isinstance(name, str):
        fault: str | None = "a resource's name is a string"
    elif not isinstance(descriptor, expected):
        fault = f"described by {descriptor!r}; give a {expected.__name__}"
    else:
        fault = _fault(descriptor)
    if fault is not None:
        raise refusals.record_error("FG1102", f"{name!r}: {fault}", place, resource=name)


def _fault(descriptor: Descriptor) -> str | None:
    # Whole numbers first, and uncached: 16.0 equals 16 and would find its verdict.
    if isinstance(descriptor, BufferDescriptor):
        size = descriptor.size  # the usual size is seen at a glance: this runs for every transient of every frame
        fits = (size.__class__ is int and 0 < size <= _LARGEST_BUFFER) or _counts(size, kind="buffer")
        return None if fits else f"a buffer of {descriptor.size!r} bytes; a whole number from 1 to {_LARGEST['buffer']}"
    if not isinstance(descriptor.size, tuple) or len(descriptor.size) != 3:
        return f"a texture of size {descriptor.size}; (width, height) or (width, height, depth or layers)"
    width, height, depth = descriptor.size
    plain = width.__class__ is int and height.__class__ is int and depth.__class__ is int
    at_a_glance = plain and 0 < width < 65536 and 0 < height < 65536 and 0 < depth < 65536
    if not at_a_glance and not _counts(*descriptor.size, kind="texture"):
        if not all(isinstance(side, int) for side in descriptor.size):
            return f"a texture of size {descriptor.size}; each of it is an int: int(width), or width // 2"
        return f"a texture of size {descriptor.size}; skip the frame while its target has no size"
    return _texture_fault(descriptor)


@lru_cache(maxsize=1024)  # a frame declares what the last one did
def _texture_fault(descriptor: TextureDescriptor) -> str | None:
    size, mips, samples = descriptor.size, descriptor.mip_level_count, descriptor.sample_count
    if descriptor.dimension not in ("1d", "2d", "3d"):
        return f"dimension {descriptor.dimension!r}; one of 1d, 2d, 3d"
    if descriptor.dimension == "1d" and size[1:] != (1, 1):
        return f"a 1d texture of size {size}; it has a width alone"
    if not 1 <= mips <= _most_mips(descriptor):
        return f"{mips} mip levels of size {size}"
    if samples not in (1, 4):
        return f"sample count {samples}; 1 or 4"
    if samples == 4 and (descriptor.dimension, size[2], mips) != ("2d", 1, 1):
        return "a multisampled texture that is not 2d, of one layer and one mip level"
    return _view_formats_fault(descriptor)


def _counts(*values: Any, kind: str) -> bool:
    return all(isinstance(value, int) and 1 <= value <= _LARGEST[kind] for value in values)


def _most_mips(descriptor: TextureDescriptor) -> int:
    width, height, depth = descriptor.size
    longest = {"1d": 1, "2d": max(width, height), "3d": max(width, height, depth)}[descriptor.dimension]
    return longest.bit_length()


def _view_formats_fault(descriptor: TextureDescriptor) -> str | None:
    own, given = descriptor.format, descriptor.view_formats
    for view_format in given:
        if view_format.removesuffix("-srgb") != own.removesuffix("-srgb"):
            return f"view format {view_format!r} of a texture of format {own!r}; they may differ in -srgb alone"
    return "a view format twice" if len(set(given)) != len(given) else None


def check_exposure(name: str, native: Any, exposed: Descriptor, place: Place) -> None:
    """Raise FG4003 when an import is described as more than it is.

    A descriptor may narrow the native one: fewer usages, the first bytes of a buffer. A native that cannot be asked
    is believed.
    """
    held: Descriptor | None
    if isinstance(exposed, BufferDescriptor):
        held = buffer_descriptor(native)
    else:
        held = texture_descriptor(native)
    fault = None if held is None else _excess(held, exposed)
    if fault is not None:
        raise refusals.record_error("FG4003", f"import {name!r} is described with {fault}", place, resource=name)


def _excess(held: Descriptor, exposed: Descriptor) -> str | None:
    if isinstance(held, BufferDescriptor):
        if exposed.size > held.size:  # type: ignore[operator]  # both are a buffer's
            return f"{exposed.size} of its {held.size} bytes"
    else:
        for field in ("size", "format", "dimension", "mip_level_count", "sample_count"):
            given, own = getattr(exposed, field), getattr(held, field)
            if given != own:
                return f"{field} {given!r}, but has {own!r}"
    more = 0 if held.usage is None or exposed.usage is None else exposed.usage & ~held.usage
    words = usage_text(more, buffer=isinstance(held, BufferDescriptor))
    return f"usage {words}, which it was made without" if more else None
