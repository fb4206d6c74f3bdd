"""The constants of one WGSL module: consts, overrides with the values a pipeline gives them, aliases, structs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from framescope.shade.wgsl.errors import ExpressionError, OverrideWithoutValue
from framescope.shade.wgsl.expressions import ExpressionParser
from framescope.shade.wgsl.lexer import Token, tokenize
from framescope.shade.wgsl.outline import Declaration, Outline, outline
from framescope.shade.wgsl.shapes import SCALAR_TYPES, Shape, named_shape
from framescope.shade.wgsl.values import Scalar, Value, cast, implicit, is_integer, scalar

__all__ = ["ModuleConstants", "override_keys"]


def override_keys(code: str) -> frozenset[str]:
    """Names under which a pipeline may give values to a module's overrides: the ``@id`` where one is written.

    Raises:
        ExpressionError: An ``@id`` is no constant integer.
    """
    return ModuleConstants(outline(tokenize(code)), {}).override_keys()


class ModuleConstants:
    """Looks up names at module scope, in whatever order they are declared, and remembers what it worked out.

    Args:
        module: The module's declarations.
        pipeline_constants: Values a pipeline gives to overrides, by name, or by number where ``@id`` is written.
    """

    __slots__ = ("_module", "_pending", "_pipeline", "_shapes", "_values")

    def __init__(self, module: Outline, pipeline_constants: Mapping[str | int, float]) -> None:
        self._module = module
        self._pipeline = {str(key): value for key, value in pipeline_constants.items()}
        self._values: dict[str, Value] = {}
        self._shapes: dict[str, Shape] = {}
        self._pending: set[str] = set()

    def evaluate(self, tokens: Sequence[Token]) -> Value:
        """Work out one expression.

        Raises:
            ExpressionError: It is no constant expression, or beyond what is understood here.
            OverrideWithoutValue: It needs an override that has no value.
        """
        return ExpressionParser(tokens, self).expression()

    def evaluate_list(self, tokens: Sequence[Token]) -> list[Value]:
        """Work out expressions between commas; raises as :meth:`evaluate` does."""
        return ExpressionParser(tokens, self).expressions()

    def value(self, name: str) -> Value:
        """Value of a const or override; raises as :meth:`evaluate` does."""
        if name not in self._values:
            declaration = self._module.declarations.get(name)
            if declaration is None or declaration.kind not in ("const", "override"):
                raise ExpressionError(f"{name!r} is no const or override of the module")
            self._enter(name)
            work_out = self._const if declaration.kind == "const" else self._override
            self._values[name] = work_out(declaration)
            self._pending.discard(name)
        return self._values[name]

    def shape(self, name: str) -> Shape | None:
        """Type that an alias, a struct or a predeclared name stands for, or None."""
        declaration = self._module.declarations.get(name)
        if declaration is None:
            return named_shape(name)
        if declaration.kind not in ("alias", "struct"):
            return None
        if name not in self._shapes:
            self._enter(name)
            parser = ExpressionParser(declaration.value, self)
            is_struct = declaration.kind == "struct"
            self._shapes[name] = Shape("struct", fields=parser.members()) if is_struct else parser.shape()
            self._pending.discard(name)
        return self._shapes[name]

    def is_function(self, name: str) -> bool:
        """Whether the module declares a function of this name."""
        return name in self._module.functions

    def override_keys(self) -> frozenset[str]:
        """Names under which a pipeline gives values to the module's overrides; raises as :meth:`evaluate` does."""
        return frozenset(self._key(d) for d in self._module.declarations.values() if d.kind == "override")

    def _key(self, override: Declaration) -> str:
        """An override's name, or its number where it has one: then the name is none."""
        if override.id is None:
            return override.name
        number = self.evaluate(override.id)
        if not isinstance(number, Scalar) or not is_integer(number.type):
            raise ExpressionError(f"the @id of {override.name!r} is no integer")
        return str(number.value)

    def _enter(self, name: str) -> None:
        if name in self._pending:
            raise ExpressionError(f"{name!r} is declared through itself")
        self._pending.add(name)

    def _const(self, declaration: Declaration) -> Value:
        value = self.evaluate(declaration.value)
        if not declaration.type:
            return value
        shape = ExpressionParser(declaration.type, self).shape()
        return implicit(value, shape.scalar) if shape.scalar is not None else value

    def _override(self, declaration: Declaration) -> Value:
        given = self._pipeline.get(self._key(declaration))
        if given is None and not declaration.value:
            raise OverrideWithoutValue(declaration.name)
        written = "".join(token.text for token in declaration.type)
        if written not in ("", *SCALAR_TYPES):
            written = self._alias_of_scalar(declaration)
        if given is None:
            default = self.evaluate(declaration.value)
            return implicit(default, written) if written else default
        return _from_pipeline(declaration.name, given, written if written else self._default_type(declaration))

    def _alias_of_scalar(self, declaration: Declaration) -> str:
        shape = ExpressionParser(declaration.type, self).shape()
        if shape.kind != "scalar" or shape.scalar is None:
            raise ExpressionError(f"override {declaration.name!r} is no scalar")
        return shape.scalar

    def _default_type(self, declaration: Declaration) -> str:
        default = self.evaluate(declaration.value)
        if not isinstance(default, Scalar):
            raise ExpressionError(f"override {declaration.name!r} is no scalar")
        return {"int": "i32", "float": "f32"}.get(default.type, default.type)


def _from_pipeline(name: str, given: float, target: str) -> Scalar:
    """Convert a pipeline constant, which WebGPU hands over as a double, to the override's type."""
    if not math.isfinite(given):
        raise ExpressionError(f"pipeline constant {name!r} is {given}")
    if is_integer(target):
        return scalar(target, math.trunc(given))
    return cast(Scalar("float", float(given)), target)
