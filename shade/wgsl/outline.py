"""The declarations of a WGSL module, found without reading any function's body.

Attributes are gathered until the declaration they stand before, in whatever order, and bodies are skipped by
their braces, so that neither example text nor a local name is taken for the module's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from framescope.shade.wgsl.lexer import Token

__all__ = ["Declaration", "EntryPoint", "Outline", "outline"]

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_STAGES = ("compute", "vertex", "fragment")


class Attribute(NamedTuple):
    """One attribute, ``@name(arguments)``; ``arguments`` holds the tokens between the parentheses."""

    name: str
    arguments: Sequence[Token]


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A function with a stage, and the arguments of each ``@workgroup_size`` before it."""

    name: str
    stage: str
    workgroup_sizes: tuple[Sequence[Token], ...]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A ``const``, ``override``, ``alias`` or ``struct`` of the module.

    Attributes:
        kind: The keyword.
        name: What it declares.
        type: Tokens of the type after the colon; empty where none is written.
        value: Tokens after the equals sign; empty where none is written. A struct keeps its body here.
        id: Tokens of ``@id(…)``, or None without that attribute.
    """

    kind: str
    name: str
    type: Sequence[Token] = ()
    value: Sequence[Token] = ()
    id: Sequence[Token] | None = None


@dataclass(slots=True)
class Outline:
    """What a module declares: its entry points in order, its other declarations and functions by name."""

    entry_points: list[EntryPoint] = field(default_factory=list)
    declarations: dict[str, Declaration] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)


def outline(tokens: Sequence[Token]) -> Outline:
    """Collect the module-scope declarations of a token list; what is not understood is stepped over."""
    return _Reader(tokens).read()


class _Reader:
    """Walks the tokens once, from declaration to declaration."""

    __slots__ = ("_at", "_attributes", "_found", "_tokens")

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._attributes: list[Attribute] = []
        self._found = Outline()

    def read(self) -> Outline:
        while self._at < len(self._tokens):
            if self._text() == "@":
                self._attributes.append(self._attribute())
                continue
            self._declaration()
            self._attributes = []
        return self._found

    def _text(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        text = self._text()
        self._at += 1
        return text

    def _attribute(self) -> Attribute:
        self._at += 1
        name = self._take()
        return Attribute(name, self._group() if self._text() == "(" else ())

    def _group(self) -> Sequence[Token]:
        """Step over a bracketed group and return what is inside it."""
        first = self._at + 1
        depth = 0
        while self._at < len(self._tokens):
            text = self._take()
            if text in _CLOSING:
                depth += 1
            elif text in _CLOSING.values():
                depth -= 1
                if depth == 0:
                    return self._tokens[first : self._at - 1]
        return self._tokens[first:]

    def _until(self, *stops: str) -> Sequence[Token]:
        """Step over tokens and whole groups up to one of the stops, and return them."""
        first = self._at
        while self._at < len(self._tokens) and self._text() not in stops:
            if self._text() in _CLOSING:
                self._group()
            else:
                self._at += 1
        return self._tokens[first : self._at]

    def _declaration(self) -> None:
        text = self._text()
        if text == "fn":
            self._function()
        elif text in ("const", "override", "alias"):
            self._value(text)
        elif text == "struct":
            self._struct()
        elif text in _CLOSING:
            self._group()
        else:
            self._at += 1

    def _function(self) -> None:
        self._at += 1
        name = self._take()
        self._until("{", ";")
        if self._text() == "{":
            self._group()
        self._found.functions.add(name)
        given = [attribute.name for attribute in self._attributes]
        for stage in _STAGES:
            if stage in given:
                sizes = tuple(a.arguments for a in self._attributes if a.name == "workgroup_size")
                self._found.entry_points.append(EntryPoint(name, stage, sizes))

    def _value(self, kind: str) -> None:
        self._at += 1
        name = self._take()
        written_type: Sequence[Token] = ()
        value: Sequence[Token] = ()
        if self._text() == ":":
            self._at += 1
            written_type = self._until("=", ";")
        if self._text() == "=":
            self._at += 1
            value = self._until(";")
        identity = next((a.arguments for a in self._attributes if a.name == "id"), None)
        self._found.declarations[name] = Declaration(kind, name, written_type, value, identity)

    def _struct(self) -> None:
        self._at += 1
        name = self._take()
        body = self._group() if self._text() == "{" else ()
        self._found.declarations[name] = Declaration("struct", name, value=body)
