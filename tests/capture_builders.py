"""Small frames and captures for the tests of the container and of what reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from framescope.profile.capture import Capture, open_capture
from framescope.profile.sgpt.model import (
    Attachment,
    ComputeColumns,
    FrameData,
    PassList,
    PassListEntry,
    PipelineRef,
    RenderColumns,
    Topology,
    WorkColumns,
)
from framescope.profile.sgpt.writer import CaptureWriter

EPOCH = 1_800_000_000_000_000_000  # above 2^53: what loses precision shows here

DOWNSAMPLE = PipelineRef("downsample", (8, 8, 1))
DEPTH = Attachment("depth", "depth32float", 1024, 1024, 1, "clear", "store")
COMPUTE = PassListEntry("hzb/build", "mip 0", "compute", 0, (DOWNSAMPLE,))
RENDER = PassListEntry("shadows/cascade 0", "draw", "render", 1, (), (DEPTH,))
LOOSE = PassListEntry("", "readback", "compute", -1)
PASSES = PassList((COMPUTE, RENDER, LOOSE))
TOPOLOGY = Topology({"nodes": [{"label": "build"}, {"label": "cascade 0"}]}, b"plan 1")


def make_frame(
    number: int,
    spans: Sequence[tuple[int, int]] = ((1, 5), (6, 9), (9, 9)),
    *,
    passes: PassList = PASSES,
    **changes: Any,
) -> FrameData:
    """A frame whose spans begin and end at these ticks after :data:`EPOCH`."""
    fields: dict[str, Any] = {
        "number": number,
        "renderer_index": 100 + number,
        "pass_list": passes,
        "begin": np.array([EPOCH + begin for begin, _ in spans], np.uint64),
        "end": np.array([EPOCH + end for _, end in spans], np.uint64),
        "state": np.zeros(len(spans), np.uint8),
        "query_set": np.zeros(len(spans), np.uint8),
    }
    return FrameData(**(fields | changes))


def make_work(passes: PassList, *, compute: int = 1, render: int = 1, partial: int = 0) -> WorkColumns:
    """Work columns filled with one number for each kind."""
    return WorkColumns(
        ComputeColumns(*([np.full(passes.compute_count, compute)] * 6), np.full(passes.compute_count, partial)),
        RenderColumns(*([np.full(passes.render_count, render)] * 5), np.full(passes.render_count, partial)),
    )


def write_capture(frames: Iterable[FrameData], meta: dict[str, Any] | None = None, *, close: bool = True) -> bytes:
    """The bytes of a capture of these frames; left unclosed on demand."""
    writer = CaptureWriter(None, {"ns_per_tick": 1.0} if meta is None else meta)
    for frame in frames:
        writer.write_frame(frame)
    writer.seal()
    if close:
        writer.close()
    return writer.to_bytes()


def capture_of(frames: Iterable[FrameData], meta: dict[str, Any] | None = None) -> Capture:
    """An opened capture of these frames."""
    return open_capture(write_capture(frames, meta))


def record_offsets(data: bytes) -> list[tuple[int, bytes]]:
    """Offset and type of every record of an undamaged capture, found by walking the lengths."""
    offset, found = 32, []
    while offset < len(data):
        found.append((offset, data[offset + 4 : offset + 8]))
        offset += 16 + int.from_bytes(data[offset + 8 : offset + 12], "little")
    return found


def offset_of(data: bytes, fourcc: bytes, place: int = 0) -> int:
    """Where the ``place``-th record of this type begins."""
    return [offset for offset, found in record_offsets(data) if found == fourcc][place]
