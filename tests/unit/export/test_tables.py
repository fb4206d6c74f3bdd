"""GPU passes as rows: CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from capture_builders import EPOCH, PASSES, capture_of, make_frame, make_work, offset_of, write_capture

from framescope.profile.capture import Capture, open_capture
from framescope.profile.export.csv_table import write_csv
from framescope.profile.export.parquet_table import CAPTURE_COLUMNS, write_parquet
from framescope.profile.export.span_columns import SPAN_COLUMNS
from framescope.profile.sgpt.model import PassList, PassListEntry, SpanState

META = {
    "capture_id": "c1",
    "ns_per_tick": 2.0,
    "size": [64, 32],
    "level": "workload",
    "adapter": {"device": "llvmpipe", "backend_type": "Vulkan"},
    "scene": {"name": "atrium"},
    "versions": {"framescope": "0.1.0"},
}
EXPORTS = Path(__file__).parents[3] / "docs" / "exports.md"


def csv_text(capture: Capture, *frames: int) -> str:
    """The CSV as text."""
    file = io.BytesIO()
    write_csv(capture, file, *frames)
    return file.getvalue().decode("utf-8")


def csv_rows(capture: Capture, *frames: int) -> list[dict[str, str]]:
    """Its rows, as a strict reader sees them."""
    return list(csv.DictReader(io.StringIO(csv_text(capture, *frames), newline=""), strict=True))


def parquet_rows(capture: Capture) -> list[dict[str, Any]]:
    """The rows of the Parquet file."""
    return parquet_table(capture).to_pylist()


def parquet_table(capture: Capture) -> Any:
    """The Parquet file, read again."""
    file = io.BytesIO()
    write_parquet(capture, file)
    return pq.read_table(io.BytesIO(file.getvalue()))


def test_a_row_is_a_gpu_pass() -> None:
    """What it is, what it encoded, when it ran; raw ticks are exact."""
    work = make_work(PASSES, compute=3, render=2)
    (first, second, loose) = parquet_rows(capture_of([make_frame(7, work=work)], META))
    assert (first["frame"], first["renderer_index"], first["span"], first["pass"]) == (7, 107, 0, "hzb/build")
    assert (first["begin_ticks"], first["end_ticks"], first["duration_ticks"], first["duration_ns"]) == (
        EPOCH + 1,
        EPOCH + 5,
        4,
        8,
    )
    assert (first["dispatches"], first["invocations"], first["draws"]) == (3, 3, None)
    assert (second["dispatches"], second["draws"], second["kind"], second["graph_pass"]) == (None, 2, "render", 1)
    assert (loose["pass"], loose["label"], loose["graph_pass"], loose["duration_ns"]) == (None, "readback", None, 0)


def test_every_row_says_which_capture_it_is_of() -> None:
    """A folder of captures is one table, grouped by adapter, scene or level."""
    row = parquet_rows(capture_of([make_frame(0)], META))[0]
    assert {name: row[name] for name in ("capture_id", "adapter", "backend", "scene", "level", "width", "height")} == {
        "capture_id": "c1",
        "adapter": "llvmpipe",
        "backend": "Vulkan",
        "scene": "atrium",
        "level": "workload",
        "width": 64,
        "height": 32,
    }


def test_all_of_meta_is_in_the_files_own_metadata() -> None:
    """What has no column is not lost."""
    schema = parquet_table(capture_of([make_frame(0)], META | {"mine": [1, "\ud800"]})).schema
    assert json.loads(schema.metadata[b"framescope.meta"])["mine"] == [1, "\\ud800"]


def test_two_captures_have_one_schema() -> None:
    """Whatever META lacks and whatever level was recorded, the files join; no frames make an empty table of it."""
    schemas = [
        parquet_table(capture).schema.remove_metadata()
        for capture in (capture_of([make_frame(0)], META), capture_of([make_frame(0)], {}), capture_of([], {}))
    ]
    assert schemas[0].equals(schemas[1])
    assert schemas[0].equals(schemas[2])


def test_unknown_is_empty_and_not_0() -> None:
    """No time, no work, no unit: an empty cell, NULL in Parquet; a measured zero is 0."""
    states = np.array([SpanState.NO_FEATURE, 0, SpanState.INVALID_TICKS], np.uint8)
    ticks = {"begin": np.array([0, EPOCH, 9], np.uint64), "end": np.array([0, EPOCH, 0], np.uint64)}
    untimed, zero, invalid = csv_rows(capture_of([make_frame(0, state=states, **ticks)], META))
    assert (untimed["state"], untimed["begin_ticks"], untimed["duration_ns"]) == ("no_feature", "", "")
    assert (zero["duration_ticks"], zero["duration_ns"], zero["dispatches"], zero["partial"]) == ("0", "0", "", "")
    assert (invalid["begin_ticks"], invalid["end_ticks"], invalid["duration_ticks"]) == ("9", "0", "")
    assert csv_rows(capture_of([make_frame(0)], {}))[0]["duration_ns"] == ""


def test_an_empty_label_and_an_unknown_one_are_told_apart_by_the_cells_beside_them() -> None:
    """CSV has one empty cell for both: ``graph_pass`` says whether there is one, ``kind`` if a label is lost."""
    passes = PassList((PassListEntry("", "", "compute", 3), PassListEntry("", "", "render", -1)))
    data = write_capture([make_frame(0, [(1, 2), (2, 3)], passes=passes)], META)
    place = offset_of(data, b"PLST") + 20
    lost = data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]
    columns = ("pass", "graph_pass", "label", "kind")
    cells = [[row[name] for name in columns] for row in (*csv_rows(open_capture(data)), *csv_rows(open_capture(lost)))]
    assert cells == [["", "3", "", "compute"], ["", "", "", "render"], ["", "", "", ""], ["", "", "", ""]]
    rows = [[row[name] for name in columns] for row in parquet_rows(open_capture(data))]
    assert rows == [["", 3, "", "compute"], [None, None, "", "render"]]


def test_a_span_of_centuries_has_no_nanoseconds() -> None:
    """A driver's odd tick is kept as ticks, and breaks no export."""
    frame = make_frame(0, begin=np.array([1] * 3, np.uint64), end=np.array([2**64 - 1] * 3, np.uint64))
    row = parquet_rows(capture_of([frame], META))[0]
    assert (row["duration_ticks"], row["duration_ns"], row["frame_extent_ns"]) == (2**64 - 2, None, None)


def test_numbers_beyond_a_column_end_no_export() -> None:
    """Whatever 64 bits hold is written or is NULL: a renderer's index, stamps that lie far apart, sizes in META."""
    frame = make_frame(0, renderer_index=2**64 - 1, cpu_begin_ns=0, cpu_submit_ns=2**64 - 2)
    capture = capture_of([frame], {"ns_per_tick": 1.0, "size": [10**30, True]})
    row = parquet_rows(capture)[0]
    assert (row["renderer_index"], row["frame_cpu_ns"]) == (2**64 - 1, None)
    assert (row["width"], row["height"]) == (None, None)
    assert csv_rows(capture)[0]["renderer_index"] == str(2**64 - 1)


def test_lost_names_leave_the_times() -> None:
    """Rows whose pass list is gone have their ticks and no name."""
    data = bytearray(write_capture([make_frame(0)]))
    data[offset_of(bytes(data), b"PLST") + 20] ^= 1
    row = parquet_rows(open_capture(bytes(data)))[0]
    assert (row["pass"], row["label"], row["duration_ticks"]) == (None, None, 4)


def test_csv_is_rfc_4180() -> None:
    """A header, CR LF behind every line, text with commas, quotes or line ends in quotes."""
    passes = PassList((PassListEntry("a", 'x,"y"\nz', "render", 0),))
    lines = csv_text(capture_of([make_frame(0, [(1, 2)], passes=passes)])).split("\r\n")
    assert lines[0] == ",".join(column.name for column in SPAN_COLUMNS)
    assert ',"x,""y""\nz",' in lines[1]
    assert lines[2:] == [""]


@pytest.mark.parametrize(
    ("label", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("'quoted", "''quoted"),
        ("a=1", "a=1"),
        ("\0\x01\x1b", "\\u0000\\u0001\\u001b"),
        ("\ud800", "\\ud800"),
        ("\u2028🚀", "\u2028🚀"),
        ("", ""),
    ],
)
def test_a_label_is_no_formula(label: str, cell: str) -> None:
    """A spreadsheet shows it as text; one apostrophe in front is all that a program takes off again."""
    passes = PassList((PassListEntry("a", label, "render", 0),))
    assert csv_rows(capture_of([make_frame(0, [(1, 2)], passes=passes)]))[0]["label"] == cell


@pytest.mark.parametrize("label", ["\0", "\ud800", "\u2028", "=1", "", "x" * 10_000], ids=ascii)
def test_parquet_holds_any_label(label: str) -> None:
    """As it is, but for a lone surrogate, which UTF-8 has no form for."""
    passes = PassList((PassListEntry("a", label, "render", 0),))
    rows = parquet_rows(capture_of([make_frame(0, [(1, 2)], passes=passes)], META | {"note": label}))
    told = label.replace("\ud800", "\\ud800")
    assert (rows[0]["label"], rows[0]["note"]) == (told, told)


def test_many_rows_are_many_row_groups() -> None:
    """A long capture goes through the writer in parts, and none is missing."""
    passes = PassList(tuple(PassListEntry(f"p{k}", "", "render", k) for k in range(200)))
    spans = [(k, k + 1) for k in range(1, 201)]
    frames = [make_frame(number, spans, passes=passes) for number in range(400)]
    file = io.BytesIO()
    write_parquet(capture_of(frames, META), file)
    read = pq.ParquetFile(io.BytesIO(file.getvalue()))
    assert (read.metadata.num_rows, read.metadata.num_row_groups) == (80_000, 2)


def test_a_range_of_frames_is_half_open() -> None:
    """Only these frames have rows."""
    assert {row["frame"] for row in csv_rows(capture_of([make_frame(n) for n in range(5)]), 1, 3)} == {"1", "2"}


def test_the_columns_are_those_that_are_documented() -> None:
    """In this order, with these types."""
    lines = [
        line.split("|")[1:3] for line in EXPORTS.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    documented = [(name.strip(), kind.strip()) for names, kind in lines for name in names.replace("`", "").split(",")]
    columns = [(column.name, column.kind) for column in (*SPAN_COLUMNS, *CAPTURE_COLUMNS)]
    assert [entry for entry in documented if entry[1] in ("int64", "uint64", "float64", "bool", "text")] == columns
