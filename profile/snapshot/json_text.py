"""JSON text of unknown origin to a value, whatever its size, depth or intent."""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NoReturn

from framescope.profile.snapshot.codes import Code
from framescope.profile.snapshot.issues import Issue
from framescope.profile.snapshot.vocabulary import MAX_EXTENSION_DEPTH

__all__ = ["NotJson", "parse"]

# The root and `extensions` lie around an extension; one container more than is allowed must be seen to be refused.
_DEEPEST = MAX_EXTENSION_DEPTH + 3
_DEEPEST_EVER = 1_000_000
_DOUBLE_DIGITS = 309
# Beyond it the parser may use up the C stack before Python counts that many calls.
_SAFE_RECURSION = 3000
# Possessive, and content with a string that never ends: no text makes it go back.
_BRACKET_OR_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


class NotJson(ValueError):
    """The text is no JSON, or a name stands twice in one of its objects.

    Attributes:
        issue: The one issue.
    """

    def __init__(self, code: Code = "invalid-json", message: str = "Invalid JSON.") -> None:
        super().__init__(message)
        self.issue = Issue("error", code, "", message)


def parse(text: str | bytes) -> Any:
    """The value of JSON text.

    NaN and Infinity are no JSON. Numbers beyond every double become infinite, and the check of their property says so.
    Containers nested deeper than any snapshot may have are read as null, so that it is their nesting which is reported.

    Args:
        text: A string, or UTF-8 with or without a byte order mark.

    Raises:
        NotJson: It is none.
    """
    try:
        source = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        if sys.getrecursionlimit() <= _SAFE_RECURSION:
            with suppress(RecursionError):
                return _loads(source)
        return _loads("".join(_without_the_depths(source)))
    except NotJson:
        raise
    except (ValueError, RecursionError) as error:
        raise NotJson from error


def _loads(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse, parse_int=_whole, object_pairs_hook=_distinct)


def _refuse(name: str) -> NoReturn:
    raise NotJson


def _whole(digits: str) -> int | float:
    """An int, or an infinity where no double is as large: Python converts no more than 4300 digits."""
    sign = digits[0] == "-"
    return int(digits) if len(digits) - sign <= _DOUBLE_DIGITS else -math.inf if sign else math.inf


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise NotJson("duplicate-property", f'Property "{twice}" is given twice in one object.')
    return found


def _without_the_depths(text: str) -> Iterator[str]:
    """The text, each container that lies too deep replaced by null; Python's parser would need stack for it."""
    depth = kept = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        sign = text[match.start()]
        if sign in "[{":
            depth += 1
            if depth == _DEEPEST + 1:
                yield text[kept : match.start()] + "null"
            elif depth > _DEEPEST_EVER:
                raise NotJson
        elif sign in "]}":
            if depth == _DEEPEST + 1:
                kept = match.end()
            depth -= 1
    if depth > _DEEPEST:
        raise NotJson
    yield text[kept:]
