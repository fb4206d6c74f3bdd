"""The checks of which the structural table is made.

A check is a function of a value, its path, and the issues to add to. A required property that is absent is given
to its own check as :data:`MISSING`, which is of no JSON type: so it is reported both as missing and as what it is not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard

from framescope.profile.snapshot.codes import Code
from framescope.profile.snapshot.issues import Issues, token
from framescope.profile.snapshot.vocabulary import MAX_SAFE_INTEGER

__all__ = [
    "MISSING",
    "Check",
    "Shape",
    "Variants",
    "all_of",
    "any_value",
    "array",
    "boolean",
    "chosen",
    "distinct",
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
    "records",
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


def distinct(each: Check, words: Sequence[str] | None = None) -> Check:
    """An array of strings, none of them twice; ``words`` says which there are."""
    listed = None if words is None else one_of(words)

    def check(value: object, path: str, issues: Issues) -> None:
        array(value, path, issues)
        seen: set[str] = set()
        for index, entry in enumerate(value if isinstance(value, list) else ()):
            each(entry, f"{path}/{index}", issues)
            if not isinstance(entry, str):
                continue
            if listed is not None:
                listed(entry, f"{path}/{index}", issues)
            if entry in seen:
                issues.add("duplicate-value", f"{path}/{index}", f'Duplicate value "{entry}".')
            seen.add(entry)

    return check


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed object: its properties, each with its check, and what must hold between them.

    Attributes:
        required: Properties that must be there.
        optional: Properties that may be.
        rules: Called with the object, its path and the issues, once its properties were looked at one by one.
    """

    required: Mapping[str, Check]
    optional: Mapping[str, Check] = field(default_factory=dict)
    rules: tuple[Callable[[dict[str, Any], str, Issues], None], ...] = ()

    def __call__(self, value: Any, path: str, issues: Issues) -> None:
        """The check."""
        record(value, path, issues)
        if not isinstance(value, dict):
            return
        for name in self.required:
            if name not in value:
                issues.add("missing-property", f"{path}/{name}", f'Required property "{name}" is missing.')
                self.required[name](MISSING, f"{path}/{name}", issues)
        for name, entry in value.items():
            check = self.required.get(name) or self.optional.get(name)
            if check is None:
                message = f'Property "{name}" is not part of Snapshot 1.2.'
                issues.add("unexpected-property", f"{path}/{token(name)}", message)
            elif not (isinstance(check, Leaf) and check.passes(entry)):
                check(entry, f"{path}/{name}", issues)
        for rule in self.rules:
            rule(value, path, issues)


@dataclass(frozen=True, slots=True)
class Variants:
    """An object whose property ``tag`` says which shape it has; with another tag nothing more can be said of it."""

    tag: str
    shapes: Mapping[str, Shape]
    message: str
    code: Code = "invalid-enum"

    def __call__(self, value: Any, path: str, issues: Issues) -> None:
        """The check."""
        record(value, path, issues)
        if not isinstance(value, dict):
            return
        tag = chosen(value.get(self.tag), tuple(self.shapes))
        if tag is None:
            issues.add(self.code, f"{path}/{self.tag}", self.message)
        else:
            self.shapes[tag](value, path, issues)


def records(shape: Check) -> Check:
    """An array of such objects."""

    def check(value: object, path: str, issues: Issues) -> None:
        array(value, path, issues)
        for index, entry in enumerate(value if isinstance(value, list) else ()):
            shape(entry, f"{path}/{index}", issues)

    return check
