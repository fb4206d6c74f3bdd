"""WGSL's unary and binary operators on constant values. Source: the WGSL specification, "Expressions"."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from framescope.shade.wgsl.errors import ExpressionError
from framescope.shade.wgsl.values import Composite, Scalar, Value, common_type, fitted, is_integer, scalar, vector_items

__all__ = ["PRECEDENCE", "binary", "mapped", "unary"]

PRECEDENCE = {
    **{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6},
    **{"<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10},
}
"""Binary operator → how tightly it binds. WGSL demands parentheses where this could be misread."""

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_BITWISE: dict[str, Callable[[int, int], int]] = {"|": operator.or_, "^": operator.xor, "&": operator.and_}
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_BIT_WIDTHS = {"int": 64, "i32": 32, "u32": 32}


def binary(symbol: str, left: Value, right: Value) -> Value:
    """Apply a binary operator; vectors go item by item, a scalar meets each item.

    Raises:
        ExpressionError: The operator does not take these operands, or the result fits no type.
    """
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return _binary(symbol, left, right)
    return mapped(lambda a, b: _binary(symbol, a, b), left, right)


def unary(symbol: str, value: Value) -> Value:
    """Apply ``-``, ``~`` or ``!``."""
    return mapped(lambda item: _unary(symbol, item), value)


def mapped(function: Callable[..., Scalar], *values: Value) -> Value:
    """Apply a function of scalars to values, item by item where they are vectors.

    Raises:
        ExpressionError: One is an array or a struct, or two vectors have different lengths.
    """
    lengths = {len(value.items) for value in values if isinstance(value, Composite)}
    if not lengths:
        return function(*values)
    if len(lengths) > 1:
        raise ExpressionError("an operation on vectors of different lengths")
    (length,) = lengths
    columns = [vector_items(v) if isinstance(v, Composite) else (v,) * length for v in values]
    return Composite("vector", tuple(function(*row) for row in zip(*columns, strict=True)))


def _unary(symbol: str, value: Scalar) -> Scalar:
    if symbol == "!" and value.type == "bool":
        return Scalar("bool", not value.value)
    if symbol == "~" and is_integer(value.type):
        flipped = ~int(value.value)
        return scalar(value.type, flipped & 0xFFFFFFFF if value.type == "u32" else flipped)
    if symbol == "-" and value.type not in ("bool", "u32"):
        return scalar(value.type, -value.value)
    raise ExpressionError(f"{symbol!r} does not take {value.type}")


def _binary(symbol: str, left: Scalar, right: Scalar) -> Scalar:
    if symbol in ("<<", ">>"):
        return _shift(symbol, left, right)
    common = common_type(left, right)
    a, b = fitted(left, common), fitted(right, common)
    if symbol in _COMPARISONS:
        return Scalar("bool", _COMPARISONS[symbol](a.value, b.value))
    if symbol in ("||", "&&") and common == "bool":
        return Scalar("bool", (a.value or b.value) if symbol == "||" else (a.value and b.value))
    if symbol in _BITWISE and (is_integer(common) or (common == "bool" and symbol != "^")):
        return scalar(common, _BITWISE[symbol](int(a.value), int(b.value)))
    if common == "bool":
        raise ExpressionError(f"{symbol!r} does not take bool")
    result = _arithmetic(symbol, a.value, b.value, is_integer(common))
    # u32 wraps, in constants too; the signed types refuse what they cannot hold.
    return scalar(common, int(result) & 0xFFFFFFFF if common == "u32" else result)


def _arithmetic(symbol: str, a: float, b: float, integers: bool) -> float:
    if symbol in _ARITHMETIC:
        return _ARITHMETIC[symbol](a, b)
    if symbol not in ("/", "%"):
        raise ExpressionError(f"{symbol!r} does not take floats")
    if b == 0:
        raise ExpressionError("a division by zero")
    if not integers:
        return a / b if symbol == "/" else math.fmod(a, b)
    quotient = abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1)  # towards zero, unlike Python's
    return quotient if symbol == "/" else int(a) - quotient * int(b)


def _shift(symbol: str, left: Scalar, right: Scalar) -> Scalar:
    if not is_integer(left.type) or right.type not in ("int", "u32"):
        raise ExpressionError(f"{symbol!r} does not take {left.type} and {right.type}")
    count = int(right.value)
    if not 0 <= count < _BIT_WIDTHS[left.type]:
        raise ExpressionError(f"a shift by {count} bits")
    value = int(left.value)
    return scalar(left.type, value << count if symbol == "<<" else value >> count)
