"""Textures and views: sizes, usages and lifetimes. They hold no texels."""

from __future__ import annotations

from typing import Any

import wgpu

from software_device.arguments import check_choice, check_label, unsigned
from software_device.calls import Recording, recorded
from software_device.errors import refuse

__all__ = ["SoftwareTexture", "SoftwareTextureView"]


class SoftwareTextureView(Recording, wgpu.GPUTextureView):
    """Shaped like ``wgpu.GPUTextureView``.

    Attributes:
        descriptor: The resolved ``format``, ``dimension``, ``aspect``, mip and layer ranges.
    """

    def __init__(self, label: str, device: Any, texture: SoftwareTexture, descriptor: dict[str, Any]) -> None:
        super().__init__(label, object(), device, texture, texture.size)
        self._start_recording()
        self.descriptor = descriptor


class SoftwareTexture(Recording, wgpu.GPUTexture):
    """Shaped like ``wgpu.GPUTexture``.

    Attributes:
        destroyed: ``destroy()`` was called.
    """

    def __init__(self, label: str, device: Any, info: dict[str, Any]) -> None:
        super().__init__(label, object(), device, info)
        self._start_recording()
        self.destroyed = False

    @recorded
    def create_view(
        self,
        *,
        label: str = "",
        format: str | None = None,
        dimension: str | None = None,
        usage: int = 0,
        aspect: str = "all",
        base_mip_level: int = 0,
        mip_level_count: int | None = None,
        base_array_layer: int = 0,
        array_layer_count: int | None = None,
        swizzle: str = "rgba",
    ) -> SoftwareTextureView:
        """A view; absent values follow from the texture, as wgpu-py fills them in."""
        check_label(label)
        dimension = dimension if dimension else self.dimension
        if not isinstance(dimension, str):
            raise TypeError(f"Texture view dimension must be a str, not {dimension.__class__.__name__}")
        format = format if format else self.format
        check_choice("TextureFormat", format)
        check_choice("TextureViewDimension", dimension)
        mips = mip_level_count if mip_level_count else self.mip_level_count - base_mip_level
        layers = array_layer_count if array_layer_count else self._layers_of(dimension, base_array_layer)
        self._device.check_alive("wgpuTextureCreateView")
        if self.destroyed:
            refuse("wgpuTextureCreateView", f"Texture with '{self.label}' label has been destroyed")
        if unsigned(mips) == 0 or base_mip_level + mips > self.mip_level_count:
            refuse("wgpuTextureCreateView", f"mip levels {base_mip_level}+{mips} exceed {self.mip_level_count}")
        if unsigned(layers) == 0 or (self.dimension == "2d" and base_array_layer + layers > self.size[2]):
            refuse("wgpuTextureCreateView", f"array layers {base_array_layer}+{layers} exceed {self.size[2]}")
        descriptor = {
            "format": format,
            "dimension": dimension,
            "usage": usage,
            "aspect": aspect,
            "base_mip_level": base_mip_level,
            "mip_level_count": mips,
            "base_array_layer": base_array_layer,
            "array_layer_count": layers,
            "swizzle": swizzle,
        }
        return SoftwareTextureView(label, self._device, self, descriptor)

    def _layers_of(self, dimension: str, base_array_layer: int) -> int:
        if dimension == "cube":
            return 6
        return self.size[2] - base_array_layer if dimension in ("2d-array", "cube-array") else 1

    @recorded
    def destroy(self) -> None:
        """Destroy the texture; a second call does nothing."""
        self.destroyed = True
