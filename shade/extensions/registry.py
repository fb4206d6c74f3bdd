"""``Extensions``: what was added to a scene's frame from outside, by point (the frame graph correctness ledger §23)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from framescope.shade.errors import GraphError
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.extensions.frame_points import FramePoint, require_point

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["Entry", "Extension", "Extensions"]

Extension: TypeAlias = Callable[[FrameContext], object]
"""Called once a frame while it is recorded; adds passes to ``frame.graph``."""


class Entry(NamedTuple):
    """An extension at a point."""

    name: str
    extension: Extension

    def check_answer(self, answer: object) -> None:
        """Refuse a coroutine or generator: it has not run, so it has added nothing."""
        if isinstance(answer, Coroutine | Generator | AsyncGenerator):
            if not isinstance(answer, AsyncGenerator):
                answer.close()  # else Python warns that it was never awaited
            message = f"extension {self.name!r} gave back {answer!r}; it has to add its passes before it returns"
            raise GraphError("FG3007", message, phase="record")


class Extensions:
    """The extensions of one scene. A change takes effect with the next frame, also when made during one.

    Args:
        points: The scene's points, in the order in which a frame reaches them.
        scene: The scene's name, for errors.

    Attributes:
        points: The names of the points.
        scene: As given.
    """

    __slots__ = ("_entries", "points", "scene")

    def __init__(self, points: Iterable[FramePoint] = (), *, scene: str) -> None:
        self.points = tuple(point.name for point in points)
        self.scene = scene
        self._entries: dict[str, tuple[Entry, ...]] = {}  # replaced, never changed: a frame keeps the one it began with

    def __repr__(self) -> str:
        return f"<Extensions of {self.scene!r}: {', '.join(f'{name} at {point}' for point, name in self) or 'none'}>"

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """``(point, name)`` of each, in the order in which they run."""
        return iter([(point, entry.name) for point in self.points for entry in self._entries.get(point, ())])

    def add(self, point: str, extension: Extension, *, name: str | None = None) -> None:
        """Let ``extension`` add passes at a point, after those that were added there before.

        Args:
            point: One of the scene's points.
            extension: Called as ``extension(frame)`` while each frame is recorded.
            name: The scope of its passes; None takes its ``name`` or ``__name__``, or that of its class.

        Raises:
            GraphError: FG3001 for a point the scene does not have, FG3007 for what cannot be called, is there
                already, or has an empty name.
        """
        require_point(point, self.points, self.scene)
        present = self._entries.get(point, ())
        chosen = _name_of(extension) if name is None else name
        fault = None
        if not callable(extension):
            fault = "cannot be called with a FrameContext"
        elif any(entry.extension == extension for entry in present):
            fault = f"was added at {point!r} before"
        elif not isinstance(chosen, str) or not chosen:
            fault = f"has the name {chosen!r}; a scope is named by a non-empty string"
        if fault is not None:
            raise GraphError("FG3007", f"extension {extension!r} {fault}", phase="record")
        self._entries = {**self._entries, point: (*present, Entry(chosen, extension))}

    def remove(self, extension: Extension, point: str | None = None) -> None:
        """Take ``extension`` out again, at one point or at all of them.

        Raises:
            GraphError: FG3001 for a point the scene does not have.
            ValueError: It is not there.
        """
        if point is not None:
            require_point(point, self.points, self.scene)
        kept: dict[str, tuple[Entry, ...]] = {}
        found = False
        for at, entries in self._entries.items():
            left = tuple(e for e in entries if e.extension != extension or point not in (None, at))
            found = found or len(left) < len(entries)
            if left:
                kept[at] = left
        if not found:
            raise ValueError(f"extension {extension!r} is not at {'any point' if point is None else point!r}")
        self._entries = kept

    def begin_frame(self, graph: FrameGraph, size: tuple[int, int], frame_index: int) -> FrameContext:
        """The context of a frame, for the scene that records it: it calls :meth:`FrameContext.reach` at each point."""
        return FrameContext(self, self._entries, graph, size, frame_index)


def _name_of(extension: object) -> str:
    for attribute in ("name", "__name__"):
        found = getattr(extension, attribute, None)
        if isinstance(found, str):
            return found
    return type(extension).__name__
