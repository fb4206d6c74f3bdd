"""Times as a snapshot has them: of one clock, or the reason why there are none.

Nanoseconds are whole numbers here. In the file they become microseconds as the nearest double of ns ÷ 1000, so that
``round(1000 * micros)`` is the nanoseconds again, for durations below 2⁵⁰ ns, which is 13 days.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["NOT_REQUESTED", "PassTimes", "PoolCounts", "Unavailable", "micros"]


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why something was not measured.

    Attributes:
        reason: In the protocol's words where it has some: ``not-requested``, ``unsupported``, ``no-timed-nodes``,
            ``busy``, ``too-many-timed-nodes``, ``readback-failed``.
    """

    reason: str


NOT_REQUESTED = Unavailable("not-requested")


@dataclass(frozen=True, slots=True)
class PassTimes:
    """What one clock measured of one frame.

    Attributes:
        total_ns: The frame: on the GPU its extent, on the CPU its execution.
        pass_ns: By recording index of the pass; passes without a time are absent.
    """

    total_ns: int
    pass_ns: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PoolCounts:
    """Counters of the pool of transients, as ``TransientPool.stats()`` names them."""

    acquired: int
    reused: int
    created: int
    retained: int
    retained_bytes: int | None = None


def micros(ns: int) -> int | float:
    """Nanoseconds in microseconds."""
    return ns // 1000 if ns % 1000 == 0 else ns / 1000
