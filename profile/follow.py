"""Reading a capture while it is written: a closed frame is seen within one poll.

The file is looked at, not locked. What can go wrong with it besides damage is told: it was cut short, or its path
leads to another file by now.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Literal, Self

from framescope.profile.capture import Capture, open_capture
from framescope.profile.captured_frame import CapturedFrame

__all__ = ["CaptureFollower", "FollowState"]

FollowState = Literal["growing", "ended", "cut short", "replaced"]
"""The recording goes on, as far as the file tells; it was stopped; the file lost bytes that were read before; the path
leads to another file, to another capture in the same file, or to nothing."""

_CHECKED = ((0, 8), (32, 16))  # of the header what nobody patches; the head of META, whose checksum differs by capture


class CaptureFollower:
    """Follows one file.

    Example::

        with CaptureFollower("frames.sgpt") as follower:
            for frame in follower.frames():
                print(frame.number, frame.gpu_union_ns)
        print(follower.state)

    Args:
        path: The capture; it must have begun.

    Attributes:
        capture: What was read so far; names, pass lists and topologies of every frame that was given are in it.
        state: See :data:`FollowState`. Anything but ``"growing"`` is final.

    Raises:
        CaptureError: It is no capture, or none for this reader.
        OSError: It cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self.capture: Capture = open_capture(path)
        self._identity = self.capture.identity()
        self._head = self._read_head()
        self._unseen = self.capture.frame_numbers
        self.state: FollowState = "growing"

    def poll(self) -> list[int]:
        """Numbers of the frames that were closed since the last poll; the first one gives those that were there."""
        if self.state != "growing":
            return []
        state = self._changed_in_place()
        if state == "growing":
            self._unseen += self.capture.refresh()
            state = self._changed_in_place()  # while it was read: what came of it is nobody's
        if state != "growing":
            self.state = state
            return []
        seen, self._unseen = self._unseen, []
        self.state = "ended" if self.capture.state == "closed" else self._path_state()
        return seen

    def frames(self, poll_s: float = 0.1, timeout_s: float | None = None) -> Iterator[CapturedFrame]:
        """Every frame as it comes, until the recording ends or the file is no longer what it was.

        Args:
            poll_s: How long to wait where there is nothing new, seconds.
            timeout_s: Give up after so long without a new frame; None waits for ever.
        """
        last = time.monotonic()
        while True:
            numbers = self.poll()
            if numbers:
                yield from self.capture.frames(numbers[0], numbers[-1] + 1)
                last = time.monotonic()
            elif timeout_s is not None and time.monotonic() - last >= timeout_s:
                return
            if self.state != "growing":
                return
            if not numbers:
                time.sleep(poll_s)

    def close(self) -> None:
        """Close the file."""
        self.capture.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _read_head(self) -> list[bytes]:
        return [self.capture.read_at(offset, length) for offset, length in _CHECKED]

    def _changed_in_place(self) -> FollowState:
        if self.capture.size_bytes < self.capture.whole_bytes:
            return "cut short"
        return "growing" if self._read_head() == self._head else "replaced"

    def _path_state(self) -> FollowState:
        try:
            status = os.stat(self._path)
        except OSError:
            return "replaced"
        return "growing" if (status.st_dev, status.st_ino) == self._identity else "replaced"
