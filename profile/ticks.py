"""Whether the timers of a recording answer, and a quick look at a frame in which all of them did.

Which pairs of raw ticks are a time is for :func:`framescope.profile.sgpt.ticks.valid_ticks` to say. Drivers hand back
pairs that are none; these are flagged and kept as they came, never clamped.
"""

from __future__ import annotations

import logging

import numpy as np
import numpy.typing as npt

__all__ = ["TimerHealth", "all_usable"]

_log = logging.getLogger("framescope.recorder")
_FRAMES_OF_ZEROS = 8


def all_usable(begin: npt.NDArray[np.uint64], end: npt.NDArray[np.uint64]) -> bool:
    """``valid_ticks(begin, end).all()``, without its columns: the answer for nearly every frame."""
    return bool(begin.all()) and bool((end >= begin).all())  # an end of 0 is less than its begin


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
