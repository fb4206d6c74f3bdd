"""A frame of a capture as a snapshot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from capture_builders import EPOCH, capture_of, make_frame
from graph_notation import BUFFER, nothing, output_texture, step

from framescope.profile.capture import Capture
from framescope.profile.errors import CaptureDamaged
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry, SpanState, Topology
from framescope.profile.snapshot.captured import NoGraph, export_frame
from framescope.profile.snapshot.codec import decode, encode
from framescope.profile.snapshot.own_extension import EXTENSION
from framescope.profile.snapshot.producer import export_snapshot
from framescope.shade.graph.frame_graph import FrameGraph

META = {
    "ns_per_tick": 2.5,
    "level": "workload",
    "capture_id": "c",
    "started_at": "then",
    "versions": {"framescope": "0.0.9", "wgpu": "0.32.0"},
    "adapter": {"device": "some GPU", "backend_type": "Vulkan"},
    "note": 5,
}
TIMED, INVALID, NO_FEATURE = (int(state) for state in (SpanState.TIMED, SpanState.INVALID_TICKS, SpanState.NO_FEATURE))


def small_model() -> dict[str, Any]:
    """Compute, one that is culled, render, command."""
    graph = FrameGraph("frame")
    buffer = step(graph, "fill", writes=[graph.create_buffer("values", BUFFER)])
    step(graph, "unread", writes=[graph.create_buffer("waste", BUFFER)])
    target = graph.import_texture("target", output_texture(), initial="undefined")
    draw = graph.add("draw", kind="render", execute=nothing)
    draw.read(buffer, "buffer-vertex")
    draw.attach(target, load_op="clear")
    graph.add("stamp", kind="command", execute=nothing).read(buffer, "buffer-storage-read")
    return graph.compile().model()


MODEL = small_model()
TOPOLOGY = Topology(MODEL, b"plan")
PASSES = PassList(
    (
        PassListEntry("fill", "a", "compute", 0),
        PassListEntry("fill", "b", "compute", 0),
        PassListEntry("draw", "c", "render", 2),
        PassListEntry("stamp", "d", "compute", 3),
        PassListEntry("", "loose", "compute", -1),
    )
)
SPANS = ((10, 20), (15, 31), (40, 43), (50, 60), (61, 71))


def captured(meta: dict[str, Any] | None = None, **changes: Any) -> Capture:
    """A capture of one frame, number 4."""
    fields = {"passes": PASSES, "topology": TOPOLOGY, **changes}
    return capture_of([make_frame(4, SPANS, **fields)], META if meta is None else meta)


def states(*values: int) -> Any:
    """A column of them."""
    return np.array(values, np.uint8)


def test_the_graph_is_that_of_the_live_export() -> None:
    """The tables do not know whether the frame ran just now or years ago."""
    snapshot, live = export_frame(captured(), 4), export_snapshot(MODEL, 4)

    assert (snapshot["graph"], snapshot["memory"]["allocationReport"]) == (
        live["graph"],
        live["memory"]["allocationReport"],
    )
    assert decode(encode(snapshot)).issues == ()
    assert encode(export_frame(captured(), 4)) == encode(snapshot)


def test_a_node_takes_the_union_of_its_spans() -> None:
    """Two that overlap count once; the frame is from the earliest begin to the latest end, loose passes included."""
    snapshot = export_frame(captured(), 4)
    assert snapshot["timings"]["gpu"] == {
        "status": "available",
        "frameSpanMicros": 0.152,  # 61 ticks of 2.5 ns: 152.5, to even
        "nodes": [
            {"nodeId": "node:0", "durationMicros": 0.052},  # 21 ticks: 52.5 ns, to even
            {"nodeId": "node:2", "durationMicros": 0.008},  # 3 ticks: 7.5 ns, to even
        ],
    }
    assert snapshot["extensions"][EXTENSION]["otherNodeGpuTimes"] == [{"nodeId": "node:3", "durationMicros": 0.025}]


def test_every_span_is_in_the_extension() -> None:
    """With its begin, so that a timeline can be drawn; without one where there is no time."""
    gpu = export_frame(captured(state=states(TIMED, INVALID, TIMED, TIMED, TIMED)), 4)["extensions"][EXTENSION]["gpu"]
    assert gpu["spans"] == [
        {
            "state": "timed",
            "nodeId": "node:0",
            "label": "a",
            "kind": "compute",
            "beginMicros": 0,
            "durationMicros": 0.025,
        },
        {"state": "invalid-ticks", "nodeId": "node:0", "label": "b", "kind": "compute"},
        {
            "state": "timed",
            "nodeId": "node:2",
            "label": "c",
            "kind": "render",
            "beginMicros": 0.075,
            "durationMicros": 0.008,
        },
        {
            "state": "timed",
            "nodeId": "node:3",
            "label": "d",
            "kind": "compute",
            "beginMicros": 0.1,
            "durationMicros": 0.025,
        },
        {"state": "timed", "label": "loose", "kind": "compute", "beginMicros": 0.128, "durationMicros": 0.025},
    ]
    assert gpu["unionMicros"] == 0.082  # 33 ticks


def test_a_node_with_an_invalid_span_is_absent() -> None:
    """Half a node's time is no time of it; the others keep theirs."""
    timings = export_frame(captured(state=states(TIMED, INVALID, TIMED, TIMED, TIMED)), 4)["timings"]["gpu"]
    assert [node["nodeId"] for node in timings["nodes"]] == ["node:2"]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (NO_FEATURE, "unsupported"),
        (int(SpanState.ARRAY_FULL), "too-many-timed-nodes"),
        (int(SpanState.NO_ARRAY_FREE), "busy"),
        (int(SpanState.READBACK_FAILED), "readback-failed"),
        (INVALID, "invalid-ticks"),
        (99, "unknown-99"),
    ],
)
def test_a_frame_without_a_time_says_why(state: int, reason: str) -> None:
    """In the protocol's words where it has some."""
    snapshot = export_frame(captured(state=states(*[state] * 5)), 4)
    assert snapshot["timings"]["gpu"] == {"status": "unavailable", "reason": reason}
    assert "unionMicros" not in snapshot["extensions"][EXTENSION]["gpu"]


def test_a_clock_of_unknown_unit_measures_nothing() -> None:
    """Ticks are no microseconds."""
    snapshot = export_frame(captured({**META, "ns_per_tick": None}), 4)
    assert snapshot["timings"]["gpu"] == {"status": "unavailable", "reason": "unknown-clock-unit"}
    spans = snapshot["extensions"][EXTENSION]["gpu"]["spans"]
    assert [name for span in spans for name in span if name.endswith("Micros")] == []


def test_a_frame_of_no_gpu_pass_has_no_timed_node() -> None:
    """That is not a measured zero."""
    empty = make_frame(4, (), passes=PassList(()), topology=TOPOLOGY)
    timings = export_frame(capture_of([empty], META), 4)["timings"]["gpu"]
    assert timings == {"status": "unavailable", "reason": "no-timed-nodes"}


def test_cpu_times_are_of_the_passes_that_ran() -> None:
    """In execution order, the culled one skipped; the total is the frame's, from its begin to its last submit."""
    columns = {"cpu_pass_ns": np.array([1000, 1500, 2], np.uint32), "cpu_begin_ns": 10, "cpu_submit_ns": 9010}
    assert export_frame(captured(**columns), 4)["timings"]["cpu"] == {
        "status": "available",
        "executionDurationMicros": 9,
        "nodes": [
            {"nodeId": "node:0", "durationMicros": 1},
            {"nodeId": "node:2", "durationMicros": 1.5},
            {"nodeId": "node:3", "durationMicros": 0.002},
        ],
    }
    assert export_frame(captured(), 4)["timings"]["cpu"] == {"status": "unavailable", "reason": "not-requested"}


def test_the_pool_is_the_frames_counters() -> None:
    """What this frame took from it; without all of them it was not recorded."""
    counters = {f"pool_{name}": n for n, name in enumerate(("acquired", "reused", "created", "retained", "bytes"), 1)}
    report = export_frame(captured(counters=counters), 4)["memory"]["poolReport"]
    counts = {"acquireCount": 1, "reuseCount": 2, "createdCount": 3, "retainedCount": 4}

    assert report == {"status": "available", **counts, "estimatedRetainedBytes": 5}
    assert export_frame(captured(), 4)["memory"]["poolReport"] == {"status": "unavailable", "reason": "not-recorded"}


def test_the_producer_is_what_recorded_the_frame() -> None:
    """And not the reader; what META does not say, or says as no text, is not made up."""
    snapshot, bare = export_frame(captured(), 4), export_frame(captured({"ns_per_tick": 1.0, "adapter": 3}), 4)

    assert snapshot["producer"] == {
        "name": "framescope",
        "version": "0.0.9",
        "language": "Python",
        "runtime": {"implementation": "wgpu-py 0.32.0", "backend": "Vulkan", "graphicsApi": "WebGPU"},
    }
    assert snapshot["extensions"][EXTENSION]["capture"] == {
        "frame": 4,
        "rendererIndex": 104,
        "status": "complete",
        "captureId": "c",
        "startedAt": "then",
        "level": "workload",
        "adapter": "some GPU",
    }
    assert bare["producer"] == {"name": "framescope", "language": "Python", "runtime": {"graphicsApi": "WebGPU"}}


def test_an_aborted_frame_says_which_pass_failed() -> None:
    """As a diagnostic; its graph and the times it has are told."""
    changes = {"status": FrameStatus.ABORTED, "reason": "ZeroDivisionError", "failed_pass": "draw"}
    snapshot = export_frame(captured(cpu_pass_ns=np.array([5], np.uint32), **changes), 4)
    assert snapshot["diagnostics"] == [
        {"severity": "error", "code": "frame-aborted", "message": "ZeroDivisionError", "nodeId": "node:2"}
    ]


def test_a_frame_without_its_graph_is_refused() -> None:
    """The protocol has no unavailable tables; the message says what to do."""
    with pytest.raises(
        NoGraph, match="recorded at level timing without its frame graph: record at level structure or above"
    ):
        export_frame(captured({**META, "level": "timing"}, topology=None), 4)
    with pytest.raises(NoGraph, match="it was skipped \\(too late\\)"):
        export_frame(captured(topology=None, status=FrameStatus.SKIPPED, reason="too late"), 4)


@pytest.mark.parametrize(
    "model",
    [{}, {"passes": 3}, {**MODEL, "edges": None}, {**MODEL, "passes": MODEL["passes"][:1]}, {**MODEL, "views": [1]}],
    ids=["empty", "no list", "null", "half", "numbers"],
)
def test_a_topology_that_is_no_model_is_damage(model: dict[str, Any]) -> None:
    """A file holds whatever it holds."""
    with pytest.raises(CaptureDamaged):
        export_frame(captured(topology=Topology(model, b"plan")), 4)


def test_a_frame_that_is_not_there_is_not_there() -> None:
    """By its number in the capture."""
    with pytest.raises(IndexError):
        export_frame(captured(), 5)


def test_ticks_of_any_size_are_subtracted_first() -> None:
    """The clocks of some adapters count from 1970: a double holds no such tick exactly."""
    assert EPOCH > 2**53
    spans = export_frame(captured({**META, "ns_per_tick": 1.0}), 4)["extensions"][EXTENSION]["gpu"]["spans"]
    assert [span["beginMicros"] for span in spans] == [0, 0.005, 0.03, 0.04, 0.051]
