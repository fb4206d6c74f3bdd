"""A capture as a Chrome trace: the JSON that Perfetto, ``chrome://tracing`` and speedscope open.

The format is described in "Trace Event Format" (the Chromium project's document). Times are microseconds with exactly
three decimals, made of whole nanoseconds without a float between, so that what touches does not overlap.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import IO, Any

from framescope.profile.capture import Capture
from framescope.profile.export.chrome_passes import PassEvents
from framescope.profile.export.chrome_tracks import CPU, GPU, Tracks, instant, microseconds
from framescope.profile.export.strict_text import json_text
from framescope.profile.export.timeline import PlacedFrame, Timeline

__all__ = ["CHROME_MAGIC", "write_chrome_trace"]

CHROME_MAGIC = b'{"displayTimeUnit":"ns","traceEvents":['
"""With what a Chrome trace of ours begins."""

_NOMINAL = (
    "CPU and GPU have two clocks. Where GPU passes lie among CPU times is nominal: the first of a frame begins at its "
    "submit, or later where the GPU was still busy. Distances between GPU passes are those of the GPU's clock."
)


def write_chrome_trace(capture: Capture, file: IO[bytes], start: int | None = None, stop: int | None = None) -> None:
    """Write the frames with ``start <= number < stop``, one after the other.

    Args:
        capture: The capture; damaged frames are left out, and ``otherData`` says how many places were lost.
        file: A binary file.
        start: The first frame; None for the first there is.
        stop: The frame before which to stop; None for all.
    """
    file.write(CHROME_MAGIC + b"\n")
    separator = ""
    for events in _events(capture, start, stop):
        if events:
            file.write((separator + ",\n".join(events)).encode("ascii"))
            separator = ",\n"
    tail = {"alignment": _NOMINAL, "lost": len(capture.lost), "state": capture.state, "capture": capture.meta}
    file.write(f'\n],\n"otherData":{json_text(tail)}}}\n'.encode("ascii"))


def _events(capture: Capture, start: int | None, stop: int | None) -> Iterator[list[str]]:
    tracks, timeline = Tracks(), Timeline(capture)
    passes = PassEvents(tracks, capture.ns_per_tick)
    notes: dict[int | None, list[str]] = {}
    for note in capture.notes:
        notes.setdefault(note.frame_number, []).append(note.text)
    yield _processes(timeline)
    yield [instant(CPU, tracks.lane(CPU, "notes"), 0, text) for text in notes.pop(None, [])] + tracks.names()
    for frame in capture.frames(start, stop):
        placed = timeline.place(frame)
        events = [*_cpu_frame(placed, tracks), *_gpu_frame(placed, tracks), *passes.of(placed)]
        events += _status(placed, tracks)
        events += [instant(CPU, tracks.lane(CPU, "notes"), placed.at, text) for text in notes.pop(frame.number, [])]
        events += _counters(placed, tracks)
        yield tracks.names() + events


def _processes(timeline: Timeline) -> list[str]:
    unit = "" if timeline.unit_known else "; clock's unit unknown, 1 tick is drawn as 1 ns"
    names = ((CPU, "CPU"), (GPU, f"GPU (placed nominally among CPU times{unit})"))
    return [
        f'{{"ph":"M","pid":{pid},"name":"{what}","args":{{"{key}":{json_text(value)}}}}}'
        for pid, name in names
        for what, key, value in (("process_name", "name", name), ("process_sort_index", "sort_index", pid))
    ]


def _cpu_frame(placed: PlacedFrame, tracks: Tracks) -> Iterator[str]:
    cpu, frame = placed.cpu, placed.frame
    if cpu.begin is None or cpu.submit is None:
        return
    args = {"frame": frame.number, "renderer_index": frame.renderer_index, "status": frame.status}
    tid = tracks.take(CPU, "frames", cpu.begin, cpu.submit)
    yield _slice(
        CPU, tid, cpu.begin, cpu.submit, f"frame {frame.number}", args | {"recorder_ns": frame.recorder_cost_ns}
    )
    if cpu.encode_end is not None:
        yield _slice(CPU, tid, cpu.begin, cpu.encode_end, "encode", {"frame": frame.number})
        yield _slice(CPU, tid, cpu.encode_end, cpu.submit, "submit", {"frame": frame.number})
    if cpu.absorbed is not None:
        yield instant(CPU, tracks.lane(CPU, "read back"), cpu.absorbed, f"frame {frame.number} read back")


def _gpu_frame(placed: PlacedFrame, tracks: Tracks) -> Iterator[str]:
    timed = [span for span in placed.spans if span is not None]
    if not timed:
        return
    begin, end = min(span[0] for span in timed), max(span[1] for span in timed)
    frame = placed.frame
    args = {
        "frame": frame.number,
        "status": frame.status,
        "gpu_passes": len(placed.spans),
        "untimed": len(placed.spans) - len(timed),
        "extent_ns": frame.gpu_extent_ns,
        "union_ns": frame.gpu_union_ns,
    }
    yield _slice(GPU, tracks.take(GPU, "frames", begin, end), begin, end, f"frame {frame.number}", args)


def _slice(pid: int, tid: int, begin: int, end: int, name: str, args: dict[str, Any]) -> str:
    where = f'"ph":"X","pid":{pid},"tid":{tid},"ts":{microseconds(begin)},"dur":{microseconds(end - begin)}'
    return f'{{{where},"name":{json_text(name)},"cat":"frame","args":{json_text(args)}}}'


def _status(placed: PlacedFrame, tracks: Tracks) -> Iterator[str]:
    frame = placed.frame
    if frame.status != "complete":
        failed = f" in pass {frame.failed_pass}" if frame.failed_pass else ""
        text = f"frame {frame.number} {frame.status}{failed}: {frame.reason}"
        yield instant(CPU, tracks.lane(CPU, "not complete"), placed.at, text)


def _counters(placed: PlacedFrame, tracks: Tracks) -> Iterator[str]:
    for name, value in placed.frame.counters.items():
        if math.isfinite(value):
            where = f'"ph":"C","pid":{CPU},"tid":0,"ts":{microseconds(placed.at)}'
            yield f'{{{where},"name":{json_text(name)},"args":{{"value":{json_text(value)}}}}}'
        else:  # JSON has no number for it
            yield instant(CPU, tracks.lane(CPU, "counters"), placed.at, f"counter {name} is {value}")
