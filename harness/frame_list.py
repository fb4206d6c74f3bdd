"""The frames of a capture one by one: the ``--json`` of ``framescope frames``, and its table."""

from __future__ import annotations

import math
from typing import Any

from framescope.harness.text_table import UNKNOWN, format_table
from framescope.profile.analysis.printable import escaped
from framescope.profile.analysis.table import MILLISECONDS, readable
from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame

__all__ = ["frame_list", "render_frames"]

_TIMES = ("gpu_extent_ns", "gpu_union_ns", "cpu_frame_ns")
_HEAD = ("frame", "status", "GPU extent", "GPU union", "CPU", "GPU passes", "untimed")


def frame_list(capture: Capture, start: int | None = None, stop: int | None = None) -> dict[str, Any]:
    """Every frame that can be read.

    Args:
        capture: An opened capture.
        start: The first frame number; None for the first there is.
        stop: The number before which to stop; None for all.

    Returns:
        ``frames``, each with ``frame renderer_index status reason failed_pass gpu_extent_ns gpu_union_ns cpu_frame_ns
        recorder_cost_ns gpu_passes untimed pass_list topology counters notes``; ``ns_per_tick``, ``state``, ``lost``.
    """
    notes: dict[int | None, list[str]] = {}
    for note in capture.notes:
        notes.setdefault(note.frame_number, []).append(note.text)
    frames = [_facts(frame, notes.get(frame.number, [])) for frame in capture.frames(start, stop)]
    lost = [lost.to_dict() for lost in capture.lost]
    return {"frames": frames, "ns_per_tick": capture.ns_per_tick, "state": capture.state, "lost": lost}


def _facts(frame: CapturedFrame, notes: list[str]) -> dict[str, Any]:
    return {
        "frame": frame.number,
        "renderer_index": frame.renderer_index,
        "status": frame.status,
        "reason": frame.reason,
        "failed_pass": frame.failed_pass,
        "gpu_extent_ns": frame.gpu_extent_ns,
        "gpu_union_ns": frame.gpu_union_ns,
        "cpu_frame_ns": frame.cpu_frame_ns,
        "recorder_cost_ns": frame.recorder_cost_ns,
        "gpu_passes": len(frame.state),
        "untimed": frame.untimed,
        "pass_list": frame.pass_list_id,
        "topology": frame.topology_id,
        "counters": {name: _json_number(value) for name, value in frame.counters.items()},
        "notes": notes,
    }


def _json_number(value: int | float) -> int | float | str:
    """NaN and the infinities, which JSON has no numbers for, as the strings that JavaScript calls them by."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def render_frames(facts: dict[str, Any]) -> str:
    """One line a frame, and below it why it is not complete and what was noted."""
    columns = [_times([frame[key] for frame in facts["frames"]]) for key in _TIMES]
    rows = [_row(frame, times) for frame, *times in zip(facts["frames"], *columns, strict=True)]
    table = format_table(_HEAD, rows, left=2).splitlines()
    lines = table[:2]
    for row, frame in zip(table[2:], facts["frames"], strict=True):
        lines.append(row)
        where = f" in {frame['failed_pass']}" if frame["failed_pass"] else ""
        if frame["reason"]:
            lines.append(f"    {frame['reason']}{where}")
        lines += [f"    note: {text}" for text in frame["notes"]]
    return "\n".join(map(escaped, lines))


def _row(frame: dict[str, Any], times: list[str]) -> tuple[str, ...]:
    untimed = ", ".join(f"{count} {reason}" for reason, count in frame["untimed"].items())
    return (str(frame["frame"]), frame["status"], *times, str(frame["gpu_passes"]), untimed)


def _times(column: list[int | None]) -> list[str]:
    size, unit, digits = readable(MILLISECONDS, column)
    return [UNKNOWN if ns is None else f"{ns / size:.{digits}f} {unit}" for ns in column]
