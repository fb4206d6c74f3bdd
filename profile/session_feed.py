"""The half of a session that any thread may use."""

from __future__ import annotations

from framescope.profile.capture import Capture
from framescope.profile.capture_stream import CaptureStream
from framescope.profile.counters import Counters
from framescope.profile.errors import SessionError
from framescope.profile.frame_queue import FrameQueue

__all__ = ["SessionFeed"]


class SessionFeed:
    """Notes, counters and how far the capture has come."""

    def __init__(self) -> None:
        self._stream: CaptureStream | None = None
        self._frames = FrameQueue()
        self._counters = Counters()

    def _open_stream(self) -> CaptureStream:
        if self._stream is None:
            raise SessionError("this session was never started; call start() or use it in a with statement")
        return self._stream

    @property
    def bytes_written(self) -> int:
        """Length of the capture so far."""
        return 0 if self._stream is None else self._stream.bytes_written

    @property
    def frames_written(self) -> int:
        """Frames in the capture so far."""
        return 0 if self._stream is None else self._stream.frames_written

    @property
    def frames_lost(self) -> int:
        """Frames of the capture so far that are skipped or aborted."""
        return 0 if self._stream is None else self._stream.frames_lost

    @property
    def spans_untimed(self) -> int:
        """GPU passes of the capture so far that have no time."""
        return 0 if self._stream is None else self._stream.spans_untimed

    def note(self, text: str) -> None:
        """Write down ``text`` about the frame in progress, or the last one.

        Raises:
            SessionError: The session was not started or has ended, or the sink failed.
        """
        if not isinstance(text, str):
            raise SessionError(f"a note is a str, not {text!r}")
        begun = self._frames.begun
        self._open_stream().note(text, begun - 1 if begun else None)

    def counter(self, name: str, value: int | float) -> None:
        """Report a number; it rides in the record of the frame in progress, or of the next one.

        Raises:
            SessionError: ``value`` is no finite number, or an integer of more than 64 bits.
        """
        self._counters.set(name, value)

    def snapshot(self) -> Capture:
        """The capture as it is now, while the recording goes on.

        Raises:
            SessionError: Nothing was written yet, or the sink cannot be read.
        """
        return self._open_stream().capture()
