"""Reads ``@workgroup_size`` of a compute entry point out of WGSL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from framescope.shade.wgsl.constants import ModuleConstants
from framescope.shade.wgsl.errors import ExpressionError, OverrideWithoutValue, WorkgroupSizeError
from framescope.shade.wgsl.lexer import Token, tokenize
from framescope.shade.wgsl.outline import EntryPoint, outline
from framescope.shade.wgsl.values import Scalar, Value, is_integer

__all__ = ["WorkgroupSize", "workgroup_size"]

WorkgroupSize: TypeAlias = "tuple[int, int, int] | None"
"""``(x, y, z)``, or None: unknown, because an override it depends on has no value."""


def workgroup_size(
    code: str,
    entry_point: str | None = None,
    constants: Mapping[str | int, float] | None = None,
    label: str = "",
) -> WorkgroupSize:
    """Read the workgroup size that a shader states.

    Args:
        code: WGSL source of the whole module.
        entry_point: Name of the compute entry point; None means the only one there is.
        constants: Values the pipeline gives to overrides, by name, or by number where ``@id`` is written.
        label: What the shader is called, for the message of an error.

    Returns:
        Invocations along x, y and z, 1 where the shader leaves one out; None if it depends on an override
        that has neither a default nor a value in ``constants``.

    Raises:
        WorkgroupSizeError: No readable size is stated: no such entry point, no attribute or two, a size that
            is no integer above 0, or an expression that cannot be worked out.
    """
    named = f"shader {label!r}"
    try:
        module = outline(tokenize(code))
        entry = _chosen([e for e in module.entry_points if e.stage == "compute"], entry_point)
        named = f"shader {label!r}, entry point {entry.name!r}"
        scope = ModuleConstants(module, {} if constants is None else constants)
        return _size(scope, _stated(entry))
    except ExpressionError as error:
        raise WorkgroupSizeError(f"{named}: no readable @workgroup_size: {error}") from None
    except RecursionError:
        raise WorkgroupSizeError(f"{named}: no readable @workgroup_size: it is nested too deeply") from None


def _chosen(entries: Sequence[EntryPoint], wanted: str | None) -> EntryPoint:
    """Pick the entry point: the one named, or the only one."""
    matching = [entry for entry in entries if wanted is None or entry.name == wanted]
    if len(matching) == 1:
        return matching[0]
    names = ", ".join(repr(entry.name) for entry in entries)
    listed = f"the module has {names}" if entries else "the module has no compute entry point"
    if not matching:
        raise ExpressionError(listed if wanted is None else f"no compute entry point is called {wanted!r}; {listed}")
    raise ExpressionError(f"name the entry point; {listed}")


def _stated(entry: EntryPoint) -> Sequence[Token]:
    if len(entry.workgroup_sizes) != 1:
        raise ExpressionError("it is stated twice" if entry.workgroup_sizes else "it is not stated")
    return entry.workgroup_sizes[0]


def _size(scope: ModuleConstants, arguments: Sequence[Token]) -> WorkgroupSize:
    try:
        values = scope.evaluate_list(arguments)
    except OverrideWithoutValue:
        return None
    if not 1 <= len(values) <= 3:
        raise ExpressionError(f"it has {len(values)} dimensions")
    x, y, z = [_dimension(value) for value in values] + [1] * (3 - len(values))
    return x, y, z


def _dimension(value: Value) -> int:
    if not isinstance(value, Scalar) or not is_integer(value.type):
        raise ExpressionError("a dimension is no integer")
    if not 0 < value.value < 1 << 32:
        raise ExpressionError(f"a dimension is {value.value}")
    return int(value.value)
