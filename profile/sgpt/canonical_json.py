r"""JSON as the container writes it: ASCII, no blanks, never NaN or infinity, keys in the order they were given.

Whatever a label holds survives: quotes, control characters, NUL and lone surrogates become ``\u`` escapes,
which any JSON parser takes back.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.framing import padding

__all__ = ["encode_json", "pad_json"]


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
