"""Two captures whose every figure is known, with all the odd things that one may hold, and what is said of them.

``tests/data/known`` holds both, and what Python makes of them: statistics, comparison, exports. The inspector's page
has to say the same; its tests read the same files. Run as a script, this module writes them.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
from capture_builders import make_frame, make_work
from graph_notation import BUFFER, nothing, output_buffer, step, transient

from framescope.profile.analysis.compare import compare_captures
from framescope.profile.analysis.seeded_draws import seeded_draws
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.capture import Capture, open_capture
from framescope.profile.export.chrome_trace import write_chrome_trace
from framescope.profile.export.csv_table import write_csv
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.model import FrameData, FrameStatus, PassList, PassListEntry, PipelineRef, Topology
from framescope.profile.sgpt.writer import CaptureWriter
from framescope.shade.graph.frame_graph import FrameGraph

FOLDER = Path(__file__).parent / "data" / "known"
FRAMES = 60
META: dict[str, Any] = {"ns_per_tick": 2.5, "level": "workload", "adapter": {"device": "a made up GPU"}}
ABORTED, SKIPPED, DROPPED, INVALID, LATE, HITCH, SECOND = 5, 6, 7, 8, 9, 20, 40
"""Frames in which something happens; from :data:`SECOND` on the graph is another one."""

_BLUR = PipelineRef("blur <h> & v", (8, 8, 1))
CASCADE = PassListEntry("shadow/cascade", "draw", "render", 0)
BLUR = (PassListEntry("blur", "h", "compute", 1, (_BLUR,)), PassListEntry("blur", "v", "compute", 1, (_BLUR,)))
SECOND_BLUR = PassListEntry("blur#2", "h", "compute", 2, (_BLUR,))
SHADE = PassListEntry("post%2Ffx", "=SUM(A1)", "render", 3)
BLOOM = PassListEntry("bloom", "", "compute", 4)
LOOSE = PassListEntry("", "readback", "compute", -1)
FIRST_PASSES = PassList((CASCADE, *BLUR, SECOND_BLUR, SHADE, LOOSE))
SECOND_PASSES = PassList((CASCADE, *BLUR, SECOND_BLUR, SHADE, BLOOM))


def graph(*, bloom: bool) -> Topology:
    """Two passes of one name, one that is culled, and on demand one more that runs."""
    graph = FrameGraph("known")
    target = graph.import_buffer("target", output_buffer(), initial="undefined")
    with graph.scope("shadow"):
        node = graph.add("cascade", kind="render", execute=nothing)
        depth = node.write(node.create_buffer("x", BUFFER), "buffer-storage-write", contents="overwrite")
    x = step(graph, "blur", reads=[depth], writes=[transient(graph)])
    y = step(graph, "blur", reads=[x], writes=[transient(graph)])
    target = step(graph, "post/fx", reads=[y, depth], writes=[target])
    if bloom:
        step(graph, "bloom", reads=[y], writes=[target], contents="preserve")
    step(graph, "debug view", reads=[y], writes=[transient(graph, "overlay")])
    compiled = graph.compile()
    return Topology(compiled.model(), compiled.plan.key)


def known(name: str, *, slower: int = 100) -> bytes:
    """A capture whose blur takes ``slower`` % of its time; ``a`` was never stopped, and holds a newer record."""
    writer = CaptureWriter(None, META | {"capture_id": name})
    topologies = [graph(bloom=False), graph(bloom=True)]
    words = seeded_draws(ord(name[0]), 100, (FRAMES, 4)).tolist()
    for number in range(FRAMES):
        writer.write_frame(_frame(number, words[number], topologies[number >= SECOND], slower))
    writer.write_note("the sun rises here", HITCH)
    writer.write_note("not about a frame")
    if name == "b":
        writer.close()
        return writer.to_bytes()
    data = writer.to_bytes()
    return data + encode_record(len(data), b"NEWR", b"whatever")


def _frame(number: int, noise: list[int], topology: Topology, slower: int) -> FrameData:
    """A frame of about 7 µs; ``post/fx`` overlaps the second blur on a query set of its own."""
    begin = number * 10_000
    long = 3 if number == HITCH else 1
    h, v = (long * (1000 + noise[0])) * slower // 100, (long * (900 + noise[1])) * slower // 100
    ends = [(1, 600 + noise[2]), (800, 800 + h), (800 + h, 800 + h + v), (800 + h + v, 800 + h + v + 700)]
    last = ends[-1][1]
    spans = [*ends, (last - 300, last + 500 + noise[3]), (last + 900, last + 900)]
    facts: dict[str, Any] = {
        "topology": topology,
        "query_set": np.array([0, 0, 0, 0, 1, 0], np.uint8),
        "cpu_begin_ns": 1_000_000 * number,
        "cpu_encode_end_ns": 1_000_000 * number + 200_000,
        "cpu_submit_ns": 1_000_000 * number + 300_000 + noise[0],
        "counters": {"live_bytes": 4096 + number, "ratio": 0.5},
    }
    passes = FIRST_PASSES if number < SECOND else SECOND_PASSES
    if number == ABORTED:
        facts |= {"status": FrameStatus.ABORTED, "reason": "ValueError: no", "failed_pass": "blur"}
    if number == SKIPPED:
        facts |= {"status": FrameStatus.SKIPPED, "reason": "the window has no size", "topology": None}
        passes, spans = PassList(()), []
        facts["query_set"] = np.zeros(0, np.uint8)
    if number == INVALID:
        spans[1] = (spans[1][1], spans[1][0])
    facts["state"] = _states(number, len(spans))
    frame = make_frame(
        number, [(begin + a, begin + b) for a, b in spans], passes=passes, work=make_work(passes), **facts
    )
    untimed = (frame.state != 0) & (frame.state != 4)
    frame.begin[untimed] = frame.end[untimed] = 0
    return frame


def _states(number: int, spans: int) -> Any:
    state = np.zeros(spans, np.uint8)
    if number == DROPPED:
        state[4:] = 2
    if number == LATE:
        state[:] = 7
    return state


def said(capture: Capture) -> dict[str, Any]:
    """What the command line says of a capture."""
    frames = list(capture.frames())
    return {
        "state": capture.state,
        "statuses": {str(frame.number): frame.status for frame in frames if frame.status != "complete"},
        "untimed": {str(frame.number): frame.untimed for frame in frames if frame.untimed},
        "stats": frame_stats(capture).to_dict(),
    }


def files() -> dict[str, bytes]:
    """Every file of the folder but the captures, made of the captures that lie there."""
    captures = {name: open_capture((FOLDER / f"{name}.sgpt").read_bytes()) for name in "ab"}
    trace, table = io.BytesIO(), io.BytesIO()
    write_chrome_trace(captures["a"], trace)
    write_csv(captures["a"], table)
    compared = {
        "whole": compare_captures(captures["a"], captures["b"]).to_dict(),
        "30:60": compare_captures(captures["a"], captures["b"], start=30, stop=60).to_dict(),
    }
    told = {name: said(capture) for name, capture in captures.items()} | {"compare": compared}
    return {
        "expected.json": (json.dumps(told, indent=1) + "\n").encode("ascii"),
        "a.trace.json": trace.getvalue(),
        "a.csv": table.getvalue(),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "a.sgpt").write_bytes(known("a"))
    (FOLDER / "b.sgpt").write_bytes(known("b", slower=120))
    for name, content in files().items():
        (FOLDER / name).write_bytes(content)
