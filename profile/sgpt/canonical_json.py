r"""JSON as the container writes it: ASCII, no blanks, never NaN or infinity, keys in the order they were given.

Whatever a label holds survives: quotes, control characters, NUL and lone surrogates become ``\u`` escapes,
which any JSON parser takes back.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.framing import padding

__all__ = ["decode_json", "decode_object", "encode_json", "pad_json"]


def _plain(value: object) -> object:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a {type(value).__name__} has no JSON form")


def encode_json(value: Any, what: str) -> bytes:
    """``value`` as JSON text, not padded. numpy scalars become plain numbers.

    Args:
        value: Dicts with string keys, lists, tuples, strings, booleans, None and finite numbers.
        what: Names the value in the error.

    Raises:
        SessionError: It holds something that JSON cannot say.
    """
    try:
        text = json.dumps(value, allow_nan=False, separators=(",", ":"), default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise SessionError(f"{what} cannot be written into a capture: {error}") from error
    return text.encode("ascii")


def pad_json(text: bytes, head: int = 0) -> bytes:
    """``text`` with blanks behind it, so that ``head`` bytes and it are a whole payload."""
    return text + b" " * padding(head + len(text))


def decode_json(text: bytes, what: str) -> Any:
    """The value that ``text``, UTF-8, holds; blanks around it are no part of it.

    Args:
        text: What a capture holds, made by whoever.
        what: Names the value in the error.

    Raises:
        ValueError: It is no JSON, says NaN or infinity, which no strict parser takes from us again, or is nested deeper
            than anything that is meant to be read.
    """
    try:
        return json.loads(text.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError as error:
        raise ValueError(f"{what} is nested too deep") from error


def decode_object(text: bytes, what: str) -> dict[str, Any]:
    """As :func:`decode_json`, for what must be an object.

    Raises:
        ValueError: It is none.
    """
    value = decode_json(text, what)
    if not isinstance(value, dict):
        raise ValueError(f"{what} holds no JSON object")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text} is beyond every double")
    return value
