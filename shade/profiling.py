"""What the device layer knows of a profiler: three nullable collaborators, seen through Protocols.

``shade`` imports nothing of ``profile``. A renderer holds a session or None, a graphics context holds the
recorder of the frame in progress or None, a command context holds its own profiler or None; None is the
ordinary case and costs one comparison (the profiler proposal §6.3, the pass encoder proposal §3.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.compute_pass import ShadeGPUComputePassEncoder
    from framescope.shade.graph.brackets import FrameRun
    from framescope.shade.graph.compiled import CompiledGraph
    from framescope.shade.graphics import GraphicsContext
    from framescope.shade.readback import Readback
    from framescope.shade.render_pass import ShadeGPURenderPassEncoder

__all__ = ["ContextProfiler", "FrameRecorder", "PassWork", "ProfileSession"]


class ProfileSession(Protocol):
    """What ``Renderer.profile_session`` holds."""

    def begin_frame(self, graphics: GraphicsContext, frame_index: int) -> FrameRecorder | None:
        """Start recording a frame, or None when the session is not recording (stopped, limit reached)."""


class FrameRecorder(Protocol):
    """The recorder of one frame, held by ``GraphicsContext.recorder`` from begin to end of that frame."""

    def attach_graph(self, compiled: CompiledGraph) -> None:
        """Listen to the passes of this compiled graph; called before it executes."""

    def listen_to(self, run: FrameRun) -> None:
        """The first half of :meth:`attach_graph`, for a graph whose passes run before it is compiled."""

    def describe_graph(self, compiled: CompiledGraph) -> None:
        """The other half: what the graph came to."""

    def open_context(self, context: ShadeGPUCommandContext) -> ContextProfiler:
        """A command context was created inside the frame."""

    def end(self) -> None:
        """The frame's work was recorded and submitted."""

    def abort(self, error: BaseException, pass_path: str | None) -> None:
        """The frame ended in an exception; what was submitted before it is kept."""

    def skip(self, reason: str) -> None:
        """The frame had nothing to record (a zero-sized target, for instance)."""


class ContextProfiler(Protocol):
    """Everything one command context needs to be profiled. It opens the passes itself (pass encoder proposal §3.4)."""

    @property
    def absorbed(self) -> Readback:
        """Resolves to ``(status, reason)`` when this context's timestamps were read back or given up."""

    def begin_compute_pass(
        self, context: ShadeGPUCommandContext, descriptor: Mapping[str, Any]
    ) -> ShadeGPUComputePassEncoder:
        """Open the pass on ``context.gpu_encoder``, timed if a slot is free, and return its decorator."""

    def begin_render_pass(
        self, context: ShadeGPUCommandContext, descriptor: Mapping[str, Any]
    ) -> ShadeGPURenderPassEncoder:
        """The render mirror of :meth:`begin_compute_pass`."""

    def resolve(self, context: ShadeGPUCommandContext) -> None:
        """Resolve and copy the slots that were written; called before the encoder is finished."""

    def submitted(self, context: ShadeGPUCommandContext) -> None:
        """The context's command buffer was submitted: start the readback, which never blocks."""

    def abandoned(self, context: ShadeGPUCommandContext, reason: str) -> None:
        """The context will never be submitted; give the timers back."""


class PassWork(Protocol):
    """The counters of one GPU pass. Encoders tally into it and know nothing else of a capture.

    ``workgroup_size`` is the size of the pipeline bound now, or None when it is not known.
    """

    workgroup_size: tuple[int, int, int] | None

    def bind_pipeline(self, pipeline: Any) -> None:
        """A compiled pipeline was bound; read the descriptor our caches left on it, if any."""

    def record_pipeline(self, descriptor: Any) -> None:
        """The caller names the pipeline descriptor that this pass runs."""

    def dispatch(self, x: int, y: int, z: int) -> None:
        """One direct dispatch of x·y·z workgroups."""

    def dispatch_indirect(self) -> None:
        """One dispatch whose size lives in a buffer: counted, its invocations unknown."""

    def draw(self, vertex_count: int, instance_count: int) -> None:
        """One direct draw."""

    def draw_indexed(self, index_count: int, instance_count: int) -> None:
        """One direct indexed draw."""

    def draw_indirect(self, count: int) -> None:
        """``count`` draws whose arguments live in a buffer (an upper bound for the ``count`` variants)."""
