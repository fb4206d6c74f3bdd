"""Pipelines by descriptor, shader modules by code: each made once per device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.pipelines.errors import PipelineError
from framescope.shade.pipelines.render import RenderPipelineDescriptor

__all__ = ["PipelineCache"]


class PipelineCache:
    """Makes the pipelines of one device and keeps them until :meth:`clear`.

    Each pipeline it returns carries its descriptor as the attribute ``framescope_descriptor``, through which a
    profiler reads the label and workgroup size of whatever pipeline is bound.

    Args:
        device: A device shaped like wgpu-py's.
    """

    __slots__ = ("_device", "_layouts", "_modules", "_pipelines")

    def __init__(self, device: Any) -> None:
        self._device = device
        self._modules: dict[str, Any] = {}
        self._layouts: dict[tuple[tuple[Any, ...], int], Any] = {}
        self._pipelines: dict[ComputePipelineDescriptor | RenderPipelineDescriptor, Any] = {}

    def compute(self, descriptor: ComputePipelineDescriptor) -> Any:
        """Return the ``GPUComputePipeline`` of a descriptor, made on the first call.

        Raises:
            PipelineError: The device refused the shader or the pipeline.
        """
        pipeline = self._pipelines.get(descriptor)
        return pipeline if pipeline is not None else self._make("compute", self._make_compute, descriptor)

    def render(self, descriptor: RenderPipelineDescriptor) -> Any:
        """Return the ``GPURenderPipeline`` of a descriptor, made on the first call; raises as :meth:`compute` does."""
        pipeline = self._pipelines.get(descriptor)
        return pipeline if pipeline is not None else self._make("render", self._make_render, descriptor)

    def clear(self) -> None:
        """Let go of every pipeline, layout and shader module."""
        self._pipelines.clear()
        self._layouts.clear()
        self._modules.clear()

    def _make(self, kind: str, make: Callable[[Any], Any], descriptor: Any) -> Any:
        try:
            pipeline = make(descriptor)
        except Exception as error:  # whatever the device's validation or wgpu-py's checks raise
            raise PipelineError(f"{kind} pipeline {descriptor.label!r}: {type(error).__name__}: {error}") from error
        pipeline.framescope_descriptor = descriptor
        self._pipelines[descriptor] = pipeline
        return pipeline

    def _make_compute(self, descriptor: ComputePipelineDescriptor) -> Any:
        module = self._module(descriptor.label, descriptor.code)
        return self._device.create_compute_pipeline(**descriptor.to_wgpu(module, self._layout(descriptor)))

    def _make_render(self, descriptor: RenderPipelineDescriptor) -> Any:
        vertex = self._module(descriptor.label, descriptor.code)
        own_code = descriptor.fragment_code
        fragment = vertex if own_code is None else self._module(descriptor.label, own_code)
        return self._device.create_render_pipeline(**descriptor.to_wgpu(vertex, fragment, self._layout(descriptor)))

    def _module(self, label: str, code: str) -> Any:
        module = self._modules.get(code)
        if module is None:
            module = self._modules[code] = self._device.create_shader_module(label=label, code=code)
        return module

    def _layout(self, descriptor: ComputePipelineDescriptor | RenderPipelineDescriptor) -> Any:
        if not isinstance(descriptor.layout, tuple):
            return descriptor.layout
        key = (descriptor.layout, descriptor.immediate_size)
        layout = self._layouts.get(key)
        if layout is None:
            arguments: dict[str, Any] = {"label": descriptor.label, "bind_group_layouts": list(descriptor.layout)}
            if descriptor.immediate_size != 0:  # only then: a device without the feature takes no such argument
                arguments["immediate_size"] = descriptor.immediate_size
            layout = self._layouts[key] = self._device.create_pipeline_layout(**arguments)
        return layout
