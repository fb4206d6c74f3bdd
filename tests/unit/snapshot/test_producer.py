"""A compiled frame graph as a snapshot."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import BUFFER, nothing, output_buffer, output_texture, step
from graph_programs import Program, record
from graph_strategies import holds_for, valid_programs
from hypothesis import given
from hypothesis import strategies as st

from framescope.profile.snapshot.codec import decode, encode
from framescope.profile.snapshot.issues import InvalidSnapshot
from framescope.profile.snapshot.own_extension import EXTENSION
from framescope.profile.snapshot.producer import export_snapshot
from framescope.profile.snapshot.times import PassTimes, PoolCounts, Unavailable, micros
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion


def small_frame() -> dict[str, Any]:
    """The model of three passes that run, a command and a render among them, and one that does not."""
    graph = FrameGraph("frame")
    with graph.scope("setup"):
        buffer = graph.create_buffer("values", BUFFER)
        buffer = step(graph, "fill", writes=[buffer])
        step(graph, "unread", writes=[graph.create_buffer("waste", BUFFER)])
    target = graph.import_texture("target", output_texture(), initial="undefined")
    draw = graph.add("draw", kind="render", execute=nothing)
    draw.read(buffer, "buffer-vertex")
    draw.attach(target, load_op="clear")
    graph.add("stamp", kind="command", execute=nothing).read(buffer, "buffer-storage-read")
    return graph.compile().model()


@holds_for(valid_programs(), examples=60)
def test_whatever_compiles_exports_valid(program: Program) -> None:
    """Random frames: no issue, text and back, the same text each time."""
    model = record(program).compile().model()
    text = encode(export_snapshot(model, 3))

    assert decode(text).snapshot == export_snapshot(model, 3)
    assert encode(export_snapshot(record(program).compile().model(), 3)) == text


def test_what_is_measured_is_told_where_it_belongs() -> None:
    """Render and compute nodes have a place for GPU times, others tell theirs in our extension; all have CPU times."""
    times = PassTimes(10_500, {0: 1000, 1: 7, 2: 2500, 3: 4000})
    snapshot = export_snapshot(small_frame(), 3, gpu=times, cpu=PassTimes(99_001, {0: 1000, 3: 1}))

    assert snapshot["timings"] == {
        "gpu": {
            "status": "available",
            "frameSpanMicros": 10.5,
            "nodes": [
                {"nodeId": "node:0", "durationMicros": 1},
                {"nodeId": "node:2", "durationMicros": 2.5},
            ],
        },
        "cpu": {
            "status": "available",
            "executionDurationMicros": 99.001,
            "nodes": [
                {"nodeId": "node:0", "durationMicros": 1},
                {"nodeId": "node:3", "durationMicros": 0.001},
            ],
        },
    }
    assert snapshot["extensions"][EXTENSION]["otherNodeGpuTimes"] == [{"nodeId": "node:3", "durationMicros": 4}]


def test_what_is_not_measured_has_a_reason() -> None:
    """The protocol has no zero for it."""
    snapshot = export_snapshot(small_frame(), 3, gpu=Unavailable("unsupported"))
    assert snapshot["timings"]["gpu"] == {"status": "unavailable", "reason": "unsupported"}
    assert snapshot["timings"]["cpu"] == {"status": "unavailable", "reason": "not-requested"}
    assert snapshot["memory"]["poolReport"] == {"status": "unavailable", "reason": "not-requested"}
    assert "capturedAt" not in snapshot["capture"]


def test_the_pool_reports_what_it_counted() -> None:
    """In the protocol's names; the bytes where they are known."""
    report = export_snapshot(small_frame(), 0, pool=PoolCounts(5, 3, 2, 4, 1024))["memory"]["poolReport"]
    counts = {"acquireCount": 5, "reuseCount": 3, "createdCount": 2, "retainedCount": 4}
    assert report == {"status": "available", **counts, "estimatedRetainedBytes": 1024}


def test_the_extension_says_why() -> None:
    """Each edge its accesses, hazard and region; a culled pass why nobody needs it; which roots were not marked."""
    told = export_snapshot(small_frame(), 0)["extensions"][EXTENSION]

    assert [row["path"] for row in told["nodes"]] == ["setup/fill", "setup/unread", "draw", "stamp"]
    assert ["cullDetail" in row for row in told["nodes"]] == [False, True, False, False]
    assert told["dependencies"][0] == {
        "hazard": "raw",
        "causes": [
            {
                "fromAccessId": "access:0",
                "toAccessId": "access:2",
                "hazard": "raw",
                "bufferRange": {"offset": 0, "size": 256},
            }
        ],
    }
    assert told["implicitRoots"] == [0]


def test_edges_of_culled_nodes_are_told_apart() -> None:
    """The protocol's dependencies are between retained nodes."""
    graph = FrameGraph("frame")
    made = step(graph, "made", writes=[graph.create_buffer("x", BUFFER)])
    step(graph, "used", reads=[made])
    snapshot = export_snapshot(graph.compile().model(), 0)

    assert snapshot["graph"]["dependencies"] == []
    (edge,) = snapshot["extensions"][EXTENSION]["culledDependencies"]
    assert (edge["fromNodeId"], edge["toNodeId"], edge["kind"], len(edge["causes"])) == ("node:0", "node:1", "value", 1)


def test_a_buffer_root_with_a_hole_is_two() -> None:
    """A range of the protocol has no hole: each half has its own writers."""
    graph = FrameGraph("frame")
    buffer = graph.import_buffer("out", output_buffer(), initial="undefined")
    buffer = step(graph, "all", writes=[buffer])
    buffer = step(graph, "left", writes=[buffer], region=BufferRegion(0, 64), root=False)
    step(graph, "middle", writes=[buffer], region=BufferRegion(64, 64), store=False, side_effect=True)
    snapshot = export_snapshot(graph.compile().model(), 0)
    roots = [root for root in snapshot["graph"]["roots"] if root["reason"] == "output"]

    assert [(root["range"]["offset"], root["range"]["size"]) for root in roots] == [(0, 64), (128, 128)]
    assert [root["resolution"]["producerNodeIds"] for root in roots] == [["node:1"], ["node:0"]]
    assert snapshot["extensions"][EXTENSION]["implicitRoots"] == [0, 1]


def test_equal_labels_are_told_apart() -> None:
    """By the scope path, and where there is none, by number; a label that only one has stays as it is."""
    graph = FrameGraph("frame")
    for scope in ("sun", "moon"):
        with graph.scope(scope):
            buffer = graph.create_buffer("map", BUFFER)
            step(graph, "draw", writes=[buffer], side_effect=True)
    with graph.scope("sun"):
        step(graph, "alone\ud800", side_effect=True)
    graph_tables = export_snapshot(graph.compile().model(), 0)["graph"]

    assert [row["label"] for row in graph_tables["nodes"]] == ["sun/draw", "moon/draw", "alone\ufffd"]
    assert [row["label"] for row in graph_tables["resources"]] == ["map", "map#2"]
    assert len({row["label"] for row in graph_tables["groups"]}) == 3


def test_a_model_that_cannot_be_is_refused() -> None:
    """Nothing invalid is handed out, whoever made the model."""
    model = small_frame()
    model["passes"][0]["order"] = 7
    with pytest.raises(InvalidSnapshot):
        export_snapshot(model, 0)


@given(st.integers(0, 2**50))
def test_microseconds_lead_back_to_nanoseconds(ns: int) -> None:
    """Whole ones are whole, and of every other the nanoseconds can be had again."""
    assert round(1000 * micros(ns)) == ns
    assert isinstance(micros(1000 * ns), int)
