"""WGSL text as tokens."""

from __future__ import annotations

import pytest

from framescope.shade.wgsl.lexer import tokenize


def texts(code: str) -> list[str]:
    """The tokens of a text, as written."""
    return [token.text for token in tokenize(code)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a/**/b", ["a", "b"]),
        ("a/* /* */ still */b", ["a", "b"]),
        ("a/*/b*/c", ["a", "c"]),
        ("a/* open", ["a"]),
        ("a//b\rc", ["a", "c"]),
        ("a//b /* c\nd", ["a", "d"]),
        ("a/b", ["a", "/", "b"]),
        ("/* // */ a", ["a"]),
    ],
)
def test_comments_separate_tokens_and_vanish(code, expected):
    """Block comments nest, line comments end at a line break, neither glues its neighbours together."""
    assert texts(code) == expected


@pytest.mark.parametrize("blank", list(" \t\n\v\f\r\u0085\u200e\u200f\u2028\u2029"), ids=ascii)
def test_every_blank_of_the_language_separates(blank):
    """The blanks are those of the specification, marks of direction among them."""
    assert texts(f"a{blank}b") == ["a", "b"]


@pytest.mark.parametrize("character", list("\u00a0\u3000\ufeff\u200b\0$"), ids=ascii)
def test_other_invisible_characters_do_not(character):
    """A no-break space or a byte order mark is no blank: it is kept, to be refused by whoever reads on."""
    assert texts(f"a{character}b") == ["a", character, "b"]


@pytest.mark.parametrize("name", ["a", "_a", "a9_", "Δmain", "変数", "e\u0301", "straße"])
def test_names_follow_unicode(name):
    """A name is one token, whatever alphabet it is written in."""
    assert [(token.kind, token.text) for token in tokenize(f"{name}(")] == [("name", name), ("mark", "(")]


@pytest.mark.parametrize("number", ["0", "8u", "0x1Fu", "0X2", "1.5f", ".5", "1.", "1e-3", "2E+4f", "0x1.8p-3f", "8h"])
def test_numbers_are_one_token_with_their_suffix(number):
    """Signs of exponents and suffixes belong to the number."""
    assert [(token.kind, token.text) for token in tokenize(f"{number},")] == [("number", number), ("mark", ",")]


def test_punctuation_is_split_and_keeps_its_place():
    """Two characters that touch are two tokens with neighbouring places: a parser decides what they mean."""
    assert [(token.text, token.start) for token in tokenize("a >>b")] == [("a", 0), (">", 2), (">", 3), ("b", 4)]
