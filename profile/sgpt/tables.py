"""What the writer remembers of what it wrote: bounded, so that memory does not grow with the recording.

Whatever falls out of a table is written again under a new number when it is needed again.
"""

from __future__ import annotations

from collections import OrderedDict

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.symbols import encode_symbols

__all__ = ["BoundedIds", "SymbolTable"]


class BoundedIds:
    """Numbers for things known by a hash; the least recently used is forgotten, no number is used twice."""

    __slots__ = ("_capacity", "_ids", "count")

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._ids: OrderedDict[bytes, int] = OrderedDict()
        self.count = 0

    def find(self, key: bytes) -> int | None:
        """The number of ``key``, or None when it is not remembered."""
        known = self._ids.get(key)
        if known is not None:
            self._ids.move_to_end(key)
        return known

    def remember(self, key: bytes, number: int) -> None:
        """``key`` has ``number`` from now on."""
        self._ids[key] = number
        if len(self._ids) > self._capacity:
            self._ids.popitem(last=False)

    def next(self) -> int:
        """A number that nothing has yet."""
        self.count += 1
        return self.count - 1


class SymbolTable:
    """The writer's names.

    Args:
        capacity: How many names it remembers; beyond that the least recently used one is forgotten.
    """

    __slots__ = ("_capacity", "_ids", "_next", "_pending")

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._ids: OrderedDict[str, int] = OrderedDict()
        self._next = 0
        self._pending: list[str] = []

    def intern(self, name: str) -> int:
        """The number of ``name``, a new one if it is not remembered.

        Raises:
            SessionError: It is no text; written, it would cost every name of its record.
        """
        if not isinstance(name, str):
            raise SessionError(f"a name in a capture is a str, not {name!r}")
        known = self._ids.get(name)
        if known is not None:
            self._ids.move_to_end(name)
            return known
        number = self._next
        self._next += 1
        self._ids[name] = number
        self._pending.append(name)
        if len(self._ids) > self._capacity:
            self._ids.popitem(last=False)
        return number

    def take_payload(self) -> tuple[int, bytes] | None:
        """The first number and the SYMS payload of the names interned since the last call; None when there are none."""
        if not self._pending:
            return None
        first = self._next - len(self._pending)
        names, self._pending = self._pending, []
        return first, encode_symbols(first, names)
