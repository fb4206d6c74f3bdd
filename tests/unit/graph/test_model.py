"""The compiled model: JSON-able, complete, and free of internals."""

from __future__ import annotations

import json
from typing import Any

import pytest
from graph_notation import BUFFER, SLICED, nothing, output_buffer, output_texture, step

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.regions import BufferRegion, TextureRegion


@pytest.fixture(scope="module")
def model() -> Any:
    """A>X in a scope, B samples X and presents, C is culled, D clears half an import."""
    graph = FrameGraph()
    target = graph.import_texture("target", output_texture(), initial="undefined", origin="surface")
    lights = graph.import_buffer("lights", output_buffer(), initial="defined")
    with graph.scope("shadows"), graph.scope("sun"):
        a = graph.add("A", kind="render", execute=nothing)
        x = a.attach(a.create_texture("x", TextureDescriptor((64, 64), "depth24plus-stencil8")), load_op="clear")
    b = graph.add("B", kind="render", execute=nothing)
    b.read(x, "texture-sampled", region=TextureRegion(aspect="depth-only"))
    b.read(lights, "buffer-uniform")
    target = b.attach(target, load_op="clear")
    step(graph, "C", writes=[graph.create_buffer("unused", BUFFER)])
    d = graph.add("D", kind="clear-buffer", execute=nothing, side_effect=True)
    d.write(lights, "buffer-copy-dst", contents="overwrite", region=BufferRegion(0, 128))
    graph.mark(target, "present")
    return json.loads(json.dumps(graph.compile().model(), allow_nan=False))


def test_passes_in_recording_order(model: Any) -> None:
    """Kind, scope, order of execution and reason of culling."""
    table = [(p["index"], p["path"], p["kind"], p["scope"], p["order"], p["cull_reason"]) for p in model["passes"]]

    assert table == [
        (0, "shadows/sun/A", "render", 1, 0, None),
        (1, "B", "render", None, 1, None),
        (2, "C", "compute", None, None, "not-reachable-from-root"),
        (3, "D", "clear-buffer", None, 2, None),
    ]


def test_scopes_with_parents(model: Any) -> None:
    """In order of opening, a parent before its child."""
    assert model["scopes"] == [
        {"index": 0, "label": "shadows", "path": "shadows", "parent": None},
        {"index": 1, "label": "sun", "path": "shadows/sun", "parent": 0},
    ]


def test_resources_with_origin_and_lifetime(model: Any) -> None:
    """What nobody uses has no lifetime, no allocation and no zero in their place."""
    table = [
        (r["name"], r["kind"], r["origin"], r["initial"], r["first_use"], r["last_use"], r["allocation"])
        for r in model["resources"]
    ]

    assert table == [
        ("target", "texture", "surface", "undefined", 1, 1, None),
        ("lights", "buffer", "imported", "defined", 1, 2, None),
        ("x", "texture", "transient", "undefined", 0, 1, 0),
        ("unused", "buffer", "transient", "undefined", None, None, None),
    ]


def test_a_transient_s_descriptor_is_the_resolved_one(model: Any) -> None:
    """Usage comes from surviving accesses; what was never allocated has none."""
    x, unused = model["resources"][2], model["resources"][3]

    assert x["descriptor"] == {
        "size": [64, 64, 1],
        "format": "depth24plus-stencil8",
        "dimension": "2d",
        "mip_level_count": 1,
        "sample_count": 1,
        "view_formats": [],
        "usage": 0x14,
    }
    assert (x["creator"], x["scope"], x["usage"]) == (0, 1, 0x14)
    assert unused["descriptor"] == {"size": 256, "usage": None}


def test_versions_with_producer_and_readers(model: Any) -> None:
    """Version 0 has no producer; each version has its own first and last use."""
    assert model["resources"][1]["versions"] == [
        {"version": 0, "producer": None, "readers": [1], "first_use": 1, "last_use": 1},
        {"version": 1, "producer": 3, "readers": [], "first_use": 2, "last_use": 2},
    ]


def test_accesses_with_regions(model: Any) -> None:
    """Mode, contents and produces_value follow the rules of the Snapshot."""
    assert model["accesses"][1] == {
        "pass": 1,
        "resource": 2,
        "view": None,
        "version": 1,
        "access": "texture-sampled",
        "mode": "read",
        "contents": None,
        "produces_value": False,
        "region": {
            "base_mip_level": 0,
            "mip_level_count": 1,
            "aspect": "depth-only",
            "base_array_layer": 0,
            "array_layer_count": 1,
        },
        "uses_initial": False,
    }
    assert model["accesses"][-1] == {
        "pass": 3,
        "resource": 1,
        "view": None,
        "version": 1,
        "access": "buffer-copy-dst",
        "mode": "write",
        "contents": "overwrite",
        "produces_value": True,
        "region": {"offset": 0, "size": 128},
        "uses_initial": False,
    }
    assert [a["uses_initial"] for a in model["accesses"] if a["access"] == "buffer-uniform"] == [True]


def test_edges_with_hazards(model: Any) -> None:
    """Value and ordering, and what they are about."""
    table = [(e["from"], e["to"], e["resource"], e["kind"], e["hazard"]) for e in model["edges"]]

    assert table == [(0, 1, 2, "value", "raw"), (1, 3, 1, "ordering", "war")]
    assert model["edges"][1]["regions"] == [{"offset": 0, "size": 128}]


def test_edges_name_the_accesses_that_cause_them(model: Any) -> None:
    """Each cause is a pair of accesses of the edge's passes and resource, and the region both touch."""
    (sampled,), (cleared,) = (edge["causes"] for edge in model["edges"])

    pairs = [
        (model["accesses"][cause["from_access"]]["access"], model["accesses"][cause["to_access"]]["access"])
        for cause in (sampled, cleared)
    ]
    assert pairs == [("texture-depth-write", "texture-sampled"), ("buffer-uniform", "buffer-copy-dst")]
    assert (sampled["hazard"], sampled["region"]["aspect"]) == ("raw", "depth-only")
    assert (cleared["hazard"], cleared["region"]) == ("war", {"offset": 0, "size": 128})


def test_an_ordering_edge_keeps_both_of_its_hazards() -> None:
    """A pass that reads one half and writes the other is replaced for two reasons."""
    graph = FrameGraph()
    x: Any = graph.import_buffer("x", output_buffer(), initial="defined")
    a = graph.add("A", kind="compute", execute=nothing)
    a.read(x, "buffer-storage-read", region=BufferRegion(0, 128))
    x = a.write(x, "buffer-storage-write", contents="overwrite", region=BufferRegion(128))
    step(graph, "B", writes=[x])

    (edge,) = graph.compile().model()["edges"]

    assert [(cause["hazard"], cause["region"]["offset"]) for cause in edge["causes"]] == [("waw", 128), ("war", 0)]


def test_the_writes_that_stand_at_the_end(model: Any) -> None:
    """Who wrote each region last, with the access that did; what nobody wrote is not listed."""
    target, lights = model["resources"][0]["final_writes"], model["resources"][1]["final_writes"]

    assert [(write["pass"], write["stores"]) for write in target] == [(1, True)]
    assert [(write["pass"], write["region"]) for write in lights] == [(3, {"offset": 0, "size": 128})]
    assert [model["accesses"][write["access"]]["access"] for write in lights] == ["buffer-copy-dst"]


def test_causes_in_a_volume_name_the_access_of_their_mip() -> None:
    """A volume's access is listed once a mip, and so are the causes."""
    graph = FrameGraph()
    volume = TextureDescriptor((8, 8, 8), "r8unorm", dimension="3d", mip_level_count=2)
    x = step(graph, "A", writes=[graph.create_texture("x", volume)])
    step(graph, "B", reads=[x], side_effect=True)

    (edge,) = graph.compile().model()["edges"]

    assert [(cause["from_access"], cause["to_access"]) for cause in edge["causes"]] == [(0, 2), (1, 3)]


def test_roots_with_reasons_and_resolution(model: Any) -> None:
    """Marks, writes to imports, and side effects."""
    table = [(r["reason"], r.get("resource"), r.get("producers"), r.get("pass")) for r in model["roots"]]

    assert table == [
        ("present", 0, [1], None),
        ("output", 0, [1], None),
        ("output", 1, [3], None),
        ("side-effect", None, None, 3),
    ]
    assert [r["implicit"] for r in model["roots"][:3]] == [False, True, True]


def test_segments_are_cut_where_a_pass_submits_on_its_own() -> None:
    """One per run of passes between external submissions, one per external submission, culled passes in none."""
    graph = FrameGraph()
    kinds = ["compute", "copy", "external-submission", "external-submission", "command", "command"]
    for label, kind in zip("ABCDEF", kinds, strict=True):
        graph.add(label, kind=kind, execute=nothing, side_effect=label != "E")

    assert graph.compile().model()["segments"] == [
        {"index": 0, "kind": "frame-graph", "passes": [0, 1]},
        {"index": 1, "kind": "external-submission", "passes": [2]},
        {"index": 2, "kind": "external-submission", "passes": [3]},
        {"index": 3, "kind": "frame-graph", "passes": [5]},
    ]


def test_a_culled_external_submission_cuts_nothing() -> None:
    """The passes before and after it are one segment."""
    graph = FrameGraph()
    for label, kept in (("A", True), ("external", False), ("B", True)):
        graph.add(label, kind="compute" if kept else "external-submission", execute=nothing, side_effect=kept)

    assert [segment["passes"] for segment in graph.compile().model()["segments"]] == [[0, 2]]


def test_allocations_with_declared_bytes(model: Any) -> None:
    """One for the one transient in use."""
    (held,) = model["allocations"]

    assert (held["kind"], held["label"], held["resources"], held["compatibility"]) == ("texture", "x", [2], 0)
    assert held["declared_bytes"] == model["resources"][2]["declared_bytes"]


def test_an_unknown_format_has_no_bytes() -> None:
    """None, not 0."""
    graph = FrameGraph()
    step(graph, "A", writes=[graph.create_texture("x", TextureDescriptor((4, 4), "rgb9000"))], side_effect=True)

    assert [r["declared_bytes"] for r in graph.compile().model()["resources"]] == [None]


def test_volumes_have_an_access_per_mip_in_slices() -> None:
    """A Snapshot region is one interval of slices, and a volume's depth shrinks with each mip."""
    graph = FrameGraph()
    volume = TextureDescriptor((8, 8, 8), "r8unorm", dimension="3d", mip_level_count=2)
    step(graph, "A", writes=[graph.create_texture("x", volume)], side_effect=True)

    regions = [access["region"] for access in graph.compile().model()["accesses"]]

    assert [(r["base_mip_level"], r["base_depth_slice"], r["depth_slice_count"]) for r in regions] == [
        (0, 0, 8),
        (1, 0, 4),
    ]
    assert not any("base_array_layer" in r for r in regions)


def test_the_model_is_made_once_per_plan() -> None:
    """Two frames of one plan share it."""
    plans = PlanCache()

    def frame() -> Any:
        graph = FrameGraph()
        step(graph, "A", writes=[graph.create_texture("x", SLICED)], side_effect=True)
        return graph.compile(cache=plans).model()

    assert frame() is frame()
