"""What a newer writer may add to a capture costs an export nothing of what it knows."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pyarrow.parquet as pq
import pytest
from capture_builders import COMPUTE, LOOSE, make_frame, write_capture
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace

from framescope.profile.capture import Capture, open_capture
from framescope.profile.export.chrome_trace import write_chrome_trace
from framescope.profile.export.csv_table import write_csv
from framescope.profile.export.parquet_table import write_parquet
from framescope.profile.export.perfetto_trace import write_perfetto_trace
from framescope.profile.sgpt import pass_lists
from framescope.profile.sgpt.model import ComputeColumns, PassList, PassListEntry, RenderColumns, WorkColumns

NAMES = ["hzb/build", "rays", "readback"]


@pytest.fixture
def capture(monkeypatch: pytest.MonkeyPatch) -> Capture:
    """A frame of a compute pass, a pass of a third kind, and a compute pass, with what they dispatched."""
    passes = PassList((COMPUTE, PassListEntry("rays", "", "ray tracing", 1), LOOSE))
    none = np.zeros(0)
    columns = (np.array([11, 12]), *([np.zeros(2)] * 5))
    work = WorkColumns(ComputeColumns(*columns, np.zeros(2)), RenderColumns(*([none] * 5), none))
    with monkeypatch.context() as newer:
        newer.setattr(pass_lists, "_KINDS", ("compute", "render", "ray tracing"))
        data = write_capture([make_frame(0, passes=passes, work=work)])
    return open_capture(data)


def test_a_trace_shows_a_pass_of_an_unknown_kind(capture: Capture) -> None:
    """A pass of a kind that this reader does not know has its slice, without work; its neighbours keep theirs."""
    file = io.BytesIO()
    write_chrome_trace(capture, file)
    events = [event for event in json.loads(file.getvalue())["traceEvents"] if "ticks" in event.get("args", {})]
    assert [event["name"] for event in events] == NAMES
    assert [event["args"].get("dispatches") for event in events] == [11, None, 12]


def test_a_perfetto_trace_has_a_category_for_a_pass_of_an_unknown_kind(capture: Capture) -> None:
    """Such a pass is a render-stage event of the category for everything else."""
    file = io.BytesIO()
    write_perfetto_trace(capture, file)
    trace = Trace.FromString(file.getvalue())
    stages = [stage for packet in trace.packet for stage in packet.interned_data.gpu_specifications]
    categories = {stage.name: stage.category for stage in stages}
    assert [categories[name] for name in NAMES] == [2, 0, 2]


def test_a_table_has_a_row_for_a_pass_of_an_unknown_kind(capture: Capture) -> None:
    """Its row says what is known of it, and nothing of its work."""
    file, parquet = io.BytesIO(), io.BytesIO()
    write_csv(capture, file)
    write_parquet(capture, parquet)
    rows = list(csv.DictReader(io.StringIO(file.getvalue().decode(), newline="")))
    assert [row["dispatches"] for row in rows] == ["11", "", "12"]
    assert pq.read_table(parquet).column("dispatches").to_pylist() == [11, None, 12]
