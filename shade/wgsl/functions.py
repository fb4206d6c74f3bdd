"""Built-in functions that a size may be computed with. Source: the WGSL specification, "Built-in Functions"."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce

from framescope.shade.wgsl.errors import ExpressionError
from framescope.shade.wgsl.operators import binary, mapped, unary
from framescope.shade.wgsl.values import Composite, Scalar, Value, cast, common_type, fitted, is_integer, scalar

__all__ = ["FUNCTIONS", "call"]


def call(name: str, arguments: Sequence[Value]) -> Value:
    """Call a built-in function by name.

    Raises:
        ExpressionError: There is no such function here, or it does not take these arguments.
    """
    entry = FUNCTIONS.get(name)
    if entry is None:
        raise ExpressionError(f"{name}() is not a function that can be worked out here; write its value")
    function, count = entry
    if len(arguments) != count:
        raise ExpressionError(f"{name}() takes {count} arguments, not {len(arguments)}")
    try:
        return function(*arguments)
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, ExpressionError):
            raise
        raise ExpressionError(f"{name}(): {error}") from None


def _select(otherwise: Value, then: Value, condition: Value) -> Value:
    if isinstance(condition, Scalar):
        _need(condition.type == "bool", "select() wants a bool")
        return then if condition.value else otherwise
    return mapped(_select_scalar, otherwise, then, condition)


def _select_scalar(otherwise: Scalar, then: Scalar, condition: Scalar) -> Scalar:
    return then if condition.value else otherwise


def _smaller(a: Scalar, b: Scalar) -> Scalar:
    common = _common_number(a, b)
    return scalar(common, min(a.value, b.value))


def _larger(a: Scalar, b: Scalar) -> Scalar:
    common = _common_number(a, b)
    return scalar(common, max(a.value, b.value))


def _clamp(value: Value, low: Value, high: Value) -> Value:
    return mapped(_clamp_scalar, value, low, high)


def _clamp_scalar(value: Scalar, low: Scalar, high: Scalar) -> Scalar:
    _need(low.value <= high.value, "clamp() between a low end above the high one")
    return _smaller(_larger(value, low), high)


def _absolute(value: Scalar) -> Scalar:
    _need(value.type != "bool", "abs() does not take bool")
    return scalar(value.type, abs(value.value))


def _sign(value: Scalar) -> Scalar:
    _need(value.type not in ("bool", "u32"), "sign() wants a signed number")
    return scalar(value.type, (value.value > 0) - (value.value < 0))


def _dot(left: Value, right: Value) -> Value:
    products = binary("*", left, right)
    if not isinstance(products, Composite):
        raise ExpressionError("dot() wants two vectors")
    return reduce(lambda a, b: binary("+", a, b), products.items)


def _truths(value: Value) -> list[bool]:
    items = value.items if isinstance(value, Composite) else (value,)
    _need(all(isinstance(item, Scalar) and item.type == "bool" for item in items), "all() and any() want bools")
    return [item.value is True for item in items if isinstance(item, Scalar)]


def _each(function: Callable[..., Scalar]) -> Callable[..., Value]:
    """Lift a function of scalars to composites."""
    return lambda *values: mapped(function, *values)


def _float_function(function: Callable[..., float]) -> Callable[..., Value]:
    """Lift a function of floats; an abstract integer among the arguments becomes an abstract float."""

    def on_scalars(*values: Scalar) -> Scalar:
        common = reduce(lambda so_far, value: common_type(Scalar(so_far, 0), value), values, "int")
        common = "float" if common == "int" else common
        _need(common in ("float", "f32", "f16"), "a function of floats was given something else")
        return scalar(common, function(*(float(value.value) for value in values)))

    return _each(on_scalars)


def _bit_function(function: Callable[[str], int]) -> Callable[[Scalar], Scalar]:
    """Make a function of integers from one of 32 binary digits, the highest first; the type is kept."""

    def on_integer(value: Scalar) -> Scalar:
        concrete = fitted(value, "i32") if value.type == "int" else value
        _need(is_integer(concrete.type), "a function of bits wants integers")
        digits = f"{int(concrete.value) & 0xFFFFFFFF:032b}"
        return cast(Scalar("u32", function(digits) & 0xFFFFFFFF), concrete.type)

    return on_integer


_highest_one = _bit_function(lambda digits: 31 - digits.find("1") if "1" in digits else -1)


def _first_leading_bit(value: Scalar) -> Scalar:
    """The highest bit that differs from the sign."""
    flipped = unary("~", value) if value.type != "u32" and value.value < 0 else value
    return _highest_one(flipped) if isinstance(flipped, Scalar) else value


def _common_number(a: Scalar, b: Scalar) -> str:
    common = common_type(a, b)
    _need(common != "bool", "min(), max() and clamp() do not take bool")
    return common


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise ExpressionError(message)


FUNCTIONS: dict[str, tuple[Callable[..., Value], int]] = {
    "min": (_each(_smaller), 2),
    "max": (_each(_larger), 2),
    "clamp": (_clamp, 3),
    "abs": (_each(_absolute), 1),
    "sign": (_each(_sign), 1),
    "select": (_select, 3),
    "dot": (_dot, 2),
    "all": (lambda value: Scalar("bool", all(_truths(value))), 1),
    "any": (lambda value: Scalar("bool", any(_truths(value))), 1),
    "countOneBits": (_each(_bit_function(lambda bits: bits.count("1"))), 1),
    "countLeadingZeros": (_each(_bit_function(lambda bits: 32 - len(bits.lstrip("0")))), 1),
    "countTrailingZeros": (_each(_bit_function(lambda bits: 32 - len(bits.rstrip("0")))), 1),
    "reverseBits": (_each(_bit_function(lambda bits: int(bits[::-1], 2))), 1),
    "firstTrailingBit": (_each(_bit_function(lambda bits: bits[::-1].find("1"))), 1),
    "firstLeadingBit": (_each(_first_leading_bit), 1),
    "floor": (_float_function(math.floor), 1),
    "ceil": (_float_function(math.ceil), 1),
    "trunc": (_float_function(math.trunc), 1),
    "round": (_float_function(round), 1),
    "sqrt": (_float_function(math.sqrt), 1),
    "log2": (_float_function(math.log2), 1),
    "exp2": (_float_function(lambda x: 2.0**x), 1),
    "pow": (_float_function(math.pow), 2),
    "fract": (_float_function(lambda x: x - math.floor(x)), 1),
    "saturate": (_float_function(lambda x: min(max(x, 0.0), 1.0)), 1),
    "inverseSqrt": (_float_function(lambda x: 1.0 / math.sqrt(x)), 1),
    "step": (_float_function(lambda edge, x: float(edge <= x)), 2),
    "fma": (_float_function(lambda a, b, c: a * b + c), 3),
    "exp": (_float_function(math.exp), 1),
    "log": (_float_function(math.log), 1),
    "sin": (_float_function(math.sin), 1),
    "cos": (_float_function(math.cos), 1),
    "tan": (_float_function(math.tan), 1),
    "degrees": (_float_function(math.degrees), 1),
    "radians": (_float_function(math.radians), 1),
}
"""Name → (function, number of arguments). ``round`` rounds half to even in both languages."""
