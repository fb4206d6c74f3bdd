"""Reading one field after the other of the unversioned Legacy V0 capture, whose checks have codes of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from framescope.profile.snapshot.checks import MISSING, chosen, is_number, is_whole
from framescope.profile.snapshot.codes import Code
from framescope.profile.snapshot.issues import Issues

__all__ = [
    "Fields",
    "boolean",
    "duration",
    "entries",
    "non_empty",
    "one_of",
    "positive",
    "string",
    "uint32",
    "whole",
]

T = TypeVar("T")
Read = Callable[[Any, str, Issues], T | None]
"""``read(value, path, issues)``: the value, or None and an issue."""


class Fields:
    """One object of the capture and its path.

    Args:
        value: The object, or anything else: then every field of it is absent.
        path: Its JSON Pointer.
        issues: What the reads add to.
    """

    __slots__ = ("issues", "path", "value")

    def __init__(self, value: Any, path: str, issues: Issues) -> None:
        self.value: dict[str, Any] = value if isinstance(value, dict) else {}
        self.path, self.issues = path, issues

    def __contains__(self, name: str) -> bool:
        return name in self.value

    def read(self, name: str, read: Read[T]) -> T | None:
        """A required field."""
        return read(self.value.get(name, MISSING), f"{self.path}/{name}", self.issues)

    def optional(self, name: str, read: Read[T]) -> T | None:
        """A field that may be absent; null is not absent."""
        return self.read(name, read) if name in self.value else None

    def inner(self, name: str) -> Fields | None:
        """A required object."""
        return self.read(name, _inner)

    def optional_inner(self, name: str) -> Fields | None:
        """An object that may be absent."""
        return self.inner(name) if name in self.value else None

    def table(self, name: str) -> list[Fields]:
        """A required array of objects. One that is none is reported at its index; those behind it move up."""
        rows = self.read(name, entries(_inner)) or []
        for index, row in enumerate(rows):
            row.path = f"{self.path}/{name}/{index}"
        return rows

    def add(self, code: Code, name: str, message: str) -> None:
        """Report a field."""
        self.issues.add(code, f"{self.path}/{name}", message)


def _inner(value: Any, path: str, issues: Issues) -> Fields | None:
    if not isinstance(value, dict):
        issues.add("legacy-structure", path, "Expected an object.")
        return None
    return Fields(value, path, issues)


def entries(read: Read[T]) -> Read[list[T]]:
    """An array; entries that cannot be read are reported and left out."""

    def read_all(value: Any, path: str, issues: Issues) -> list[T] | None:
        if not isinstance(value, list):
            issues.add("legacy-structure", path, "Expected an array.")
            return None
        found = (read(entry, f"{path}/{index}", issues) for index, entry in enumerate(value))
        return [entry for entry in found if entry is not None]

    return read_all


def whole(value: Any, path: str, issues: Issues) -> int | None:
    """A safe integer of at least 0."""
    if not is_whole(value):
        issues.add("legacy-number", path, "Expected a non-negative safe integer.")
        return None
    return int(value)


def positive(value: Any, path: str, issues: Issues) -> int | None:
    """A safe integer of at least 1."""
    number = whole(value, path, issues)
    if number == 0:
        issues.add("legacy-number", path, "Expected a positive safe integer.")
        return None
    return number


def uint32(value: Any, path: str, issues: Issues) -> int | None:
    """Bits."""
    number = whole(value, path, issues)
    if number is not None and number >= 2**32:
        issues.add("legacy-number", path, "Expected an unsigned 32-bit integer.")
        return None
    return number


def duration(value: Any, path: str, issues: Issues) -> float | None:
    """Microseconds."""
    if not is_number(value) or value < 0:
        issues.add("legacy-number", path, "Expected a finite non-negative number.")
        return None
    return value


def string(value: Any, path: str, issues: Issues) -> str | None:
    """Any string."""
    if not isinstance(value, str):
        issues.add("legacy-string", path, "Expected a string.")
        return None
    return value


def non_empty(value: Any, path: str, issues: Issues) -> str | None:
    """A string of at least one character."""
    if not isinstance(value, str) or not value:
        issues.add("legacy-string", path, "Expected a non-empty string.")
        return None
    return value


def boolean(value: Any, path: str, issues: Issues) -> bool | None:
    """True or false."""
    if not isinstance(value, bool):
        issues.add("legacy-boolean", path, "Expected a boolean.")
        return None
    return value


def one_of(words: Sequence[str]) -> Read[str]:
    """One of the words."""

    def read(value: Any, path: str, issues: Issues) -> str | None:
        word = chosen(value, words)
        if word is None:
            issues.add("legacy-enum", path, f"Expected one of: {', '.join(words)}.")
        return word

    return read
