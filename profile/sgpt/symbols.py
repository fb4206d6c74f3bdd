"""Names, written once in the record before the one that first needs them, and u32 numbers from then on.

There is no global table at the end of the file: a capture cut off anywhere still knows every name of every
record it kept (the profiler proposal §5.8). Numbers are never used twice, so a name that fell out of the writer's
bounded table and came back has two numbers, and a lost record costs its own names only.
"""

from __future__ import annotations

import struct

from framescope.profile.sgpt.canonical_json import decode_json, encode_json, pad_json
from framescope.profile.sgpt.framing import SYMS, leading_number

__all__ = ["NO_SYMBOL", "decode_symbols", "encode_symbols"]

NO_SYMBOL = 0xFFFFFFFF
"""Stands where there is no name."""

_HEAD = struct.Struct("<II")


def encode_symbols(first: int, names: list[str]) -> bytes:
    """The SYMS payload of ``names``, numbered from ``first``."""
    head = _HEAD.pack(first, len(names))
    return head + pad_json(encode_json(names, "a name"), len(head))


def decode_symbols(payload: bytes) -> tuple[int, list[str]]:
    """The number of the first name and the names.

    Raises:
        ValueError: The payload is not what SYMS says.
    """
    first = leading_number(payload, _HEAD, SYMS)
    count: int = _HEAD.unpack_from(payload)[1]
    names = decode_json(payload[_HEAD.size :], "SYMS")
    if not isinstance(names, list) or len(names) != count or not all(isinstance(name, str) for name in names):
        raise ValueError(f"SYMS does not hold the {count} names it announces")
    return first, names
