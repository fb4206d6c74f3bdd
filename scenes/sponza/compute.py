"""Compute work of the frame: kernels, and graph passes of one or several of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from framescope.scenes.sponza.bindings import Table, Versions, declare, resolve
from framescope.scenes.sponza.shader_library import shader_text
from framescope.shade.pipelines.compute import ComputePipelineDescriptor

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ComputeKernel", "Step", "add_compute_pass"]


class ComputeKernel:
    """A compute pipeline and the layout of its one bind group.

    Args:
        graphics: The device.
        label: The pipeline's.
        shaders: Files of ``shaders/``, in order.
        entry_point: Where the last of them has several.
    """

    __slots__ = ("descriptor", "layout")

    def __init__(
        self, graphics: GraphicsContext, label: str, shaders: tuple[str, ...], entry_point: str | None = None
    ) -> None:
        self.descriptor = ComputePipelineDescriptor(label, shader_text(*shaders), entry_point)
        self.layout = graphics.compute_pipeline(self.descriptor).get_bind_group_layout(0)

    def groups_for(self, width: int, height: int = 1) -> tuple[int, int, int]:
        """Workgroups that cover ``width`` by ``height`` invocations."""
        size = self.descriptor.workgroup_size
        assert size is not None  # none of these kernels leaves its size to an override
        return (-(-width // size[0]), -(-height // size[1]), 1)


class Step(NamedTuple):
    """One GPU pass: one dispatch.

    Attributes:
        label: The GPU pass's.
        kernel: What runs.
        table: What it binds.
        groups: Workgroups in x, y and z.
    """

    label: str
    kernel: ComputeKernel
    table: Table
    groups: tuple[int, int, int]


def add_compute_pass(graph: FrameGraph, label: str, steps: Sequence[Step]) -> Versions:
    """Add one graph pass that runs ``steps`` in order, each in a GPU pass of its own.

    Returns:
        The new version of each resource written, by the version that the steps were given.
    """
    made: Versions = {}

    def run(resources: Any, context: Any) -> None:
        for step in steps:
            group = context.graphics.bind_group(step.kernel.layout, resolve(resources, step.table, made), step.label)
            with context.construct_compute_pass(step.kernel.descriptor, {0: group}, label=step.label) as gpu_pass:
                gpu_pass.dispatch_workgroups(*step.groups)

    builder = graph.add(label, kind="compute", execute=run, stacklevel=2)
    for step in steps:
        declare(builder, step.table, made, stacklevel=2)
    return made
