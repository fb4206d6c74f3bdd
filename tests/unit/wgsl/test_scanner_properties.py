"""What holds of the scanner for any text and any spelling."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from framescope.shade.wgsl.errors import WorkgroupSizeError
from framescope.shade.wgsl.lexer import tokenize
from framescope.shade.wgsl.workgroup_size import workgroup_size

SHADERS = [
    ("@ compute @ workgroup_size ( 8 , 4 , ) fn Δmain ( ) { }", (8, 4, 1)),
    (
        "const n : u32 = 1u << 3u ; fn f ( ) { let n = 64 ; } @ workgroup_size ( n , n - 4u ) @ compute fn m ( ) { }",
        (8, 4, 1),
    ),
    ("const v = vec3 < u32 > ( 8 , 4 , 2 ) ; @ compute @ workgroup_size ( v . x , v [ 1 ] ) fn m ( ) { }", (8, 4, 1)),
    ("@ id ( 3 ) override n : u32 = 4 ; @ compute @ workgroup_size ( max ( n , 0x10 ) ) fn m ( ) { }", (16, 1, 1)),
    ("override n : u32 ; @ compute @ workgroup_size ( n ) fn m ( ) { }", None),
]

BLANKS = st.sampled_from(
    [" ", "\t", "\r\n", "\u2028", "/**/", "/* @compute @workgroup_size(64) fn x() {} */", "// 64\n", "//\r", "/*/**/*/"]
)
SPELLINGS = """
    @ ( ) { } [ ] < > = ; : , . + - * / % & | ^ ! ~ << compute workgroup_size fn const override struct alias main
    vec3 array u32 max bitcast 8 0x 1e9999 99999999999999999999 true /* // Δ
"""
PIECES = st.sampled_from(SPELLINGS.split())


@pytest.mark.parametrize(("shader", "expected"), SHADERS)
@given(data=st.data())
def test_blanks_and_comments_never_change_the_answer(shader, expected, data):
    """Whatever stands between two tokens, the size read is the same."""
    tokens = shader.split(" ")
    gaps = data.draw(st.lists(BLANKS, min_size=len(tokens), max_size=len(tokens)))
    assert workgroup_size("".join(gap + token for gap, token in zip(gaps, tokens, strict=True))) == expected


@given(code=st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join)))
@example(code="@compute @workgroup_size(")
@example(code="\ud800")
def test_any_text_is_read_or_refused_with_our_error(code):
    """No text makes the scanner raise anything but its own error."""
    try:
        size = workgroup_size(code)
    except WorkgroupSizeError:
        return
    assert size is None or all(0 < dimension < 1 << 32 for dimension in size)


@given(expression=st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=25).map("".join)), declared=st.booleans())
def test_any_expression_is_read_or_refused_with_our_error(expression, declared):
    """No size and no constant makes the scanner raise anything but its own error."""
    stated = (
        f"const c = {expression}; @compute @workgroup_size(c)"
        if declared
        else f"@compute @workgroup_size({expression})"
    )
    with contextlib.suppress(WorkgroupSizeError):
        workgroup_size(f"{stated} fn main() {{}}")


@given(code=st.text())
def test_tokens_are_slices_of_the_text_in_order(code):
    """Each token is the text at its place, and no two overlap."""
    end = 0
    for token in tokenize(code):
        assert token.start >= end
        end = token.start + len(token.text)
        assert code[token.start : end] == token.text
