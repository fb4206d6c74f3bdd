"""Ctrl-C ends a recording between two frames; a second one ends the program."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

__all__ = ["Interruptible"]


class Interruptible:
    """While entered, the first SIGINT only sets ``requested``: a frame that is being encoded is left whole.

    The second SIGINT is what it always was. Outside the main thread, where Python allows no handlers, and where SIGINT
    is ignored (``nohup``, a shell's background job), this does nothing and ``requested`` stays False.
    """

    def __init__(self) -> None:
        self.requested = False
        self._previous: Any = None

    def __enter__(self) -> Interruptible:
        ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        if threading.current_thread() is threading.main_thread() and not ignored:
            self._previous = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._restore()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if not self.requested:
            self.requested = True
        elif not _called_from_c(frame):
            self._restore()
            signal.raise_signal(number)

    def _restore(self) -> None:
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)
            self._previous = None


def _called_from_c(frame: FrameType | None) -> bool:
    """True inside a callback of the GPU's library: what is raised there is printed, and lost with the readback."""
    return frame is not None and frame.f_globals.get("__name__") == "framescope.shade.native"
