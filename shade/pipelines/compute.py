"""What a compute pipeline is made of, as a key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from framescope.shade.pipelines.freeze import frozen_constants, thaw
from framescope.shade.pipelines.layout import checked_layout
from framescope.shade.wgsl.workgroup_size import WorkgroupSize, workgroup_size

__all__ = ["ComputePipelineDescriptor"]


@dataclass(frozen=True, slots=True)
class ComputePipelineDescriptor:
    """A compute pipeline, described: frozen, hashed once, equal to another that makes the same pipeline.

    Attributes:
        label: The pipeline's, and the shader's in messages.
        code: WGSL of the whole module.
        entry_point: Compute entry point; None means the module's only one.
        constants: Values of overrides, by name or by ``@id``; None where none are given.
        layout: ``"auto"``, a ``GPUPipelineLayout``, or a sequence of ``GPUBindGroupLayout``.
        immediate_size: Bytes of immediate data of a layout made from bind group layouts.
        workgroup_size: ``(x, y, z)`` of the entry point, or None: an override it depends on has no value. Read
            once, here, and again by each ``with_…``; it follows from the code, so it takes no part in equality
            (the pass encoder proposal §3.5).

    Raises:
        WorkgroupSizeError: The code states no readable workgroup size.
        PipelineError: The layout is none of the three.
    """

    label: str
    code: str
    entry_point: str | None = None
    constants: Mapping[str | int, float] | None = None
    layout: Any = "auto"
    immediate_size: int = 0
    workgroup_size: WorkgroupSize = field(init=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "constants", frozen_constants(self.constants))
        put(self, "layout", checked_layout(self.label, self.layout, self.immediate_size))
        put(self, "workgroup_size", workgroup_size(self.code, self.entry_point, self.constants, self.label))
        key = (self.label, self.code, self.entry_point, self.constants, self.layout, self.immediate_size)
        put(self, "_hash", hash(key))

    def __hash__(self) -> int:
        return self._hash

    def with_code(self, code: str) -> ComputePipelineDescriptor:
        """The same pipeline from other source; its workgroup size is read anew."""
        return replace(self, code=code)

    def with_constants(self, constants: Mapping[str | int, float] | None) -> ComputePipelineDescriptor:
        """The same pipeline with other values for its overrides; its workgroup size is read anew."""
        return replace(self, constants=constants)

    def with_entry_point(self, entry_point: str | None) -> ComputePipelineDescriptor:
        """The pipeline of another entry point of the same module; its workgroup size is read anew."""
        return replace(self, entry_point=entry_point)

    def to_wgpu(self, shader_module: Any, layout: Any) -> dict[str, Any]:
        """Return fresh keyword arguments for ``device.create_compute_pipeline``.

        Args:
            shader_module: The module made from ``code``.
            layout: ``"auto"`` or the ``GPUPipelineLayout`` that ``layout`` came to.
        """
        stage: dict[str, Any] = {"module": shader_module}
        if self.entry_point is not None:
            stage["entry_point"] = self.entry_point
        if self.constants is not None:
            stage["constants"] = thaw(self.constants)
        return {"label": self.label, "layout": layout, "compute": stage}
