"""One command context's hold on one timer array, for one frame."""

from __future__ import annotations

from framescope.profile.sgpt.model import SpanState
from framescope.profile.timer_array import GPUTimerArray, Ticks

__all__ = ["TimerLease"]


class TimerLease:
    """What a span's time hangs on, from the claim of its slot to the arrival of its ticks.

    A context that holds no array has a lease too, without one: its passes are untimed, yet they were submitted or
    not like any others.

    Attributes:
        array: The timer array, or None; given back as soon as its ticks were copied out.
        number: Which query set of the capture it is; 0 without an array.
        ticks: The raw ticks, slot by slot, once they arrived.
        state: What the lease's spans are as long as there are no ticks.
        reason: Why the readback failed, or None.
    """

    __slots__ = ("array", "number", "reason", "state", "ticks")

    def __init__(self, array: GPUTimerArray | None) -> None:
        self.array = array
        self.number = 0 if array is None else array.number
        self.ticks: Ticks | None = None
        self.state = SpanState.NOT_SUBMITTED
        self.reason: str | None = None
