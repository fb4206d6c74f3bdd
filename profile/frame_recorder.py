"""The recorder of one frame: which GPU pass belongs to which graph pass, and what became of its time.

Labels are not keys (the profiler proposal §1.4): they are neither unique nor stable, and one graph pass may open
many GPU passes. So the recorder listens to the bracket that the frame graph draws around each of its passes, and
whatever GPU pass is begun inside belongs to it.
"""

from __future__ import annotations

import logging
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from framescope.profile.attachments import AttachmentKey
from framescope.profile.context_profiler import ShadeGPUContextProfiler
from framescope.profile.counters import Counters
from framescope.profile.errors import SessionError
from framescope.profile.frame_counters import FrameCounters, drawn
from framescope.profile.frame_report import FrameReport
from framescope.profile.graph_bracket import GraphBracket
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.recorder_memory import RecorderMemory
from framescope.profile.sgpt.model import FrameStatus, SpanState, Topology
from framescope.profile.span_log import SpanLog
from framescope.profile.timer_pool import GPUTimerPool
from framescope.profile.work import GPUProfileWork
from framescope.shade.errors import describe_error

if TYPE_CHECKING:
    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.graph.brackets import FrameRun
    from framescope.shade.graph.compiled import CompiledGraph
    from framescope.shade.graphics import GraphicsContext

__all__ = ["GPUFrameRecorder"]

_log = logging.getLogger("framescope.recorder")
_LONGEST_NS = 0xFFFFFFFF  # 4.3 s: somebody sat in a debugger


class GPUFrameRecorder:
    """Records one frame (:class:`framescope.shade.profiling.FrameRecorder`); a session makes one for each.

    Usable alone, on one command context::

        recorder = GPUFrameRecorder(graphics)
        context = graphics.create_command_context()
        context.enable_profiling(recorder)
        ...
        context.finish()
        context.profiling_absorbed.wait()
        print(recorder.close().table())

    Args:
        graphics: Where the frame renders.
        level: How much to record.
        frame_index: The renderer's number of the frame.
        timer_pool: Where timer arrays come from; None makes one for this frame alone.
        memory: What is shared with the recorders of other frames; None for a recorder alone.
        counters: What was reported for this frame by the time it ends; None for nothing.
        on_settled: Called when the frame has ended and every context was read back or given up.

    Attributes:
        workload: Whether attachments, pipelines and counts are recorded.
        spans: The passes begun so far, and the leases their times hang on.
        arrays_held: How many timer arrays the frame has taken from the pool.
        absorbed_ns: ``perf_counter_ns`` when the last ticks arrived, or None.
        cost_ns: CPU time spent on this frame by what drives the recorder; the recorder adds its own closing.
        counters: Named numbers sampled in this frame.
    """

    __slots__ = (
        "__weakref__",
        "_begin_ns",
        "_bracket",
        "_closed",
        "_contexts",
        "_declared_bytes",
        "_encode_end_ns",
        "_ended",
        "_failed_pass",
        "_frame_index",
        "_graphics",
        "_memory",
        "_on_settled",
        "_owns_pool",
        "_pool",
        "_reason",
        "_reported",
        "_sampled",
        "_spans",
        "_status",
        "_structure",
        "_submit_ns",
        "_topology",
        "_unsettled",
        "absorbed_ns",
        "arrays_held",
        "cost_ns",
        "counters",
        "spans",
        "workload",
    )

    def __init__(
        self,
        graphics: GraphicsContext,
        *,
        level: GPUProfileLevel = GPUProfileLevel.WORKLOAD,
        frame_index: int = 0,
        timer_pool: GPUTimerPool | None = None,
        memory: RecorderMemory | None = None,
        counters: Counters | None = None,
        on_settled: Callable[[], object] | None = None,
    ) -> None:
        self._begin_ns = time.perf_counter_ns()
        self.spans = SpanLog()
        self._spans = self.spans.spans
        self.arrays_held = 0
        self.absorbed_ns: int | None = None
        self.cost_ns = 0
        self.counters: dict[str, int | float] = {}
        self._graphics = graphics
        self._frame_index = frame_index
        self.workload = level >= GPUProfileLevel.WORKLOAD
        self._structure = level >= GPUProfileLevel.STRUCTURE
        self._sampled = FrameCounters(graphics) if self._structure else None
        self._pool = GPUTimerPool(graphics, initial=1) if timer_pool is None else timer_pool
        self._owns_pool = timer_pool is None
        self._memory = RecorderMemory() if memory is None else memory
        self._reported = counters
        self._on_settled = on_settled
        self._contexts: list[tuple[weakref.ref[ShadeGPUCommandContext], ShadeGPUContextProfiler]] = []
        self._unsettled = 0
        self._ended = self._closed = False
        self._bracket = GraphBracket()
        self._topology: Topology | None = None
        self._declared_bytes: int | None = None
        self._encode_end_ns: int | None = None
        self._submit_ns: int | None = None
        self._status = FrameStatus.COMPLETE
        self._reason = self._failed_pass = ""

    # --- what the frame is made of --------------------------------------------------------------

    def attach_graph(self, compiled: CompiledGraph) -> None:
        """Listen to the passes of ``compiled``, the frame's one graph; called before it executes."""
        if self._bracket.attached:
            _log.warning("frame %d executes a second graph; its GPU passes stay unattributed", self._frame_index)
            return
        self.listen_to(compiled)
        self.describe_graph(compiled)

    def listen_to(self, run: FrameRun) -> None:
        """Listen to the passes of a graph that runs before it is compiled; :meth:`describe_graph` follows."""
        self._bracket.attach(run, self._handler_failed)

    def describe_graph(self, compiled: CompiledGraph) -> None:
        """Take down what the graph listened to came to."""
        if self._structure:
            try:
                self._topology = self._memory.topology(compiled)
                self._declared_bytes = compiled.plan.declared_bytes
            except Exception as error:  # the graph will run all the same
                _log.exception("frame %d: its graph could not be described", self._frame_index)
                self._handler_failed(error)

    def open_context(self, context: ShadeGPUCommandContext) -> ShadeGPUContextProfiler:
        """Profile ``context`` as part of this frame."""
        if self._ended:
            raise SessionError(f"context {context.label!r} joins a frame that has ended; make a recorder for it")
        if context.graphics is not self._graphics:
            raise SessionError(f"context {context.label!r} is of another graphics context than its recorder")
        self._unsettled += 1
        profiler = ShadeGPUContextProfiler(self._graphics, self, self._pool)
        self._contexts.append((weakref.ref(context), profiler))
        return profiler

    def note_pass_slot(
        self,
        kind: Literal["compute", "render"],
        label: str,
        attachments: tuple[AttachmentKey, ...],
        lease: int,
        state: SpanState,
    ) -> GPUProfileWork:
        """A GPU pass was begun: join it to the graph pass in progress. The one moment this can be known.

        Args:
            kind: ``"compute"`` or ``"render"``.
            label: The label it was begun with.
            attachments: What it draws to; empty for compute passes and below WORKLOAD.
            lease: Index of the lease its time hangs on; its slots are handed out in order.
            state: TIMED, or why the pass has no slot.

        Returns:
            The counters the pass's encoder tallies into.
        """
        work = GPUProfileWork()
        bracket = self._bracket
        self._spans.append((bracket.path, label, kind, bracket.index, attachments, work, lease, state))
        return work

    def _handler_failed(self, error: Exception) -> None:
        self._become(FrameStatus.SKIPPED, f"the recorder failed: {describe_error(error)}")

    # --- what the context profilers report ------------------------------------------------------

    def encode_ended(self) -> None:
        """A context is about to be finished."""
        self._encode_end_ns = time.perf_counter_ns()

    def submitted(self) -> None:
        """A context was handed to the queue."""
        self._submit_ns = time.perf_counter_ns()

    def context_settled(self) -> None:
        """A context was read back, failed to be, or was abandoned."""
        self._unsettled -= 1
        self._notify()

    # --- how the frame ends ---------------------------------------------------------------------

    def end(self) -> None:
        """The frame's work was recorded and submitted."""
        self._end()

    def abort(self, error: BaseException, pass_path: str | None) -> None:
        """The frame ended in ``error``; what was submitted before it is kept, with its times."""
        path = self._bracket.failed_path if pass_path is None else pass_path
        self._become(FrameStatus.ABORTED, describe_error(error), "" if path is None else path)
        self._end()

    def skip(self, reason: str) -> None:
        """The frame had nothing to record."""
        self._become(FrameStatus.SKIPPED, reason)
        self._end()

    def _become(self, status: FrameStatus, reason: str, failed_pass: str = "") -> None:
        if self._status is FrameStatus.COMPLETE:  # the first thing that went wrong is the one to tell
            self._status, self._reason, self._failed_pass = status, reason, failed_pass

    def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        self._bracket.detach()
        if self._reported is not None:
            self.counters = self._reported.take()
        if self._sampled is not None:
            self.counters |= self._sampled.take(self._declared_bytes)
        for context, profiler in tuple(self._contexts):
            if context() is None and not profiler.submitted_or_abandoned:
                profiler.abandoned(None, "the context was dropped without finish()")
        self._notify()

    def _notify(self) -> None:
        if self._on_settled is not None and self.settled:
            self._on_settled()

    @property
    def ended(self) -> bool:
        """True once the frame was ended, aborted or skipped."""
        return self._ended

    @property
    def settled(self) -> bool:
        """True when the frame has ended and nothing more will be read back."""
        return self._ended and self._unsettled == 0

    # --- the record -----------------------------------------------------------------------------

    def close(self, number: int = 0) -> FrameReport:
        """The frame as data: every pass with its time, or with the reason why it has none.

        Whatever has not been read back by now is recorded as not absorbed.

        Args:
            number: The frame's number in the capture.

        Raises:
            SessionError: Closed before, or it belongs to a session, which closes it.
        """
        if self._on_settled is not None:
            raise SessionError(f"frame {self._frame_index} belongs to a session, which closes its recorder itself")
        return self.close_as(number)

    def close_as(self, number: int) -> FrameReport:
        """:meth:`close`, for the session that made the recorder."""
        if self._closed:
            raise SessionError(f"the recorder of frame {self._frame_index} was closed before; make one for each frame")
        started = time.perf_counter_ns()
        self._end()
        self._closed = True
        if self._status is FrameStatus.SKIPPED:
            self.spans.clear()
        report = self._report_or_skip(number)
        self._contexts.clear()
        self.spans.clear()
        if self._owns_pool:
            self._pool.close()
        report.recorder_cost_ns = self.cost_ns + time.perf_counter_ns() - started
        return report

    def _report_or_skip(self, number: int) -> FrameReport:
        try:
            return self._report(number)
        except Exception as error:  # a count that fits no column, say: one frame is lost, not the recording
            _log.exception("frame %d could not be recorded", self._frame_index)
            self._handler_failed(error)
            self.spans.clear()
            return self._report(number)

    def _report(self, number: int) -> FrameReport:
        columns = self.spans.columns(self._memory.health)
        work = self.spans.work() if self.workload else None
        return FrameReport(
            number=number,
            renderer_index=self._frame_index,
            status=self._status,
            reason=self._reason,
            failed_pass=self._failed_pass,
            cpu_begin_ns=self._begin_ns,
            cpu_encode_end_ns=self._encode_end_ns,
            cpu_submit_ns=self._submit_ns,
            cpu_absorbed_ns=self.absorbed_ns,
            topology=self._topology,
            pass_list=self.spans.pass_list(self._memory.pass_lists, workload=self.workload),
            begin=columns.begin,
            end=columns.end,
            state=columns.state,
            query_set=columns.query_set,
            work=work,
            cpu_pass_ns=self._cpu_pass_ns() if self.workload else None,
            counters=self.counters if work is None else drawn(work) | self.counters,
            ns_per_tick=self._graphics.ns_per_tick,
        )

    def _cpu_pass_ns(self) -> npt.NDArray[np.uint32] | None:
        """In an aborted frame it ends with the pass that raised; None when no graph ran."""
        if self._topology is None:
            return None
        return np.minimum(np.array(self._bracket.cpu_ns, np.uint64), _LONGEST_NS).astype(np.uint32)
