"""The command line when something is wrong: one line, the right status, and nothing half-written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import record, run_json

from framescope.harness.cli import main
from framescope.scenes.triangle.scene import TriangleScene

NO_DRIVER = {"VK_DRIVER_FILES": "/none", "VK_ICD_FILENAMES": "/none", "__EGL_VENDOR_LIBRARY_FILENAMES": "/none"}


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten frames of the triangle."""
    path = tmp_path_factory.mktemp("capture") / "triangle.sgpt"
    assert record(path) == 0
    return path


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (["nope", "-o", "a.sgpt"], 2, ["'nope'", "triangle", "compute-chain", "shadow-cubes", "sponza"]),
        (["triangle", "-o", "missing/a.sgpt"], 3, ["missing", "no such folder"]),
        (["triangle", "-o", "."], 2, ["folder"]),
        (["triangle", "-o", "a.sgpt", "--adapter", "no such card"], 3, ["'no such card'", "there are:"]),
        (["triangle", "-o", "a.sgpt", "--size", "99999x1"], 2, ["99999x1", "texels"]),
        (["triangle", "-o", "a.sgpt", "--size", "1x999999"], 2, ["1x999999", "texels"]),
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_recording_between_two_frames(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C or a polite kill in frame 4: five frames, a whole capture, and a line that says so."""
    break_triangle(monkeypatch, 4, lambda: signal.raise_signal(number))
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
