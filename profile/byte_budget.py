"""A recording has no cap, so it says when it grows large: once, and without stopping."""

from __future__ import annotations

import logging

from framescope.profile.levels import GPUProfileLevel

__all__ = ["ByteBudget"]

_log = logging.getLogger("framescope.session")
_MIB = 1 << 20


class ByteBudget:
    """Warns once when a capture outgrows ``limit`` bytes; None never warns."""

    __slots__ = ("_level", "_limit")

    def __init__(self, limit: int | None, level: GPUProfileLevel) -> None:
        self._limit = limit
        self._level = level

    def observe(self, written: int, frames: int, elapsed_s: float) -> None:
        """Take in the capture's length after a frame."""
        if self._limit is None or written <= self._limit:
            return
        limit, self._limit = self._limit, None
        rate = f", {written / elapsed_s / _MIB:.1f} MiB a second" if elapsed_s > 0 else ""
        _log.warning(
            "the capture has passed its budget of %.0f MiB: level %s takes %.1f KiB a frame%s; recording goes on",
            limit / _MIB,
            self._level.name,
            written / max(frames, 1) / 1024,
            rate,
        )
