"""Declared views: defaults, what is refused, how accesses and marks go through them, what the plan says of them."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import BUFFER, COLOR, MIPPED, SLICED, nothing, output_texture

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.regions import TextureRegion
from framescope.shade.graph.void import VoidCommandContext

LINE = TextureDescriptor((64, 1), "rgba8unorm", dimension="1d")
CUBES = TextureDescriptor((8, 8, 12), "rgba8unorm", mip_level_count=2)
VOLUME = TextureDescriptor((8, 8, 8), "rgba8unorm", dimension="3d", mip_level_count=2)
PACKED = TextureDescriptor((8, 8), "depth24plus-stencil8")
SAMPLES = TextureDescriptor((8, 8), "rgba8unorm", sample_count=4)
SRGB = TextureDescriptor((8, 8), "rgba8unorm", view_formats=("rgba8unorm-srgb",))

Fields = dict[str, Any]


def listed(descriptor: TextureDescriptor, **asked: Any) -> Fields:
    """The view as the model lists it."""
    graph = FrameGraph()
    graph.create_view(graph.create_texture("x", descriptor), "v", **asked)
    (view,) = graph.compile().model()["views"]
    return {key: value for key, value in view.items() if key not in ("index", "label", "resource")}


def view_of(**fields: Any) -> Fields:
    """A view of mip 0, layer 0 of a 2D rgba8unorm texture, but for the given fields."""
    identity = {"format": "rgba8unorm", "dimension": "2d", "aspect": "all", "swizzle": "rgba"}
    first = {"base_mip_level": 0, "mip_level_count": 1, "base_array_layer": 0, "array_layer_count": 1}
    return {**identity, **first, **fields}


@pytest.mark.parametrize(
    ("descriptor", "asked", "expected"),
    [
        (COLOR, {}, view_of()),
        (MIPPED, {"base_mip_level": 1}, view_of(base_mip_level=1, mip_level_count=2)),
        (SLICED, {}, view_of(dimension="2d-array", array_layer_count=3)),
        (SLICED, {"base_array_layer": 1}, view_of(dimension="2d-array", base_array_layer=1, array_layer_count=2)),
        (SLICED, {"dimension": "2d", "base_array_layer": 2}, view_of(base_array_layer=2)),
        (CUBES, {"dimension": "cube", "base_array_layer": 6}, view_of(dimension="cube", base_array_layer=6,
         mip_level_count=2, array_layer_count=6)),
        (CUBES, {"dimension": "cube-array"}, view_of(dimension="cube-array", mip_level_count=2, array_layer_count=12)),
        (VOLUME, {}, view_of(dimension="3d", mip_level_count=2)),
        (LINE, {}, view_of(dimension="1d")),
        (PACKED, {"aspect": "depth-only"}, view_of(format="depth24plus", aspect="depth-only")),
        (PACKED, {"aspect": "stencil-only"}, view_of(format="stencil8", aspect="stencil-only")),
        (SRGB, {"format": "rgba8unorm-srgb", "swizzle": "bgr1"}, view_of(format="rgba8unorm-srgb", swizzle="bgr1")),
    ],
)  # fmt: skip
def test_what_is_left_out_is_as_in_webgpu(descriptor: TextureDescriptor, asked: Fields, expected: Fields) -> None:
    """The defaults of createView, the format of a single aspect among them."""
    assert listed(descriptor, **asked) == expected


@pytest.mark.parametrize(
    ("descriptor", "asked", "words"),
    [
        (COLOR, {"format": "rgba8unorm-srgb"}, "neither the texture's nor one of its view_formats"),
        (COLOR, {"dimension": "3d"}, "dimension '3d' of a 2d texture"),
        (COLOR, {"dimension": "2D"}, "dimension '2D' of a 2d texture"),
        (COLOR, {"aspect": "depth-only"}, "depth-only"),
        (COLOR, {"aspect": "color"}, "aspect 'color'"),
        (COLOR, {"swizzle": "rgbx"}, "four of r, g, b, a, 0 and 1"),
        (COLOR, {"swizzle": "rgba\n"}, "four of r, g, b, a, 0 and 1"),
        (MIPPED, {"base_mip_level": 3}, "mip levels from 3 on, of a texture that has 3"),
        (MIPPED, {"mip_level_count": 0}, "at least one mip level"),
        (MIPPED, {"base_mip_level": 1, "mip_level_count": 3}, "mip levels 1 to 4 of a texture that has 3"),
        (SLICED, {"array_layer_count": 4}, "array layers 0 to 4 of a texture that has 3"),
        (SLICED, {"dimension": "2d", "array_layer_count": 2}, "2 array layers in a 2d view"),
        (SLICED, {"dimension": "cube"}, "array layers 0 to 6 of a texture that has 3"),
        (SLICED, {"dimension": "cube-array"}, "six make a cube"),
        (CUBES, {"dimension": "cube", "array_layer_count": 12}, "six make a cube"),
        (TextureDescriptor((8, 4, 6), "r8unorm"), {"dimension": "cube"}, "not square (8 by 4)"),
        (VOLUME, {"base_array_layer": 1}, "array layer 1 of a volume"),
        (SAMPLES, {"dimension": "2d-array"}, "multisampled"),
        (COLOR, {"label": None}, "a view's label is a string"),
        (COLOR, {"base_mip_level": "0"}, "view 'v' of 'x'"),
    ],
)
def test_what_the_texture_cannot_be_viewed_as(descriptor: TextureDescriptor, asked: Fields, words: str) -> None:
    """Each is FG1104 at the declaration, and names texture and view."""
    graph = FrameGraph()
    texture = graph.create_texture("x", descriptor)

    with pytest.raises(GraphError) as caught:
        graph.create_view(texture, **{"label": "v", **asked})

    assert (caught.value.code, caught.value.phase, caught.value.resource) == ("FG1104", "record", "x")
    assert words in str(caught.value)
    assert "test_views.py" in caught.value.declared_at[0]


def test_the_srgb_twin_of_an_import_is_left_to_the_device() -> None:
    """A native texture cannot be asked which formats its views may have."""
    graph = FrameGraph()
    texture = graph.import_texture("x", output_texture(), initial="defined")

    assert graph.create_view(texture, format="rgba8unorm-srgb")._view.format == "rgba8unorm-srgb"


def test_only_a_texture_of_this_graph_has_views() -> None:
    """A buffer, and last frame's texture."""
    graph = FrameGraph()
    codes = []
    for handle in (graph.create_buffer("b", BUFFER), FrameGraph().create_texture("x", COLOR)):
        with pytest.raises(GraphError) as caught:
            graph.create_view(handle)  # type: ignore[arg-type]
        codes.append(caught.value.code)

    assert codes == ["FG2011", "FG2001"]


def attach_mips(graph: FrameGraph) -> Any:
    """Seed mip 0 and mip 1 through views of their own; returns the texture and both views."""
    x = graph.create_texture("x", MIPPED)
    views = [graph.create_view(x, f"mip {mip}", base_mip_level=mip, mip_level_count=1) for mip in (0, 1)]
    for number, view in enumerate(views):
        x = graph.add(f"seed {number}", kind="render", execute=nothing).attach(x, load_op="clear", view=view)
    return x, views


def test_accesses_name_their_view_and_take_its_region() -> None:
    """A view of mip 1 depends on who wrote mip 1, and on nobody else."""
    graph = FrameGraph()
    x, views = attach_mips(graph)
    reader = graph.add("read", kind="compute", execute=nothing, side_effect=True)
    reader.read(x, "texture-sampled", view=views[1])
    model = graph.compile().model()

    assert [(access["view"], access["region"]["base_mip_level"]) for access in model["accesses"]] == [
        (0, 0), (1, 1), (1, 1)
    ]  # fmt: skip
    assert [(edge["from"], edge["to"]) for edge in model["edges"]] == [(1, 2)]


def test_a_view_outlives_the_versions_of_its_texture() -> None:
    """It is of the texture: the one declared on version 0 serves on version 2."""
    graph = FrameGraph()
    x, views = attach_mips(graph)

    graph.add("again", kind="render", execute=nothing).attach(x, load_op="load", view=views[0])


def test_an_unlabelled_view_that_only_a_mark_uses_is_not_listed() -> None:
    """A mark is a region; what was written to name it is nobody's business."""
    graph = FrameGraph()
    x, views = attach_mips(graph)
    graph.mark(x, "output", view=views[1])
    graph.mark(x, "output", view=graph.create_view(x, base_mip_level=1, mip_level_count=1))
    unlabelled = graph.create_view(x, base_mip_level=0, mip_level_count=1)
    graph.add("last", kind="render", execute=nothing).attach(x, load_op="load", view=unlabelled)
    model = graph.compile().model()

    assert [(view["index"], view["label"]) for view in model["views"]] == [(0, "mip 0"), (1, "mip 1"), (2, "")]
    assert [access["view"] for access in model["accesses"]] == [0, 1, 2]
    assert len(model["roots"]) == 1


@pytest.mark.parametrize("field", [{"swizzle": "bgra"}, {"label": "other"}, {"base_mip_level": 1}])
def test_a_frame_with_another_view_has_another_plan(field: Fields) -> None:
    """Views are part of the key, though region and resource are the same."""
    plans = PlanCache()
    for asked in ({}, {}, field):
        graph = FrameGraph()
        x = graph.import_texture("x", output_texture(mip_level_count=2), initial="defined")
        view = graph.create_view(x, **{"label": "v", "mip_level_count": 1, **asked})
        graph.add("A", kind="compute", execute=nothing, side_effect=True).read(x, "texture-sampled", view=view)
        graph.compile(cache=plans)

    assert (plans.hits, plans.misses) == (1, 2)


@pytest.mark.parametrize(
    ("descriptor", "asked", "access", "words"),
    [
        (MIPPED, {}, "texture-storage-write", "as storage it shows one"),
        (COLOR, {"swizzle": "bgra"}, "texture-storage-write", "as storage it has none"),
        (CUBES, {"dimension": "cube", "mip_level_count": 1}, "texture-storage-write", "storage has no cubes"),
        (COLOR, {"swizzle": "bgra"}, "texture-color-attachment-write", "an attachment has none"),
        (MIPPED, {}, "texture-color-attachment-write", "an attachment shows one of each"),
        (SLICED, {}, "texture-color-attachment-write", "an attachment shows one of each"),
        (LINE, {}, "texture-color-attachment-write", "an attachment is '2d'"),
        (VOLUME, {"mip_level_count": 1}, "texture-color-attachment-write", "attach it with depth_slice="),
        (COLOR, {}, "texture-copy-dst", "a copy cannot go through"),
    ],
)  # fmt: skip
def test_a_view_that_does_not_serve(descriptor: Any, asked: Fields, access: Any, words: str) -> None:
    """FG1104 names the pass, and both the view's place and the access's."""
    graph = FrameGraph()
    x = graph.create_texture("x", descriptor)
    view = graph.create_view(x, "v", **asked)
    builder = graph.add("A", kind="command", execute=nothing)

    with pytest.raises(GraphError) as caught:
        builder.write(x, access, contents="overwrite", view=view)

    assert (caught.value.code, caught.value.pass_label, len(caught.value.declared_at)) == ("FG1104", "A", 2)
    assert words in str(caught.value)


def test_a_shader_sees_one_aspect() -> None:
    """A view of depth and stencil together cannot be sampled; each alone can."""
    graph = FrameGraph()
    x = graph.import_texture("x", output_texture(format="depth24plus-stencil8"), initial="defined")
    builder = graph.add("A", kind="compute", execute=nothing)
    builder.read(x, "texture-sampled", view=graph.create_view(x, aspect="depth-only"))
    builder.read(x, "texture-sampled", view=graph.create_view(x, aspect="stencil-only"))

    with pytest.raises(GraphError, match=r"FG1104.*shows depth and stencil"):
        builder.read(x, "texture-sampled", view=graph.create_view(x))


def test_a_slice_of_a_volume_is_attached_by_its_number() -> None:
    """The access touches that slice alone."""
    graph = FrameGraph()
    x = graph.create_texture("x", VOLUME)
    view = graph.create_view(x, "mip 1", base_mip_level=1)
    builder = graph.add("A", kind="render", execute=nothing, side_effect=True)
    builder.attach(x, load_op="clear", view=view, depth_slice=3)
    (access,) = graph.compile().model()["accesses"]

    assert access["view"] == 0
    assert access["region"] == {
        "base_mip_level": 1, "mip_level_count": 1, "aspect": "all", "base_depth_slice": 3, "depth_slice_count": 1
    }  # fmt: skip


def test_a_slice_that_is_not_there() -> None:
    """Mip 1 of an 8-deep volume has four."""
    graph = FrameGraph()
    x = graph.create_texture("x", VOLUME)
    view = graph.create_view(x, base_mip_level=1)

    with pytest.raises(GraphError, match=r"FG1104.*depth slices of mip 1 4 to 5 of a texture that has 4"):
        graph.add("A", kind="render", execute=nothing).attach(x, load_op="clear", view=view, depth_slice=4)


def test_only_a_view_of_a_volume_has_slices() -> None:
    """Not a view of layers, and no texture without a view."""
    graph = FrameGraph()
    x = graph.create_texture("x", SLICED)
    builder = graph.add("A", kind="render", execute=nothing)
    for view in (graph.create_view(x), None):
        with pytest.raises(GraphError, match=r"FG1104.*no view of a volume"):
            builder.attach(x, load_op="clear", view=view, depth_slice=1)


def test_what_is_given_as_a_view_is_the_texture_s_view_and_says_all() -> None:
    """A region beside it, another texture's view, last frame's, and what is none."""
    graph = FrameGraph()
    x, y = graph.create_texture("x", COLOR), graph.create_texture("y", COLOR)
    old = FrameGraph()
    builder = graph.add("A", kind="compute", execute=nothing)
    wrong: list[tuple[Fields, str]] = [
        ({"view": graph.create_view(x), "region": TextureRegion()}, "FG1104"),
        ({"view": graph.create_view(y)}, "FG1104"),
        ({"view": old.create_view(old.create_texture("x", COLOR))}, "FG2001"),
        ({"view": x}, "FG2011"),
    ]
    for arguments, code in wrong:
        for declare in (
            lambda given: builder.read(x, "texture-sampled", **given),
            lambda given: graph.mark(x, "output", **given),
        ):
            with pytest.raises(GraphError) as caught:
                declare(arguments)
            assert caught.value.code == code


def run(graph: FrameGraph) -> None:
    """Execute on the void device."""
    graph.compile().execute(VoidCommandContext())


def test_a_callback_gets_the_declared_view() -> None:
    """With exactly what was declared, defaults filled in."""
    graph = FrameGraph()
    x = graph.create_texture("x", PACKED)
    whole = graph.create_view(x, "whole")
    depth = graph.create_view(x, "depth", aspect="depth-only")
    got = []
    graph.add("A", kind="render", execute=lambda resources, _: got.append(resources.view(whole))).attach(
        x, load_op="clear", view=whole
    )
    reader = graph.add("B", kind="compute", execute=lambda resources, _: got.append(resources.view(depth)))
    reader.make_side_effect()
    reader.read(graph._current[0], "texture-sampled", view=depth)  # type: ignore[type-var]
    run(graph)

    assert [(view.label, view.aspect, view.mip_level_count, view.format) for view in got] == [
        ("whole", "all", 1, "depth24plus-stencil8"), ("depth", "depth-only", 1, "depth24plus")
    ]  # fmt: skip
    assert got[0].texture is got[1].texture


def test_a_view_that_the_pass_did_not_declare() -> None:
    """It may show what the pass did not say it touches, so its texture being declared is not enough."""
    graph = FrameGraph()
    x = graph.create_texture("x", COLOR)
    view = graph.create_view(x, "v")
    builder = graph.add("A", kind="render", execute=lambda resources, _: resources.view(view), side_effect=True)
    builder.attach(x, load_op="clear")

    with pytest.raises(GraphError, match=r"FG4010.*'v' of 'x'"):
        run(graph)


def test_a_swizzle_needs_the_feature() -> None:
    """A device without it would show the components unswizzled and say nothing."""
    graph = FrameGraph()
    x = graph.import_texture("x", output_texture(), initial="defined")
    view = graph.create_view(x, "v", swizzle="000r")
    builder = graph.add("A", kind="compute", execute=lambda resources, _: resources.view(view), side_effect=True)
    builder.read(x, "texture-sampled", view=view)

    with pytest.raises(GraphError, match=r"FG1104.*texture-component-swizzle") as caught:
        run(graph)

    assert (caught.value.phase, caught.value.pass_label) == ("execute", "A")
