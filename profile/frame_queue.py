"""Frames that were begun and not yet written, oldest first: they leave in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.profile.frame_report import FrameReport

__all__ = ["FrameQueue"]

_NEWER_SETTLED = 8
"""So many newer frames must be settled before one that is not is given up."""


class FrameQueue:
    """The frames in flight of one session.

    Attributes:
        begun: How many frames were begun; the next one's number.
    """

    __slots__ = ("_waiting", "begun")

    def __init__(self) -> None:
        self._waiting: deque[GPUFrameRecorder] = deque()
        self.begun = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, recorder: GPUFrameRecorder) -> None:
        """A frame begins."""
        self._waiting.append(recorder)
        self.begun += 1

    @property
    def in_progress(self) -> bool:
        """True while the newest frame has not ended."""
        return bool(self._waiting) and not self._waiting[-1].ended

    def abort(self, error: BaseException) -> None:
        """The recording ends in ``error``, and with it the frame in progress, if there is one."""
        if self.in_progress:
            self._waiting[-1].abort(error, None)

    def take(self, *, give_up: bool = False) -> Iterator[FrameReport]:
        """The frames that can be written now, closed, in order.

        Args:
            give_up: Take those whose readback is still pending too; they come out not absorbed.
        """
        while self._waiting and (give_up or self._oldest_is_due()):
            number = self.begun - len(self._waiting)
            yield self._waiting.popleft().close_as(number)

    def _oldest_is_due(self) -> bool:
        oldest = self._waiting[0]
        if oldest.settled:
            return True
        return oldest.ended and sum(recorder.settled for recorder in self._waiting) >= _NEWER_SETTLED
