"""``framescope export`` on the command line."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest
from capture_builders import make_frame, write_capture
from chrome_checker import checked_events

from framescope.harness.cli import main
from framescope.harness.export_targets import TARGETS
from framescope.profile.sgpt.model import FrameStatus, Topology
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph


def topology(size: int) -> Topology:
    """A graph of one pass that writes a texture of that size."""
    graph = FrameGraph("frame")
    node = graph.add("draw", kind="render", side_effect=True)
    node.attach(node.create_texture("colour \ud800", TextureDescriptor((size, 1), "rgba8unorm")), load_op="clear")
    compiled = graph.compile()
    return Topology(compiled.model(), compiled.plan.key)


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    """Three frames: one without a graph, two with one each."""
    frames = [make_frame(0), make_frame(1, topology=topology(16)), make_frame(2, topology=topology(32))]
    path = tmp_path / "in.sgpt"
    path.write_bytes(write_capture(frames))
    return path


def export(capture: Path, target: str, *argv: str, out: str = "out") -> int:
    """The exit status of an export beside the capture."""
    return main(["export", str(capture), "--to", target, "-o", str(capture.with_name(out)), *argv])


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_writes_what_it_says_it_writes(
    capture: Path, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file begins as its kind begins, a second export replaces it, and nothing is left beside it."""
    assert (export(capture, target), export(capture, target)) == (0, 0)
    assert capture.with_name("out").read_bytes().startswith(TARGETS[target].magic)
    assert sorted(path.name for path in capture.parent.iterdir()) == ["in.sgpt", "out"]
    assert "out: " in capsys.readouterr().err


@pytest.mark.parametrize("target", ["chrome", "csv", "dot"])
def test_a_file_of_another_kind_is_not_replaced(capture: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Unless --force is given; the error names the kind that it looked for."""
    capture.with_name("out").write_text("my thesis")
    assert export(capture, target) == 2
    assert f"is no {TARGETS[target].kind}" in capsys.readouterr().err
    assert capture.with_name("out").read_text() == "my thesis"
    assert export(capture, target, "--force") == 0


@pytest.mark.parametrize("out", ["in.sgpt", "link"])
def test_the_capture_itself_is_never_the_output(capture: Path, out: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Under another name neither, whatever is forced."""
    capture.with_name("link").symlink_to(capture)
    before = capture.read_bytes()
    assert export(capture, "csv", "--force", out=out) == 2
    assert "the capture itself" in capsys.readouterr().err
    assert capture.read_bytes() == before


def test_a_failed_write_leaves_nothing(
    capture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk in the middle: one line, no half file, and what was there before is there still."""

    def fails(capture: Any, file: IO[bytes], *frames: int | None) -> None:
        file.write(b"capture_id,frame,half")
        raise OSError(errno.ENOSPC, "No space left on device")

    assert export(capture, "csv") == 0
    before = capture.with_name("out").read_bytes()
    monkeypatch.setattr("framescope.profile.export.csv_table.write_csv", fails)
    capsys.readouterr()
    assert export(capture, "csv") == 3
    assert capsys.readouterr().err.endswith("out: No space left on device\n")
    assert capture.with_name("out").read_bytes() == before
    assert len(list(capture.parent.iterdir())) == 2


def test_a_capture_that_is_not_whole_is_exported_and_ends_with_1(
    capture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What can be read is there, strict as ever, and the last line says what is missing."""
    capture.write_bytes(capture.read_bytes()[:-200])
    assert export(capture, "chrome") == 1
    assert "NOT WHOLE" in capsys.readouterr().err
    assert checked_events(capture.with_name("out").read_bytes())


def test_a_range_of_frames_is_exported(capture: Path) -> None:
    """Half-open, as everywhere."""
    assert export(capture, "csv", "--frames", "1:2") == 0
    assert capture.with_name("out").read_text().count("\n") == 1 + 3


def test_a_range_without_frames_says_which_there_are(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table without rows is what was asked for, and not what was meant."""
    assert export(capture, "csv", "--frames", "7:9") == 0
    assert "none of its frames is in that range: they are 0 to 2" in capsys.readouterr().err


@pytest.mark.parametrize(("argv", "size"), [((), "16"), (("--frame", "2"), "32")])
def test_a_graph_is_of_one_frame(capture: Path, argv: tuple[str, ...], size: str) -> None:
    """The one that was asked for, otherwise the first that has one."""
    assert export(capture, "json", *argv) == 0
    text = capture.with_name("out").read_text()
    assert f'"size": [\n     {size},' in text
    assert "colour \\\\ud800" in text
    assert export(capture, "dot", *argv, out="dot") == 0
    capture.with_name("dot").read_bytes().decode("utf-8")


@pytest.mark.parametrize(
    ("target", "argv", "words"),
    [
        ("dot", ("--frame", "0"), "frame 0 was recorded without its frame graph"),
        ("json", ("--frame", "9"), "no frame 9"),
        ("dot", ("--frames", "0:2"), "choose it with --frame N"),
        ("csv", ("--frame", "1"), "write --frames 1:2"),
    ],
)
def test_what_cannot_be_asked_for_says_what_can(
    capture: Path, target: str, argv: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2, one line, and no file."""
    assert export(capture, target, *argv) == 2
    assert words in capsys.readouterr().err
    assert not capture.with_name("out").exists()


def test_a_capture_without_a_graph_names_the_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says at which level one would be there."""
    path = tmp_path / "in.sgpt"
    path.write_bytes(write_capture([make_frame(0)], {"level": "timing"}))
    assert export(path, "dot") == 2
    assert "frame 0 was recorded at level timing without its frame graph" in capsys.readouterr().err


@pytest.mark.parametrize("target", ["dot", "json", "snapshot"])
def test_a_frame_that_was_skipped_is_not_blamed_on_the_level(
    tmp_path: Path, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It had no graph at any level: the frame's own reason is told."""
    path = tmp_path / "in.sgpt"
    path.write_bytes(
        write_capture([make_frame(0, status=FrameStatus.SKIPPED, reason="too late")], {"level": "workload"})
    )
    assert export(path, target) == 2
    assert export(path, target, "--frame", "0") == 2
    assert capsys.readouterr().err.count("frame 0 has no frame graph: it was skipped (too late)") == 2


@pytest.mark.parametrize("target", ["dot", "json", "snapshot"])
def test_a_graph_that_was_lost_is_not_blamed_on_the_level(
    tmp_path: Path, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was recorded: exit status 1, as for all damage, whether or not a frame is chosen."""
    path = tmp_path / "in.sgpt"
    path.write_bytes((Path(__file__).parents[2] / "data/sgpt/malformed-bomb.sgpt").read_bytes())
    assert export(path, target) == 1
    assert export(path, target, "--frame", "1") == 1
    told = capsys.readouterr().err
    assert "the frame graph of frame 0 was lost" in told
    assert "the frame graph of frame 1 was lost" in told


@pytest.mark.parametrize("target", ["dot", "json"])
@pytest.mark.parametrize("model", [{}, {"passes": [3]}, {"passes": [{"path": None}], "resources": None}])
def test_a_topology_that_is_none_is_damage(
    tmp_path: Path, target: str, model: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """A file may hold anything under that name: exit status 1, one line that names the capture."""
    path = tmp_path / "in.sgpt"
    path.write_bytes(write_capture([make_frame(0, topology=Topology(model, b"key"))]))
    assert export(path, target) == 1
    assert "the frame graph of frame 0 is none" in capsys.readouterr().err


@pytest.mark.parametrize(("target", "package"), [("parquet", "pyarrow"), ("perfetto", "perfetto")])
def test_a_missing_extra_is_one_line(capture: Path, target: str, package: str) -> None:
    """Which package it needs and how it is installed; the other targets work without it."""
    program = (
        f"import sys; sys.modules['{package}'] = None; sys.modules['wgpu'] = None\n"
        "from framescope.harness.cli import main\n"
        f"print(main(['export', 'in.sgpt', '--to', '{target}', '-o', 'out']))\n"
        "print(main(['export', 'in.sgpt', '--to', 'csv', '-o', 'table.csv']))\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", program], cwd=capture.parent, capture_output=True, text=True, check=True
    )
    assert child.stdout == "2\n0\n"
    assert child.stderr.splitlines()[0] == (
        f"framescope: this export needs {package}, which is not installed: pip install 'framescope[{target}]'"
    )
