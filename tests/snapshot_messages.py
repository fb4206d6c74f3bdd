"""What the structural checks of the format say, as (code, message), and where they say it."""

from __future__ import annotations

from collections import Counter

OBJECT = ("invalid-type", "Expected an object.")
ARRAY = ("invalid-type", "Expected an array.")
STRING = ("invalid-type", "Expected a string.")
BOOLEAN = ("invalid-type", "Expected a boolean.")
EMPTY = ("empty-string", "Expected a non-empty string.")
WHOLE = ("invalid-integer", "Expected a non-negative safe integer.")
POSITIVE = ("invalid-integer", "Expected a positive safe integer.")
NUMBER = ("invalid-number", "Expected a finite non-negative number.")
ID = ("invalid-id", 'Entity id must use a type-prefixed string such as "node:1".')
STATUS = ("invalid-enum", "Expected available or unavailable.")
INTERVAL = ("invalid-texture-region", "Texture region must contain exactly one array-layer or depth-slice interval.")
SUBJECT = ("invalid-root", "A root must reference exactly one node or resource.")
SIDE_EFFECT = ("invalid-root", "Only side-effect roots reference nodes.")
CONTENTS = ("invalid-root", "Side effects cannot carry resource contents.")
RANGE_KIND = ("invalid-root-range", "Expected buffer or texture.")
REGIONS = ("invalid-root-range", "Expected non-empty texture regions.")
NAME = ("invalid-extension-name", "Extension names must be namespace-qualified.")
DEPTH = ("extension-depth-exceeded", "Extension JSON nesting depth must not exceed 64 container levels.")
UNDEFINED = "resources must begin with undefined contents."


def enum(*words: str) -> tuple[str, str]:
    """None of the words."""
    return "invalid-enum", f"Expected one of: {', '.join(words)}."


def literal(text: str) -> tuple[str, str]:
    """Another value than the one there is."""
    return "invalid-literal", f"Expected {text}."


def prefix(word: str) -> tuple[str, str]:
    """An id of another kind."""
    return "invalid-id", f'Entity id must use the "{word}:" prefix.'


def extra(name: str) -> tuple[str, str]:
    """A property that the format does not have."""
    return "unexpected-property", f'Property "{name}" is not part of Snapshot 1.2.'


def duplicate(value: str) -> tuple[str, str]:
    """A value given before."""
    return "duplicate-value", f'Duplicate value "{value}".'


def expected(path: str, said: dict[str, list[tuple[str, str]]]) -> Counter[tuple[str, str, str]]:
    """What is said of a changed path, or with ``/..`` of its neighbours, as the issues that are found."""
    above = path.rpartition("/")[0]
    places = {place: above + place[3:] if place.startswith("/..") else path + place for place in said}
    return Counter((code, places[place], message) for place, issues in said.items() for code, message in issues)
