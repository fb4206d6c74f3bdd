"""FL2001: what a pass declares to read and does not bind; what went through the guard of a development build."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import MIPPED, output_buffer, output_texture
from hypothesis import given
from hypothesis import strategies as st

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.graph.bindings import Part, bound_boxes
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion, TextureRegion, resolve, whole
from framescope.shade.graph.void import VoidCommandContext

pytestmark = pytest.mark.skipif(not __debug__, reason="the guard is for development: python -O leaves it out")


def frame(
    *bound: Part, region: Any = None, native: Any = None, also: Any = None, watch: bool = True
) -> list[tuple[Any, ...]]:
    """Lints of a frame whose one pass declares to read an import, and binds these parts of it."""
    native = output_buffer() if native is None else native
    graph = FrameGraph()
    graph.watch_bindings = watch

    def execute(resources: Any, context: Any) -> None:
        for part in bound:
            context.binding_guard(native, part)
        if also is not None:
            context.binding_guard(also)

    is_buffer = not hasattr(native, "format")
    handle: Any = (graph.import_buffer if is_buffer else graph.import_texture)("x", native, initial="defined")
    builder = graph.add("A", kind="compute", execute=execute, side_effect=True)
    builder.read(handle, "buffer-storage-read" if is_buffer else "texture-sampled", region=region)
    compiled = graph.compile()
    assert compiled.lints() == ()  # it has not run, so nothing is known of what it binds
    compiled.execute(VoidCommandContext())
    return [(lint.code, lint.pass_path, lint.resource, lint.region) for lint in compiled.lints()]


def buffer(offset: int, size: int | None) -> Part:
    """A buffer binding."""
    return (("offset", offset), ("size", size))


def test_less_is_bound_than_was_declared() -> None:
    """The rest is named."""
    assert frame(buffer(0, 128)) == [("FL2001", "A", "x", "bytes 128–255")]


@pytest.mark.parametrize(
    ("bound", "region"),
    [
        ([None], None),
        ([buffer(0, None)], None),
        ([buffer(0, 128), buffer(128, None)], None),
        ([buffer(64, 64)], BufferRegion(64, 64)),
        ([buffer(0, 10_000)], None),  # the device refuses this one; it says nothing here
    ],
)
def test_all_that_was_declared_is_bound(bound: list[Part], region: Any) -> None:
    """At once, in two bindings, more than declared, or an unknown part."""
    assert frame(*bound, region=region) == []


def test_a_view_shows_less_than_was_declared() -> None:
    """One mip of three is bound."""
    native = output_texture(mip_level_count=3)
    part: Part = (("base_mip_level", 0), ("mip_level_count", 1))

    assert frame(part, native=native) == [("FL2001", "A", "x", "mips 1–2")]
    assert frame(part, native=native, region=TextureRegion(0, 1)) == []


def test_nothing_is_noted_unless_asked_for() -> None:
    """Off, a frame keeps no list of what it bound."""
    assert frame(buffer(0, 128), watch=False) == []


def test_a_pass_that_binds_nothing_is_left_out() -> None:
    """How it reaches what it reads is not known."""
    assert frame() == []


def test_a_pass_that_binds_what_nobody_can_look_into_is_left_out() -> None:
    """A bind group that our graphics context did not make may hold the rest."""
    assert frame(buffer(0, 128), also=object()) == []


VOLUME = TextureDescriptor((8, 8, 8), "r8unorm", dimension="3d", mip_level_count=2)
LAYERS = TextureDescriptor((8, 8, 6), "rgba8unorm")


@pytest.mark.parametrize(
    ("fields", "descriptor", "region"),
    [
        ({}, MIPPED, None),
        ({"base_mip_level": 1}, MIPPED, TextureRegion(1)),
        ({"dimension": "2d", "base_array_layer": 2}, LAYERS, TextureRegion(0, None, 2, 1)),
        ({"dimension": "2d-array", "base_array_layer": 2}, LAYERS, TextureRegion(0, None, 2)),
        ({"dimension": "cube"}, LAYERS, None),
        ({"base_mip_level": 1}, VOLUME, TextureRegion(1)),
        (
            {"aspect": "depth-only"},
            TextureDescriptor((8, 8), "depth24plus-stencil8"),
            TextureRegion(aspect="depth-only"),
        ),
        ({"offset": None, "size": None}, BufferDescriptor(256), None),
    ],
)
def test_what_a_view_or_a_binding_shows(fields: dict[str, Any], descriptor: Any, region: Any) -> None:
    """As WebGPU fills in what the arguments leave out."""
    assert bound_boxes(tuple(fields.items()), descriptor) == resolve(region, descriptor)


@given(
    fields=st.dictionaries(
        st.sampled_from(["base_mip_level", "mip_level_count", "base_array_layer", "array_layer_count", "aspect", "x"]),
        st.integers(-2, 9) | st.text(max_size=3) | st.none(),
    )
)
def test_arguments_that_say_nothing_stand_for_all(fields: dict[str, Any]) -> None:
    """Whatever they are: a part of the texture, or all of it, and no error."""
    boxes = bound_boxes(tuple(fields.items()), MIPPED)

    assert boxes == whole(MIPPED) or len(boxes) == 1
