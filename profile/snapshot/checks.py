"""The checks of which the structural table is made.

A check is a function of a value, its path, and the issues to add to. A required property that is absent is given
to its own check as :data:`MISSING`, which is of no JSON type: so it is reported both as missing and as what it is not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.vocabulary import MAX_SAFE_INTEGER

__all__ = [
    "MISSING",
    "Check",
    "all_of",
    "any_value",
    "array",
    "boolean",
    "chosen",
    "duration",
    "entity",
    "is_number",
    "is_whole",
    "literal",
    "lone_surrogate",
    "non_empty",
    "one_of",
    "positive",
    "record",
    "string",
    "whole",
]

Check = Callable[[Any, str, Issues], None]
"""``check(value, path, issues)``; it adds whatever is wrong."""

MISSING: Final = object()
"""What stands for a property that is absent."""

LONE_SURROGATE = "Strings must not contain lone surrogates."

# Neither `.` nor `$` of Python's re stops at the line terminators that the format names.
_ENTITY = re.compile("[a-z][a-z0-9-]*:[^\n\r\u2028\u2029]+")
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_whole(value: object) -> TypeGuard[int | float]:
    """A safe integer of at least 0; ``1.0`` is one, True is none."""
    return is_number(value) and 0 <= value <= MAX_SAFE_INTEGER and value == int(value)


def is_number(value: object) -> TypeGuard[int | float]:
    """A finite number, as far as a double reaches; True is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def lone_surrogate(text: str) -> bool:
    """Such a string is no Unicode text, and no UTF-8 file can hold it."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def chosen(value: object, words: Sequence[str]) -> str | None:
    """``value`` where it is one of the words, otherwise None."""
    return value if isinstance(value, str) and value in words else None


@dataclass(frozen=True, slots=True)
class Leaf:
    """A check of a single value that most values pass at once, before a path is written for them.

    Attributes:
        passes: True only where nothing is wrong.
        explain: The check; asked where ``passes`` is not sure.
    """

    passes: Callable[[Any], bool]
    explain: Check

    def __call__(self, value: Any, path: str, issues: Issues) -> None:
        """The check."""
        if not self.passes(value):
            self.explain(value, path, issues)


def _leaf(passes: Callable[[Any], bool]) -> Callable[[Check], Leaf]:
    return lambda explain: Leaf(passes, explain)


@_leaf(lambda value: True)
def any_value(value: object, path: str, issues: Issues) -> None:
    """Nothing to say here: a rule of the whole object looks at it."""


def array(value: object, path: str, issues: Issues) -> None:
    """Any array."""
    if not isinstance(value, list):
        issues.add("invalid-type", path, "Expected an array.")


def record(value: object, path: str, issues: Issues) -> None:
    """Any object."""
    if not isinstance(value, dict):
        issues.add("invalid-type", path, "Expected an object.")


@_leaf(lambda value: isinstance(value, bool))
def boolean(value: object, path: str, issues: Issues) -> None:
    """True or false."""
    issues.add("invalid-type", path, "Expected a boolean.")


@_leaf(lambda value: isinstance(value, str) and value.isascii())
def string(value: object, path: str, issues: Issues) -> None:
    """Any string."""
    if not isinstance(value, str):
        issues.add("invalid-type", path, "Expected a string.")
    elif lone_surrogate(value):
        issues.add("invalid-json-value", path, LONE_SURROGATE)


@_leaf(lambda value: isinstance(value, str) and value.isascii() and value != "")
def non_empty(value: object, path: str, issues: Issues) -> None:
    """A string of at least one character."""
    string(value, path, issues)
    if isinstance(value, str) and not value:
        issues.add("empty-string", path, "Expected a non-empty string.")


@_leaf(is_whole)
def whole(value: object, path: str, issues: Issues) -> None:
    """A count, an index, a size."""
    issues.add("invalid-integer", path, "Expected a non-negative safe integer.")


@_leaf(lambda value: is_whole(value) and value != 0)
def positive(value: object, path: str, issues: Issues) -> None:
    """A count of which there is at least one."""
    whole(value, path, issues)
    if is_whole(value):
        issues.add("invalid-integer", path, "Expected a positive safe integer.")


@_leaf(lambda value: is_number(value) and value >= 0)
def duration(value: object, path: str, issues: Issues) -> None:
    """Microseconds."""
    issues.add("invalid-number", path, "Expected a finite non-negative number.")


def literal(expected: str | int) -> Check:
    """This value and no other."""
    text = f'Expected "{expected}".' if isinstance(expected, str) else f"Expected {expected}."

    def check(value: object, path: str, issues: Issues) -> None:
        if not isinstance(value, (str, int, float)) or isinstance(value, bool) or value != expected:
            issues.add("invalid-literal", path, text)

    return check


def one_of(words: Sequence[str], message: str | None = None) -> Check:
    """One of the words."""
    text = f"Expected one of: {', '.join(words)}." if message is None else message
    known = frozenset(words)

    @_leaf(lambda value: isinstance(value, str) and value in known)
    def check(value: object, path: str, issues: Issues) -> None:
        issues.add("invalid-enum", path, text)

    return check


def entity(prefix: str) -> Check:
    """An id with the prefix of its kind."""
    start, text = f"{prefix}:", f'Entity id must use the "{prefix}:" prefix.'
    plain = re.compile(f"{prefix}:[!-~]+")

    @_leaf(lambda value: isinstance(value, str) and plain.fullmatch(value) is not None)
    def check(value: object, path: str, issues: Issues) -> None:
        non_empty(value, path, issues)
        if not isinstance(value, str):
            return
        if _ENTITY.fullmatch(value) is None:
            issues.add("invalid-id", path, 'Entity id must use a type-prefixed string such as "node:1".')
        elif not value.startswith(start):
            issues.add("invalid-id", path, text)

    return check


def all_of(*checks: Check) -> Check:
    """Each of these, one after the other."""

    def check(value: object, path: str, issues: Issues) -> None:
        for one in checks:
            one(value, path, issues)

    return check
