"""One capture whose figures are known, asked of everything that tells figures."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from capture_builders import make_frame, write_capture
from chrome_checker import checked_events
from command_line import run_json
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace

from framescope.harness.cli import main
from framescope.profile.analysis.pass_times import pass_times
from framescope.profile.capture import open_capture
from framescope.profile.sgpt.model import PassList, PassListEntry

ROOT = Path(__file__).parents[3]
PASSES = PassList((PassListEntry("draw", "", "render", 0), PassListEntry("post/blur", "", "compute", 1)))
COUNT = 40
DRAW = [1000 + 10 * (number * 7 % 40) for number in range(COUNT)]  # 1000 to 1390 ticks, each once
BLUR = [500 - (number * 3 % 40) for number in range(COUNT)]  # 461 to 500
NS_PER_TICK = 10.0
KNOWN = {"draw": 11_900, "post/blur": 4_800}  # medians: the lower of the middle two, in nanoseconds
META = {"ns_per_tick": NS_PER_TICK, "scene": {"name": "made up"}}


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """The capture: the passes overlap by 100 ticks in every frame."""
    path = tmp_path / "known.sgpt"
    path.write_bytes(recording("known"))
    return path


def recording(capture_id: str) -> bytes:
    """The bytes of a capture with the known figures."""
    frames = [
        make_frame(number, [(1, 1 + draw), (draw - 99, draw - 99 + blur)], passes=PASSES)
        for number, (draw, blur) in enumerate(zip(DRAW, BLUR, strict=True))
    ]
    return write_capture(frames, META | {"capture_id": capture_id})


def medians(times: dict[str, list[int]]) -> dict[str, int]:
    """The lower median of each pass."""
    return {name: sorted(values)[(len(values) - 1) // 2] for name, values in times.items()}


def exported(path: Path, target: str) -> Path:
    """What the command line exports."""
    out = path.with_suffix(f".{target}")
    assert main(["export", str(path), "--to", target, "-o", str(out)]) == 0
    return out


def test_statistics_and_comparison_tell_the_known_medians(known: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table of passes, the times as arrays and both sides of a comparison."""
    stats = run_json(capsys, "stats", str(known))
    assert {row["pass"]: row["median_ns"] for row in stats["passes"]} == KNOWN
    compared = run_json(capsys, "compare", str(known), str(known), "--warm-up", "0")
    assert {row["pass"]: (row["a_median_ns"], row["b_median_ns"]) for row in compared["passes"]} == {
        name: (ns, ns) for name, ns in KNOWN.items()
    }
    assert compared["frame"]["a_median_ns"] == stats["gpu_union"]["median_ns"]
    with open_capture(known) as capture:
        arrays = {name: [int(ns) for ns in pass_times(capture, name)[1]] for name in KNOWN}
    assert medians(arrays) == KNOWN


def test_the_chrome_trace_tells_them(known: Path) -> None:
    """By the durations it draws and by the arguments it gives."""
    drawn: dict[str, list[int]] = defaultdict(list)
    told: dict[str, list[int]] = defaultdict(list)
    for event in checked_events(exported(known, "chrome").read_bytes()):
        if event["ph"] == "X" and event["cat"] != "frame":
            drawn[event["name"]].append(round(event["dur"] * 1000))
            told[event["name"]].append(event["args"]["ns"])
    assert (medians(drawn), medians(told)) == (KNOWN, KNOWN)


def test_the_perfetto_trace_tells_them(known: Path) -> None:
    """By the durations of its render-stage events."""
    names: dict[int, str] = {}
    drawn: dict[str, list[int]] = defaultdict(list)
    for packet in Trace.FromString(exported(known, "perfetto").read_bytes()).packet:
        names |= {stage.iid: stage.name for stage in packet.interned_data.gpu_specifications}
        if packet.HasField("gpu_render_stage_event"):
            drawn[names[packet.gpu_render_stage_event.stage_iid]].append(packet.gpu_render_stage_event.duration)
    assert medians(drawn) == KNOWN


def test_the_tables_tell_them(known: Path) -> None:
    """A row a GPU pass, in nanoseconds; the frame's union is the one of the statistics."""
    with exported(known, "csv").open(newline="", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    for table in (rows, pq.read_table(exported(known, "parquet")).to_pylist()):
        times: dict[str, list[int]] = defaultdict(list)
        for row in table:
            times[row["pass"]].append(int(row["duration_ns"]))
        assert medians(times) == KNOWN
        assert int(table[0]["frame_union_ns"]) == 10 * (DRAW[0] + BLUR[0] - 100)


def test_duckdb_tells_them_of_a_folder(known: Path) -> None:
    """The example's query over every capture of a folder, without the warm-up."""
    known.with_name("again.sgpt").write_bytes(recording("again"))
    example = [sys.executable, "-W", "error", str(ROOT / "examples" / "06_many_captures.py"), str(known.parent)]
    shown = subprocess.run(example, capture_output=True, text=True, check=True).stdout
    expected = medians({"draw": DRAW[10:], "post/blur": BLUR[10:]})
    for name, ticks in expected.items():
        (line,) = [line for line in shown.splitlines() if f" {name} " in line]
        scene, _, _, captures, frames, median_ms, _ = (cell.strip() for cell in line.strip("│").split("│"))
        assert (scene, captures, frames, float(median_ms)) == ("made up", "2", "60", round(ticks * 10 / 1e6, 3))


@pytest.mark.parametrize("arguments", [[], ["absent"], ["a", "b"], ["."]])
def test_the_example_says_what_it_wants(tmp_path: Path, arguments: list[str]) -> None:
    """Without a folder, or with one that holds no capture: one line, exit status 2, no traceback."""
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / "06_many_captures.py"), *arguments]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_the_csv_opens_in_duckdb(known: Path) -> None:
    """A reader that is not ours finds the same median."""
    out = exported(known, "csv")
    query = "SELECT pass, quantile_disc(duration_ns, 0.5) FROM read_csv($path) GROUP BY pass"
    assert dict(duckdb.sql(query, params={"path": str(out)}).fetchall()) == KNOWN
