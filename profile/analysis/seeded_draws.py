"""Random numbers that every language can make again: the inspector's page draws the same ones.

A counter that is stepped by the golden ratio of 32 bits, and the finaliser of MurmurHash3 over it: 32-bit integers and
nothing else. Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014), describe the scheme.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

__all__ = ["seeded_draws"]

_STEP = 0x9E3779B9
_WORD = 0xFFFFFFFF


@lru_cache(maxsize=2)  # the passes of a comparison mostly have equally many frames
def seeded_draws(seed: int, below: int, shape: tuple[int, int]) -> npt.NDArray[np.intp]:
    """Whole numbers from 0 to before ``below``, the same ones for the same arguments; row by row. Not to be changed.

    The *i*-th of them, counted from 0: the 32-bit word ``seed + (i + 1) * 0x9E3779B9``, mixed, times ``below``, divided
    by 2^32 and rounded down, the last three as doubles.
    """
    steps = np.arange(1, shape[0] * shape[1] + 1, dtype=np.uint64)
    mixed = _mix(((steps * np.uint64(_STEP) + np.uint64(seed)) & np.uint64(_WORD)).astype(np.uint32))
    drawn = np.floor(mixed.astype(np.float64) * below / 2.0**32).astype(np.intp).reshape(shape)
    drawn.flags.writeable = False
    return drawn


def _mix(words: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Every bit of a word decides on every bit of what comes back."""
    words = (words ^ (words >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    words = (words ^ (words >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return words ^ (words >> np.uint32(16))
