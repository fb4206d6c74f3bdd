"""One line on stderr that rewrites itself while a long command runs, and only where somebody watches."""

from __future__ import annotations

import time
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TextIO

__all__ = ["StatusLine"]

_INTERVAL_S = 0.1


class StatusLine:
    """A self-rewriting line; silent when the stream is no terminal.

    Args:
        stream: Where to write, usually ``sys.stderr``.
        clock: Seconds that never go back; tests hand in their own.
        columns: The terminal's width now.
    """

    __slots__ = ("_clock", "_columns", "_drawn", "_next", "_stream", "_terminal")

    def __init__(
        self,
        stream: TextIO,
        clock: Callable[[], float] = time.monotonic,
        columns: Callable[[], int] = lambda: get_terminal_size().columns,
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._columns = columns
        self._terminal = stream.isatty()
        self._next = 0.0
        self._drawn = 0

    def update(self, text: Callable[[], str]) -> None:
        """Show ``text()``, at most ten times a second; it is not called when nothing is shown."""
        if not self._terminal or self._clock() < self._next:
            return
        self._next = self._clock() + _INTERVAL_S
        line = text()[: self._columns() - 1]  # a line that wraps cannot be rewritten
        self._stream.write("\r" + line.ljust(self._drawn))
        self._stream.flush()
        self._drawn = len(line)

    def clear(self) -> None:
        """Take the line away, so that what is printed next starts in an empty one."""
        if self._drawn:
            self._stream.write("\r" + " " * self._drawn + "\r")
            self._stream.flush()
            self._drawn = 0
