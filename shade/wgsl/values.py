"""Values of WGSL's constant expressions: typed scalars, and composites of them.

Types keep WGSL's spelling; the two abstract ones, which a literal without a suffix has, are ``"int"`` and
``"float"``. Every scalar is made by :func:`scalar`, which refuses what its type cannot hold. Source:
the WGSL specification, "Types".
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import TypeAlias

from framescope.shade.wgsl.errors import ExpressionError

__all__ = [
    "Composite",
    "Scalar",
    "Value",
    "cast",
    "common_type",
    "fitted",
    "implicit",
    "is_integer",
    "literal",
    "scalar",
    "vector_items",
]

Number: TypeAlias = bool | int | float

_INTEGER_RANGES = {"int": (-(1 << 63), (1 << 63) - 1), "i32": (-(1 << 31), (1 << 31) - 1), "u32": (0, (1 << 32) - 1)}
_FLOAT_PACKING = {"float": "<d", "f32": "<f", "f16": "<e"}
_IMPLICIT_TARGETS = {"int": {"i32", "u32", "float", "f32", "f16"}, "float": {"f32", "f16"}}
_SUFFIX_TYPES = {"i": "i32", "u": "u32", "f": "f32", "h": "f16"}
_MOST_DIGITS = 400  # no type of the language needs more, and Python's own conversion has a limit


@dataclass(frozen=True, slots=True)
class Scalar:
    """One number or truth value and its type: int, float, i32, u32, f32, f16 or bool."""

    type: str
    value: Number


@dataclass(frozen=True, slots=True)
class Composite:
    """A vector, array or struct; ``members`` names the items of a struct."""

    kind: str
    items: tuple[Value, ...]
    members: tuple[str, ...] = ()


Value: TypeAlias = Scalar | Composite


def is_integer(scalar_type: str) -> bool:
    """Whether a scalar type is int, i32 or u32."""
    return scalar_type in _INTEGER_RANGES


def scalar(scalar_type: str, value: Number) -> Scalar:
    """Make a scalar, rounded to its type's precision.

    Raises:
        ExpressionError: The type cannot hold the value.
    """
    if scalar_type == "bool":
        return Scalar("bool", bool(value))
    if scalar_type in _INTEGER_RANGES:
        low, high = _INTEGER_RANGES[scalar_type]
        if not low <= value <= high:
            raise ExpressionError(f"{value} does not fit into {_spelled(scalar_type)}")
        return Scalar(scalar_type, int(value))
    return Scalar(scalar_type, _rounded(scalar_type, float(value)))


def literal(text: str) -> Scalar:
    """Return the value of a number as written: ``8``, ``0x10u``, ``1.5f``, ``0x1p4``."""
    if len(text) > _MOST_DIGITS:
        raise ExpressionError("a number of more than 400 characters")
    try:
        return _hexadecimal(text.lower()) if text[:2] in ("0x", "0X") else _decimal(text.lower())
    except (ValueError, OverflowError) as error:
        raise ExpressionError(f"{text!r} is no number: {error}") from None


def implicit(value: Value, target: str) -> Value:
    """Convert a scalar or a vector's items as WGSL does without being asked; raises as :func:`fitted` does."""
    if isinstance(value, Scalar):
        return fitted(value, target)
    return Composite(value.kind, tuple(fitted(item, target) for item in vector_items(value)))


def vector_items(value: Composite) -> tuple[Scalar, ...]:
    """The items of a vector.

    Raises:
        ExpressionError: The value is an array or a struct.
    """
    items = tuple(item for item in value.items if isinstance(item, Scalar))
    if value.kind != "vector" or len(items) != len(value.items):
        raise ExpressionError(f"{value.kind} where a scalar or a vector is wanted")
    return items


def fitted(value: Scalar, target: str) -> Scalar:
    """Convert a scalar as WGSL does without being asked: abstract to concrete, itself to itself.

    Raises:
        ExpressionError: The types do not convert.
    """
    if value.type == target:
        return value
    if target not in _IMPLICIT_TARGETS.get(value.type, ()):
        raise ExpressionError(f"{_spelled(value.type)} where {_spelled(target)} is wanted")
    return scalar(target, value.value)


def cast(value: Scalar, target: str) -> Scalar:
    """Convert as ``u32(x)`` does: floats are truncated into range, i32 and u32 keep their bits."""
    number = value.value
    if target == "bool":
        return Scalar("bool", bool(number))
    if target not in ("i32", "u32"):
        return scalar(target, number)
    if value.type in ("i32", "u32"):
        return _from_bits(int(number), target)
    if isinstance(number, float):
        low, high = _INTEGER_RANGES[target]
        return scalar(target, min(max(math.trunc(number), low), high))
    return scalar(target, number)


def common_type(left: Scalar, right: Scalar) -> str:
    """Return the type two operands meet in.

    Raises:
        ExpressionError: There is none.
    """
    if left.type == right.type or right.type in _IMPLICIT_TARGETS.get(left.type, ()):
        return right.type
    if left.type in _IMPLICIT_TARGETS.get(right.type, ()):
        return left.type
    raise ExpressionError(f"{_spelled(left.type)} and {_spelled(right.type)} in one operation")


def _from_bits(number: int, target: str) -> Scalar:
    bits = number & 0xFFFFFFFF
    return Scalar(target, bits - (1 << 32) if target == "i32" and bits >> 31 else bits)


def _rounded(scalar_type: str, value: float) -> float:
    packing = _FLOAT_PACKING[scalar_type]
    try:
        rounded: float = struct.unpack(packing, struct.pack(packing, value))[0]
    except OverflowError:
        rounded = math.inf
    if not math.isfinite(rounded):
        raise ExpressionError(f"{value} does not fit into {_spelled(scalar_type)}")
    return rounded


def _hexadecimal(text: str) -> Scalar:
    if "p" in text or "." in text:
        body = text.rstrip("iufh") if "p" in text else text
        return _float(float.fromhex(body), text[len(body) :])
    body = text.rstrip("iuh")  # an f is a digit here
    return _integer(int(body, 16), text[len(body) :])


def _decimal(text: str) -> Scalar:
    body = text.rstrip("iufh")
    suffix = text[len(body) :]
    if "." in body or "e" in body:
        return _float(float(body), suffix)
    if len(body) > 1 and body[0] == "0":
        raise ValueError("a decimal number does not begin with 0")
    return _float(float(body), suffix) if suffix in ("f", "h") else _integer(int(body), suffix)


def _integer(value: int, suffix: str) -> Scalar:
    if suffix in ("f", "h"):
        raise ValueError("a suffix for floats")
    return scalar(_SUFFIX_TYPES[suffix] if suffix else "int", value)


def _float(value: float, suffix: str) -> Scalar:
    if suffix in ("i", "u"):
        raise ValueError("a suffix for integers")
    return scalar(_SUFFIX_TYPES[suffix] if suffix else "float", value)


def _spelled(scalar_type: str) -> str:
    return {"int": "AbstractInt", "float": "AbstractFloat"}.get(scalar_type, scalar_type)
