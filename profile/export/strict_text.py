"""Text of a capture as other formats take it."""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["encodable", "encodable_values", "json_text"]

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    r"""``text`` with every lone surrogate as the six characters ``\udXXX``: UTF-8 has no form for it.

    JSON has one, which Python and browsers read and stricter parsers refuse.
    """
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_text(value: Any) -> str:
    """``value`` as strict JSON in ASCII, whatever its strings hold.

    Raises:
        ValueError: It holds NaN or an infinity.
    """
    return json.dumps(encodable_values(value), allow_nan=False, separators=(",", ":"))


def encodable_values(value: Any) -> Any:
    """A JSON-able value with every string in it, keys among them, made :func:`encodable`."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(str(key)): encodable_values(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [encodable_values(item) for item in value]
    return value
