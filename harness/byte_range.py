"""The part of a file that an HTTP request asks for."""

from __future__ import annotations

import re

__all__ = ["UnsatisfiableRange", "byte_range"]

_ONE_RANGE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")


class UnsatisfiableRange(ValueError):
    """The file has no such bytes, or the header names no range."""


def byte_range(header: str | None, size: int) -> tuple[int, int] | None:
    """Offset and length of the bytes that a ``Range`` header asks for (RFC 9110 §14.1.2).

    Args:
        header: Its value, None where there is none.
        size: Bytes of the file.

    Returns:
        None for the whole file.

    Raises:
        UnsatisfiableRange: It lies behind the end, ends before it begins, or is not one range of bytes.
    """
    if header is None:
        return None
    match = _ONE_RANGE.fullmatch(header.strip())
    if match is None:
        raise UnsatisfiableRange(header)
    first, last = match.groups()
    if first:
        begin, end = int(first), min(int(last) + 1 if last else size, size)
    elif last:
        begin, end = max(0, size - int(last)), size
    else:
        raise UnsatisfiableRange(header)
    if begin >= end or (last and first and int(last) < int(first)):
        raise UnsatisfiableRange(header)
    return begin, end - begin
