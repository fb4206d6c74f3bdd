"""Named points of a frame: where a scene lets code from outside add passes (the frame graph correctness ledger §23)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from framescope.shade.errors import GraphError

__all__ = ["FramePoint", "require_point"]


@dataclass(frozen=True, slots=True)
class FramePoint:
    """A place between two passes of a scene.

    Attributes:
        name: ``"after-lighting"`` and so on; scenes share a name where they share the meaning.
        summary: One line: what has been drawn when the point is reached.
    """

    name: str
    summary: str


def require_point(point: object, points: Iterable[str], scene: str) -> None:
    """Refuse a point that the scene does not have.

    Raises:
        GraphError: FG3001, listing the points there are.
    """
    known = tuple(points)
    if point not in known:
        has = f"it has: {', '.join(known)}" if known else "it has no named points, so nothing can be added to its frame"
        raise GraphError("FG3001", f"scene {scene!r} has no point {point!r}; {has}", phase="record")
