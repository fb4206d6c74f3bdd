"""A capture as a Perfetto trace: protobuf, with GPU passes as typed render-stage events and counters as GPU counters.

Needs the package ``perfetto``, which the extra ``framescope[perfetto]`` installs; nothing is downloaded. Perfetto lays
render-stage events that overlap out by itself. Its list of graphics APIs has no WebGPU: the context names Vulkan where
the adapter runs on that, and nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any

from framescope.profile.capture import Capture
from framescope.profile.captured_frame import state_name
from framescope.profile.export.lanes import Lanes
from framescope.profile.export.pass_facts import pass_name, work_of
from framescope.profile.export.perfetto_packets import Packets
from framescope.profile.export.strict_text import encodable
from framescope.profile.export.timeline import PlacedFrame, Timeline
from framescope.profile.sgpt.model import PassListEntry

__all__ = ["write_perfetto_trace"]

_LATEST = 1 << 63  # Perfetto's own arithmetic is in signed 64 bits


def write_perfetto_trace(capture: Capture, file: IO[bytes], start: int | None = None, stop: int | None = None) -> None:
    """Write the frames with ``start <= number < stop``, one after the other.

    Args:
        capture: The capture.
        file: A binary file.
        start: The first frame; None for the first there is.
        stop: The frame before which to stop; None for all.
    """
    timeline = Timeline(capture)
    adapter = capture.meta.get("adapter")
    backend = adapter.get("backend_type") if isinstance(adapter, dict) else None
    packets = Packets(file, vulkan=backend == "Vulkan", unit_known=timeline.unit_known)
    lanes = Lanes()
    notes: dict[int | None, list[str]] = {}
    for note in capture.notes:
        notes.setdefault(note.frame_number, []).append(encodable(note.text))
    for text in notes.pop(None, []):
        packets.instant("notes", 0, text)
    for frame in capture.frames(start, stop):
        placed = timeline.place(frame)
        _cpu_frame(placed, packets, lanes)
        _passes(placed, packets)
        for text in notes.pop(frame.number, []):
            packets.instant("notes", placed.at, text)
        for name, value in frame.counters.items():
            packets.counter(placed.at, encodable(name), value)


def _cpu_frame(placed: PlacedFrame, packets: Packets, lanes: Lanes) -> None:
    frame, cpu = placed.frame, placed.cpu
    if cpu.begin is not None and cpu.submit is not None:
        lane = lanes.take(cpu.begin, cpu.submit)
        track = "frames" if lane == 0 else f"frames, overlapping {lane + 1}"
        facts = {"frame": frame.number, "renderer_index": frame.renderer_index, "status": frame.status}
        packets.slice_begin(track, cpu.begin, f"frame {frame.number}", facts)
        if cpu.encode_end is not None:
            packets.slice_begin(track, cpu.begin, "encode", {})
            packets.slice_end(track, cpu.encode_end)
            packets.slice_begin(track, cpu.encode_end, "submit", {})
            packets.slice_end(track, cpu.submit)
        packets.slice_end(track, cpu.submit)
    if cpu.absorbed is not None:
        packets.instant("read back", cpu.absorbed, f"frame {frame.number} read back")
    if frame.status != "complete":
        failed = f" in pass {frame.failed_pass}" if frame.failed_pass else ""
        text = encodable(f"frame {frame.number} {frame.status}{failed}: {frame.reason}")
        packets.instant("not complete", placed.at, text)


def _passes(placed: PlacedFrame, packets: Packets) -> None:
    frame = placed.frame
    passes = frame.pass_list
    entries: Sequence[PassListEntry | None] = [None] * len(placed.spans) if passes is None else passes.entries
    for index, (entry, work) in enumerate(zip(entries, work_of(frame, entries), strict=True)):
        span, name = placed.spans[index], encodable(pass_name(entry))
        if span is not None and span[1] < _LATEST:
            kind = None if entry is None else entry.kind
            packets.render_stage(*span, name, kind, frame.number, _facts(entry, work))
        else:
            reason = state_name(int(frame.state[index])) if span is None else "its ticks are beyond 292 years"
            ticks = f" ({frame.begin[index]} to {frame.end[index]} ticks)" if frame.end[index] else ""
            packets.instant("GPU passes without a time", placed.gpu_at, f"{name}: {reason}{ticks}")


def _facts(entry: PassListEntry | None, work: dict[str, int]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if entry is not None:
        facts["label"] = encodable(entry.label)
        if entry.pipelines:
            facts["pipeline"] = encodable(", ".join(pipeline.label for pipeline in entry.pipelines))
    told = ("dispatches", "draws", "invocations")
    facts |= {name: work[name] for name in told if name in work}
    return facts | (
        {"partial": "the invocations are a lower bound"} if work.get("partial") and "invocations" in work else {}
    )
