"""What a render pipeline is made of, as a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from framescope.shade.pipelines.errors import PipelineError
from framescope.shade.pipelines.freeze import freeze, frozen_constants, thaw
from framescope.shade.pipelines.layout import checked_layout
from framescope.shade.wgsl.constants import override_keys

__all__ = ["RenderPipelineDescriptor"]

_STATES = ("primitive", "depth_stencil", "multisample")


@dataclass(frozen=True, slots=True)
class RenderPipelineDescriptor:
    """A render pipeline, described: frozen deeply, hashed once, equal to another that makes the same pipeline.

    States are given as wgpu-py takes them, as dicts, lists or its structs, and kept frozen; the order of a
    dict's keys does not matter, a key that is absent is not one that is None.

    Attributes:
        label: The pipeline's.
        code: WGSL of the vertex stage, and of the fragment stage unless that has its own.
        vertex_entry: Vertex entry point; None means the module's only one.
        fragment_entry: Fragment entry point; None means there is no fragment stage.
        fragment_code: WGSL of the fragment stage where it is another module; None means ``code``.
        buffers: Vertex buffer layouts.
        targets: Colour target states.
        depth_stencil: Depth-stencil state; None means none is given.
        primitive: Primitive state; None means none is given.
        multisample: Multisample state; None means none is given.
        constants: Values of overrides, each for the stages whose module declares it; None where none are given.
        layout: ``"auto"``, a ``GPUPipelineLayout``, or a sequence of ``GPUBindGroupLayout``.
        immediate_size: Bytes of immediate data of a layout made from bind group layouts.

    Raises:
        PipelineError: The layout is none of the three, or there are colour targets and no fragment stage.
        TypeError: A state holds something that is no dict, list, text or number.
    """

    label: str
    code: str
    _: KW_ONLY
    vertex_entry: str | None = "vs_main"
    fragment_entry: str | None = "fs_main"
    fragment_code: str | None = None
    buffers: Sequence[Mapping[str, Any] | None] = ()
    targets: Sequence[Mapping[str, Any] | None] = ()
    depth_stencil: Mapping[str, Any] | None = None
    primitive: Mapping[str, Any] | None = None
    multisample: Mapping[str, Any] | None = None
    constants: Mapping[str | int, float] | None = None
    layout: Any = "auto"
    immediate_size: int = 0
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("buffers", "targets", *_STATES):
            put(self, name, freeze(getattr(self, name)))
        put(self, "constants", frozen_constants(self.constants))
        put(self, "layout", checked_layout(self.label, self.layout, self.immediate_size))
        if self.fragment_entry is None and (self.targets or self.fragment_code is not None):
            raise PipelineError(f"pipeline {self.label!r}: colour targets or fragment code, and no fragment_entry")
        shaders = (self.label, self.code, self.vertex_entry, self.fragment_entry, self.fragment_code, self.constants)
        states = (self.buffers, self.targets, *(getattr(self, name) for name in _STATES))
        put(self, "_hash", hash((shaders, states, self.layout, self.immediate_size)))

    def __hash__(self) -> int:
        return self._hash

    def to_wgpu(self, vertex_module: Any, fragment_module: Any, layout: Any) -> dict[str, Any]:
        """Return fresh keyword arguments for ``device.create_render_pipeline``.

        Args:
            vertex_module: The module made from ``code``.
            fragment_module: The module made from ``fragment_code``, or again the vertex module; not looked at
                where there is no fragment stage.
            layout: ``"auto"`` or the ``GPUPipelineLayout`` that ``layout`` came to.
        """
        arguments: dict[str, Any] = {"label": self.label, "layout": layout}
        vertex = self._stage(vertex_module, self.vertex_entry, self.code, self.fragment_code)
        arguments["vertex"] = {**vertex, "buffers": thaw(self.buffers)}
        if self.fragment_entry is not None:
            code, other = (self.code, None) if self.fragment_code is None else (self.fragment_code, self.code)
            fragment = self._stage(fragment_module, self.fragment_entry, code, other)
            arguments["fragment"] = {**fragment, "targets": thaw(self.targets)}
        for name in _STATES:
            state = getattr(self, name)
            if state is not None:
                arguments[name] = thaw(state)
        return arguments

    def _stage(self, module: Any, entry_point: str | None, code: str, other_code: str | None) -> dict[str, Any]:
        stage: dict[str, Any] = {"module": module}
        if entry_point is not None:
            stage["entry_point"] = entry_point
        if self.constants is not None:
            constants = thaw(self.constants)
            stage["constants"] = constants if other_code is None else _of_stage(constants, code, other_code)
        return stage


def _of_stage(constants: dict[str, float], code: str, other_code: str) -> dict[str, float]:
    """Leave out the constants of the other module: a device refuses one its module does not declare.

    One that neither declares stays, so that the device names it.
    """
    elsewhere = override_keys(other_code) - override_keys(code)
    return {name: value for name, value in constants.items() if name not in elsewhere}
