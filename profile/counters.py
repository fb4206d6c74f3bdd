"""Numbers that any thread may report and that ride in the record of the frame they were reported in."""

from __future__ import annotations

import math
import threading

from framescope.profile.errors import SessionError

__all__ = ["Counters"]


class Counters:
    """The numbers reported since the last frame ended. Safe to use from any thread."""

    __slots__ = ("_lock", "_values")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, int | float] = {}

    def set(self, name: str, value: int | float) -> None:
        """Report ``value``; of several in one frame the last stays.

        Raises:
            SessionError: ``value`` is no finite number.
        """
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise SessionError(f"counter {name!r} takes a finite int or float, not {value!r}")
        with self._lock:
            self._values[name] = value

    def take(self) -> dict[str, int | float]:
        """Everything reported so far, which is forgotten here."""
        if not self._values:
            return {}
        with self._lock:
            taken, self._values = self._values, {}
        return taken
