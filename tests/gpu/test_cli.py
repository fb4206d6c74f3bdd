"""The command line on a real device: record, then read what was recorded."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from framescope.harness.cli import main
from framescope.harness.environment import has_display
from framescope.harness.recording import Recording, RecordingOptions
from framescope.harness.status_line import StatusLine
from framescope.scenes.triangle.scene import TriangleScene

RECORD_KEYS = (
    "frames graph_passes gpu_passes timed_share untimed topologies pass_lists bytes bytes_per_frame skipped aborted "
    "adapter level size seconds"
).split()
STATS_KEYS = (
    "pass attributed gpu_passes n min_ns median_ns p95_ns max_ns total_ns share dispatches draws invocations"
).split()
NO_DRIVER = {"VK_DRIVER_FILES": "/none", "VK_ICD_FILENAMES": "/none", "__EGL_VENDOR_LIBRARY_FILENAMES": "/none"}


def run_json(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> Any:
    """Run a verb with --json; its stdout must be one JSON value and nothing else."""
    assert main([*argv, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def record(path: Path, *argv: str) -> int:
    """Record ten small frames of the triangle, unless told otherwise."""
    return main(["record", "triangle", "-o", str(path), "--frames", "10", "--size", "32x32", *argv])


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


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (["nope", "-o", "a.sgpt"], 2, ["'nope'", "triangle", "compute-chain", "shadow-cubes", "sponza"]),
        (["triangle", "-o", "missing/a.sgpt"], 3, ["missing", "no such folder"]),
        (["triangle", "-o", "."], 2, ["no regular file"]),
        (["triangle", "-o", "a.sgpt", "--adapter", "no such card"], 3, ["'no such card'", "there are:"]),
        (["triangle", "-o", "a.sgpt", "--size", "99999x1"], 2, ["99999x1", "texels"]),
        (["triangle", "-o", "a.sgpt", "--without", "magic"], 2, ["magic", "timestamp-query"]),
        (["triangle", "-o", "a.sgpt", "--passes", "3"], 2, ["'--passes'", "no parameters"]),
        (["compute-chain", "-o", "a.sgpt", "--passes", "0"], 2, ["passes", "1"]),
    ],
)
def test_a_recording_that_cannot_be_is_one_line(
    argv: list[str],
    status: int,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Status, one line that names what is wrong, and no file."""
    monkeypatch.chdir(tmp_path)
    assert main(["record", *argv]) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), [word for word in words if word not in err]) == ("", 1, [])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("argv", [["--size", "0x0"], ["--size", "320"], ["--frames", "0"], ["--level", "all"]])
def test_a_wrong_value_is_status_two(tmp_path: Path, argv: list[str]) -> None:
    """Values that cannot be are refused where the command line is read."""
    with pytest.raises(SystemExit) as ended:
        record(tmp_path / "a.sgpt", *argv)
    assert ended.value.code == 2


@pytest.mark.parametrize("verb", [["record", "triangle", "-o", "a.sgpt"], ["doctor"]])
def test_a_machine_without_a_driver(verb: list[str], tmp_path: Path) -> None:
    """Status 3, the way out in the text, no traceback, nothing written."""
    command = [sys.executable, "-m", "framescope.harness", *verb]
    result = subprocess.run(
        command, cwd=tmp_path, env=os.environ | NO_DRIVER, capture_output=True, text=True, check=False
    )
    said = result.stdout + result.stderr
    assert (result.returncode, "mesa-vulkan-drivers" in said, "Traceback" in said) == (3, True, False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        (["stats", "CAPTURE"], 0, ""),
        (["info", "CAPTURE"], 0, ""),
        (["record", "triangle", "-o", "a.sgpt"], 3, "framescope: wgpu is not installed"),
        (["scenes"], 3, "framescope: wgpu is not installed"),
        (["doctor"], 3, ""),
    ],
)
def test_a_machine_without_wgpu(argv: list[str], status: int, said: str, capture: Path, tmp_path: Path) -> None:
    """Captures are read with numpy alone; what needs wgpu says so in one line; doctor tells it on its page."""
    code = """
import sys
sys.modules.update(dict.fromkeys(["wgpu", "rendercanvas", "glfw", "PIL"]))
from framescope.harness.cli import main
sys.exit(main(sys.argv[1:]))
"""
    command = [sys.executable, "-c", code, *(str(capture) if word == "CAPTURE" else word for word in argv)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (result.returncode, result.stderr.partition(";")[0]) == (status, said)


def test_a_file_of_another_kind_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A capture is replaced, a program is not, unless it is forced."""
    path = tmp_path / "main.py"
    path.write_text("print(1)")
    assert (record(path), path.read_text()) == (2, "print(1)")
    assert "--force" in capsys.readouterr().err
    assert record(path, "--force") == 0
    assert record(path) == 0


def test_a_failed_recording_leaves_the_last_one(capture: Path, tmp_path: Path) -> None:
    """What was there before stays until the first frame of the new recording is on disk."""
    path = tmp_path / "a.sgpt"
    path.write_bytes(capture.read_bytes())
    assert record(path, "--adapter", "no such card") == 3
    assert path.read_bytes() == capture.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


def break_triangle(monkeypatch: pytest.MonkeyPatch, at: int, what: Any) -> None:
    """Make the triangle call ``what`` in frame ``at``."""
    intact = TriangleScene.record

    def broken(self: TriangleScene, graph: Any, target: Any, frame_index: int) -> Any:
        if frame_index == at:
            what()
        return intact(self, graph, target, frame_index)

    monkeypatch.setattr(TriangleScene, "record", broken)


def test_an_interrupt_ends_the_recording_between_two_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C in frame 4: five frames, a whole capture, and a line that says so."""
    break_triangle(monkeypatch, 4, lambda: signal.raise_signal(signal.SIGINT))
    path = tmp_path / "a.sgpt"
    assert record(path) == 0
    assert "ended early, after 5 of 10 frames" in capsys.readouterr().err
    assert run_json(capsys, "info", str(path))["frames"] == 5


def test_a_scene_that_raises_leaves_its_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The scene's own error reaches the caller; the capture is closed and holds the frame as aborted."""

    def fail() -> None:
        raise KeyError("a mistake in the scene")

    break_triangle(monkeypatch, 4, fail)
    path = tmp_path / "a.sgpt"
    with pytest.raises(KeyError, match="a mistake in the scene"):
        record(path)
    facts = run_json(capsys, "info", str(path))
    assert (facts["statuses"], facts["whole"]) == ({"complete": 4, "aborted": 1}, True)


def test_a_killed_recording_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A process that ends in frame 8 leaves a capture that says how many frames it has, and that it is cut short."""
    path = tmp_path / "a.sgpt"
    code = f"""
import os
from framescope.harness.cli import main
from framescope.scenes.triangle.scene import TriangleScene
intact = TriangleScene.record
TriangleScene.record = lambda *args: os._exit(7) if args[3] == 8 else intact(*args)
main(["record", "triangle", "-o", {str(path)!r}, "--size", "32x32"])
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7
    facts = run_json(capsys, "info", str(path), status=1)
    assert (facts["whole"], facts["state"]) == (False, "not closed")
    assert 1 <= facts["frames"] <= 8


def test_a_full_disk_ends_the_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, status 3, and the frames that were written before it stay readable."""
    path = tmp_path / "a.sgpt"
    code = """
import resource, signal, sys
from framescope.harness.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
sys.exit(main(["record", "triangle", "-o", sys.argv[1], "--frames", "500", "--size", "32x32"]))
"""
    result = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert (result.returncode, "Traceback" in result.stderr, str(path) in result.stderr) == (3, False, True)
    facts = run_json(capsys, "info", str(path), status=1)
    assert 1 <= facts["frames"] < 500


def test_a_cut_capture_says_how_many_frames_it_has(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever a file is cut, info and stats answer, without a traceback; more bytes never hold fewer frames."""
    whole = capture.read_bytes()
    path = tmp_path / "cut.sgpt"
    frames = []
    for length in range(0, len(whole), 97):
        path.write_bytes(whole[:length])
        statuses = main(["info", str(path), "--json"]), main(["stats", str(path)])
        out, err = capsys.readouterr()
        assert statuses == ((3, 3) if length < 32 else (1, 1))
        assert ("Traceback" in err, err != "") == (False, True)
        if length >= 32:
            frames.append(json.JSONDecoder().raw_decode(out)[0]["frames"])
    assert frames == sorted(frames)
    assert (frames[0], frames[-1]) == (0, 10)


@pytest.mark.parametrize("content", [b"", b"SGPT", b"\x89PNG\r\n\x1a\n" + bytes(100), b"text\n" * 50, bytes(4096)])
@pytest.mark.parametrize("verb", ["info", "stats"])
def test_a_foreign_file_is_one_line(
    verb: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is no capture is status 3 and one line."""
    path = tmp_path / "file"
    path.write_bytes(content)
    assert main([verb, str(path)]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), "no capture" in err) == ("", 1, True)


@pytest.mark.parametrize("name", ["missing.sgpt", "."])
def test_a_file_that_cannot_be_read_is_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No such file, and a folder."""
    assert main(["info", str(tmp_path / name)]) == 3
    assert capsys.readouterr().err.count("\n") == 1


def test_scenes_lists_every_scene_with_its_flags(capsys: pytest.CaptureFixture[str]) -> None:
    """What record takes is what scenes lists."""
    listed = {scene["name"]: scene for scene in run_json(capsys, "scenes")["scenes"]}
    assert list(listed) == ["triangle", "compute-chain", "shadow-cubes", "sponza"]
    assert [flag["flag"] for flag in listed["compute-chain"]["parameters"]] == ["--passes", "--work", "--grid"]


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
    assert list(result) == ["machine", "adapter", "ratios", "us_per_pass"]
    assert {tuple(ratio) for ratio in result["ratios"].values()} == {("median", "low", "high", "target", "ok")}
    assert status == any(ratio["ok"] is False for ratio in result["ratios"].values())


def test_every_key_is_documented(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What --json prints is listed in docs/command_line.md."""
    text = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(\w+)`", text))
    printed = {*RECORD_KEYS, *run_json(capsys, "info", str(capture)), *run_json(capsys, "doctor")}
    stats = run_json(capsys, "stats", str(capture))
    printed |= {*stats, *stats["passes"][0], *stats["gpu_union"], *run_json(capsys, "scenes")["scenes"][0]}
    assert printed - documented == set()
