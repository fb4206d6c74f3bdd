"""What of a descriptor is larger than a device allows, told before the device is asked."""

from __future__ import annotations

from collections.abc import Mapping

from framescope.shade.descriptors import BufferDescriptor, Descriptor

__all__ = ["exceeded"]

_BUFFER = "max-buffer-size"
_LAYERS = "max-texture-array-layers"


def exceeded(descriptor: Descriptor, limits: Mapping[str, int]) -> str | None:
    """The figure that exceeds a limit, and which; None when there is none.

    Args:
        descriptor: A buffer or texture.
        limits: Limits of a device by wgpu-py's names; what is not in there is not looked at.
    """
    if isinstance(descriptor, BufferDescriptor):
        return _fault("a buffer of {} bytes", descriptor.size, _BUFFER, limits)
    width, height, depth = descriptor.size
    side = f"max-texture-dimension-{descriptor.dimension}"
    longest = max(width, height, depth) if descriptor.dimension == "3d" else max(width, height)
    fault = _fault("a texture of {} texels along a side", longest, side, limits)
    if fault is None and descriptor.dimension == "2d":
        return _fault("a texture of {} layers", depth, _LAYERS, limits)
    return fault


def _fault(what: str, figure: int, name: str, limits: Mapping[str, int]) -> str | None:
    limit = limits.get(name)
    return None if limit is None or figure <= limit else f"{what.format(figure)}; {name} of this device is {limit}"
