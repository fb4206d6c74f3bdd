"""Frames of two captures that do the same work, found by their numbers.

A camera on a path makes frame 200 dearer than frame 20, in both recordings alike. That is no noise: held against each
other frame by frame, it cancels, and a small change shows that the spread of all frames would hide.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.median_interval import LEAST_FRAMES, sides_of_median
from framescope.profile.analysis.pass_samples import Samples

__all__ = ["paired_ratios"]

_NEAR = 2  # frames of those that have the pass: what lost a frame, or has every other one, still follows the same path
_MOST = 0.9
_ALIKE = 0.25


def paired_ratios(a: Samples, b: Samples) -> npt.NDArray[np.float64] | None:
    """How many times as long as in A each frame is in B, in ticks of either clock.

    Returns:
        None where frames do not go together: where fewer than nine in ten of A have a counterpart within two of B's
        frames that have the pass, where a time is 0, or where times that are long in A are not long in B (the sides of
        the median correlate by less than 0.25; those of independent noise do not at all).
    """
    if len(b.frames) < LEAST_FRAMES:
        return None
    after = np.clip(np.searchsorted(b.frames, a.frames), 1, len(b.frames) - 1)
    before = after - 1
    nearer = np.where(np.abs(b.frames[before] - a.frames) <= np.abs(b.frames[after] - a.frames), before, after)
    near = np.abs(b.frames[nearer] - a.frames) <= _NEAR * np.median(np.diff(b.frames))
    if near.sum() < max(LEAST_FRAMES, _MOST * len(a.frames)):
        return None
    ours, theirs = a.ticks[near].astype(np.float64), b.ticks[nearer[near]].astype(np.float64)
    if not ours.all() or not theirs.all():
        return None
    alike = 4 * float(np.mean(sides_of_median(ours) * sides_of_median(theirs)))
    return theirs / ours if alike >= _ALIKE else None
