"""WGSL text → tokens: names, numbers, single characters of punctuation.

Operators of two characters are left as two tokens, because whether ``>>`` is a shift or the end of two
template lists is not for a lexer to say; each token carries its place, so a parser can see that they touch.
Comments and blanks separate tokens and are dropped. Source: WGSL §3.1 to §3.8.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Token", "tokenize"]


class Token(NamedTuple):
    """One token.

    Attributes:
        kind: ``"name"``, ``"number"`` or ``"mark"`` (one character of punctuation).
        text: The characters as written.
        start: Index of its first character in the source.
    """

    kind: str
    text: str
    start: int


_LINE_BREAKS = "\n\v\f\r\u0085\u2028\u2029"
_BLANKS = " \t\u200e\u200f" + _LINE_BREAKS
_SKIPPED = re.compile(f"[{_BLANKS}]+|//[^{_LINE_BREAKS}]*")
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_NUMBER = re.compile(
    r"""
    0[xX] (?: [0-9a-fA-F]+ (?: \.[0-9a-fA-F]* )? | \.[0-9a-fA-F]+ ) (?: [pP][+-]?[0-9]+ )? [iufh]?
    | (?: [0-9]+ (?: \.[0-9]* )? | \.[0-9]+ ) (?: [eE][+-]?[0-9]+ )? [iufh]?
    """,
    re.VERBOSE,
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def tokenize(code: str) -> list[Token]:
    """Split WGSL source into tokens.

    Never fails: a character that begins nothing is a mark of its own, and a block comment that is not closed
    runs to the end, as it does on the device.
    """
    tokens: list[Token] = []
    at, end = 0, len(code)
    while at < end:
        if skipped := _SKIPPED.match(code, at):
            at = skipped.end()
        elif code.startswith("/*", at):
            at = _comment_end(code, at)
        else:
            token = _token_at(code, at)
            tokens.append(token)
            at += len(token.text)
    return tokens


def _token_at(code: str, at: int) -> Token:
    if number := _NUMBER.match(code, at):
        return Token("number", number[0], at)
    end = _name_end(code, at)
    return Token("name", code[at:end], at) if end > at else Token("mark", code[at], at)


def _name_end(code: str, at: int) -> int:
    """Where the name that begins here ends; ``at`` itself where none begins."""
    ascii_part = _NAME.match(code, at)
    if ascii_part is None and not code[at].isidentifier():
        return at
    end = ascii_part.end() if ascii_part else at + 1
    # Python's identifiers follow the Unicode rules of WGSL's: XID_Start or "_", then XID_Continue.
    while end < len(code) and ("_" + code[end]).isidentifier():
        end += 1
    return end


def _comment_end(code: str, at: int) -> int:
    """Index after the block comment that opens here; block comments nest."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(code, at):
        depth += 1 if edge[0] == "/*" else -1
        if depth == 0:
            return edge.end()
    return len(code)
