"""The same spans in the formats that other tools write, and the same statistics read back out of them.

Each peer is given what an engineer would give it: a Chrome trace is written and read with the fastest JSON library
there is, VizTracer writes with its own report builder, Perfetto's protobuf goes through Perfetto's own messages. The
statistics of all are the durations of each pass, grouped and sorted; the capture's own give more.
"""

from __future__ import annotations

import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from framescope.harness.bench.container_content import Content
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.capture import open_capture
from framescope.profile.sgpt.model import FrameData
from framescope.profile.sgpt.writer import CaptureWriter

__all__ = ["CAPTURE", "CHROME", "PEERS", "Figures", "Peer"]

Figures = dict[str, tuple[int, ...]]
"""Of each pass by its path: n, minimum, median, p95, maximum and total of its spans, in nanoseconds."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A container.

    Attributes:
        name: As the results call it.
        packages: What has to be installed for it.
        write: Writes a content to a path.
        statistics: Opens that and gives the figures of every pass.
    """

    name: str
    packages: tuple[str, ...]
    write: Callable[[Content, Path], None]
    statistics: Callable[[Path], Figures]

    @property
    def missing(self) -> str | None:
        """The first of its packages that is not installed; None when all are."""
        return next((package for package in self.packages if find_spec(package) is None), None)


def _write_capture(content: Content, path: Path) -> None:
    writer = CaptureWriter(path, {"ns_per_tick": 1.0}, force=True)
    for frame in content.frames:
        writer.write_frame(frame)
    writer.close()


def _capture_statistics(path: Path) -> Figures:
    with open_capture(path) as capture:
        report = frame_stats(capture)
    figures: Figures = {}
    for row in report.passes:
        if row.ns is not None:
            ns = row.ns
            figures[row.path] = (row.n, ns.minimum, ns.median, ns.p95, ns.maximum, ns.total)
    return figures


def _events(content: Content) -> Iterator[dict[str, Any]]:
    """One Chrome trace event a span; what was not recorded is null."""
    origin = min(int(frame.begin.min()) for frame in content.frames if len(frame.begin))
    for frame in content.frames:
        facts = _work_of_entries(frame)
        stamps = zip(frame.begin.tolist(), frame.end.tolist(), strict=True)
        for entry, (begin, end), work in zip(frame.pass_list.entries, stamps, facts, strict=True):
            yield {
                "ph": "X",
                "name": entry.path,
                "cat": entry.kind,
                "ts": (begin - origin) / 1000,
                "dur": (end - begin) / 1000,
                "pid": 1,
                "tid": 1,
                "args": {
                    "frame": frame.number,
                    **work,
                    "pipeline": entry.pipelines[0].label if entry.pipelines else None,
                },
            }


def _work_of_entries(frame: FrameData) -> Iterator[dict[str, int | None]]:
    work = frame.work
    if work is None:
        for _ in frame.pass_list.entries:
            yield {"dispatches": None, "draws": None, "invocations": None}
        return
    compute = zip(work.compute.dispatches.tolist(), work.compute.invocations.tolist(), strict=True)
    render = iter(work.render.draws.tolist())
    for entry in frame.pass_list.entries:
        if entry.kind == "compute":
            dispatches, invocations = next(compute)
            yield {"dispatches": dispatches, "draws": None, "invocations": invocations}
        else:
            yield {"dispatches": None, "draws": next(render), "invocations": None}


def _write_chrome(content: Content, path: Path) -> None:
    import orjson

    path.write_bytes(orjson.dumps({"traceEvents": list(_events(content))}))


def _write_viztracer(content: Content, path: Path) -> None:
    from viztracer import VizTracer

    profilers = sys.getprofile(), threading.getprofile()
    tracer = VizTracer(verbose=0, file_info=False, register_global=False, tracer_entries=2 * content.spans)
    try:
        for event in _events(content):
            tracer.add_raw(event)
        tracer.save(str(path))
        tracer.clear()
    finally:  # a tracer that was only made, never started, goes on slowing every call in this process
        sys.setprofile(profilers[0])
        threading.setprofile(profilers[1])


def _json_statistics(path: Path) -> Figures:
    import orjson

    durations: dict[str, list[float]] = defaultdict(list)
    for event in orjson.loads(path.read_bytes())["traceEvents"]:
        if event["ph"] == "X":
            durations[event["name"]].append(event["dur"])
    return {
        name: (count, *(round(1000 * microseconds) for microseconds in figures))
        for name, (count, *figures) in ((name, _figures(values)) for name, values in durations.items())
    }


def _write_perfetto(content: Content, path: Path) -> None:
    from framescope.profile.export.perfetto_trace import write_perfetto_trace

    writer = CaptureWriter(None, {"ns_per_tick": 1.0})
    for frame in content.frames:
        writer.write_frame(frame)
    writer.close()
    with open_capture(writer.to_bytes()) as capture, path.open("wb") as file:
        write_perfetto_trace(capture, file)


def _perfetto_statistics(path: Path) -> Figures:
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace

    names: dict[int, str] = {}
    durations: dict[int, list[int]] = defaultdict(list)
    for packet in Trace.FromString(path.read_bytes()).packet:
        if packet.HasField("interned_data"):
            names |= {stage.iid: stage.name for stage in packet.interned_data.gpu_specifications}
        if packet.HasField("gpu_render_stage_event"):
            event = packet.gpu_render_stage_event
            durations[event.stage_iid].append(event.duration)
    return {names[stage]: _figures(values) for stage, values in durations.items()}


def _figures(values: list[Any]) -> tuple[Any, ...]:
    values.sort()
    count = len(values)
    median, p95 = values[(50 * count + 99) // 100 - 1], values[(95 * count + 99) // 100 - 1]
    return count, values[0], median, p95, values[-1], sum(values)


CAPTURE = Peer("sgpt", (), _write_capture, _capture_statistics)
CHROME = Peer("chrome json, orjson", ("orjson",), _write_chrome, _json_statistics)
PEERS = (
    CHROME,
    Peer("viztracer json", ("viztracer", "orjson"), _write_viztracer, _json_statistics),
    Peer("perfetto protobuf", ("perfetto",), _write_perfetto, _perfetto_statistics),
)
