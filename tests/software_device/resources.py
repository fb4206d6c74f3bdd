"""Objects that only have to exist: samplers, layouts, bind groups, shader modules, pipelines, bundles."""

from __future__ import annotations

from typing import Any

import wgpu

from software_device.arguments import check_struct
from software_device.calls import Recording, recorded

__all__ = [
    "SoftwareBindGroup",
    "SoftwareBindGroupLayout",
    "SoftwareComputePipeline",
    "SoftwarePipelineLayout",
    "SoftwareRenderBundle",
    "SoftwareRenderPipeline",
    "SoftwareSampler",
    "SoftwareShaderModule",
]


class _Described(Recording):
    """An object that keeps the descriptor it was made from.

    Attributes:
        descriptor: The arguments given to the device, without the label.
    """

    def __init__(self, label: str, device: Any, **descriptor: Any) -> None:
        super().__init__(label, object(), device)  # type: ignore[call-arg]
        self._start_recording()
        self.descriptor = descriptor


class SoftwareSampler(_Described, wgpu.GPUSampler):
    """Shaped like ``wgpu.GPUSampler``."""


class SoftwareBindGroupLayout(_Described, wgpu.GPUBindGroupLayout):
    """Shaped like ``wgpu.GPUBindGroupLayout``."""


class SoftwarePipelineLayout(_Described, wgpu.GPUPipelineLayout):
    """Shaped like ``wgpu.GPUPipelineLayout``."""


class SoftwareRenderBundle(_Described, wgpu.GPURenderBundle):
    """Shaped like ``wgpu.GPURenderBundle``."""


class SoftwareShaderModule(_Described, wgpu.GPUShaderModule):
    """Shaped like ``wgpu.GPUShaderModule``; the code is kept, not compiled."""


class SoftwareBindGroup(_Described, wgpu.GPUBindGroup):
    """Shaped like ``wgpu.GPUBindGroup``.

    Attributes:
        resources: The buffers and textures it names, which a submit checks.
    """

    def __init__(self, label: str, device: Any, **descriptor: Any) -> None:
        super().__init__(label, device, **descriptor)
        self.resources = [found for entry in descriptor["entries"] if (found := _resource_of(entry)) is not None]


def _resource_of(entry: Any) -> Any:
    """The buffer or texture behind a bind group entry, None for a sampler."""
    check_struct("BindGroupEntry", entry)
    resource = entry["resource"]
    if isinstance(resource, wgpu.GPUBuffer):
        return resource
    if isinstance(resource, wgpu.GPUTextureView):
        return resource.texture
    if isinstance(resource, wgpu.GPUSampler):
        return None
    if isinstance(resource, (dict, wgpu.BufferBinding)):
        return resource["buffer"]
    raise TypeError(f"Unexpected resource type {type(resource)}")


class _Pipeline(_Described):
    """A pipeline; with layout ``"auto"`` its bind group layouts are made when asked for."""

    def __init__(self, label: str, device: Any, **descriptor: Any) -> None:
        super().__init__(label, device, **descriptor)
        layout = descriptor["layout"]
        self._layouts = () if layout == "auto" else layout.descriptor["bind_group_layouts"]
        self.required_bind_groups = len(self._layouts)

    @recorded
    def get_bind_group_layout(self, index: int) -> SoftwareBindGroupLayout:
        """The layout of group ``index``: a new object at each call, as wgpu-py makes one."""
        entries = self._layouts[index].descriptor["entries"] if index < len(self._layouts) else ()
        return SoftwareBindGroupLayout("", self._device, entries=entries)


class SoftwareComputePipeline(_Pipeline, wgpu.GPUComputePipeline):
    """Shaped like ``wgpu.GPUComputePipeline``."""


class SoftwareRenderPipeline(_Pipeline, wgpu.GPURenderPipeline):
    """Shaped like ``wgpu.GPURenderPipeline``."""
