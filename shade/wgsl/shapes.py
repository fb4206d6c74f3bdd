"""Types that a constant expression can construct: scalars, vectors, arrays, structs (WGSL, "Value Constructors")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from framescope.shade.wgsl.errors import ExpressionError
from framescope.shade.wgsl.values import Composite, Scalar, Value, cast, common_type, implicit, scalar

__all__ = ["SCALAR_TYPES", "Shape", "construct", "named_shape"]

SCALAR_TYPES = ("bool", "i32", "u32", "f32", "f16")
_VECTOR = re.compile(r"vec([234])([iufh]?)")
_VECTOR_SUFFIXES = {"i": "i32", "u": "u32", "f": "f32", "h": "f16"}
_MOST_ITEMS = 65536  # a hostile array size must not become memory


@dataclass(frozen=True, slots=True)
class Shape:
    """A constructible type.

    Attributes:
        kind: ``"scalar"``, ``"vector"``, ``"array"`` or ``"struct"``.
        scalar: Scalar type of a scalar; of a vector's items, or None when the arguments are to decide.
        count: Items of a vector or array; None for an array whose arguments decide.
        element: Shape of an array's items, or None when the arguments decide.
        fields: Name and shape of a struct's members.
    """

    kind: str
    scalar: str | None = None
    count: int | None = None
    element: Shape | None = None
    fields: tuple[tuple[str, Shape], ...] = ()


def named_shape(name: str) -> Shape | None:
    """Return the shape a predeclared type name stands for without a template list, or None."""
    if name in SCALAR_TYPES:
        return Shape("scalar", name)
    if vector := _VECTOR.fullmatch(name):
        return Shape("vector", _VECTOR_SUFFIXES.get(vector[2]), int(vector[1]))
    return Shape("array") if name == "array" else None


def construct(shape: Shape, arguments: Sequence[Value]) -> Value:
    """Build a value of a type from constructor arguments; none at all gives its zero value.

    Raises:
        ExpressionError: The arguments do not make one.
    """
    if not arguments:
        return _zero(shape)
    if shape.kind == "scalar":
        return _construct_scalar(shape, arguments)
    if shape.kind == "vector":
        return _construct_vector(shape, arguments)
    if shape.kind == "array":
        return _construct_array(shape, arguments)
    return _construct_struct(shape, arguments)


def _construct_scalar(shape: Shape, arguments: Sequence[Value]) -> Scalar:
    assert shape.scalar is not None
    if len(arguments) != 1 or not isinstance(arguments[0], Scalar):
        raise ExpressionError(f"{shape.scalar} takes one scalar")
    return cast(arguments[0], shape.scalar)


def _construct_vector(shape: Shape, arguments: Sequence[Value]) -> Composite:
    assert shape.count is not None
    items = _flat(arguments)
    if len(arguments) == 1 and isinstance(arguments[0], Scalar):
        items *= shape.count
    if len(items) != shape.count:
        raise ExpressionError(f"a vector of {shape.count} made of {len(items)} scalars")
    if shape.scalar is None:
        return Composite("vector", tuple(_alike(items)))
    return Composite("vector", tuple(cast(item, shape.scalar) for item in items))


def _construct_array(shape: Shape, arguments: Sequence[Value]) -> Composite:
    if shape.count is not None and shape.count != len(arguments):
        raise ExpressionError(f"an array of {shape.count} made of {len(arguments)} items")
    if shape.element is not None:
        return Composite("array", tuple(_fitted(item, shape.element) for item in arguments))
    scalars = [item for item in arguments if isinstance(item, Scalar)]
    return Composite("array", tuple(_alike(scalars) if len(scalars) == len(arguments) else arguments))


def _construct_struct(shape: Shape, arguments: Sequence[Value]) -> Composite:
    if len(arguments) != len(shape.fields):
        raise ExpressionError(f"a struct of {len(shape.fields)} members made of {len(arguments)}")
    items = tuple(_fitted(item, field) for item, (_, field) in zip(arguments, shape.fields, strict=True))
    return Composite("struct", items, tuple(name for name, _ in shape.fields))


def _fitted(value: Value, shape: Shape) -> Value:
    """Convert a member or array item to the type it is declared with."""
    return implicit(value, shape.scalar) if shape.scalar is not None else value


def _flat(arguments: Sequence[Value]) -> list[Scalar]:
    flat: list[Scalar] = []
    for argument in arguments:
        for item in argument.items if isinstance(argument, Composite) else (argument,):
            if not isinstance(item, Scalar):
                raise ExpressionError("a vector is made of scalars and vectors")
            flat.append(item)
    return flat


def _alike(items: Sequence[Scalar]) -> list[Value]:
    """Convert all items to the type they have in common."""
    first = items[0]
    for item in items[1:]:
        common = common_type(first, item)
        first = first if first.type == common else item
    return [implicit(item, first.type) for item in items]


def _zero(shape: Shape) -> Value:
    if shape.kind == "scalar" and shape.scalar is not None:
        return scalar(shape.scalar, 0)
    if shape.kind == "vector" and shape.count is not None:
        return Composite("vector", (scalar(shape.scalar if shape.scalar is not None else "int", 0),) * shape.count)
    if shape.kind == "array" and shape.count is not None and shape.element is not None:
        if not 0 < shape.count <= _MOST_ITEMS:
            raise ExpressionError(f"an array of {shape.count} items")
        return Composite("array", (_zero(shape.element),) * shape.count)
    if shape.kind == "struct":
        members = tuple(name for name, _ in shape.fields)
        return Composite("struct", tuple(_zero(field) for _, field in shape.fields), members)
    raise ExpressionError("an array without items")
