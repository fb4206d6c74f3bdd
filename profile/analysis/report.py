"""What statistics say of a range of frames: data with stable keys, from which tables are derived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from framescope.profile.analysis.percentiles import Distribution

__all__ = ["LOST", "UNATTRIBUTED", "PassStats", "StatsReport"]

UNATTRIBUTED = "(unattributed)"
LOST = "(names lost)"


@dataclass(frozen=True, slots=True)
class PassStats:
    """One pass over a range of frames.

    Attributes:
        path: Scope path of the graph pass. A GPU pass opened outside every graph pass has its label, after
            :data:`UNATTRIBUTED` and a slash, and ``#k`` where it is the k-th of that label in the frame; those
            without a label share :data:`UNATTRIBUTED`. :data:`LOST` for those whose pass list could not be read.
        attributed: False for all of these but the first, whatever a real pass may be called.
        gpu_passes: GPU passes it opens a frame.
        n: Frames in which at least one of its spans has a time.
        ticks: Its time a frame, the union of its timed spans, over those ``n`` frames; None when ``n`` is 0.
        ns: The same in nanoseconds; None when the clock's unit is unknown.
        share: Its total over the total of the frames' unions; None when either is missing.
        dispatches: Dispatches a frame; None where work was not recorded, or it opens no compute pass.
        draws: Draws a frame; None where work was not recorded, or it opens no render pass.
        invocations: Invocations a frame; None as ``dispatches``, and where the sum is partial in any frame.

    ``gpu_passes``, ``dispatches``, ``draws`` and ``invocations`` are medians over the frames that list the pass.
    """

    path: str
    attributed: bool
    gpu_passes: int
    n: int
    ticks: Distribution | None
    ns: Distribution | None
    share: float | None
    dispatches: int | None
    draws: int | None
    invocations: int | None

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, with the keys that ``framescope stats --json`` documents."""
        return {
            "pass": self.path,
            "attributed": self.attributed,
            "gpu_passes": self.gpu_passes,
            "n": self.n,
            **_nanoseconds(self.ns),
            "share": self.share,
            "dispatches": self.dispatches,
            "draws": self.draws,
            "invocations": self.invocations,
        }


@dataclass(frozen=True, slots=True)
class StatsReport:
    """A range of frames.

    Attributes:
        frames: How many frames were read; ``first`` and ``last`` are the numbers of the outer two, None without any.
        statuses: Frames by status.
        spans: GPU passes in them; ``timed`` of these have a valid time.
        untimed: GPU passes without a time, by reason.
        lost: Damaged places of the capture, so that a reader of the figures knows they are not of everything.
        ns_per_tick: The clock's unit, None when unknown.
        backend: What the adapter ran on, None when unknown.
        extent: Latest end minus earliest begin of the frames that have a timed span, in ticks.
        union: Ticks in which at least one pass ran, of the same frames.
        cpu_frame_ns: From begin to last submit on the CPU, of the frames where both are known.
        passes: By descending total.
    """

    frames: int
    first: int | None
    last: int | None
    statuses: dict[str, int]
    spans: int
    timed: int
    untimed: dict[str, int]
    lost: int
    ns_per_tick: float | None
    backend: str | None
    extent: Distribution | None
    union: Distribution | None
    cpu_frame_ns: Distribution | None
    passes: tuple[PassStats, ...]

    @property
    def timed_share(self) -> float | None:
        """Timed spans over all spans; None when there is no span."""
        return self.timed / self.spans if self.spans else None

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, with stable keys; durations are integers in nanoseconds, None when unknown."""
        return {
            "frames": self.frames,
            "first": self.first,
            "last": self.last,
            "statuses": self.statuses,
            "timed_share": self.timed_share,
            "untimed": self.untimed,
            "lost": self.lost,
            "ns_per_tick": self.ns_per_tick,
            "gpu_extent": _nanoseconds(self._in_ns(self.extent)),
            "gpu_union": _nanoseconds(self._in_ns(self.union)),
            "cpu_frame": _nanoseconds(self.cpu_frame_ns),
            "passes": [row.to_dict() for row in self.passes],
        }

    def _in_ns(self, ticks: Distribution | None) -> Distribution | None:
        return None if ticks is None else ticks.in_ns(self.ns_per_tick)


def _nanoseconds(durations: Distribution | None) -> dict[str, int | None]:
    if durations is None:
        return dict.fromkeys(("min_ns", "median_ns", "p95_ns", "max_ns", "total_ns"))
    return {
        "min_ns": durations.minimum,
        "median_ns": durations.median,
        "p95_ns": durations.p95,
        "max_ns": durations.maximum,
        "total_ns": durations.total,
    }
