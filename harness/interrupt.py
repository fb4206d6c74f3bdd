"""Ctrl-C, or a polite kill, ends a recording between two frames; a second one ends the program."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

__all__ = ["Interruptible"]


_SIGNALS = (signal.SIGINT, signal.SIGTERM)  # the terminal's, and the one that timeout and container runtimes send


class Interruptible:
    """While entered, the first SIGINT or SIGTERM only sets ``requested``: a frame that is being encoded is left whole.

    The second is what it always was. Outside the main thread, where Python allows no handlers, this does nothing and
    ``requested`` stays False; so it is for a signal that is ignored (``nohup``, a shell's background job).
    """

    def __init__(self) -> None:
        self.requested = False
        self._previous: dict[int, Any] = {}

    def __enter__(self) -> Interruptible:
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._previous[number] = signal.signal(number, self._on_signal)
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
        while self._previous:
            signal.signal(*self._previous.popitem())


def _called_from_c(frame: FrameType | None) -> bool:
    """True inside a callback of the GPU's library: what is raised there is printed, and lost with the readback."""
    return frame is not None and frame.f_globals.get("__name__") == "framescope.shade.native"
