"""The capture of one session on its way to the sink, safe to note into from any thread."""

from __future__ import annotations

import logging
import os
import threading
from typing import IO

import numpy as np

from framescope.profile.capture import Capture, open_capture
from framescope.profile.errors import SessionError
from framescope.profile.meta import SessionMeta
from framescope.profile.sgpt.model import FrameData, FrameStatus, PassList, SpanState
from framescope.profile.sgpt.writer import CaptureWriter
from framescope.shade.errors import describe_error

__all__ = ["CaptureSink", "CaptureStream"]

_log = logging.getLogger("framescope.session")

_TIMED = int(SpanState.TIMED)  # numpy takes an IntEnum the long way round

CaptureSink = str | os.PathLike[str] | IO[bytes] | None
"""A path, a binary file object, or None for memory."""


class CaptureStream:
    """Writes frames and notes, and opens what was written.

    Args:
        sink: Where the bytes go; checked here, opened when the first frame begins.
        meta: What META holds, read when the stream is sealed.
        force: Overwrite a file that is no capture.

    Attributes:
        frames_lost: Frames written as skipped or aborted.
        spans_untimed: GPU passes written without a time.

    Raises:
        SessionError: The sink cannot be written to.
    """

    def __init__(self, sink: CaptureSink, meta: SessionMeta, *, force: bool) -> None:
        self._sink = sink
        self._start = _position(sink)
        self._writer = CaptureWriter(sink, meta, force=force)
        self._lock = threading.Lock()
        self._early_notes: list[str] = []
        self._sealed = False
        self.frames_lost = 0
        self.spans_untimed = 0

    @property
    def bytes_written(self) -> int:
        """Bytes the sink has taken; any thread may ask."""
        return self._writer.bytes_written

    @property
    def frames_written(self) -> int:
        """Frames the sink has taken."""
        return self._writer.frames_written

    def seal(self) -> None:
        """Write header and META, and the notes that were made before there was a frame."""
        with self._lock:
            self._writer.seal()
            self._sealed = True
            for text in self._early_notes:
                self._writer.write_note(text)
            self._early_notes.clear()

    def write(self, frame: FrameData) -> None:
        """Append a frame. One that the format cannot hold is written as skipped, with the reason."""
        with self._lock:
            try:
                self._writer.write_frame(frame)
            except Exception as error:  # a fault of ours must cost one frame, not the renderer
                if self._writer.failed:
                    raise
                self._writer.write_frame(_stand_in(frame, error))
                _log.error("frame %d could not be written and is marked skipped: %s", frame.number, error)
                self.frames_lost += 1
                return
        self.frames_lost += frame.status != FrameStatus.COMPLETE
        self.spans_untimed += int(np.count_nonzero(frame.state != _TIMED))

    def note(self, text: str, frame_number: int | None) -> None:
        """Append a note now, or as soon as the stream is sealed."""
        with self._lock:
            if self._sealed:
                self._writer.write_note(text, frame_number)
            else:
                self._early_notes.append(text)

    def close(self) -> None:
        """End the capture: its last directory block, its CLOSED flag."""
        with self._lock:
            self._writer.close()

    def capture(self) -> Capture:
        """What was written so far, opened.

        Raises:
            SessionError: Nothing was written yet, or the sink cannot be read.
        """
        with self._lock:
            if not self._sealed:
                raise SessionError("nothing was written yet: the capture begins with the first frame")
            if self._sink is None:
                return open_capture(self._writer.to_bytes())
            if isinstance(self._sink, (str, os.PathLike)):
                return open_capture(self._sink, lazy=self._writer.closed)
            return self._open_stream(self._sink)

    def _open_stream(self, stream: IO[bytes]) -> Capture:
        try:
            if self._start is None:
                raise OSError("it cannot seek")
            end = stream.tell()
            stream.seek(self._start)
            if self._writer.closed:
                return open_capture(stream)
            data = stream.read()  # a copy: the recording goes on in this file
            stream.seek(end)
        except (OSError, ValueError) as error:
            raise SessionError(f"the capture was written, but its sink cannot be read back: {error}") from error
        return open_capture(data)


def _position(sink: CaptureSink) -> int | None:
    """Where in a file of the caller's the capture begins; None for other sinks and for one that cannot seek."""
    if sink is None or isinstance(sink, (str, os.PathLike)):
        return None
    try:
        return sink.tell()
    except (OSError, ValueError, AttributeError):
        return None


def _stand_in(frame: FrameData, error: Exception) -> FrameData:
    none = np.empty(0, np.uint64)
    return FrameData(
        number=frame.number,
        renderer_index=frame.renderer_index,
        status=FrameStatus.SKIPPED,
        reason=f"the recorder failed: {describe_error(error)}",
        pass_list=PassList(()),
        begin=none,
        end=none,
        state=none.astype(np.uint8),
        query_set=none.astype(np.uint8),
    )
