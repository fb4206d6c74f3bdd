"""The bracket that the frame graph draws around each of its passes, and what the recorder reads off it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from framescope.profile.sgpt.model import NO_PASS

if TYPE_CHECKING:
    from framescope.shade.graph.brackets import FrameRun

__all__ = ["GraphBracket"]


class GraphBracket:
    """Which graph pass is in progress.

    Attributes:
        index: Recording index of the pass in progress, or ``NO_PASS``.
        path: Its scope path, or ``""``.
        cpu_ns: CPU time of each pass that ended, in execution order.
    """

    __slots__ = ("_begin_ns", "_run", "cpu_ns", "index", "path")

    def __init__(self) -> None:
        self.index = NO_PASS
        self.path = ""
        self.cpu_ns: list[int] = []
        self._begin_ns = 0
        self._run: FrameRun | None = None

    @property
    def attached(self) -> bool:
        """True while a graph is listened to."""
        return self._run is not None

    @property
    def failed_path(self) -> str | None:
        """Scope path of the pass whose callback raised, or None."""
        node = None if self._run is None else self._run.failed_pass
        return None if node is None else node.path

    def attach(self, run: FrameRun, on_failure: Callable[[Exception], object]) -> None:
        """Listen to the passes of ``run``.

        Args:
            run: The frame's graph, about to be executed.
            on_failure: Called if a handler here raised and the signal dropped it: the frame is not whole any more.
        """
        self._run = run
        run.on_pass_begin.add(self._begun, on_failure)
        run.on_pass_end.add(self._ended, on_failure)

    def detach(self) -> None:
        """Stop listening, and let go of the graph."""
        run, self._run = self._run, None
        if run is not None:
            _remove(run.on_pass_begin, self._begun)
            _remove(run.on_pass_end, self._ended)

    def _begun(self, graph_pass: Any) -> None:
        self.index = graph_pass.index
        self.path = graph_pass.path
        self._begin_ns = time.perf_counter_ns()

    def _ended(self, _graph_pass: Any) -> None:
        self.cpu_ns.append(time.perf_counter_ns() - self._begin_ns)
        self.index = NO_PASS
        self.path = ""


def _remove(signal: Any, handler: Callable[..., object]) -> None:
    """Remove ``handler`` if it still listens: the signal itself drops one that raised."""
    if any(listening == handler for listening, _ in signal.handlers):
        signal.remove(handler)
