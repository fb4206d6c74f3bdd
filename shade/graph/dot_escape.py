r"""Text as Graphviz takes it, for the two syntaxes that the export writes.

An HTML-like label is XML: ``&``, ``<`` and ``>`` have a meaning, ``"`` has none. A quoted attribute ends at ``"``. In
both a backslash begins an escape (``\N`` is the node's name) and ``&`` an entity where the text is shown. Neither can
hold a control character, and the file is UTF-8, which has no lone surrogates. So a label goes through :func:`visible`
first, and then through the one escaper of the syntax it is written in.
"""

from __future__ import annotations

__all__ = ["BACKSLASH", "html_text", "quoted", "shortened", "visible"]

BACKSLASH = "\u29f5"
_REPLACEMENT = "\ufffd"


def _picture(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # the symbol that Unicode has for each control character: NUL is shown as ␀
    if code == 0x7F:
        return "\u2421"
    unprintable = 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE
    return _REPLACEMENT if unprintable else character


def visible(text: str) -> str:
    """``text`` with a visible character for each that no XML and no UTF-8 can hold."""
    return "".join(map(_picture, text))


def shortened(text: str, limit: int) -> str:
    """``text`` if it has at most ``limit`` characters, else its beginning and its end around ``…``."""
    if len(text) <= limit:
        return text
    tail = limit // 3
    return f"{text[: limit - tail - 1]}…{text[len(text) - tail :]}"


def _shown(text: str) -> str:
    return visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def html_text(text: str, limit: int = 48) -> str:
    """``text`` for an HTML-like label, one line of at most ``limit`` characters; never empty, which is an error there.

    Blanks become no-break ones: Graphviz drops a text that is nothing but blanks, and then refuses its tag.
    """
    return _shown(shortened(text, limit)).replace("\\", "\\\\").replace(" ", "&#160;") or "&#160;"


def quoted(text: str, limit: int = 2000) -> str:
    r"""``text`` as a quoted attribute that is shown, quotes included. A line feed stays one, as ``\n``.

    A backslash becomes ``⧵``, a reverse solidus that means nothing: versions of Graphviz take the escapes out of a
    tooltip once or twice, so no number of backslashes is right for all.
    """
    lines = [_shown(line).replace("\\", BACKSLASH).replace('"', '\\"') for line in shortened(text, limit).split("\n")]
    return '"' + "\\n".join(lines) + '"'
