"""Objects and arrays: checks that look into a value, made of those of :mod:`~framescope.profile.snapshot.checks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from framescope.profile.snapshot.checks import MISSING, Check, Leaf, array, chosen, one_of, record
from framescope.profile.snapshot.codes import Code
from framescope.profile.snapshot.issues import Issues, token

__all__ = ["Shape", "Variants", "distinct", "records"]


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
