"""Shaders with the workgroup size they state: one list, read by our scanner and run on the device.

In a source ``LID`` stands for the parameter that is the local invocation's id and ``BODY`` for statements that
count invocations and remember the largest id along each axis, so that the device can tell the size it used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HEAD = "@group(0) @binding(0) var<storage, read_write> seen: array<atomic<u32>, 4>;\n"
LID = "@builtin(local_invocation_id) lid: vec3<u32>"
BODY = (
    "atomicAdd(&seen[0], 1u); atomicMax(&seen[1], lid.x + 1u);"
    "atomicMax(&seen[2], lid.y + 1u); atomicMax(&seen[3], lid.z + 1u);"
)


@dataclass(frozen=True)
class Case:
    """One shader; ``size`` is None where no size can be read and the device takes no such shader either."""

    name: str
    source: str
    size: tuple[int, int, int] | None
    entry_point: str | None = None
    constants: Mapping[str | int, float] | None = None

    @property
    def code(self) -> str:
        """The whole module."""
        return HEAD + self.source.replace("LID", LID).replace("BODY", BODY)


def _stated(size: str, before: str = "") -> str:
    return f"{before} @compute @workgroup_size({size}) fn main(LID) {{ BODY }}"


def _sizes(spelled: dict[str, tuple[int, int, int] | None], before: str = "") -> list[Case]:
    return [Case(f"{before}({size})", _stated(size, before), expected) for size, expected in spelled.items()]


_MAIN = "@compute @workgroup_size(8) fn main(LID) { BODY }"
_TWO = "@compute @workgroup_size(8) fn a(LID) { BODY } @compute @workgroup_size(4, 4) fn b(LID) { BODY }"

LITERALS = _sizes(
    {
        "8": (8, 1, 1),
        "8,": (8, 1, 1),
        "8,4": (8, 4, 1),
        "8,4,": (8, 4, 1),
        "8,4,2,": (8, 4, 2),
        "0x10u": (16, 1, 1),
        "0X2": (2, 1, 1),
        "8i": (8, 1, 1),
        "8u,1i": (8, 1, 1),
        "\t8\r,\n4 /* y */, // z\n 2": (8, 4, 2),
        "": None,
        "0": None,
        "8, 0": None,
        "-1": None,
        "8.0": None,
        "8f": None,
        "012": None,
        "0x": None,
        "8l": None,
        "true": None,
        "8, 4, 2, 1": None,
        "8 4": None,
        "(8": None,
    }
)

EXPRESSIONS = _sizes(
    {
        "((8))": (8, 1, 1),
        "2 * 3 + 1": (7, 1, 1),
        "1 + 2 * (4 - 1)": (7, 1, 1),
        "7 / 2, 7 % 4": (3, 3, 1),
        "-7 / 2 + 8, -7 % 3 + 5": (5, 4, 1),
        "1 << 3, 16 >> 1": (8, 8, 1),
        "1u << 3u": (8, 1, 1),
        "~-9, -(-4)": (8, 4, 1),
        "5 ^ 1, 5 & 4, 5 | 2": (4, 4, 7),
        "4294967295u + 9u": (8, 1, 1),
        "max(3, 4), min(3u, 4), clamp(9, 1, 4)": (4, 3, 4),
        "select(3, 4, 1 < 2), select(3, 4, 2 <= 1)": (4, 3, 1),
        "u32(1 == 1) + 3, u32(true && false) + 1": (4, 1, 1),
        "u32(8), i32(8.7), u32(true)": (8, 8, 1),
        "u32(7.0 / 2), u32(0.1f * 80.0f)": (3, 8, 1),
        "abs(-4), sign(4), dot(vec2(1, 2), vec2(1, 2))": (4, 1, 5),
        "countOneBits(7u), firstLeadingBit(8u), countTrailingZeros(8)": (3, 3, 3),
        "u32(ceil(4.5)), u32(floor(log2(64.0))), u32(round(2.5))": (5, 6, 2),
        "vec3(8, 4, 1).x, vec3<u32>(8, 4, 1).y, vec3u(8, 4, 2)[2]": (8, 4, 2),
        "vec2(8).x, vec2<i32>(3, 4).yx.x, vec4(1, 2, 3, 4).abgr.x": (8, 4, 4),
        "(vec2(1, 2) + vec2(3, 4)).y, (vec2(1, 2) * 3).x": (6, 3, 1),
        "array(8, 4)[1], array<u32, 1 << 1>(8, 2)[1], array<vec2<u32>, 2>(vec2(1), vec2(3))[1].y": (4, 2, 3),
        "8 / 0": None,
        "1u << 32u": None,
        "2147483647i + 1i": None,
        "8u + 1i": None,
        "u32(-1)": None,
        "vec3(8, 4, 1)": None,
        "vec2(8, 4).z": None,
        "vec2(8, 4)[2]": None,
        "min(2, 3.0)": None,
        "max(8)": None,
        "undeclared": None,
        "1 < 2 < 3": None,
    }
)

DECLARATIONS = [
    *_sizes({"N, N / 4": (8, 2, 1)}, "const N: u32 = 8;"),
    *_sizes({"A": (6, 1, 1)}, "const A = B * 2; const B = 3u;"),
    *_sizes({"V.x, V.y, V.z": (8, 4, 2)}, "const V: vec3<u32>= vec3(8, 4, 2);"),
    *_sizes({"s.a, s.b": (8, 4, 1)}, "struct S { @align(16) a: u32, @size(32) b: u32 } const s = S(8, 4);"),
    *_sizes({"c": (8, 1, 1)}, "alias T = u32; const c: T = 8;"),
    *_sizes({"P(8, 4).y": (4, 1, 1)}, "alias P = vec2<u32>;"),
    *_sizes({"table[i + 1]": (2, 1, 1)}, "const table = array<u32, 3>(8, 4, 2); const i = 1;"),
    *_sizes({"Δ, 変数": (8, 4, 1)}, "const Δ = 8; const 変数 = 4;"),
    *_sizes({"max": (8, 1, 1)}, "const max = 8;"),
    *_sizes({"a": None}, "const a = b; const b = a;"),
    *_sizes({"f()": None, "8": (8, 1, 1)}, "fn f() -> u32 { return 8u; }"),
    *_sizes({"max(8u, 4u)": None}, "fn max(a: u32, b: u32) -> u32 { return a; }"),
    *_sizes({"v": None}, "var<private> v: u32 = 8;"),
    *_sizes({"1.5": None, "u32(z * 4)": (6, 1, 1)}, "const z = 1.5;"),
    *_sizes({"8": (8, 1, 1)}, "const_assert 1 < 2; fn workgroup_size_helper() {} struct workgroup_size { a: u32 }"),
]

OVERRIDES = [
    *_sizes({"n, n * 2": (4, 8, 1)}, "override n: u32 = 4;"),
    *_sizes({"m": (8, 1, 1)}, "override n: u32 = 4; override m: u32 = n * 2;"),
    *_sizes({"u32(n)": (8, 1, 1)}, "override n: f32 = 8;"),
    *_sizes({"n": None}, "override n: u32 = 0;"),
    Case("by name", _stated("n", "override n: u32;"), (7, 1, 1), constants={"n": 7}),
    Case("default replaced", _stated("m", "override n = 4; override m = n * 2;"), (14, 1, 1), constants={"n": 7}),
    Case("by number", _stated("n", "@id(1 + 2) override n: u32 = 4;"), (9, 1, 1), constants={3: 9}),
    Case("by number as text", _stated("n", "@id(3) override n: u32 = 4;"), (9, 1, 1), constants={"3": 9}),
    Case("fraction cut", _stated("n", "override n: u32 = 4;"), (8, 1, 1), constants={"n": 8.5}),
    Case("to bool", _stated("select(4u, 8u, n)", "override n: bool = false;"), (8, 1, 1), constants={"n": 0.5}),
    Case("to float", _stated("u32(n * 2)", "override n: f32;"), (15, 1, 1), constants={"n": 7.75}),
    Case("zero given", _stated("n", "override n: u32 = 4;"), None, constants={"n": 0}),
    Case("negative given", _stated("n", "override n: u32 = 4;"), None, constants={"n": -1}),
    Case("too large given", _stated("n", "override n: u32 = 4;"), None, constants={"n": 1e12}),
    Case("not a number given", _stated("n", "override n: u32 = 4;"), None, constants={"n": float("nan")}),
]

COMMENTS = [
    Case("example before", f"/* @compute @workgroup_size(64) fn x() {{}} */ {_MAIN}", (8, 1, 1)),
    Case("example in a line", f"// @compute @workgroup_size(64) fn x() {{}}\n{_MAIN}", (8, 1, 1)),
    *(Case(f"line ends by {ord(end):04x}", f"// 64{end}{_MAIN}", (8, 1, 1)) for end in "\r\n\v\f\u0085\u2028\u2029"),
    Case("stars", f"/*/**/****/ {_MAIN}", (8, 1, 1)),
    Case("nested", f"/* a /* b */ c */ {_MAIN}", (8, 1, 1)),
    Case("unterminated", f"{_MAIN} /* the end", (8, 1, 1)),
    Case("unterminated, nested", f"{_MAIN} /* a /* b */", (8, 1, 1)),
    Case("glue", "@compute/*c*/@workgroup_size(8)fn/**/Δmain(LID){BODY}", (8, 1, 1), "Δmain"),
    Case("left-to-right marks", "@compute @workgroup_size(\u200e8\u200f) fn main(LID) { BODY }", (8, 1, 1)),
    Case("no-break space", "@compute @workgroup_size(8\u00a0) fn main(LID) { BODY }", None),
]

ENTRY_POINTS = [
    Case("size first", "@workgroup_size(8) @compute fn main(LID) { BODY }", (8, 1, 1)),
    Case("spaced", "@ compute @/*c*/workgroup_size ( 8 ) fn main(LID) { BODY }", (8, 1, 1)),
    Case("on lines", "@compute\n@workgroup_size\n(\n8\n,\n4\n)\nfn\nmain\n(LID)\n{ BODY }", (8, 4, 1)),
    Case("other attributes", f"@diagnostic(off, derivative_uniformity) {_MAIN}", (8, 1, 1)),
    Case(
        "beside a vertex stage", f"@vertex fn v() -> @builtin(position) vec4f {{ return vec4f(); }} {_MAIN}", (8, 1, 1)
    ),
    Case("braces in the body", "@compute @workgroup_size(8) fn main(LID) { if (true) { BODY } };", (8, 1, 1)),
    Case("the first of two", _TWO, (8, 1, 1), "a"),
    Case("the second of two", _TWO, (4, 4, 1), "b"),
    Case("none of two", _TWO, None, "c"),
    Case("either of two", _TWO, None),
    Case("no entry point", "fn main(LID) { BODY }", None),
    Case("not stated", "@compute fn main(LID) { BODY }", None),
    Case("no parentheses", "@compute @workgroup_size fn main(LID) { BODY }", None),
    Case("stated twice", "@workgroup_size(8) @compute @workgroup_size(8) fn main(LID) { BODY }", None),
    Case("before a struct", "@compute @workgroup_size(8) struct S { a: u32 } fn main(LID) { BODY }", None),
    Case("before a semicolon", "@compute @workgroup_size(8); fn main(LID) { BODY }", None),
]

CASES = [*LITERALS, *EXPRESSIONS, *DECLARATIONS, *OVERRIDES, *COMMENTS, *ENTRY_POINTS]
