"""WGSL text → tokens: names, numbers, single characters of punctuation.

Operators of two characters are left as two tokens, because whether ``>>`` is a shift or the end of two
template lists is not for a lexer to say; each token carries its place, so a parser can see that they touch.
Comments and blanks separate tokens and are dropped. Source: the WGSL specification, "Textual Structure".
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
_LEXEME = re.compile(
    rf"""
    (?P<blank> [{_BLANKS}]+ | //[^{_LINE_BREAKS}]* )
    | (?P<comment> /\* )
    | (?P<number>
        0[xX] (?: [0-9a-fA-F]+ (?: \.[0-9a-fA-F]* )? | \.[0-9a-fA-F]+ ) (?: [pP][+-]?[0-9]+ )? [iufh]?
        | (?: [0-9]+ (?: \.[0-9]* )? | \.[0-9]+ ) (?: [eE][+-]?[0-9]+ )? [iufh]?
      )
    | (?P<name> [A-Za-z_][A-Za-z0-9_]* | [^\x00-\x7f] )
    | (?P<mark> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")


def tokenize(code: str) -> list[Token]:
    """Split WGSL source into tokens.

    Never fails: a character that begins nothing is a mark of its own, and a block comment that is not closed
    runs to the end, as it does on the device.
    """
    tokens: list[Token] = []
    at, end = 0, len(code)
    while at < end:
        lexeme = _LEXEME.match(code, at)
        assert lexeme is not None, "the last alternative takes any character"
        kind, stop = str(lexeme.lastgroup), lexeme.end()
        if kind == "comment":
            at = _comment_end(code, at)
            continue
        if kind == "name":
            if code[at].isidentifier():
                stop = _name_end(code, stop)
            else:
                kind = "mark"
        if kind != "blank":
            tokens.append(Token(kind, code[at:stop], at))
        at = stop
    return tokens


def _name_end(code: str, at: int) -> int:
    """Where a name ends that is at least this long."""
    # Python's identifiers follow the Unicode rules of WGSL's: XID_Start or "_", then XID_Continue.
    while at < len(code) and ("_" + code[at]).isidentifier():
        at += 1
    return at


def _comment_end(code: str, at: int) -> int:
    """Index after the block comment that opens here; block comments nest."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(code, at):
        depth += 1 if edge[0] == "/*" else -1
        if depth == 0:
            return edge.end()
    return len(code)
