"""Arguments checked the way wgpu-py and cffi check them, with the same exception classes."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import wgpu

__all__ = ["check_choice", "check_label", "check_struct", "extent", "flag_bits", "handle", "unsigned"]

_EXTENT_FIELDS = ("width", "height", "depth_or_array_layers")


def check_label(label: Any) -> None:
    """Labels are None or text that UTF-8 can carry: a lone surrogate raises UnicodeEncodeError."""
    if label is not None:
        label.encode()


def check_struct(name: str, given: Any) -> None:
    """``given`` is a wgpu struct or a dict without unknown keys."""
    struct = getattr(wgpu.structs, name)
    if isinstance(given, struct):
        return
    if not isinstance(given, dict):
        raise TypeError(f"Expecting {name} or dict, but got {given!r}")
    unknown = set(given) - set(struct.__annotations__)
    if unknown:
        raise ValueError(f"Invalid keys in {name}: {unknown}")


def check_choice(enum: str, value: Any) -> None:
    """``value`` is one of a wgpu enum's strings; anything else is the KeyError that wgpu-py's table gives."""
    if value not in set(getattr(wgpu, enum)):
        raise KeyError(f"{enum}.{value}")


def unsigned(value: Any, bits: int = 32) -> int:
    """An integer that fits the C parameter."""
    number = operator.index(value)
    if number < 0:
        raise OverflowError("can't convert negative number to unsigned")
    if number >> bits:
        raise OverflowError(f"integer {number} does not fit {bits} bits")
    return number


def flag_bits(flags: Any, value: Any) -> int:
    """Usage bits from an int or from names joined by ``|``."""
    if not isinstance(value, str):
        return int(value)
    bits = 0
    for name in value.split("|"):
        bit = getattr(flags, name.strip(), None)
        if bit is None:
            raise ValueError(f"Invalid flag value for {flags}: {name!r}")
        bits |= bit
    return bits


def extent(size: Sequence[int] | Mapping[str, int]) -> tuple[int, int, int]:
    """``(width, height, depth_or_array_layers)`` of a tuple of 1 to 3 numbers or of a dict."""
    if isinstance(size, Mapping):
        if set(size) - set(_EXTENT_FIELDS):
            raise ValueError(f"Unexpected key in {size}")
        return (size["width"], size.get("height", 1), size.get("depth_or_array_layers", 1))
    if not isinstance(size, (tuple, list)):
        raise TypeError(f"Expected tuple/key/dict with fields: {', '.join(_EXTENT_FIELDS)}")
    if not 1 <= len(size) <= 3:
        raise ValueError(f"Expected tuple/key/dict with fields: {', '.join(_EXTENT_FIELDS)}")
    width, height, depth = (*size, 1, 1)[:3]
    return (width, height, depth)


def handle(thing: Any) -> object:
    """The native handle of a GPU object: None has none (AttributeError), a destroyed query set lost it (TypeError)."""
    internal: object = thing._internal
    if internal is None:
        raise TypeError("initializer for ctype must be a cdata pointer, not NoneType")
    return internal
