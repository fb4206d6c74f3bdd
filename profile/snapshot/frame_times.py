"""The times of one captured frame, pass by pass.

A node's GPU time is the union of its spans, each of which must have a time: of a node with one that has none nothing is
said. Ticks are subtracted as integers and become whole nanoseconds once, rounded half to even.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from framescope.profile.captured_frame import CapturedFrame, Span
from framescope.profile.sgpt.intervals import union_ticks
from framescope.profile.sgpt.model import NO_PASS
from framescope.profile.sgpt.ticks import scale_ticks
from framescope.profile.snapshot.distinct_labels import plain_text
from framescope.profile.snapshot.times import NOT_REQUESTED, PassTimes, Unavailable, micros

__all__ = ["cpu_times", "gpu_spans", "gpu_times"]

# What the protocol's other producers call the same.
_WORDS = {"no_feature": "unsupported", "array_full": "too-many-timed-nodes", "no_array_free": "busy"}


def gpu_times(frame: CapturedFrame, ns_per_tick: float | None) -> PassTimes | Unavailable:
    """GPU times by recording index, and the frame's extent: latest end minus earliest begin of what has a time."""
    extent = frame.gpu_extent_ticks
    if extent is None:
        return _why_none(frame)
    if ns_per_tick is None:
        return Unavailable("unknown-clock-unit")
    if frame.pass_list is None:
        return Unavailable("pass-list-lost")
    columns: dict[int, list[int]] = {}
    for column, entry in enumerate(frame.pass_list.entries):
        if entry.graph_pass != NO_PASS:
            columns.setdefault(entry.graph_pass, []).append(column)
    pass_ns = {
        index: scale_ticks(int(union_ticks(frame.begin[own], frame.end[own], frame.timed[own])), ns_per_tick)
        for index, own in ((index, np.array(own, np.intp)) for index, own in columns.items())
        if frame.timed[own].all()
    }
    return PassTimes(scale_ticks(extent, ns_per_tick), pass_ns)


def _why_none(frame: CapturedFrame) -> Unavailable:
    if not len(frame.state):
        return Unavailable("no-timed-nodes")
    state = Counter(frame.untimed).most_common(1)[0][0]
    return Unavailable(_WORDS.get(state, state.replace("_", "-").replace(" ", "-")))


def cpu_times(frame: CapturedFrame, survivors: list[int]) -> PassTimes | Unavailable:
    """CPU times by recording index. The total is from the frame's begin to its last submit: preparing it is part of it.

    Args:
        frame: The frame. One below level WORKLOAD has no CPU time of a pass.
        survivors: Recording indices of the passes that run, in execution order; an aborted frame has times of the
            first of them.
    """
    if frame.cpu_pass_ns is None:
        return NOT_REQUESTED
    total = frame.cpu_frame_ns
    if total is None:
        return Unavailable("not-submitted")
    return PassTimes(total, dict(zip(survivors, frame.cpu_pass_ns.tolist(), strict=False)))


def gpu_spans(frame: CapturedFrame, ns_per_tick: float | None) -> list[dict[str, Any]]:
    """Every GPU pass of the frame with its begin after the frame's earliest one: what a timeline is drawn of."""
    first = int(frame.begin[frame.timed].min()) if frame.timed.any() else 0
    return [_span(span, first, ns_per_tick) for span in frame.spans]


def _span(span: Span, first: int, ns_per_tick: float | None) -> dict[str, Any]:
    row: dict[str, Any] = {"state": span.state.replace("_", "-")}
    if span.graph_pass is not None and span.graph_pass != NO_PASS:
        row["nodeId"] = f"node:{span.graph_pass}"
    if span.label is not None:
        row |= {"label": plain_text(span.label), "kind": span.kind}
    if span.duration_ns is not None and ns_per_tick is not None:
        row["beginMicros"] = micros(scale_ticks(span.begin - first, ns_per_tick))
        row["durationMicros"] = micros(span.duration_ns)
    return row
