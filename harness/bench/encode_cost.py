"""What framescope costs the CPU: encoding and the whole frame, against a plain wgpu-py loop of the same commands.

Times are ``time.thread_time`` of the encoding thread. *Encode* runs from the first ``begin_compute_pass`` to the last
``end()`` of 200 GPU passes inside one graph pass on one context; finish, submit, readback and graph are outside.
*Frame* is everything: record, compile, encode, finish with one graph pass per GPU pass, against a plain encoder with
finish and submit. Debug groups are off in every arm but their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import wgpu

from framescope.harness.bench.ratios import Ratio, alternate, median, ratio
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.renderer import Renderer

__all__ = ["TARGETS", "EncodeCost", "measure"]

TARGETS = {"encode off": 1.15, "encode workload": 1.6, "frame off": 1.6, "frame workload": 2.0}

_KERNEL = ComputePipelineDescriptor(
    "bench kernel",
    """
    @group(0) @binding(0) var<storage, read_write> data: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] += 1u; }
    """,
)


class EncodeCost:
    """The arms of the benchmark on one device.

    Args:
        graphics: The device.
        passes: GPU passes a frame.
    """

    def __init__(self, graphics: GraphicsContext, passes: int = 200) -> None:
        self.graphics = graphics
        self.passes = passes
        self.pipeline = graphics.compute_pipeline(_KERNEL)
        usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC
        self.buffer = graphics.create_buffer(label="bench data", size=256, usage=usage)
        self.group = graphics.bind_group(self.pipeline.get_bind_group_layout(0), {0: self.buffer})
        self._encode_s = 0.0

    def arms(self, session: GPUProfileSession) -> dict[str, Callable[[], float]]:
        """Every arm by name; each call renders one frame and returns its CPU seconds."""
        off, on = Renderer(self.graphics), Renderer(self.graphics, session)
        grouped = Renderer(self.graphics, debug_groups=True)
        return {
            "encode plain": self._plain_encode,
            "encode off": lambda: self._encode_inside(off),
            "encode workload": lambda: self._encode_inside(on),
            "frame plain": self._plain_frame,
            "frame off": lambda: self._frame(off),
            "frame workload": lambda: self._frame(on),
            "frame debug groups": lambda: self._frame(grouped),
        }

    def _loop(self, encoder: Any) -> None:
        pipeline, group = self.pipeline, self.group
        for _ in range(self.passes):
            gpu_pass = encoder.begin_compute_pass(label="bench")
            gpu_pass.set_pipeline(pipeline)
            gpu_pass.set_bind_group(0, group)
            gpu_pass.dispatch_workgroups(1)
            gpu_pass.end()

    def _plain_encode(self) -> float:
        encoder = self.graphics.device.create_command_encoder(label="plain")
        start = time.thread_time()
        self._loop(encoder)
        cost = time.thread_time() - start
        self.graphics.queue.submit([encoder.finish()])
        self.graphics.wait_idle()
        return cost

    def _plain_frame(self) -> float:
        start = time.thread_time()
        encoder = self.graphics.device.create_command_encoder(label="plain")
        self._loop(encoder)
        self.graphics.queue.submit([encoder.finish()])
        cost = time.thread_time() - start
        self.graphics.wait_idle()
        return cost

    def _encode_inside(self, renderer: Renderer) -> float:
        renderer.render(self._record_one_pass)
        self.graphics.wait_idle()
        return self._encode_s

    def _record_one_pass(self, graph: FrameGraph, _index: int) -> None:
        data = graph.import_buffer("data", self.buffer, initial="defined")
        node = graph.add("all", kind="compute", execute=self._timed_loop)
        node.write(data, "buffer-storage-write", contents="preserve")

    def _timed_loop(self, _resources: Any, context: Any) -> None:
        start = time.thread_time()
        self._loop(context)
        self._encode_s = time.thread_time() - start

    def _frame(self, renderer: Renderer) -> float:
        start = time.thread_time()
        renderer.render(self._record_many_passes)
        cost = time.thread_time() - start
        self.graphics.wait_idle()
        return cost

    def _record_many_passes(self, graph: FrameGraph, _index: int) -> None:
        data = graph.import_buffer("data", self.buffer, initial="defined")
        for _ in range(self.passes):
            node = graph.add("step", kind="compute", execute=self._one_pass)
            data = node.write(data, "buffer-storage-write", contents="preserve")

    def _one_pass(self, _resources: Any, context: Any) -> None:
        gpu_pass = context.begin_compute_pass(label="bench")
        gpu_pass.set_pipeline(self.pipeline)
        gpu_pass.set_bind_group(0, self.group)
        gpu_pass.dispatch_workgroups(1)
        gpu_pass.end()


def measure(graphics: GraphicsContext, rounds: int = 40, passes: int = 200) -> dict[str, Any]:
    """Run every arm ``rounds`` times in turn.

    Returns:
        ``ratios``: name → :class:`Ratio`; ``pass_ns``: arm → median CPU time per GPU pass.
    """
    bench = EncodeCost(graphics, passes)
    with GPUProfileSession(None, level=GPUProfileLevel.WORKLOAD) as session:
        samples = alternate(bench.arms(session), rounds)
    ratios: dict[str, Ratio] = {}
    for name, costs in samples.items():
        family = name.split()[0]
        if not name.endswith("plain"):
            ratios[name] = ratio(costs, samples[f"{family} plain"], TARGETS.get(name))
    ratios["debug groups alone"] = ratio(samples["frame debug groups"], samples["frame off"])
    per_pass = {name: round(median(costs) / passes * 1e9) for name, costs in samples.items()}
    return {"ratios": ratios, "pass_ns": per_pass}
