"""Opening a scope: what is declared inside the ``with`` block belongs to it."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["Scope"]


class Scope:
    """A named group of passes and resources. Made by :meth:`FrameGraph.scope`; entered once."""

    __slots__ = ("_graph", "_label", "_outer")

    def __init__(self, graph: FrameGraph, label: str) -> None:
        self._graph = graph
        self._label = label
        self._outer = -1

    def __enter__(self) -> None:
        graph = self._graph
        self._outer = graph._scope
        scopes = graph._declarations.scopes
        graph._scope = len(scopes)
        scopes.append((self._label, self._outer, len(graph._passes)))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._graph._scope = self._outer
