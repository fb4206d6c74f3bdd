"""What a verb that read a capture says of it last: whether it is whole, and its exit status by that."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from framescope.harness.exit_codes import ExitCode
from framescope.profile.counted import counted

if TYPE_CHECKING:
    from framescope.profile.capture import Capture

__all__ = ["end_of_reading", "tell_empty_range", "wholeness"]


def wholeness(capture: Capture) -> str | None:
    """What is not whole about a capture in one line, or None when it was stopped properly and reads to the end."""
    faults = []
    if capture.state != "closed":
        what = "it was cut off" if capture.state == "cut off" else "its recording was never stopped"
        faults.append(what)
    if capture.lost:
        first = capture.lost[0]
        more = f", and {counted(len(capture.lost) - 1, 'more place')}" if len(capture.lost) > 1 else ""
        faults.append(f"byte {first.offset}: {first.reason}{more}")
    return "; ".join(faults) if faults else None


def tell_empty_range(numbers: Sequence[int]) -> None:
    """Say that ``--frames`` chose none of the frames ``numbers``, of which there are some."""
    print(f"none of its frames is in that range: they are {numbers[0]} to {numbers[-1]}", file=sys.stderr)


def end_of_reading(fault: str | None, read: str) -> ExitCode:
    """The exit status of a capture with this ``fault``, said with what was ``read`` of it all the same."""
    if fault is None:
        return ExitCode.OK
    print(f"NOT WHOLE: {fault}; {read}", file=sys.stderr)
    return ExitCode.NOT_WHOLE
