"""A chain of compute passes: the scene that shows what a pass costs, and that work doubled takes double the time."""

from __future__ import annotations

import math
import struct
from typing import Any, ClassVar

import wgpu

from framescope.scenes.scene import Parameter, load_wgsl
from framescope.shade.command_context import ShadeGPUCommandContext
from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.extensions.frame_points import FramePoint
from framescope.shade.extensions.registry import Extensions
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import BufferHandle, TextureHandle
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.pipelines.render import RenderPipelineDescriptor

__all__ = ["ComputeChainScene"]

_ELEMENT_BYTES = 16
_WORKGROUP = 64
_FRAMES_PER_TURN = 600


class _Link:
    """One compute pass: reads what the link before wrote, writes its own buffer."""

    __slots__ = ("_label", "_scene", "result", "source")

    def __init__(self, scene: ComputeChainScene, label: str, source: BufferHandle | None) -> None:
        self._scene = scene
        self._label = label
        self.source = source
        self.result: BufferHandle | None = None

    def __call__(self, resources: Any, context: ShadeGPUCommandContext) -> None:
        source = None if self.source is None else resources.buffer(self.source)
        self._scene.encode_link(context, self._label, source, resources.buffer(self.result))


class ComputeChainScene:
    """``passes`` compute passes over ``grid²`` elements, and one render pass that shows the last buffer.

    What is computed is a Julia set, ``work`` iterations a pass; its parameter moves with the frame's number. The
    work of a pass does not depend on the data.

    Args:
        graphics: Where to run.
        size: The target's width and height.
        target_format: The target's format.
        passes: Number of compute passes.
        work: Iterations each pass adds to every element.
        grid: Elements along an edge of the square.
    """

    name: ClassVar[str] = "compute-chain"
    summary: ClassVar[str] = (
        "N compute passes, each reading what the one before wrote, and a pass that shows the result"
    )
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("passes", 50, "how many compute passes", minimum=1),
        Parameter("work", 16, "iterations that each pass adds to every element", minimum=1),
        Parameter("grid", 128, "elements along an edge of the square", minimum=8),
    )
    points: ClassVar[tuple[FramePoint, ...]] = ()

    def __init__(
        self,
        graphics: GraphicsContext,
        size: tuple[int, int],
        target_format: str,
        *,
        passes: int = 50,
        work: int = 16,
        grid: int = 128,
    ) -> None:
        self._graphics = graphics
        self.extensions = Extensions(self.points, scene=self.name)
        self.passes, self.work, self.grid = passes, work, grid
        self._buffer = BufferDescriptor(grid * grid * _ELEMENT_BYTES)
        self._groups = math.ceil(grid * grid / _WORKGROUP)
        self._labels = [f"link {index}" for index in range(passes)]
        code = load_wgsl(__file__, "link.wgsl")
        self._first = graphics.compute_pipeline(ComputePipelineDescriptor("first link", code, "first"))
        self._next = graphics.compute_pipeline(ComputePipelineDescriptor("next link", code, "next"))
        self._show = graphics.render_pipeline(
            RenderPipelineDescriptor(
                "show",
                load_wgsl(__file__, "show.wgsl"),
                vertex_entry="corner",
                fragment_entry="show",
                targets=[{"format": target_format}],
            )
        )
        # A pipeline's layout is a new object at every call; the cache of bind groups wants the same one.
        self._layouts = {p: p.get_bind_group_layout(0) for p in (self._first, self._next, self._show)}
        self._chain: Any = graphics.create_buffer(
            label="chain", size=16, usage=wgpu.BufferUsage.UNIFORM | wgpu.BufferUsage.COPY_DST
        )

    @classmethod
    def default_size(cls, software: bool) -> tuple[int, int]:
        """The picture is square, and as large as its default grid on a software adapter."""
        return (128, 128) if software else (512, 512)

    def constant_at(self, frame_index: int) -> tuple[float, float]:
        """The Julia set's parameter c in a frame, real and imaginary part."""
        angle = 2.1 + math.tau * frame_index / _FRAMES_PER_TURN
        return 0.7885 * math.cos(angle), 0.7885 * math.sin(angle)

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        """Add the chain and the pass that shows it."""
        self._graphics.write_buffer(
            self._chain, struct.pack("<2f2I", *self.constant_at(frame_index), self.grid, self.work)
        )
        chain = graph.import_buffer("chain", self._chain, initial="defined")
        last: BufferHandle | None = None
        for label in self._labels:
            last = self._add_link(graph, label, chain, last)

        def draw(resources: Any, context: ShadeGPUCommandContext) -> None:
            attachment = {"view": resources.view(target), "load_op": "clear", "store_op": "store"}
            bindings = {0: self._chain, 1: resources.buffer(last)}
            with context.begin_render_pass(label="show", color_attachments=[attachment]) as gpu_pass:
                gpu_pass.set_pipeline(self._show)
                gpu_pass.set_bind_group(0, self._graphics.bind_group(self._layouts[self._show], bindings))
                gpu_pass.draw(3)

        show = graph.add("show", kind="render", execute=draw)
        show.read(chain, "buffer-uniform")
        if last is not None:  # always so: there is at least one pass
            show.read(last, "buffer-storage-read")
        target = show.attach(target, load_op="clear")
        return target

    def _add_link(
        self, graph: FrameGraph, label: str, chain: BufferHandle, source: BufferHandle | None
    ) -> BufferHandle:
        link = _Link(self, label, source)
        node = graph.add(label, kind="compute", execute=link)
        node.read(chain, "buffer-uniform")
        if source is not None:
            node.read(source, "buffer-storage-read")
        result: BufferHandle = node.write(
            node.create_buffer(label, self._buffer), "buffer-storage-write", contents="overwrite"
        )
        link.result = result
        return result

    def encode_link(self, context: ShadeGPUCommandContext, label: str, source: Any, result: Any) -> None:
        """Encode one compute pass; ``source`` is None for the first."""
        pipeline = self._first if source is None else self._next
        bindings = {0: self._chain, 1: result} if source is None else {0: self._chain, 1: result, 2: source}
        with context.begin_compute_pass(label=label) as gpu_pass:
            gpu_pass.set_pipeline(pipeline)
            gpu_pass.set_bind_group(0, self._graphics.bind_group(self._layouts[pipeline], bindings))
            gpu_pass.dispatch_workgroups(self._groups)

    def counters(self) -> dict[str, int | float]:
        """Nothing that changes from frame to frame."""
        return {}

    def describe(self) -> dict[str, Any]:
        """The chain's length and the size of its links."""
        return {"passes": self.passes, "work": self.work, "elements": self.grid * self.grid}

    def resize(self, size: tuple[int, int]) -> None:
        """The picture follows the target by itself."""

    def close(self) -> None:
        """Retire the uniform buffer; the chain's buffers are the graph's."""
        if self._chain is not None:
            self._graphics.retire(self._chain)
            self._chain = None
