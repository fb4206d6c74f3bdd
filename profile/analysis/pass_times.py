"""One pass over the frames of a capture, as arrays to plot or to compute with."""

from __future__ import annotations

from difflib import get_close_matches

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.grouping import stack_frames
from framescope.profile.analysis.pass_samples import gather_samples
from framescope.profile.capture import Capture

__all__ = ["pass_times"]


def pass_times(
    capture: Capture, path: str, start: int | None = None, stop: int | None = None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The GPU time of one pass in every frame that has one.

    Example::

        with open_capture("frames.sgpt") as capture:
            frames, times_ns = pass_times(capture, "shadows/cascade 0")
            print(np.median(times_ns) / 1e6, "ms")

    Args:
        capture: An opened capture.
        path: The pass as ``framescope stats`` names it.
        start: The first frame to look at; None for the first there is.
        stop: The frame before which to stop; None for all.

    Returns:
        Frame numbers, ascending, and the pass's time in each of them in nanoseconds: the union of its timed spans.
        Frames without the pass, and those in which none of its spans has a time, are left out.

    Raises:
        ValueError: No frame has such a pass, or the unit of the GPU's clock is unknown.
    """
    scale = capture.ns_per_tick
    if scale is None:
        raise ValueError("the unit of this capture's GPU clock is unknown: its ticks cannot be turned into nanoseconds")
    gathered = gather_samples(stack_frames(capture, start, stop)).passes
    # a graph pass goes before a loose GPU pass whose label made the same path
    passes = {key[0]: samples for key, samples in sorted(gathered.items(), key=lambda item: item[0][1])}
    if path not in passes:
        near = ", ".join(map(repr, get_close_matches(path, passes, n=3, cutoff=0.0)))
        raise ValueError(f"no frame has a pass {path!r}; the nearest: {near or 'no passes at all'}")
    return passes[path].frames, passes[path].ticks.astype(np.float64) * scale
