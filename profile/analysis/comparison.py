"""What a comparison of two captures says: data with stable keys, from which its text is derived."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from framescope.profile.analysis.setting_differences import SettingDifference
from framescope.profile.analysis.topology_differences import TopologyDifference

__all__ = ["CONFIDENCE", "ComparedCapture", "Comparison", "PassComparison", "Verdict"]

Verdict = Literal["slower", "faster", "no change", "too few samples"]

CONFIDENCE = 0.95
"""How likely all intervals of a comparison hold at once."""


@dataclass(frozen=True, slots=True)
class PassComparison:
    """One pass of both captures.

    Attributes:
        path: Scope path, as ``framescope stats`` names it; ``attributed`` as there.
        a_n: Frames of A in which it has a time; ``b_n`` of B.
        a_median_ns: Its median over them, None when there is none; ``b_median_ns`` alike. In ticks where the clock's
            unit is unknown in both captures.
        change: B's median over A's, less 1, or the median of the frames' changes; None where a median is missing or A's
            is 0.
        low: Lower end of its interval, None where there is none; ``high`` alike.
        paired: True where the change is that of frames held against their counterparts
            (:mod:`~framescope.profile.analysis.frame_pairs`), not that of the medians over all frames.
        verdict: ``"slower"`` where the whole interval lies above 1 %, ``"faster"`` where it lies below -1 %.
        reason: Why the samples are too few, ``""`` for every other verdict: ``"9 frames"`` with a time, ``"4
            independent"`` stretches of frames, or ``"too wide"`` an interval.
        enough: With how many frames in which it has a time there would be a verdict, about: an estimate from the
            stretches there are, or from the width of the interval. None for every other verdict.
    """

    path: str
    attributed: bool
    a_n: int
    b_n: int
    a_median_ns: int | None
    b_median_ns: int | None
    change: float | None
    low: float | None
    high: float | None
    paired: bool
    verdict: Verdict
    reason: str = ""
    enough: int | None = None

    def exceeds(self, threshold: float) -> bool:
        """True where even the lower end of the interval is a larger change than ``threshold``."""
        if self.verdict != "slower":
            return False
        return self.low is None or self.low > threshold  # from a median of 0, any change is beyond every share

    def may_exceed(self, threshold: float) -> bool:
        """True where the interval leaves open whether the change is larger than ``threshold``."""
        if self.verdict == "too few samples":
            return True
        return self.high is not None and self.high > threshold and not self.exceeds(threshold)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, with the keys that ``framescope compare --json`` documents."""
        return {
            "pass": self.path,
            "attributed": self.attributed,
            "a_n": self.a_n,
            "b_n": self.b_n,
            "a_median_ns": self.a_median_ns,
            "b_median_ns": self.b_median_ns,
            "change": self.change,
            "low": self.low,
            "high": self.high,
            "paired": self.paired,
            "verdict": self.verdict,
            "reason": self.reason or None,
            "enough": self.enough,
        }


@dataclass(frozen=True, slots=True)
class ComparedCapture:
    """One side of a comparison: which of its frames were looked at, and what recorded them."""

    frames: int
    first: int | None
    last: int | None
    statuses: dict[str, int]
    topologies: int
    capture_id: str | None
    scene: str | None
    size: str | None
    level: str | None
    adapter: str | None

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, with stable keys."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two captures side by side.

    Attributes:
        a: What was looked at of A; ``b`` of B.
        warm_up: How many frames at the start of each capture were left out.
        in_ticks: True where the unit of the GPU's clock is unknown in both, and all times are in ticks.
        frame: The whole frame: the union of its GPU passes.
        passes: Passes of both, by descending median of A.
        only_a: Passes that only A has; ``only_b`` alike.
        settings: What META says differently.
        structure: How the frame graphs differ; None where a side has no topology.
        warnings: What makes the times hard to compare, in words.
    """

    a: ComparedCapture
    b: ComparedCapture
    warm_up: int
    in_ticks: bool
    frame: PassComparison
    passes: tuple[PassComparison, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    settings: tuple[SettingDifference, ...]
    structure: tuple[TopologyDifference, ...] | None
    warnings: tuple[str, ...]

    @property
    def rows(self) -> Iterator[PassComparison]:
        """The passes, and behind them the whole frame."""
        yield from self.passes
        yield self.frame

    def with_verdict(self, verdict: Verdict) -> list[PassComparison]:
        """The passes of this verdict."""
        return [row for row in self.passes if row.verdict == verdict]

    @property
    def frames_to_record(self) -> int | None:
        """About how many frames of each capture would give every pass a verdict; None where all have one.

        A pass that runs in a part of the frames only, needs as many more. Rounded up to two figures.
        """
        wanted = [
            row.enough * max(self.a.frames / row.a_n, self.b.frames / row.b_n)
            for row in self.rows
            if row.enough is not None and row.a_n and row.b_n
        ]
        if not wanted:
            return None
        most = math.ceil(max(wanted)) + self.warm_up
        unit = int("1".ljust(len(str(most)) - 1, "0"))
        return math.ceil(most / unit) * unit

    def slower_by(self, threshold: float) -> list[PassComparison]:
        """The passes, and perhaps the frame, that are slower by more than ``threshold`` with all of their interval."""
        return [row for row in self.rows if row.exceeds(threshold)]

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, with stable keys; durations are integers in nanoseconds, None when unknown."""
        structure = self.structure
        return {
            "a": self.a.to_dict(),
            "b": self.b.to_dict(),
            "warm_up": self.warm_up,
            "confidence": CONFIDENCE,
            "unit": "ticks" if self.in_ticks else "ns",
            "frame": self.frame.to_dict(),
            "passes": [row.to_dict() for row in self.passes],
            "only_a": list(self.only_a),
            "only_b": list(self.only_b),
            "settings": [difference.to_dict() for difference in self.settings],
            "structure": None if structure is None else [difference.to_dict() for difference in structure],
            "warnings": list(self.warnings),
        }
