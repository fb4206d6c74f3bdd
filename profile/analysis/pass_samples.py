"""The times of every pass, frame by frame, in the order in which the frames were rendered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.grouping import FrameStack, PassKey

__all__ = ["FrameSamples", "Samples", "gather_samples"]


@dataclass(frozen=True, slots=True)
class Samples:
    """A time in each frame that has one.

    Attributes:
        frames: Frame numbers, ascending, int64.
        ticks: The time in each of them, uint64.
    """

    frames: npt.NDArray[np.int64]
    ticks: npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class FrameSamples:
    """What a range of frames holds of times.

    Attributes:
        passes: The union of its timed spans, of every pass that any frame lists; no frame where it is never timed.
        union: The union of all timed spans of the frame, of the frames that have one.
    """

    passes: dict[PassKey, Samples]
    union: Samples


def gather_samples(stacks: Iterable[FrameStack]) -> FrameSamples:
    """The times of every pass in these frames."""
    passes: dict[PassKey, list[Samples]] = {}
    unions: list[Samples] = []
    for stack in stacks:
        unions.append(Samples(stack.numbers[stack.has_time], stack.union_ticks()))
        for group in stack.groups:
            ticks, timed = stack.pass_ticks(group)
            passes.setdefault(group.key, []).append(Samples(stack.numbers[timed], ticks[timed]))
    return FrameSamples({key: _in_order(parts) for key, parts in passes.items()}, _in_order(unions))


def _in_order(parts: list[Samples]) -> Samples:
    if not parts:
        return Samples(np.zeros(0, np.int64), np.zeros(0, np.uint64))
    frames = np.concatenate([part.frames for part in parts])
    order = np.argsort(frames, kind="stable")
    return Samples(frames[order], np.concatenate([part.ticks for part in parts])[order])
