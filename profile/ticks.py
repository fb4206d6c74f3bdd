"""Which pairs of raw ticks are a time.

A raw 0 was never written and an end before its begin is no duration; drivers hand back both. Such pairs are
flagged and kept as they came, never clamped, and equal ticks that are not 0 are a real duration of zero.
"""

from __future__ import annotations

import logging

import numpy as np
import numpy.typing as npt

__all__ = ["TimerHealth", "all_usable", "usable"]

_log = logging.getLogger("framescope.recorder")
_FRAMES_OF_ZEROS = 8


def usable(begin: npt.NDArray[np.uint64], end: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """True where ``begin`` and ``end`` are a time: both written, end not before begin."""
    written = np.not_equal(begin, 0)  # an end of 0 is then less than its begin
    return np.logical_and(written, np.greater_equal(end, begin))


def all_usable(begin: npt.NDArray[np.uint64], end: npt.NDArray[np.uint64]) -> bool:
    """Whether every pair is a time."""
    return bool(begin.all()) and bool((end >= begin).all())


class TimerHealth:
    """Notices timers that only ever answer zero, and says so once.

    Some drivers offer the feature and then write nothing: every frame would be untimed with no word why.
    """

    __slots__ = ("_frames_of_zeros", "_reported")

    def __init__(self) -> None:
        self._frames_of_zeros = 0
        self._reported = False

    def answered(self) -> None:
        """A frame came back with times."""
        self._frames_of_zeros = 0

    def observe(self, begin: npt.NDArray[np.uint64], end: npt.NDArray[np.uint64]) -> None:
        """Take in the ticks one frame read back."""
        if self._reported or begin.size == 0:
            return
        if begin.any() or end.any():
            self.answered()
            return
        self._frames_of_zeros += 1
        if self._frames_of_zeros >= _FRAMES_OF_ZEROS:
            self._reported = True
            _log.warning(
                "timers unusable here: every timestamp of %d frames in a row is 0; the passes are recorded untimed",
                self._frames_of_zeros,
            )
