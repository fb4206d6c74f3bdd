"""Parses a constant expression and works it out in the same walk. Source: the WGSL specification, "Expressions"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from framescope.shade.wgsl.errors import ExpressionError
from framescope.shade.wgsl.functions import call
from framescope.shade.wgsl.lexer import Token
from framescope.shade.wgsl.operators import PRECEDENCE, binary, unary
from framescope.shade.wgsl.shapes import Shape, construct
from framescope.shade.wgsl.values import Composite, Scalar, Value, cast, is_integer, literal

__all__ = ["ExpressionParser", "Scope"]

_LOWEST = 1
_ABOVE_COMPARISONS = PRECEDENCE["<<"]
_SWIZZLES = ("xyzw", "rgba")


class Scope(Protocol):
    """Where the names in an expression are looked up."""

    def value(self, name: str) -> Value:
        """Value of a const or override; raises ExpressionError for a name that has none."""

    def shape(self, name: str) -> Shape | None:
        """Type that an alias, a struct or a predeclared name stands for, or None."""

    def is_function(self, name: str) -> bool:
        """Whether the module declares a function of this name, hiding a built-in one."""


class ExpressionParser:
    """Reads one stretch of tokens.

    Args:
        tokens: The expression or list of expressions, nothing else.
        scope: Where names are looked up.
    """

    __slots__ = ("_at", "_in_template", "_scope", "_tokens")

    def __init__(self, tokens: Sequence[Token], scope: Scope) -> None:
        self._tokens = tokens
        self._scope = scope
        self._at = 0
        self._in_template = False

    def expression(self) -> Value:
        """Work out all the tokens as one expression."""
        value = self._binary(_LOWEST)
        self._expect_end()
        return value

    def expressions(self) -> list[Value]:
        """Work out all the tokens as expressions between commas; a comma may follow the last."""
        values = self._list("")
        self._expect_end()
        return values

    def shape(self) -> Shape:
        """Read all the tokens as a type."""
        shape = self._shape()
        self._expect_end()
        return shape

    def members(self) -> tuple[tuple[str, Shape], ...]:
        """Read all the tokens as the members of a struct."""
        fields: list[tuple[str, Shape]] = []
        while self._peek():
            self._skip_attributes()
            name = self._take()
            self._expect(":")
            fields.append((name, self._shape()))
            if self._peek():
                self._expect(",")
        return tuple(fields)

    def _peek(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        text = self._peek()
        self._at += 1
        return text

    def _expect(self, text: str) -> None:
        found = self._take()
        if found != text:
            raise ExpressionError(f"{text!r} is missing before {found!r}" if found else f"{text!r} is missing")

    def _expect_end(self) -> None:
        if self._peek():
            raise ExpressionError(f"{self._peek()!r} is not expected there")

    def _skip_attributes(self) -> None:
        while self._peek() == "@":
            self._at += 2
            if self._peek() == "(":
                while self._take() not in (")", ""):
                    pass

    def _operator(self) -> str:
        """The binary operator that stands here, or an empty text. Two characters are one operator if they touch."""
        text = self._peek()
        if self._at + 1 < len(self._tokens):
            following = self._tokens[self._at + 1]
            if following.start == self._tokens[self._at].start + 1 and text + following.text in PRECEDENCE:
                text += following.text
        if text not in PRECEDENCE or (self._in_template and text in (">", ">=", ">>")):
            return ""
        return text

    def _binary(self, lowest: int) -> Value:
        left = self._unary()
        while (symbol := self._operator()) and PRECEDENCE[symbol] >= lowest:
            self._at += len(symbol)
            left = binary(symbol, left, self._binary(PRECEDENCE[symbol] + 1))
        return left

    def _unary(self) -> Value:
        if self._peek() in ("-", "~", "!"):
            symbol = self._take()
            return unary(symbol, self._unary())
        value = self._primary()
        while self._peek() in (".", "["):
            value = self._member(value) if self._take() == "." else self._item(value)
        return value

    def _primary(self) -> Value:
        if self._at >= len(self._tokens):
            raise ExpressionError("it ends where a value is expected")
        kind, text, _ = self._tokens[self._at]
        if kind == "number":
            self._at += 1
            return literal(text)
        if kind == "name":
            return self._named()
        self._expect("(")
        value = self._nested(_LOWEST)
        self._expect(")")
        return value

    def _named(self) -> Value:
        name = self._peek()
        if name in ("true", "false"):
            self._at += 1
            return Scalar("bool", name == "true")
        if name == "bitcast" and not self._scope.is_function(name):
            return self._bitcast()
        if not self._scope.is_function(name) and self._scope.shape(name) is not None:
            shape = self._shape()
            return construct(shape, self._arguments())
        self._at += 1
        if self._peek() != "(":
            return self._scope.value(name)
        if self._scope.is_function(name):
            raise ExpressionError(f"{name}() is a function of the shader, not a constant")
        return call(name, self._arguments())

    def _arguments(self) -> list[Value]:
        self._expect("(")
        values = self._list(")")
        self._expect(")")
        return values

    def _list(self, closing: str) -> list[Value]:
        values: list[Value] = []
        while self._peek() != closing:
            values.append(self._nested(_LOWEST))
            if self._peek() != ",":
                break
            self._at += 1
        return values

    def _nested(self, lowest: int, *, in_template: bool = False) -> Value:
        """Read an expression inside brackets, where a closing angle means what those brackets make it mean."""
        outer, self._in_template = self._in_template, in_template
        value = self._binary(lowest)
        self._in_template = outer
        return value

    def _shape(self) -> Shape:
        name = self._take()
        shape = self._scope.shape(name)
        if shape is None:
            raise ExpressionError(f"{name!r} is no type that can be constructed here")
        return self._template(shape) if self._peek() == "<" else shape

    def _template(self, shape: Shape) -> Shape:
        self._expect("<")
        element = self._shape()
        count = shape.count
        if shape.kind == "array" and self._peek() == ",":
            self._at += 1
            count = self._count()
        if self._peek() == ",":
            self._at += 1
        self._expect(">")
        if shape.kind == "vector":
            return Shape("vector", element.scalar, count)
        return Shape(shape.kind, None, count, element)

    def _count(self) -> int | None:
        if self._peek() == ">":
            return None
        count = self._nested(_ABOVE_COMPARISONS, in_template=True)
        if not isinstance(count, Scalar) or not is_integer(count.type):
            raise ExpressionError("an array's size is no integer")
        return int(count.value)

    def _bitcast(self) -> Value:
        self._at += 1
        self._expect("<")
        shape = self._shape()
        self._expect(">")
        arguments = self._arguments()
        if shape.scalar not in ("i32", "u32") or len(arguments) != 1 or not isinstance(arguments[0], Scalar):
            raise ExpressionError("only a bitcast between i32 and u32 can be worked out here")
        if not is_integer(arguments[0].type):
            raise ExpressionError("only a bitcast between i32 and u32 can be worked out here")
        return cast(arguments[0], shape.scalar)

    def _member(self, value: Value) -> Value:
        name = self._take()
        if isinstance(value, Composite):
            if name in value.members:
                return value.items[value.members.index(name)]
            for letters in _SWIZZLES if value.kind == "vector" else ():
                if name and set(name) <= set(letters[: len(value.items)]) and len(name) <= 4:
                    picked = tuple(value.items[letters.index(letter)] for letter in name)
                    return picked[0] if len(picked) == 1 else Composite("vector", picked)
        raise ExpressionError(f"it has no member {name!r}")

    def _item(self, value: Value) -> Value:
        index = self._nested(_LOWEST)
        self._expect("]")
        if not isinstance(value, Composite) or value.kind == "struct":
            raise ExpressionError("only vectors and arrays have items")
        if not isinstance(index, Scalar) or not is_integer(index.type):
            raise ExpressionError("an index is no integer")
        if not 0 <= index.value < len(value.items):
            raise ExpressionError(f"index {index.value} of {len(value.items)} items")
        return value.items[int(index.value)]
