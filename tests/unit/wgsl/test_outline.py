"""A module's declarations, found without reading bodies."""

from __future__ import annotations

from framescope.shade.wgsl.constants import override_keys
from framescope.shade.wgsl.lexer import tokenize
from framescope.shade.wgsl.outline import Outline, outline

MODULE = """
enable f16;
diagnostic(off, derivative_uniformity);
@id(4) override scale: f32 = 1.0;
override count: u32;
struct Light { @align(16) position: vec3<f32>, radius: f32, }
alias Lights = array<Light, 24>;
@group(0) @binding(0) var<storage, read> lights: Lights;
const_assert 1 < 2;
@vertex fn vs(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f { const hidden = 1; return vec4f(); }
@fragment fn fs() -> @location(0) vec4f { { let x = array<u32, 2>(1, 2); } return vec4f(); }
@workgroup_size(8, 4) @compute fn cs() { /* } */ }
fn helper() -> f32 { return 1.0; }
const last = 5;
"""


def outlined(code: str) -> Outline:
    """The outline of a text."""
    return outline(tokenize(code))


def test_entry_points_are_found_with_their_stage_in_order():
    """An attribute belongs to the function it stands before, and to no other."""
    entries = outlined(MODULE).entry_points
    assert [(entry.name, entry.stage, len(entry.workgroup_sizes)) for entry in entries] == [
        ("vs", "vertex", 0),
        ("fs", "fragment", 0),
        ("cs", "compute", 1),
    ]


def test_declarations_inside_bodies_are_not_the_modules():
    """Only module scope counts: a const inside a function is not listed, one after it is."""
    found = outlined(MODULE)
    assert list(found.declarations) == ["scale", "count", "Light", "Lights", "last"]
    assert found.functions == {"vs", "fs", "cs", "helper"}


def test_overrides_are_keyed_by_number_where_they_have_one():
    """A pipeline gives a value by ``@id`` if one is written, by name otherwise."""
    assert override_keys(MODULE) == {"4", "count"}


def test_truncated_modules_are_outlined_as_far_as_they_go():
    """Cut anywhere, a module still gives the declarations before the cut and nothing raises."""
    for cut in range(len(MODULE)):
        found = outlined(MODULE[:cut])
        assert len(found.entry_points) <= 3
    assert [entry.name for entry in outlined(MODULE[: MODULE.index("@workgroup")]).entry_points] == ["vs", "fs"]
