"""What the recorder counts in every frame besides its passes; the names are the container's format's, §7.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.profile.pool_counters import PoolCounters
from framescope.profile.sgpt.model import WorkColumns

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext

__all__ = ["FrameCounters", "drawn"]


class FrameCounters:
    """Bytes and the pool, sampled where a frame begins and where it ends."""

    __slots__ = ("_graphics", "_pool")

    def __init__(self, graphics: GraphicsContext) -> None:
        self._graphics = graphics
        self._pool = PoolCounters(graphics.transients)

    def take(self, declared: int | None) -> dict[str, int]:
        """The counters of the frame that ends now.

        Args:
            declared: Declared bytes of what its graph allocated; None without one.
        """
        counters = self._pool.take()
        counters["live_bytes"] = self._graphics.live_bytes
        if self._graphics.live_unsized:
            counters["live_unsized"] = self._graphics.live_unsized
        if declared is not None:
            counters["declared_bytes"] = declared
        return counters


def drawn(work: WorkColumns) -> dict[str, int | float]:
    """``draws``, where a frame drew at all; whoever counts them himself is believed."""
    return {"draws": int(work.render.draws.sum())} if len(work.render.draws) else {}
