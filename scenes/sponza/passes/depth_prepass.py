"""The depth pre-pass, early and late: first what last frame's depth let through, then what it had hidden wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import sampled, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.passes.culling import LISTS
from framescope.scenes.sponza.passes.depth_drawing import DepthDrawing, DepthRun
from framescope.scenes.sponza.render import DEPTH_FORMAT

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.scenes.sponza.static_scene import DrawClasses
    from framescope.shade.graph.handles import BufferHandle
    from framescope.shade.graphics import GraphicsContext

__all__ = ["DepthPrepass"]


class DepthPrepass:
    """Depth of opaque and cut-out geometry, and the distances that follow from it."""

    def __init__(self, graphics: GraphicsContext, classes: DrawClasses, sampler: Any) -> None:
        self._drawing = DepthDrawing(graphics, classes, sampler, slope_bias=0.0)
        self._linear = ComputeKernel(graphics, "linear depth", ("frame", "linear_depth"))

    def add_early(self, frame: Frame) -> None:
        """Sets ``frame.depth``."""
        frame.depth = frame.texture("depth", DEPTH_FORMAT)
        self._add(frame, "pre-pass", frame.main_arguments.first_seen, "clear")

    def add_late(self, frame: Frame) -> None:
        """Completes ``frame.depth`` and sets ``frame.distances``."""
        self._add(frame, "late pre-pass", frame.main_arguments.revealed, "load")
        empty = frame.texture("distances", "r32float")
        table = {0: uniform(frame.constants), 1: sampled(frame.depth), 2: storage_texture(empty)}
        step = Step("linear depth", self._linear, table, self._linear.groups_for(*frame.size))
        frame.distances = add_compute_pass(frame.graph, "linear depth", [step])[empty]

    def _add(self, frame: Frame, label: str, arguments: BufferHandle, load_op: Any) -> None:
        draws = DepthRun(self._drawing, frame, LISTS["camera"], arguments)

        def open_depth(context: Any, what: str, view: Any, load_op: str) -> Any:
            attachment = {"view": view, "depth_load_op": load_op, "depth_store_op": "store", "depth_clear_value": 1.0}
            return context.begin_render_pass(
                label=f"{label}, {what}", color_attachments=[], depth_stencil_attachment=attachment
            )

        def run(resources: Any, context: Any) -> None:
            with open_depth(context, "opaque", resources.view(depth), load_op) as gpu_pass:
                draws.draw_opaque(gpu_pass, resources, context.graphics)
            with open_depth(context, "cut-out", resources.view(depth), "load") as gpu_pass:
                draws.draw_cut_out(gpu_pass, resources, context.graphics)

        builder = frame.graph.add(label, kind="render", execute=run)
        draws.declare(builder)
        depth = frame.depth = builder.attach(frame.depth, load_op=load_op)
        frame.draw_calls += draws.calls
