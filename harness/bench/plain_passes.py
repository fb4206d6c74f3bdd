"""The plain wgpu-py encode that a frame graph is measured against: no graph, no decorators, the same kinds of passes.

A compute pass is a begin, a pipeline, a bind group, a dispatch and an end; a render pass the same with one colour
attachment and a draw. Nothing is submitted: what the queue and the driver's threads do would disturb whatever is
timed next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import wgpu

from framescope.harness.bench.cpu_time import cpu_seconds
from framescope.shade.graphics import GraphicsContext

__all__ = ["PlainPasses"]

_FORMAT = "rgba8unorm"
_CODE = """
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn count(@builtin(global_invocation_id) id: vec3u) { data[id.x] += 1u; }

@group(0) @binding(0) var<uniform> colour: vec4f;
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn fill() -> @location(0) vec4f { return colour; }
"""


class PlainPasses:
    """Passes on a device, to be encoded any number of times.

    Args:
        graphics: Whose device.
    """

    def __init__(self, graphics: GraphicsContext) -> None:
        device = self._device = graphics.device
        module = device.create_shader_module(label="plain", code=_CODE)
        self._compute = device.create_compute_pipeline(
            layout="auto", compute={"module": module, "entry_point": "count"}
        )
        self._render = device.create_render_pipeline(
            layout="auto",
            vertex={"module": module, "entry_point": "corner"},
            fragment={"module": module, "entry_point": "fill", "targets": [{"format": _FORMAT}]},
        )
        buffer = device.create_buffer(size=256, usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.UNIFORM)
        self._groups = [
            device.create_bind_group(
                layout=pipeline.get_bind_group_layout(0), entries=[{"binding": 0, "resource": {"buffer": buffer}}]
            )
            for pipeline in (self._compute, self._render)
        ]
        texture = device.create_texture(size=(64, 64, 1), format=_FORMAT, usage=wgpu.TextureUsage.RENDER_ATTACHMENT)
        self._view = texture.create_view()

    def encode(self, kinds: Sequence[str]) -> float:
        """CPU seconds from the first begin to the last end; a kind ``"render"`` is a render pass, any other compute."""
        encoder = self._device.create_command_encoder(label="plain")
        cost = cpu_seconds(partial(self._encode, encoder, kinds))
        encoder.finish()
        return cost

    def _encode(self, encoder: Any, kinds: Sequence[str]) -> None:
        for kind in kinds:
            if kind == "render":
                self._encode_render(encoder)
            else:
                self._encode_compute(encoder)

    def _encode_compute(self, encoder: Any) -> None:
        gpu_pass = encoder.begin_compute_pass(label="bench")
        gpu_pass.set_pipeline(self._compute)
        gpu_pass.set_bind_group(0, self._groups[0])
        gpu_pass.dispatch_workgroups(1)
        gpu_pass.end()

    def _encode_render(self, encoder: Any) -> None:
        attachment = {
            "view": self._view,
            "load_op": "clear",
            "store_op": "store",
            "clear_value": (0.0, 0.0, 0.0, 1.0),
        }
        gpu_pass = encoder.begin_render_pass(label="bench", color_attachments=[attachment])
        gpu_pass.set_pipeline(self._render)
        gpu_pass.set_bind_group(0, self._groups[1])
        gpu_pass.draw(3)
        gpu_pass.end()
