"""Ctrl-C ends a recording between two frames; a second one ends the program."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

__all__ = ["Interruptible"]


class Interruptible:
    """While entered, the first SIGINT only sets ``requested``: a frame that is being encoded is left whole.

    The second SIGINT is what it always was. Outside the main thread, where Python allows no handlers, this
    does nothing and ``requested`` stays False.
    """

    def __init__(self) -> None:
        self.requested = False
        self._previous: Any = None

    def __enter__(self) -> Interruptible:
        if threading.current_thread() is threading.main_thread():
            self._previous = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._restore()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
        self._restore()

    def _restore(self) -> None:
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)
            self._previous = None
