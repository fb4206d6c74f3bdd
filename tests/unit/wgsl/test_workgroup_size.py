"""What the scanner reads out of a shader, and what it says where it can read nothing."""

from __future__ import annotations

import pytest
from wgsl_cases import CASES, Case

from framescope.shade.wgsl.errors import WorkgroupSizeError
from framescope.shade.wgsl.workgroup_size import workgroup_size

HUGE = "array<array<u32, 65536>, 65536>()"
MAIN = "@compute @workgroup_size(8) fn main() {}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reads_the_size_or_refuses(case: Case):
    """Every shader of the shared list gives the size it states, or an error where it states none."""
    if case.size is None:
        with pytest.raises(WorkgroupSizeError):
            workgroup_size(case.code, case.entry_point, case.constants)
    else:
        assert case.size == workgroup_size(case.code, case.entry_point, case.constants)


@pytest.mark.parametrize(
    "source",
    [
        "override n: u32; @compute @workgroup_size(n) fn main() {}",
        "override n: u32; @compute @workgroup_size(8, n * 2 + 1) fn main() {}",
        "override n: u32; override m = n + 1; @compute @workgroup_size(m) fn main() {}",
        "@id(7) override n: u32; @compute @workgroup_size(max(n, 8)) fn main() {}",
        "override n: bool; @compute @workgroup_size(select(4, 8, n)) fn main() {}",
    ],
)
def test_an_override_without_a_value_makes_the_size_unknown(source):
    """A size that needs a value nobody gave is unknown: None, not a number and not an error."""
    assert workgroup_size(source) is None


def test_an_override_that_the_size_does_not_need_leaves_it_known():
    """Only overrides the size depends on can make it unknown."""
    assert workgroup_size(f"override exposure: f32; {MAIN}") == (8, 1, 1)


def test_a_numbered_override_is_not_given_by_its_name():
    """With ``@id`` a pipeline names the override by number; its name then says nothing."""
    source = "@id(3) override n: u32; @compute @workgroup_size(n) fn main() {}"
    assert workgroup_size(source, constants={"n": 9}) is None


@pytest.mark.parametrize(
    ("source", "entry_point", "said"),
    [
        ("", None, "no compute entry point"),
        (MAIN, "shade", "no compute entry point is called 'shade'; the module has 'main'"),
        (
            f"{MAIN} @compute @workgroup_size(4) fn blur() {{}}",
            None,
            "name the entry point; the module has 'main', 'blur'",
        ),
        ("@compute fn main() {}", None, "it is not stated"),
        ("@compute @workgroup_size(8) @workgroup_size(8) fn main() {}", None, "it is stated twice"),
        ("@compute @workgroup_size(0) fn main() {}", None, "a dimension is 0"),
        ("@compute @workgroup_size(1,1,1,1) fn main() {}", None, "it has 4 dimensions"),
        ("@compute @workgroup_size(1.5) fn main() {}", None, "a dimension is no integer"),
        ("@compute @workgroup_size(tile()) fn main() {}", None, "tile() is not a function that can be worked out"),
        (
            "fn tile() -> u32 {} @compute @workgroup_size(tile()) fn main() {}",
            None,
            "tile() is a function of the shader",
        ),
        ("const a = a; @compute @workgroup_size(a) fn main() {}", None, "'a' is declared through itself"),
        ("@compute @workgroup_size(8 fn main() {}", None, "no compute entry point"),
    ],
)
def test_an_unreadable_shader_is_named_with_the_reason(source, entry_point, said):
    """The error names the shader by its label and says what is wrong with the size."""
    with pytest.raises(WorkgroupSizeError) as raised:
        workgroup_size(source, entry_point, label="tone mapping")
    assert str(raised.value).startswith("shader 'tone mapping'")
    assert said in str(raised.value)


def test_the_error_is_a_value_error():
    """A caller who does not know our errors catches the builtin."""
    with pytest.raises(ValueError, match="no readable @workgroup_size"):
        workgroup_size("")


@pytest.mark.parametrize(
    "size",
    ["(" * 5000, "-" * 5000 + "1", "vec2(" * 3000, "a[" * 3000, "9" * 5000, "1" + "+1" * 20000, f"{HUGE} + {HUGE}"],
)
def test_hostile_nesting_and_length_end_in_our_error_or_an_answer(size):
    """No depth or length of an expression gets past the scanner as another kind of error."""
    with pytest.raises(WorkgroupSizeError):
        workgroup_size(f"const a = 1; @compute @workgroup_size({size}, 0) fn main() {{}}")


def test_a_long_chain_of_constants_is_followed():
    """Constants may be declared through one another in any order, some dozens deep."""
    chain = "".join(f"const c{i} = c{i + 1};" for i in range(50)) + "const c50 = 8;"
    assert workgroup_size(f"{chain} @compute @workgroup_size(c0) fn main() {{}}") == (8, 1, 1)
