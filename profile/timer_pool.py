"""Timer arrays, made before they are needed and cycled against the frames in flight.

The pool grows for one reason: a frame that holds more arrays at once than any frame before. It does not grow
because readbacks are late; a pass that finds no array free then is untimed, with that reason. So nothing is
allocated once the largest frame has been seen, however slow the GPU is.
"""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING

from framescope.profile.timer_array import GPUTimerArray

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext

__all__ = ["GPUTimerPool", "check_arrays"]

_log = logging.getLogger("framescope.recorder")
_FEATURE = "timestamp-query"
_CAP = 16


def check_arrays(initial: int, arrays_per_frame: int | None, cap: int = _CAP) -> None:
    """Raise ValueError unless a pool can be made so."""
    if not 1 <= initial <= cap <= 256:
        raise ValueError(f"a timer pool needs 1 <= initial <= cap <= 256, not initial={initial}, cap={cap}")
    if arrays_per_frame is not None and arrays_per_frame < 1:
        raise ValueError(f"arrays_per_frame must be at least 1 or None, not {arrays_per_frame}")


class GPUTimerPool:
    """The timer arrays of one graphics context.

    Args:
        graphics: Whose device they live on. Without the feature ``timestamp-query`` the pool stays empty.
        pairs: Slots of each array, 1 to 2048.
        initial: Arrays to start with, and to add each time a frame needs one more at once: the frames in flight
            and one.
        cap: The most arrays there may be, at most 256. Some drivers allow about 32 query sets in all.
        arrays_per_frame: The most one frame may hold; None for as many as the cap allows.

    Attributes:
        supported: Whether the device can time passes at all.
    """

    def __init__(
        self,
        graphics: GraphicsContext,
        pairs: int = 256,
        *,
        initial: int = 4,
        cap: int = _CAP,
        arrays_per_frame: int | None = None,
    ) -> None:
        check_arrays(initial, arrays_per_frame, cap)
        self._graphics = graphics
        self._pairs = pairs
        self._initial = initial
        self._cap = cap
        self._arrays_per_frame = arrays_per_frame
        self._most_held = 1
        self._free: deque[GPUTimerArray] = deque()  # the one unused for longest goes out first
        self._live: dict[int, GPUTimerArray] = {}
        self.supported = _FEATURE in graphics.features_granted
        if self.supported:
            self._grow_to(initial)

    @property
    def size(self) -> int:
        """How many arrays there are, free and in use."""
        return len(self._live)

    @property
    def free(self) -> int:
        """How many arrays a frame could take now."""
        return len(self._free)

    def may_hold(self, count: int) -> bool:
        """Whether one frame may hold ``count`` arrays at once."""
        return count <= (self._cap if self._arrays_per_frame is None else min(self._arrays_per_frame, self._cap))

    def acquire(self, held: int) -> GPUTimerArray | None:
        """An array ready to be claimed from, or None when none is free.

        Args:
            held: How many arrays the asking frame holds already.
        """
        if not self.supported or not self.may_hold(held + 1):
            return None
        if held + 1 > self._most_held:
            self._most_held = held + 1
            self._grow_to(min(self._most_held * self._initial, self._cap))
        return self._free.popleft() if self._free else None

    def release(self, array: GPUTimerArray) -> None:
        """Take ``array`` back; one whose readback failed is closed and replaced, not used again."""
        if array.recyclable:
            array.reset()
            self._free.append(array)
            return
        array.close()
        if self._live.pop(array.number, None) is not None:
            self._grow_to(self.size + 1)

    def close(self) -> None:
        """Close every array; one whose readback is pending goes when it arrives."""
        self.supported = False
        for array in self._live.values():
            array.close()
        self._free.clear()

    def _grow_to(self, size: int) -> None:
        unused = (number for number in range(self._cap) if number not in self._live)
        while self.supported and self.size < size and not self._graphics.lost:
            number = next(unused)
            try:
                array = GPUTimerArray(self._graphics, self._pairs, label=f"framescope timers {number}", number=number)
            except ValueError:
                raise
            except Exception as error:  # the driver's own limit on query sets, or a lost device
                _log.warning("no more than %d timer arrays could be made: %s", self.size, error)
                self._cap = max(self.size, 1)
                return
            self._live[number] = array
            self._free.append(array)
