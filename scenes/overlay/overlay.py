"""The debug overlay: small pictures of what a frame's passes made, along the lower edge of any scene's target.

An extension like any other. It reads what it shows and nothing else, so that switching it on changes nothing of what
else runs (the frame graph correctness ledger §17).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from framescope.scenes.overlay.panels import PANELS, Panel
from framescope.scenes.records import TARGET
from framescope.scenes.scene import load_wgsl
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.graph.handles import ResourceHandle, TextureHandle
from framescope.shade.pipelines.render import RenderPipelineDescriptor

__all__ = ["Overlay"]

_WIDTH, _TOP, _HEIGHT = 0.92, 0.84, 0.15  # of a panel's share of the width; of the target's height
_FEWEST = 6  # shares of the width: two panels do not fill it


class Overlay:
    """Add it where a scene publishes its target: ``scene.extensions.add("before-present", Overlay())``.

    Args:
        panels: What to show of what the scene publishes, left to right.
    """

    name = "overlay"

    def __init__(self, panels: Sequence[Panel] = PANELS) -> None:
        self._panels = tuple(panels)
        self._pipelines: dict[tuple[Panel, str], RenderPipelineDescriptor] = {}

    def __call__(self, frame: FrameContext) -> None:
        """Add one pass that draws a panel for each whose records there are; none where there are none."""
        there = set(frame.records)
        panels = [panel for panel in self._panels if there.issuperset(key for key, _ in panel.reads)]
        if not panels:
            return
        target, size = frame.record(TARGET), frame.size
        described = frame.describe(target.read())
        assert isinstance(described, TextureDescriptor)  # the record's key says so
        pipelines = [self._pipeline(panel, described.format) for panel in panels]
        handles = [[frame.record(key).read() for key, _ in panel.reads] for panel in panels]

        def draw(resources: Any, context: Any) -> None:
            attachment = {"view": resources.view(new), "load_op": "load", "store_op": "store"}
            with context.begin_render_pass(label="overlay", color_attachments=[attachment]) as gpu_pass:
                for slot, (pipeline, bound) in enumerate(zip(pipelines, handles, strict=True)):
                    compiled = context.graphics.render_pipeline(pipeline)
                    entries = {number: _bindable(resources, handle) for number, handle in enumerate(bound)}
                    layout = compiled.get_bind_group_layout(0)
                    gpu_pass.set_pipeline(compiled)
                    gpu_pass.set_bind_group(0, context.graphics.bind_group(layout, entries, pipeline.label))
                    gpu_pass.set_viewport(*_place(slot, len(pipelines), size), 0.0, 1.0)
                    gpu_pass.draw(3)

        node = frame.graph.add("panels", kind="render", execute=draw)
        for panel, bound in zip(panels, handles, strict=True):
            for (_, access), handle in zip(panel.reads, bound, strict=True):
                node.read(handle, access)
        new = node.attach(target.read(), load_op="load")
        target.publish(new)

    def _pipeline(self, panel: Panel, target_format: str) -> RenderPipelineDescriptor:
        known = self._pipelines.get((panel, target_format))
        if known is None:
            known = self._pipelines[panel, target_format] = RenderPipelineDescriptor(
                f"overlay, {panel.title}",
                panel.code + load_wgsl(__file__, "panel.wgsl"),
                vertex_entry="panel_vertex",
                fragment_entry="panel_fragment",
                targets=[{"format": target_format}],
            )
        return known


def _place(slot: int, panels: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
    """x, y, width and height of a panel, in texels."""
    share = size[0] / max(panels, _FEWEST)
    return share * (slot + (1.0 - _WIDTH) / 2.0), size[1] * _TOP, share * _WIDTH, size[1] * _HEIGHT


def _bindable(resources: Any, handle: ResourceHandle) -> Any:
    return resources.view(handle) if isinstance(handle, TextureHandle) else resources.buffer(handle)
