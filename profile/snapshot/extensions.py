"""Extensions: any JSON value under a namespaced name, at most 64 containers deep (FrameGraph Snapshot 1.2 §8)."""

from __future__ import annotations

import re
from typing import Any

from framescope.profile.snapshot.checks import LONE_SURROGATE, is_number, lone_surrogate, record
from framescope.profile.snapshot.issues import Issues, token
from framescope.profile.snapshot.vocabulary import MAX_EXTENSION_DEPTH

__all__ = ["extensions"]

# Around what, and by which name. A pointer is only written for what is wrong: names may be long, and values many.
_Place = tuple[Any, object]

_LINE_TERMINATOR = re.compile("[\n\r\u2028\u2029]")


def extensions(value: object, path: str, issues: Issues) -> None:
    """The check of the property ``extensions``; unknown extensions are passed on as they are."""
    record(value, path, issues)
    if not isinstance(value, dict):
        return
    _json_names(value, (None, path), issues)
    for name, extension in value.items():
        place = f"{path}/{token(name)}"
        if not isinstance(name, str) or not _is_qualified(name):
            issues.add("invalid-extension-name", place, "Extension names must be namespace-qualified.")
        _json_value(extension, place, issues)


def _is_qualified(name: str) -> bool:
    """``namespace.name`` on one line: a dot with something before and behind it."""
    return "." in name[1:-1] and _LINE_TERMINATOR.search(name) is None


def _json_value(root: object, root_path: str, issues: Issues) -> None:
    """Walk with a stack of our own: who wrote the value chose its depth."""
    pending: list[tuple[object, _Place, int]] = [(root, (None, root_path), 0)]
    around: list[int] = []  # the containers around what is looked at, outermost first
    too_deep = False
    while pending:
        value, place, depth = pending.pop()
        del around[depth:]
        if not isinstance(value, (list, dict)):
            _json_scalar(value, place, issues)
        elif id(value) in around:
            issues.add("invalid-json-value", _path(place), "JSON values cannot contain cycles.")
        elif depth == MAX_EXTENSION_DEPTH:
            too_deep = True
        else:
            around.append(id(value))
            if isinstance(value, dict):
                _json_names(value, place, issues)
            children = value.items() if isinstance(value, dict) else enumerate(value)
            pending.extend((child, (place, name), depth + 1) for name, child in children)
    if too_deep:
        message = f"Extension JSON nesting depth must not exceed {MAX_EXTENSION_DEPTH} container levels."
        issues.add("extension-depth-exceeded", root_path, message)


def _json_names(value: dict[Any, Any], place: _Place, issues: Issues) -> None:
    for name in value:
        if isinstance(name, str):
            _json_scalar(name, (place, name), issues)
        else:
            issues.add("invalid-json-value", _path((place, name)), "Names in JSON objects are strings.")


def _json_scalar(value: object, place: _Place, issues: Issues) -> None:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        if lone_surrogate(value):
            issues.add("invalid-json-value", _path(place), LONE_SURROGATE)
    elif not isinstance(value, (int, float)):
        issues.add("invalid-json-value", _path(place), "Expected a JSON value.")
    elif not is_number(value):
        issues.add("invalid-json-value", _path(place), "JSON numbers must be finite.")


def _path(place: _Place) -> str:
    """The JSON Pointer to a place; its outermost name is one already."""
    around, name = place
    names: list[object] = []
    while around is not None:
        names.append(name)
        around, name = around
    return "/".join([str(name), *map(token, reversed(names))])
