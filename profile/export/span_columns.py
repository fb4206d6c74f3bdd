"""One row a GPU pass: the columns that the CSV and the Parquet export have in common.

``docs/exports.md`` describes them; a test compares it with this list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame, state_name
from framescope.profile.export.pass_facts import WORK_COLUMNS, work_of
from framescope.profile.export.strict_text import encodable
from framescope.profile.sgpt.model import NO_PASS
from framescope.profile.sgpt.ticks import ticks_to_ns

__all__ = ["SPAN_COLUMNS", "Column", "Kind", "span_columns"]

Kind = Literal["int64", "uint64", "float64", "bool", "text"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, what its cells are, and whether it holds text that few rows differ in."""

    name: str
    kind: Kind
    repeats: bool = False


SPAN_COLUMNS = (
    Column("capture_id", "text", repeats=True),
    Column("frame", "int64"),
    Column("renderer_index", "uint64"),
    Column("frame_status", "text", repeats=True),
    Column("frame_extent_ns", "int64"),
    Column("frame_union_ns", "int64"),
    Column("frame_cpu_ns", "int64"),
    Column("span", "int64"),
    Column("pass", "text", repeats=True),
    Column("label", "text", repeats=True),
    Column("kind", "text", repeats=True),
    Column("graph_pass", "int64"),
    Column("pipelines", "text", repeats=True),
    Column("state", "text", repeats=True),
    Column("begin_ticks", "uint64"),
    Column("end_ticks", "uint64"),
    Column("duration_ticks", "uint64"),
    Column("duration_ns", "int64"),
    Column("query_set", "int64"),
    *(Column(name, "uint64") for name in WORK_COLUMNS),
    Column("partial", "bool"),
)


def span_columns(capture: Capture, start: int | None = None, stop: int | None = None) -> Iterator[dict[str, list[Any]]]:
    """The cells of each frame's GPU passes by column; None is what was not measured, not recorded or does not apply."""
    capture_id = capture.meta.get("capture_id")
    told_id = encodable(capture_id) if isinstance(capture_id, str) else None
    for frame in capture.frames(start, stop):
        yield _frame_cells(frame, told_id) | _pass_cells(frame) | _time_cells(frame, capture.ns_per_tick)


def _frame_cells(frame: CapturedFrame, capture_id: str | None) -> dict[str, list[Any]]:
    same = {
        "capture_id": capture_id,
        "frame": frame.number,
        "renderer_index": frame.renderer_index,
        "frame_status": frame.status,
        "frame_extent_ns": _int64(frame.gpu_extent_ns),
        "frame_union_ns": _int64(frame.gpu_union_ns),
        "frame_cpu_ns": _int64(frame.cpu_frame_ns),
    }
    return {name: [value] * len(frame.state) for name, value in same.items()}


def _pass_cells(frame: CapturedFrame) -> dict[str, list[Any]]:
    passes = frame.pass_list
    entries = [None] * len(frame.state) if passes is None else list(passes.entries)
    work = work_of(frame, entries)
    return {
        "span": list(range(len(entries))),
        "pass": [None if e is None or e.graph_pass == NO_PASS else encodable(e.path) for e in entries],
        "label": [None if e is None else encodable(e.label) for e in entries],
        "kind": [None if e is None else e.kind for e in entries],
        "graph_pass": [None if e is None or e.graph_pass == NO_PASS else e.graph_pass for e in entries],
        "pipelines": [
            encodable(", ".join(pipeline.label for pipeline in e.pipelines)) if e is not None and e.pipelines else None
            for e in entries
        ],
        **{name: [row.get(name) for row in work] for name in (*WORK_COLUMNS, "partial")},
    }


def _time_cells(frame: CapturedFrame, ns_per_tick: float | None) -> dict[str, list[Any]]:
    timed, begins, ends = frame.timed.tolist(), frame.begin.tolist(), frame.end.tolist()
    some = [bool(begin or end) for begin, end in zip(begins, ends, strict=True)]
    ticks = frame.duration_ticks.tolist()
    return {
        "state": [state_name(state) for state in frame.state.tolist()],
        "begin_ticks": _where(some, begins),
        "end_ticks": _where(some, ends),
        "duration_ticks": _where(timed, ticks),
        "duration_ns": _where(timed, [_int64(ticks_to_ns(value, ns_per_tick)) for value in ticks]),
        "query_set": frame.query_set.tolist(),
    }


def _where(known: list[bool], values: list[Any]) -> list[Any]:
    return [value if there else None for there, value in zip(known, values, strict=True)]


def _int64(ns: int | None) -> int | None:
    """An odd tick or stamp makes a time of more than 292 years, which the columns have no number for."""
    return None if ns is None or ns >= 1 << 63 else ns
