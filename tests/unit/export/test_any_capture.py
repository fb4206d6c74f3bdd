"""Whatever was recorded, its export is well formed, nothing is missing, and it can be compared."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pyarrow.parquet as pq
from capture_builders import capture_of, make_frame
from chrome_checker import checked_events
from hypothesis import given, settings
from hypothesis import strategies as st
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace

from framescope.profile.analysis.compare import NotComparable, compare_captures
from framescope.profile.analysis.comparison_table import render_comparison
from framescope.profile.capture import Capture
from framescope.profile.export.chrome_trace import write_chrome_trace
from framescope.profile.export.csv_table import write_csv
from framescope.profile.export.parquet_table import write_parquet
from framescope.profile.export.perfetto_trace import write_perfetto_trace
from framescope.profile.sgpt.model import FrameData, PassList, PassListEntry

TICKS = st.one_of(st.integers(0, 60), st.integers(0, 2**64 - 1))
STAMPS = st.one_of(st.none(), st.integers(0, 50), st.integers(0, 2**62))


@st.composite
def captures(draw: st.DrawFn) -> Capture:
    """A few frames of any spans, any names, stamps in any order, and a clock of any unit."""

    def frame(number: int) -> FrameData:
        spans = draw(st.lists(st.tuples(TICKS, TICKS), max_size=5))
        begin, end = (np.array([span[side] for span in spans], np.uint64) for side in (0, 1))
        names = draw(st.lists(st.text(max_size=3), min_size=len(spans), max_size=len(spans)))
        passes = PassList(tuple(PassListEntry(name, name, "render", place) for place, name in enumerate(names)))
        stamps = {f"cpu_{name}_ns": draw(STAMPS) for name in ("begin", "encode_end", "submit", "absorbed")}
        counters = draw(st.dictionaries(st.text(max_size=3), st.floats(), max_size=2))
        return make_frame(
            number, [(0, 0)] * len(spans), passes=passes, begin=begin, end=end, counters=counters, **stamps
        )

    unit = draw(st.one_of(st.none(), st.sampled_from([1.0, 52.083, 83.333, 1e-3, 1e6])))
    return capture_of([frame(number) for number in range(draw(st.integers(0, 4)))], {"ns_per_tick": unit})


def written(capture: Capture) -> tuple[int, int]:
    """How many GPU passes there are, and how many of them are timed."""
    frames = list(capture.frames())
    return sum(len(frame.timed) for frame in frames), sum(int(frame.timed.sum()) for frame in frames)


@settings(max_examples=50, deadline=None)
@given(captures())
def test_a_chrome_trace_is_strict_and_nested(capture: Capture) -> None:
    """Every timed pass is a slice, every other an instant; no time is negative, and slices of a thread nest."""
    file = io.BytesIO()
    write_chrome_trace(capture, file)
    found = [event for event in checked_events(file.getvalue()) if event["pid"] == 2]
    spans, timed = written(capture)
    assert sum(event["ph"] == "X" and event["cat"] != "frame" for event in found) == timed
    assert sum(event["ph"] == "i" for event in found) == spans - timed


@settings(max_examples=50, deadline=None)
@given(captures())
def test_a_perfetto_trace_has_every_pass(capture: Capture) -> None:
    """As a render stage, or as an instant where it has no time or one that 64 bits do not hold."""
    file = io.BytesIO()
    write_perfetto_trace(capture, file)
    packets = Trace.FromString(file.getvalue()).packet
    stages = sum(packet.HasField("gpu_render_stage_event") for packet in packets)
    without = [p.track_descriptor.uuid for p in packets if p.track_descriptor.name == "GPU passes without a time"]
    assert stages + sum(packet.track_event.track_uuid in without for packet in packets) == written(capture)[0]


@settings(max_examples=50, deadline=None)
@given(captures())
def test_the_tables_have_a_row_for_every_pass(capture: Capture) -> None:
    """Whatever the names, a strict reader of CSV finds as many rows; Parquet takes every value."""
    text, table = io.BytesIO(), io.BytesIO()
    write_csv(capture, text)
    write_parquet(capture, table)
    rows = list(csv.DictReader(io.StringIO(text.getvalue().decode("utf-8"), newline=""), strict=True))
    assert len(rows) == pq.read_table(io.BytesIO(table.getvalue())).num_rows == written(capture)[0]


@settings(max_examples=50, deadline=None)
@given(captures(), captures())
def test_any_two_captures_can_be_compared_or_are_refused(a: Capture, b: Capture) -> None:
    """No capture is so odd that its comparison is a traceback, or no JSON."""
    try:
        comparison = compare_captures(a, b, warm_up=0)
    except NotComparable:
        return
    json.dumps(comparison.to_dict(), allow_nan=False)
    assert max(map(len, render_comparison(comparison).splitlines())) <= 120
