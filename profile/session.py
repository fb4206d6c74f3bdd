"""``GPUProfileSession``: an open-ended recording that the caller owns and hands to a renderer.

The renderer never makes one; it holds a nullable field (the profiler proposal §6.1). A frame is written when the
last of its timestamps was read back, a few frames after it was submitted. Nothing here waits for the GPU except
:meth:`GPUProfileSession.stop`.
"""

from __future__ import annotations

import enum
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from framescope.profile.byte_budget import ByteBudget
from framescope.profile.capture import Capture
from framescope.profile.capture_stream import CaptureSink, CaptureStream
from framescope.profile.errors import SessionError
from framescope.profile.frame_queue import FrameQueue
from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.profile.frame_writer import FrameWriter
from framescope.profile.graphics_binding import GraphicsBinding
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.meta import SessionMeta
from framescope.profile.recorder_memory import RecorderMemory
from framescope.profile.session_feed import SessionFeed
from framescope.profile.session_frame import SessionFrame
from framescope.profile.timer_array import check_pairs
from framescope.profile.timer_pool import GPUTimerPool, check_arrays
from framescope.shade.errors import annotate
from framescope.shade.readback import Readback
from framescope.shade.signal import Signal

if TYPE_CHECKING:
    from types import TracebackType

    from framescope.shade.graphics import GraphicsContext

__all__ = ["GPUProfileSession"]

_log = logging.getLogger("framescope.session")
_BUDGET = 512 << 20
_MOST = (1 << 64) - 1  # what a frame's index field holds
_DRAIN_S = 5.0
_POLL_S = 0.0002  # between two non-blocking polls while stop() waits


class _State(enum.Enum):
    NEW = "was not started"
    RECORDING = "is recording"
    DRAINING = "has reached its frame limit"
    STOPPED = "was stopped"
    FAILED = "failed"


def _available(level: object) -> GPUProfileLevel:
    if not isinstance(level, int) or level not in list(GPUProfileLevel):
        names = ", ".join(f"GPUProfileLevel.{known.name}" for known in GPUProfileLevel if known != known.VERBOSE)
        raise ValueError(f"a level is one of {names}, not {level!r}")
    if level > GPUProfileLevel.WORKLOAD:
        raise SessionError(f"level {GPUProfileLevel(level).name} is not available; record at WORKLOAD")
    return GPUProfileLevel(level)


class GPUProfileSession(SessionFeed):
    """Records frames into a capture.

    Example::

        with GPUProfileSession("frames.sgpt", frame_limit=600) as session:
            renderer.profile_session = session
            ...
        capture = session.stop()

    Args:
        sink: A path or a binary file (streamed; memory does not grow with length), or None for memory.
        level: How much to record.
        frame_limit: Stop after so many frames, exactly as :meth:`stop` does; None for no limit.
        note: Words about the recording, kept in META.
        byte_budget: Warn once when the capture outgrows it; None never warns. Recording goes on.
        meta: What the caller adds to META: scene, size, settings, scale. :attr:`meta` takes more until the first
            frame begins.
        timer_pairs: GPU passes one timer array can time, 1 to 2048.
        arrays_per_frame: The most timer arrays one frame may take; None for as many as it needs.
        frames_in_flight: How far the renderer lets the CPU run ahead; the timer pool starts with one array more.
        force: Overwrite an existing file that is no capture.

    Attributes:
        meta: What META will hold; sealed when the first frame begins.
        on_bytes_written: Signal, sent after each frame with the length of the capture in bytes.
        stopped: Readback that resolves when the recording has ended, by :meth:`stop`, limit or failure.

    Raises:
        SessionError: The level is not available, ``frame_limit`` is below 1, ``note`` is no text, or ``meta``
            overwrites one of the session's own facts or holds what JSON cannot say.
        ValueError: ``level`` is no level, or one of the timers' numbers is out of range.
    """

    def __init__(
        self,
        sink: CaptureSink = None,
        level: GPUProfileLevel = GPUProfileLevel.WORKLOAD,
        frame_limit: int | None = None,
        note: str = "",
        byte_budget: int | None = _BUDGET,
        meta: Mapping[str, Any] | None = None,
        *,
        timer_pairs: int = 256,
        arrays_per_frame: int | None = None,
        frames_in_flight: int = 3,
        force: bool = False,
    ) -> None:
        super().__init__()
        level = _available(level)
        if frame_limit is not None and frame_limit < 1:
            raise SessionError(f"a frame limit is at least 1, or None for no limit, not {frame_limit}")
        check_pairs(timer_pairs)
        check_arrays(frames_in_flight + 1, arrays_per_frame)
        if not isinstance(note, str):
            raise SessionError(f"the note is a str, not {note!r}")
        self.meta = SessionMeta(level, note, {} if meta is None else meta)
        self.on_bytes_written = Signal("bytes written")
        self._sink = sink
        self._force = force
        self._level = level
        self._frame_limit = frame_limit
        self._byte_budget = byte_budget
        self._binding = GraphicsBinding(timer_pairs, arrays_per_frame, frames_in_flight)
        self.stopped = Readback(self._binding.pump)
        self._state = _State.NEW
        self._failure: SessionError | None = None
        self._told_not_started = False
        self._writer: FrameWriter | None = None
        self._capture: Capture | None = None
        self._memory = RecorderMemory()

    # --- start and stop -------------------------------------------------------------------------

    @property
    def level(self) -> GPUProfileLevel:
        """How much is recorded."""
        return self._level

    @property
    def recording(self) -> bool:
        """True from :meth:`start` until the session is stopped, has its last frame, or fails."""
        return self._state is _State.RECORDING

    def start(self) -> Self:
        """Check the sink and begin to record with the next frame.

        Raises:
            SessionError: Started before, or the sink cannot be written to.
        """
        if self._state is not _State.NEW:
            raise SessionError(f"this session {self._state.value}; make a new one for another recording")
        self._stream = CaptureStream(self._sink, self.meta, force=self._force)
        self._writer = FrameWriter(self._stream, ByteBudget(self._byte_budget, self._level), self.on_bytes_written)
        self.meta.begin()
        self._state = _State.RECORDING
        return self

    def stop(self, timeout_s: float = _DRAIN_S) -> Capture:
        """End the recording: wait for the frames in flight, at most ``timeout_s``, and close the capture.

        A frame that is not read back by then is written untimed. Calling it again returns the same capture.

        Raises:
            SessionError: Never started, inside a frame, or the recording failed; what was written stays readable.
                Also for a sink that can be written but not read, whose capture is whole (a ``with`` statement only
                ends the recording and does not ask for it).
        """
        self._end(timeout_s)
        if self._capture is None:
            self._capture = self._open_stream().capture()
        return self._capture

    def _end(self, timeout_s: float) -> None:
        self._open_stream()
        if self._state in (_State.RECORDING, _State.DRAINING):
            self._binding.check_thread()
            if self._frames.in_progress:
                raise SessionError("stop() came inside a frame; end the frame first")
            self._drain(timeout_s)
            self._finish()
        if self._failure is not None:
            raise self._failure

    def _drain(self, timeout_s: float) -> None:
        deadline = time.monotonic() + timeout_s
        while self._frames and self._failure is None:
            self._binding.pump()
            if self._binding.lost or time.monotonic() >= deadline:
                break
            if self._frames:
                time.sleep(_POLL_S)
        self._flush(give_up=True)

    def _finish(self) -> None:
        """Close the capture; from here on the session only answers questions."""
        if self._state not in (_State.RECORDING, _State.DRAINING):
            return
        try:
            self._seal()
            self._open_stream().close()
        except SessionError as error:
            self._fail(error)
            return
        self._state = _State.STOPPED
        self._binding.release()
        self.stopped.resolve()

    def _fail(self, error: SessionError) -> None:
        """The sink failed: the renderer goes on, the recording does not."""
        _log.error("the recording ended: %s", error)
        self._failure = error
        self._state = _State.FAILED
        self._frames = FrameQueue()
        self._binding.release()
        with suppress(SessionError):
            self._open_stream().close()
        self.stopped.resolve("failed", str(error))

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None:
            self._frames.abort(error)
        try:
            self._end(_DRAIN_S)
        except SessionError as failure:
            if error is None:
                raise
            annotate(error, f"the profile session failed too: {failure}")

    # --- frames ---------------------------------------------------------------------------------

    def begin_frame(self, graphics: GraphicsContext, frame_index: int | None = None) -> GPUFrameRecorder | None:
        """Start recording a frame; None when the session is not recording.

        Args:
            graphics: Where the frame renders.
            frame_index: The program's own number of the frame; the number in the capture if left out.

        Raises:
            SessionError: Another session records this graphics context, this one records another context, the
                frame before has not ended, ``frame_index`` is no number from 0, or the device was lost.
        """
        if self._state not in (_State.RECORDING, _State.DRAINING):
            self._say_if_never_started()
            return None
        started = time.perf_counter_ns()
        self._binding.check(graphics)
        if self._frames.in_progress:
            raise SessionError("the frame before has not ended; end, abort or skip it first")
        if self._state is _State.DRAINING:
            graphics.pump()
            return None
        index = self._frames.begun if frame_index is None else frame_index
        if not isinstance(index, int) or not 0 <= index <= _MOST:
            raise SessionError(f"a frame's index is an int from 0, not {index!r}")
        pool = self._pool(graphics)
        graphics.pump()
        if pool is None or not self.recording:
            return None
        recorder = GPUFrameRecorder(
            graphics,
            level=self._level,
            frame_index=index,
            timer_pool=pool,
            memory=self._memory,
            counters=self._counters,
            on_settled=self._flush,
        )
        self._frames.add(recorder)
        if self._frames.begun == self._frame_limit:
            self._state = _State.DRAINING
        recorder.cost_ns = time.perf_counter_ns() - started
        return recorder

    def _say_if_never_started(self) -> None:
        if self._state is _State.NEW and not self._told_not_started:
            self._told_not_started = True
            _log.warning("frames are rendered but the session was never started; call start() or use a with block")

    def frame(self, graphics: GraphicsContext, frame_index: int | None = None) -> SessionFrame:
        """One frame of a program that has no ``Renderer``; what is submitted inside is recorded.

        A frame graph executed inside is joined by ``recorder.attach_graph(compiled)`` before it runs; without that its
        GPU passes are unattributed. The recorder is None once the session records no more.

        Args:
            graphics: Where the frame renders.
            frame_index: The program's own number of the frame; the number in the capture if left out.
        """
        return SessionFrame(self, graphics, frame_index)

    def _pool(self, graphics: GraphicsContext) -> GPUTimerPool | None:
        """The timers of ``graphics``, bound when the first frame begins; None when the sink failed at that."""
        pool = self._binding.pool
        if pool is not None:
            return pool
        self._binding.graphics = graphics
        try:
            self._seal()
        except SessionError as error:
            self._fail(error)
            return None
        return self._binding.bind(graphics)

    def _seal(self) -> None:
        if not self.meta.sealed:
            self.meta.seal(self._binding.graphics)
            self._open_stream().seal()

    # --- writing --------------------------------------------------------------------------------

    def _flush(self, *, give_up: bool = False) -> None:
        """Write what is due; called whenever a frame may have become so, on the rendering thread."""
        writer = self._writer
        if writer is None:
            return
        try:
            for report in self._frames.take(give_up=give_up):
                writer.write(report)
        except SessionError as error:
            self._fail(error)
        if self._state is _State.DRAINING and not self._frames:
            self._finish()
