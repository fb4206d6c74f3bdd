"""What a frame took from the pool of transients, and what the pool holds after it: counters of the frame's record."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from framescope.shade.graph.pool import TransientPool

__all__ = ["PoolCounters"]

_COUNTED = ("acquired", "reused", "created", "retired")  # in this frame


class PoolCounters:
    """Samples a pool where a frame begins and where it ends."""

    __slots__ = ("_before", "_pool")

    def __init__(self, pool: TransientPool) -> None:
        self._pool = pool
        self._before = pool.stats()

    def take(self) -> dict[str, int]:
        """By the names of the container's format, §7.2."""
        before, after = self._before, self._pool.stats()
        counted = {f"pool_{name}": after[name] - before[name] for name in _COUNTED}
        return {**counted, "pool_retained": after["retained"], "pool_bytes": after["retained_bytes"]}
