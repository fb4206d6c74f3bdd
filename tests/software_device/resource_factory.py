"""The half of the device that makes what only has to exist: samplers, layouts, shaders, pipelines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import wgpu

from software_device.arguments import check_choice, check_label, check_struct, handle
from software_device.calls import Recording, recorded
from software_device.promise import SoftwarePromise
from software_device.resources import (
    SoftwareBindGroup,
    SoftwareBindGroupLayout,
    SoftwareComputePipeline,
    SoftwarePipelineLayout,
    SoftwareRenderPipeline,
    SoftwareSampler,
    SoftwareShaderModule,
)

__all__ = ["ResourceFactory"]


class ResourceFactory(Recording):
    """Mixin of :class:`~software_device.device.SoftwareDevice`."""

    def check_alive(self, function: str) -> None:
        """Refuse in the name of the C function if the device is lost."""
        raise NotImplementedError

    @recorded
    def create_sampler(
        self,
        *,
        label: str = "",
        address_mode_u: str = "clamp-to-edge",
        address_mode_v: str = "clamp-to-edge",
        address_mode_w: str = "clamp-to-edge",
        mag_filter: str = "nearest",
        min_filter: str = "nearest",
        mipmap_filter: str = "nearest",
        lod_min_clamp: float = 0,
        lod_max_clamp: float = 32,
        compare: str | None = None,
        max_anisotropy: int = 1,
    ) -> SoftwareSampler:
        """A sampler."""
        check_label(label)
        for mode in (address_mode_u, address_mode_v, address_mode_w):
            check_choice("AddressMode", mode)
        for mode in (mag_filter, min_filter):
            check_choice("FilterMode", mode)
        self.check_alive("wgpuDeviceCreateSampler")
        return SoftwareSampler(label, self, compare=compare, max_anisotropy=max_anisotropy)

    @recorded
    def create_bind_group_layout(self, *, label: str = "", entries: Sequence[Any]) -> SoftwareBindGroupLayout:
        """A bind group layout."""
        check_label(label)
        for entry in entries:
            check_struct("BindGroupLayoutEntry", entry)
        self.check_alive("wgpuDeviceCreateBindGroupLayout")
        return SoftwareBindGroupLayout(label, self, entries=tuple(entries))

    @recorded
    def create_bind_group(self, *, label: str = "", layout: Any, entries: Sequence[Any]) -> SoftwareBindGroup:
        """A bind group, which knows its resources."""
        check_label(label)
        handle(layout)
        self.check_alive("wgpuDeviceCreateBindGroup")
        return SoftwareBindGroup(label, self, layout=layout, entries=tuple(entries))

    @recorded
    def create_pipeline_layout(
        self, *, label: str = "", bind_group_layouts: Sequence[Any], immediate_size: int = 0
    ) -> SoftwarePipelineLayout:
        """A pipeline layout."""
        check_label(label)
        for layout in bind_group_layouts:
            handle(layout)
        self.check_alive("wgpuDeviceCreatePipelineLayout")
        layouts = tuple(bind_group_layouts)
        return SoftwarePipelineLayout(label, self, bind_group_layouts=layouts, immediate_size=immediate_size)

    @recorded
    def create_shader_module(
        self, *, label: str = "", code: Any, compilation_hints: Sequence[Any] = ()
    ) -> SoftwareShaderModule:
        """A shader module of any text: nothing compiles it."""
        check_label(label)
        if not isinstance(code, (str, bytes)):
            raise TypeError("Shader code must be str for WGSL or GLSL, or bytes for SpirV.")
        self.check_alive("wgpuDeviceCreateShaderModule")
        return SoftwareShaderModule(label, self, code=code)

    @recorded
    def create_compute_pipeline(self, *, label: str = "", layout: Any, compute: Any) -> SoftwareComputePipeline:
        """A compute pipeline; its entry point is not looked up."""
        return self._new_compute_pipeline(label, layout, compute)

    @recorded
    def create_compute_pipeline_async(self, *, label: str = "", layout: Any, compute: Any) -> SoftwarePromise:
        """The same, as a promise that is resolved already."""
        pipeline = self._new_compute_pipeline(label, layout, compute)
        return SoftwarePromise.resolved("create_compute_pipeline", pipeline)

    def _new_compute_pipeline(self, label: str, layout: Any, compute: Any) -> SoftwareComputePipeline:
        check_label(label)
        check_struct("ProgrammableStage", compute)
        handle(compute["module"])
        _check_layout("create_compute_pipeline", layout)
        self.check_alive("wgpuDeviceCreateComputePipeline")
        return SoftwareComputePipeline(label, self, layout=layout, compute=compute)

    @recorded
    def create_render_pipeline(
        self,
        *,
        label: str = "",
        layout: Any,
        vertex: Any,
        primitive: Any = None,
        depth_stencil: Any = None,
        multisample: Any = None,
        fragment: Any = None,
    ) -> SoftwareRenderPipeline:
        """A render pipeline."""
        return self._new_render_pipeline(label, layout, vertex, primitive, depth_stencil, multisample, fragment)

    @recorded
    def create_render_pipeline_async(
        self,
        *,
        label: str = "",
        layout: Any,
        vertex: Any,
        primitive: Any = None,
        depth_stencil: Any = None,
        multisample: Any = None,
        fragment: Any = None,
    ) -> SoftwarePromise:
        """The same, as a promise that is resolved already."""
        pipeline = self._new_render_pipeline(label, layout, vertex, primitive, depth_stencil, multisample, fragment)
        return SoftwarePromise.resolved("create_render_pipeline", pipeline)

    def _new_render_pipeline(
        self, label: str, layout: Any, vertex: Any, primitive: Any, depth_stencil: Any, multisample: Any, fragment: Any
    ) -> SoftwareRenderPipeline:
        check_label(label)
        check_struct("VertexState", vertex)
        handle(vertex["module"])
        if depth_stencil is not None:
            check_struct("DepthStencilState", depth_stencil)
        if multisample is not None:
            check_struct("MultisampleState", multisample)
        if fragment is not None:
            check_struct("FragmentState", fragment)
        _check_layout("create_render_pipeline", layout)
        self.check_alive("wgpuDeviceCreateRenderPipeline")
        return SoftwareRenderPipeline(
            label,
            self,
            layout=layout,
            vertex=vertex,
            primitive=primitive,
            depth_stencil=depth_stencil,
            multisample=multisample,
            fragment=fragment,
        )


def _check_layout(function: str, layout: Any) -> None:
    if not (isinstance(layout, wgpu.GPUPipelineLayout) or layout == "auto"):
        raise TypeError(f"{function}() 'layout' arg must be a GPUPipelineLayout or 'auto'")
