"""Numbers that any thread may report and that ride in the record of the frame they were reported in."""

from __future__ import annotations

import math
import threading

import numpy as np

from framescope.profile.errors import SessionError

__all__ = ["Counters"]

_LOWEST, _HIGHEST = -(1 << 63), (1 << 64) - 1  # what a capture's 64 bits hold, signed or not


class Counters:
    """The numbers reported since the last frame ended. Safe to use from any thread."""

    __slots__ = ("_lock", "_values")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, int | float] = {}

    def set(self, name: str, value: int | float) -> None:
        """Report ``value``, a scalar of numpy too; of several in one frame the last stays.

        Raises:
            SessionError: ``value`` is no finite number, or an integer of more than 64 bits; ``name`` is no text.
        """
        if not isinstance(name, str):
            raise SessionError(f"a counter's name is a str, not {name!r}")
        number = value.item() if isinstance(value, np.generic) else value
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise SessionError(f"counter {name!r} takes a finite int or float, not {value!r}")
        if not (math.isfinite(number) if isinstance(number, float) else _LOWEST <= number <= _HIGHEST):
            raise SessionError(f"counter {name!r} takes a finite float or an int of 64 bits, not {value!r}")
        with self._lock:
            self._values[name] = number

    def take(self) -> dict[str, int | float]:
        """Everything reported so far, which is forgotten here."""
        if not self._values:
            return {}
        with self._lock:
            taken, self._values = self._values, {}
        return taken
