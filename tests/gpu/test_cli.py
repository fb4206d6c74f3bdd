"""The command line on a real device: what it records, and what it says of it."""

from __future__ import annotations

import io
import json
import re
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from command_line import record, run_json
from PIL import Image

from framescope.harness.bench.catalogue import BENCHES
from framescope.harness.cli import main
from framescope.harness.environment import has_display
from framescope.harness.recording import Recording, RecordingOptions
from framescope.harness.status_line import StatusLine
from framescope.harness.verbs import bench
from framescope.profile.capture import open_capture
from framescope.scenes.triangle.scene import TriangleScene

RECORD_KEYS = (
    "frames graph_passes gpu_passes timed_share untimed topologies pass_lists bytes bytes_per_frame skipped aborted "
    "adapter level size seconds"
).split()
STATS_KEYS = (
    "pass attributed gpu_passes n min_ns median_ns p95_ns max_ns total_ns share dispatches draws invocations"
).split()


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten frames of the triangle."""
    path = tmp_path_factory.mktemp("capture") / "triangle.sgpt"
    assert record(path) == 0
    return path


def test_record_says_what_it_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The keys are the documented ones, in their order, and the figures are the scene's."""
    path = tmp_path / "chain.sgpt"
    summary = run_json(
        capsys, "record", "compute-chain", "--passes", "7", "-o", str(path), "--frames", "12", "--size", "64x48"
    )
    assert list(summary) == RECORD_KEYS
    figures = {key: summary[key] for key in ("frames", "graph_passes", "gpu_passes", "topologies", "pass_lists")}
    assert figures == {"frames": 12, "graph_passes": 8, "gpu_passes": 8, "topologies": 1, "pass_lists": 1}
    assert (summary["timed_share"], summary["untimed"], summary["skipped"], summary["aborted"]) == (1.0, {}, 0, 0)
    assert (summary["level"], summary["size"], summary["bytes"]) == ("workload", [64, 48], path.stat().st_size)


@pytest.mark.parametrize(
    ("level", "topologies", "counts"), [("timing", 0, False), ("structure", 1, False), ("workload", 1, True)]
)
def test_a_level_adds_to_the_one_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], level: str, topologies: int, counts: bool
) -> None:
    """Times at every level, the graph from structure on, counts from workload on; what is not there is null."""
    path = str(tmp_path / "a.sgpt")
    summary = run_json(capsys, "record", "triangle", "-o", path, "--frames", "3", "--size", "32x32", "--level", level)
    row = run_json(capsys, "stats", path)["passes"][0]
    assert (summary["topologies"], summary["graph_passes"]) == (topologies, 1 if topologies else None)
    assert (row["pass"], row["n"], row["draws"]) == ("triangle", 3, 1 if counts else None)


def test_stats_of_a_range_of_frames(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A:B is half-open, its keys are the documented ones, durations are whole nanoseconds or, without a unit, null."""
    report = run_json(capsys, "stats", str(capture), "--frames", "2:5")
    row = report["passes"][0]
    assert (report["frames"], report["first"], report["last"], row["n"]) == (3, 2, 4, 3)
    assert list(row) == STATS_KEYS
    kind = type(None) if report["ns_per_tick"] is None else int
    assert {type(row[key]) for key in STATS_KEYS if key.endswith("_ns")} == {kind}


def test_info_of_a_whole_capture(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How many frames, by status, and what was recorded where."""
    facts = run_json(capsys, "info", str(capture))
    assert (facts["frames"], facts["statuses"], facts["whole"], facts["lost"]) == (10, {"complete": 10}, True, [])
    assert facts["scene"]["name"] == "triangle"
    assert facts["size"] == [32, 32]


def test_meta_says_what_a_stranger_needs(tmp_path: Path) -> None:
    """Which device and software, asked for what, with which settings, of which scene: all of it is in the file."""
    path = tmp_path / "triangle.sgpt"
    assert record(path, "--note", "a note", "--debug-groups") == 0
    with open_capture(path) as capture:
        meta = capture.meta
    known = "adapter driver features limits native_path versions debug capture_id started_at scene size"
    assert [key for key in known.split() if meta.get(key) is None] == []
    assert (meta["ns_per_tick"] is None) == (not meta["native_path"])  # the public API does not tell it
    assert "git_revision" in meta  # null outside of a repository
    assert {"requested", "granted", "missing"} == set(meta["features"])
    assert {"framescope", "wgpu", "wgpu_native", "python"} <= set(meta["versions"])
    assert {"name", "parameters", "scale"} == set(meta["scene"])
    assert (meta["level"], meta["note"], meta["window"]) == ("workload", "a note", False)
    switches = {"cull": True, "reuse": True, "run_as_added": False, "poison": False}
    assert meta["settings"] == {"debug_groups": True, "frames_in_flight": 3, "extensions": [], **switches}


def test_a_device_without_timestamps_records_all_but_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The reason is told in the figures and in a loud last line."""
    assert record(tmp_path / "a.sgpt", "--without", "timestamp-query", "--json") == 0
    out, err = capsys.readouterr()
    summary = json.loads(out)
    assert (summary["timed_share"], summary["untimed"], summary["gpu_passes"]) == (0.0, {"no_feature": 10}, 1)
    assert err.splitlines()[-1] == "LOST: 10 spans untimed (no feature)"


def test_a_screenshot_is_the_last_frame(tmp_path: Path) -> None:
    """A PNG of the target's size that is not one colour."""
    assert record(tmp_path / "a.sgpt", "--screenshot", str(tmp_path / "a.png")) == 0
    with Image.open(tmp_path / "a.png") as picture:
        texels = np.asarray(picture)
    assert texels.shape == (32, 32, 3)
    assert texels.std() > 10


@pytest.mark.skipif(not has_display(), reason="no display; xvfb-run -a gives one")
def test_a_window_shows_the_same_frames(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A window's texture has another format than the offscreen target, and the picture is the same."""
    size = ["--size", "200x200"]
    for name, extra in (("window", ["--window"]), ("offscreen", [])):
        assert record(tmp_path / f"{name}.sgpt", *size, *extra, "--screenshot", str(tmp_path / f"{name}.png")) == 0
    capsys.readouterr()
    assert run_json(capsys, "info", str(tmp_path / "window.sgpt"))["frames"] == 10
    pictures = [np.asarray(Image.open(tmp_path / f"{name}.png")).astype(int) for name in ("window", "offscreen")]
    assert np.abs(pictures[0] - pictures[1]).max() <= 1


def test_the_overlay_lies_over_any_scene_with_the_point_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its pass is in the capture and its name in the settings; a scene without the point is refused at once."""
    path = tmp_path / "cubes.sgpt"
    assert main(["record", "shadow-cubes", "-o", str(path), "--frames", "2", "--size", "32x32", "--overlay"]) == 0
    with open_capture(path) as capture:
        assert capture.frame(1).spans[-1].path == "overlay/panels"
        assert capture.meta["settings"]["extensions"] == ["before-present/overlay"]
    capsys.readouterr()
    assert record(tmp_path / "triangle.sgpt", "--overlay") == 2
    assert "scene 'triangle' has no point 'before-present'" in capsys.readouterr().err
    assert not (tmp_path / "triangle.sgpt").exists()


def test_scenes_lists_every_scene_with_its_flags(capsys: pytest.CaptureFixture[str]) -> None:
    """What record takes is what scenes lists."""
    listed = {scene["name"]: scene for scene in run_json(capsys, "scenes")["scenes"]}
    assert list(listed) == ["triangle", "compute-chain", "shadow-cubes", "sponza"]
    assert [flag["flag"] for flag in listed["compute-chain"]["parameters"]] == ["--passes", "--work", "--grid"]
    assert [point["name"] for point in listed["shadow-cubes"]["points"]] == ["after-lighting", "before-present"]


def test_doctor_says_what_will_work(capsys: pytest.CaptureFixture[str]) -> None:
    """What fails says why, what works does not."""
    facts = run_json(capsys, "doctor")
    assert facts["device"]["available"]
    assert [o["what"] for o in facts["outcomes"] if o["works"] == (o["why_not"] is not None)] == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_status_line_tells_what_is_lost_so_far(tmp_path: Path) -> None:
    """Frames, rate, bytes, and times that are missing, while there is still time to stop."""
    stream = Terminal()
    ticks = count()
    options = RecordingOptions(
        TriangleScene, tmp_path / "a.sgpt", frames=12, size=(16, 16), without=("timestamp-query",)
    )
    Recording(options, StatusLine(stream, lambda: float(next(ticks)), lambda: 200)).run()
    lines = stream.getvalue().split("\r")
    assert "frame 12 of 12" in lines[-3]
    assert int(re.findall(r"lost 0 frames and (\d+) times", lines[-3])[0]) > 0


def test_bench_holds_its_ratios_to_their_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    """Every ratio has its interval, and the status says whether one is beyond its bound."""
    status = main(["bench", "encode-cost", "--rounds", "3", "--json"])
    result = json.loads(capsys.readouterr().out)
    assert list(result) == ["machine", "adapter", "ratios", "figures"]
    assert {tuple(ratio) for ratio in result["ratios"].values()} == {("median", "low", "high", "target", "ok")}
    assert status == any(ratio["ok"] is False for ratio in result["ratios"].values())
    assert {type(figure) for figure in result["figures"]["pass_ns"].values()} == {int}


def test_the_verbs_list_of_benchmarks_is_the_catalogues() -> None:
    """The command line knows the benchmarks without loading a driver, and knows all of them."""
    assert tuple(BENCHES) == bench._NAMES


@pytest.mark.parametrize(("name", "rounds"), [("soak", 12), ("topologies", 2), ("submit", 12)])
def test_a_benchmark_prints_its_figures(name: str, rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Each runs by name and prints a table that a person can read."""
    main(["bench", name, "--rounds", str(rounds)])
    printed = capsys.readouterr().out
    assert "figure" in printed
    assert len(printed.splitlines()) > 6


def test_every_key_is_documented(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What --json prints is listed in docs/command_line.md."""
    text = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(\w+)`", text))
    printed = {*RECORD_KEYS, *run_json(capsys, "info", str(capture)), *run_json(capsys, "doctor")}
    stats = run_json(capsys, "stats", str(capture))
    printed |= {*stats, *stats["passes"][0], *stats["gpu_union"], *run_json(capsys, "scenes")["scenes"][0]}
    assert printed - documented == set()
