"""Ratios of CPU time between arms that take turns in one run.

Absolute times say more about the machine than about the code, so every claim is a ratio of medians, its interval
from a bootstrap over the rounds (a fixed seed: the same samples give the same interval).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Ratio", "alternate", "median", "ratio"]

_RESAMPLES = 500


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of medians with a 95 % interval and the bound it is held to.

    Attributes:
        median, low, high: The ratio and its interval.
        target: Upper bound, or None where the figure is only told.
    """

    median: float
    low: float
    high: float
    target: float | None

    @property
    def ok(self) -> bool | None:
        """Whether the ratio is within its bound; None without one."""
        return None if self.target is None else self.median <= self.target

    def as_dict(self) -> dict[str, float | bool | None]:
        """The stable keys of ``framescope bench --json``."""
        return {"median": self.median, "low": self.low, "high": self.high, "target": self.target, "ok": self.ok}


def median(samples: list[float]) -> float:
    """The lower median."""
    return sorted(samples)[(len(samples) - 1) // 2]


def alternate(arms: Mapping[str, Callable[[], float]], rounds: int, warm_up: int = 3) -> dict[str, list[float]]:
    """Run the arms in turn, ``rounds`` times, each returning its own cost; the first ``warm_up`` are dropped.

    Turns rather than blocks: a machine that slows down half way slows all arms alike.
    """
    samples: dict[str, list[float]] = {name: [] for name in arms}
    for turn in range(rounds + warm_up):
        for name, run in arms.items():
            cost = run()
            if turn >= warm_up:
                samples[name].append(cost)
    return samples


def ratio(samples: list[float], base: list[float], target: float | None = None) -> Ratio:
    """The ratio of medians of two arms, with a bootstrap interval over the paired rounds."""
    if len(samples) != len(base) or not samples:
        raise ValueError("both arms need the same number of rounds, at least one")
    generator = random.Random(7)
    count = len(samples)
    resampled = []
    for _ in range(_RESAMPLES):
        picks = [generator.randrange(count) for _ in range(count)]
        resampled.append(median([samples[i] for i in picks]) / median([base[i] for i in picks]))
    resampled.sort()
    low, high = resampled[int(_RESAMPLES * 0.025)], resampled[int(_RESAMPLES * 0.975)]
    return Ratio(median(samples) / median(base), low, high, target)
