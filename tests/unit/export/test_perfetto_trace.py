"""A capture as a Perfetto trace, read back through Perfetto's own description of its format."""

from __future__ import annotations

import io
import math
from typing import Any

import numpy as np
import pytest
from capture_builders import EPOCH, PASSES, capture_of, make_frame, make_work
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import InternedGpuRenderStageSpecification, Trace, TrackEvent

from framescope.harness.export_targets import TARGETS
from framescope.profile.capture import Capture
from framescope.profile.export.perfetto_trace import write_perfetto_trace
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry, SpanState

STAMPS = {"cpu_begin_ns": 5_000, "cpu_encode_end_ns": 6_000, "cpu_submit_ns": 7_000, "cpu_absorbed_ns": 90_000}


def exported(capture: Capture) -> bytes:
    """The trace as it is written."""
    file = io.BytesIO()
    write_perfetto_trace(capture, file)
    return file.getvalue()


def packets(capture: Capture) -> list[Any]:
    """Its packets."""
    return list(Trace.FromString(exported(capture)).packet)


def stages(read: list[Any]) -> list[tuple[str, int, int, Any]]:
    """Name, begin, duration and event of each GPU pass, names resolved as a viewer resolves them: in order."""
    names: dict[int, Any] = {}
    found = []
    for packet in read:
        for specification in packet.interned_data.gpu_specifications:
            assert specification.iid not in names
            names[specification.iid] = specification
        if packet.HasField("gpu_render_stage_event"):
            event = packet.gpu_render_stage_event
            assert event.hw_queue_iid in names
            found.append((names[event.stage_iid].name, packet.timestamp, event.duration, event))
    return found


def instants(read: list[Any]) -> list[str]:
    """The names of all instants."""
    return [p.track_event.name for p in read if p.track_event.type == TrackEvent.TYPE_INSTANT and p.track_event.name]


def test_gpu_passes_are_typed_render_stage_events() -> None:
    """Every one is there with its exact time, those that overlap too."""
    read = packets(capture_of([make_frame(3, [(1, 11), (6, 13), (13, 13)], work=make_work(PASSES))]))
    assert [stage[:3] for stage in stages(read)] == [
        ("hzb/build", 0, 10),
        ("shadows/cascade 0", 5, 7),
        ("readback", 12, 0),
    ]
    event = stages(read)[0][3]
    assert event.submission_id == 3
    assert {fact.name: fact.value for fact in event.extra_data} == {
        "frame": "3",
        "label": "mip 0",
        "pipeline": "downsample",
        "dispatches": "1",
        "invocations": "1",
    }


def test_stages_have_the_category_of_their_kind() -> None:
    """Compute and graphics are told apart as Perfetto tells them apart."""
    kinds = InternedGpuRenderStageSpecification
    read = packets(capture_of([make_frame(0)]))
    categories = {s.name: s.category for p in read for s in p.interned_data.gpu_specifications}
    assert (categories["hzb/build"], categories["shadows/cascade 0"]) == (kinds.COMPUTE, kinds.GRAPHICS)


def test_counters_are_gpu_counters() -> None:
    """Described once, sampled in every frame: integers, doubles, NaN, infinities, and what exceeds 64 bits."""
    counters = {"draws": 7, "share": 0.5, "odd": math.nan, "far": math.inf, "long": 2**64 - 1}
    read = packets(capture_of([make_frame(number, counters=counters) for number in range(2)]))
    events = [packet.gpu_counter_event for packet in read if packet.HasField("gpu_counter_event")]
    names = {spec.counter_id: spec.name for event in events for spec in event.counter_descriptor.specs}
    assert list(names.values()) == list(counters)
    samples = [(names[s.counter_id], s.int_value or s.double_value) for event in events for s in event.counters]
    assert len(samples) == 10
    assert {name: value for name, value in samples if name != "odd"} == {
        "draws": 7,
        "share": 0.5,
        "far": math.inf,
        "long": float(2**64 - 1),
    }
    assert math.isnan(dict(samples)["odd"])


def test_the_cpu_is_a_process_of_nested_slices() -> None:
    """Frame, encoding and submit, begun and ended in order on one track."""
    read = packets(capture_of([make_frame(0, **STAMPS)]))
    slices = [(p.timestamp, p.track_event.type, p.track_event.name) for p in read if p.HasField("track_event")]
    begin, end = TrackEvent.TYPE_SLICE_BEGIN, TrackEvent.TYPE_SLICE_END
    assert slices[:6] == [
        (0, begin, "frame 0"),
        (0, begin, "encode"),
        (1000, end, ""),
        (1000, begin, "submit"),
        (2000, end, ""),
        (2000, end, ""),
    ]
    assert stages(read)[0][1] == 2000


def test_what_has_no_time_is_told() -> None:
    """Untimed passes say why, frames that are not complete too, and a span of centuries does not end the export."""
    states = np.array([SpanState.INVALID_TICKS, SpanState.NO_FEATURE, 0], np.uint8)
    ticks = {"begin": np.array([1000, 0, 1], np.uint64), "end": np.array([400, 0, 2**64 - 1], np.uint64)}
    frame = make_frame(0, state=states, status=FrameStatus.ABORTED, reason="KeyError", failed_pass="b", **ticks)
    assert instants(packets(capture_of([frame]))) == [
        "frame 0 aborted in pass b: KeyError",
        "hzb/build: invalid_ticks (1000 to 400 ticks)",
        "shadows/cascade 0: no_feature",
        "readback: its ticks are beyond 292 years (1 to 18446744073709551615 ticks)",
    ]


@pytest.mark.parametrize("name", ["\ud800", "\0", "", "x" * 10_000], ids=ascii)
def test_any_name_can_be_written(name: str) -> None:
    """Protobuf takes UTF-8 alone; a lone surrogate is there as the text of its escape."""
    passes = PassList((PassListEntry(name or "a", name, "render", 0),))
    read = packets(capture_of([make_frame(0, [(1, 2)], passes=passes, counters={name: 1})]))
    assert stages(read)[0][0] == (name or "a").replace("\ud800", "\\ud800")


def test_ticks_above_2_to_the_53_are_exact() -> None:
    """Time begins with the capture, so that an epoch of 1970 costs no precision."""
    frames = [make_frame(0, [(1, 2)] * 3), make_frame(1, [(10**15 + 1, 10**15 + 2)] * 3)]
    assert EPOCH > 2**53
    assert [stage[1] for stage in stages(packets(capture_of(frames)))][::3] == [0, 10**15]


def test_it_begins_with_what_tells_it_from_other_files() -> None:
    """The same bytes in every trace: without --force nothing else is overwritten."""
    assert exported(capture_of([])).startswith(TARGETS["perfetto"].magic)
