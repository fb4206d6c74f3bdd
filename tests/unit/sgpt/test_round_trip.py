"""What is written is what is read."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from capture_builders import EPOCH, PASSES, TOPOLOGY, capture_of, make_frame, make_work, write_capture
from hypothesis import given, settings
from hypothesis import strategies as st

from framescope.profile.capture import open_capture
from framescope.profile.errors import SessionError
from framescope.profile.sgpt.model import (
    Attachment,
    ComputeColumns,
    FrameData,
    FrameStatus,
    PassList,
    PassListEntry,
    PipelineRef,
    RenderColumns,
    SpanState,
    Topology,
    WorkColumns,
)
from framescope.profile.sgpt.texts import Note
from framescope.profile.sgpt.writer import CaptureWriter

NAMES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(['"', "\\", "\n", "\x01", "\x00", "\u2028", "🜁", "\ud800", "", "SREC", "x" * 10_000]),
)
U32 = st.integers(0, 2**32 - 1)
STAMPS = st.none() | st.integers(0, 2**64 - 2)
PIPELINES = st.builds(PipelineRef, NAMES, st.none() | st.tuples(*[st.integers(1, 2**32 - 1)] * 3))
SIDES = st.none() | st.integers(1, 2**32 - 1)
ATTACHMENTS = st.builds(
    Attachment, st.sampled_from(["color", "depth", "resolve"]), NAMES, SIDES, SIDES, st.integers(0, 255), NAMES, NAMES
)
ENTRIES = st.builds(
    PassListEntry,
    NAMES,
    NAMES,
    st.sampled_from(["compute", "render"]),
    st.integers(-1, 2**31 - 1),
    st.lists(PIPELINES, max_size=2).map(tuple),
    st.lists(ATTACHMENTS, max_size=2).map(tuple),
)
TICKS = st.sampled_from([0, 1, 5, EPOCH, EPOCH + 7, EPOCH + 2**32, 2**64 - 1]) | st.integers(0, 2**64 - 1)
COUNTERS = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False)


def column(draw: st.DrawFn, count: int, limit: int, dtype: type) -> np.ndarray:
    """A column of drawn integers."""
    return np.array(draw(st.lists(st.integers(0, limit), min_size=count, max_size=count)), dtype)


@st.composite
def frames(draw: st.DrawFn) -> FrameData:
    """Any frame the model can hold, hostile ones included."""
    passes = PassList(tuple(draw(st.lists(ENTRIES, max_size=4))))
    n, compute, render = len(passes), passes.compute_count, passes.render_count
    widths = {"partial": (1, np.uint8), "dispatches": (2**32 - 1, np.uint32), "draws": (2**32 - 1, np.uint32)}

    def columns(kind: type, count: int) -> dict[str, np.ndarray]:
        narrow = {f.name: (2**32 - 1, np.uint32) for f in fields(kind) if f.name.startswith("indirect")} | widths
        return {f.name: column(draw, count, *narrow.get(f.name, (2**64 - 1, np.uint64))) for f in fields(kind)}

    work = WorkColumns(
        ComputeColumns(**columns(ComputeColumns, compute)), RenderColumns(**columns(RenderColumns, render))
    )
    return FrameData(
        number=draw(U32),
        renderer_index=draw(st.integers(0, 2**64 - 1)),
        status=draw(st.sampled_from(FrameStatus)),
        reason=draw(NAMES),
        failed_pass=draw(NAMES),
        cpu_begin_ns=draw(STAMPS),
        cpu_encode_end_ns=draw(STAMPS),
        cpu_submit_ns=draw(STAMPS),
        cpu_absorbed_ns=draw(STAMPS),
        recorder_cost_ns=draw(STAMPS),
        topology=draw(
            st.none() | st.builds(Topology, st.dictionaries(NAMES, NAMES, max_size=3), st.binary(max_size=4))
        ),
        pass_list=passes,
        begin=np.array(draw(st.lists(TICKS, min_size=n, max_size=n)), np.uint64),
        end=np.array(draw(st.lists(TICKS, min_size=n, max_size=n)), np.uint64),
        state=column(draw, n, 9, np.uint8),
        query_set=column(draw, n, 255, np.uint8),
        work=draw(st.none() | st.just(work)),
        cpu_pass_ns=draw(st.none() | st.lists(U32, max_size=4).map(lambda values: np.array(values, np.uint32))),
        counters=draw(st.dictionaries(NAMES, COUNTERS, max_size=3)),
    )


def plain(columns: object) -> dict[str, list[int]]:
    """Columns as lists."""
    return {f.name: getattr(columns, f.name).tolist() for f in fields(columns)}


SAME = (
    *("number", "renderer_index", "reason", "failed_pass", "pass_list", "counters"),
    *("cpu_begin_ns", "cpu_encode_end_ns", "cpu_submit_ns", "cpu_absorbed_ns", "recorder_cost_ns"),
)


@settings(deadline=None, max_examples=60)
@given(frames())
def test_a_frame_comes_back_as_it_was_written(frame: FrameData) -> None:
    """Every field of a frame survives, raw ticks included; only a state that contradicts its ticks is corrected."""
    (read,) = open_capture(write_capture([frame]), check=True).frames()
    assert {name: getattr(frame, name) for name in SAME} == {name: getattr(read, name) for name in SAME}
    assert frame.status.name.lower() == read.status
    assert frame.begin.tolist() == read.begin.tolist()
    assert frame.end.tolist() == read.end.tolist()
    possible = (frame.begin != 0) & (frame.end != 0) & (frame.end >= frame.begin)
    corrected = np.where((frame.state == SpanState.TIMED) & ~possible, SpanState.INVALID_TICKS, frame.state)
    assert corrected.tolist() == read.state.tolist()
    assert frame.query_set.tolist() == read.query_set.tolist()
    assert (frame.topology and frame.topology.model) == (read.topology and read.topology.model)
    assert (frame.cpu_pass_ns is None) == (read.cpu_pass_ns is None)
    if frame.cpu_pass_ns is not None and read.cpu_pass_ns is not None:
        assert frame.cpu_pass_ns.tolist() == read.cpu_pass_ns.tolist()
    assert (frame.work is None) == (read.work is None)
    if frame.work is not None and read.work is not None:
        assert plain(frame.work.compute) == plain(read.work.compute)
        assert plain(frame.work.render) == plain(read.work.render)


@settings(deadline=None, max_examples=40)
@given(NAMES, st.none() | U32, st.dictionaries(NAMES, NAMES | st.integers() | st.none() | st.booleans()))
def test_notes_and_meta_come_back_as_they_were_written(text: str, number: int | None, meta: dict[str, object]) -> None:
    """A note keeps its text and frame, META keeps its keys in order, whatever characters they hold."""
    writer = CaptureWriter(None, meta)
    writer.write_note(text, number)
    writer.close()
    capture = open_capture(writer.to_bytes())
    assert [Note(text, number)] == capture.notes
    assert list(meta.items()) == list(capture.meta.items())


def test_an_empty_recording_is_a_capture_of_no_frames() -> None:
    """A recording stopped before its first frame opens, closed, with its META."""
    capture = capture_of([], {"adapter": None})
    assert (capture.state, capture.frame_count, capture.meta) == ("closed", 0, {"adapter": None})


def test_frames_are_found_by_number_and_half_open_range() -> None:
    """`frame` takes the number in the capture, `frames` a half-open range, and gaps are no error."""
    capture = capture_of([make_frame(number) for number in (0, 1, 4, 5)])
    assert capture.frame_numbers == [0, 1, 4, 5]
    assert [frame.number for frame in capture.frames(1, 5)] == [1, 4]
    assert capture.frame(4).renderer_index == 104
    with pytest.raises(IndexError):
        capture.frame(2)


def test_equal_pass_lists_and_topologies_are_written_once() -> None:
    """A hundred frames of one graph hold one pass list and one topology, whatever objects they came from."""
    copies = (PassList(tuple(PASSES.entries)) for _ in range(100))
    keys = (f"plan {number}".encode() for number in range(100))
    frames = [
        make_frame(number, passes=passes, topology=Topology(dict(TOPOLOGY.model), key))
        for number, (passes, key) in enumerate(zip(copies, keys, strict=True))
    ]
    capture = capture_of(frames)
    assert (capture.pass_list_count, capture.topology_count) == (1, 1)


def test_spans_join_their_pass_list() -> None:
    """A span object names its graph pass, its label, and its duration where it has one."""
    states = np.array([SpanState.TIMED, SpanState.ARRAY_FULL, SpanState.TIMED], np.uint8)
    (frame,) = capture_of([make_frame(0, state=states)], {"ns_per_tick": 10}).frames()
    assert [(span.path, span.state, span.duration_ns) for span in frame.spans] == [
        ("hzb/build", "timed", 40),
        ("shadows/cascade 0", "array_full", None),
        ("", "timed", 0),
    ]


def test_an_unknown_clock_unit_gives_no_nanoseconds() -> None:
    """Without `ns_per_tick` durations in nanoseconds are None, in ticks they are there."""
    (frame,) = capture_of([make_frame(0)], {"ns_per_tick": None}).frames()
    assert (frame.duration_ns, frame.gpu_extent_ns, frame.gpu_extent_ticks) == (None, None, 8)
    assert frame.duration_ticks.tolist() == [4, 3, 0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"begin": np.zeros(2, np.uint64)}, "shapes"),
        ({"query_set": np.zeros(1, np.uint8)}, "query_set"),
        ({"work": make_work(PassList(PASSES.entries[:1]))}, "column"),
        ({"counters": {"bytes": 2**64}}, "bytes"),
        ({"counters": {"bytes": -(2**63) - 1}}, "bytes"),
        ({"counters": {"bytes": "many"}}, "bytes"),
        ({"cpu_begin_ns": -1}, "frame 0"),
        ({"topology": Topology({"x": float("nan")}, b"")}, "topology"),
    ],
)
def test_a_malformed_frame_is_refused_and_the_capture_goes_on(changes: dict[str, object], reason: str) -> None:
    """What does not fit the format raises at the frame, and the frames around it are whole."""
    writer = CaptureWriter(None, {})
    with pytest.raises(SessionError, match=reason):
        writer.write_frame(make_frame(0, **changes))
    writer.write_frame(make_frame(1))
    writer.close()
    capture = open_capture(writer.to_bytes(), check=True)
    assert (capture.frame_numbers, capture.lost) == ([1], [])


def test_a_frame_number_never_goes_back() -> None:
    """A frame whose number is not above the last one's is refused."""
    writer = CaptureWriter(None, {})
    writer.write_frame(make_frame(3))
    with pytest.raises(SessionError, match="frame 3 comes after frame 3"):
        writer.write_frame(make_frame(3))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), np.float32("nan")])
def test_meta_that_json_cannot_say_is_refused(value: object) -> None:
    """NaN, infinity and foreign objects in META raise, and nothing was written."""
    writer = CaptureWriter(None, {"value": value})
    with pytest.raises(SessionError, match="META"):
        writer.seal()
    assert writer.to_bytes() == b""


def test_numpy_numbers_in_meta_are_plain_numbers() -> None:
    """A numpy scalar in META reads back as the number it is."""
    assert capture_of([], {"n": np.uint32(7)}).meta == {"n": 7}


def test_numpy_counters_are_plain_numbers() -> None:
    """A counter sampled as a numpy scalar reads back as the number it is."""
    counters = {"load": np.float32(0.5), "bytes": np.int64(7), "flags": np.uint64(2**64 - 1)}
    (frame,) = capture_of([make_frame(0, counters=counters)]).frames()
    assert frame.counters == {"load": 0.5, "bytes": 7, "flags": 2**64 - 1}
