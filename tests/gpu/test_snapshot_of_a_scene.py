"""The atrium as a FrameGraph Snapshot: exported live and from its capture."""

from __future__ import annotations

from pathlib import Path

import pytest
from snapshot_projection import projection

from framescope.harness.cli import main
from framescope.harness.scene_graph import compiled_frame
from framescope.profile.capture import open_capture
from framescope.profile.snapshot.captured import export_frame
from framescope.profile.snapshot.codec import decode, encode
from framescope.profile.snapshot.producer import export_snapshot
from framescope.scenes.registry import load_scene

pytestmark = pytest.mark.gpu

SIZE = (96, 54)
FRAME = 2


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three small frames of the atrium, with their graph and without CPU times."""
    path = tmp_path_factory.mktemp("atrium") / "atrium.sgpt"
    size = "x".join(map(str, SIZE))
    argv = ["record", "sponza", "-o", str(path), "--frames", "3", "--size", size, "--level", "structure"]
    assert main(argv) == 0
    return path


def test_the_live_frame_and_the_captured_one_are_the_same_graph(recorded: Path) -> None:
    """Both are valid, and equal in all that producers agree on."""
    scene = load_scene("sponza")
    parameters = {parameter.name: parameter.default for parameter in scene.parameters}
    live = export_snapshot(compiled_frame(scene, parameters, FRAME, size=SIZE).model(), FRAME)
    with open_capture(recorded) as capture:
        captured, unit = export_frame(capture, FRAME), capture.ns_per_tick

    assert [decode(encode(snapshot)).issues for snapshot in (live, captured)] == [(), ()]
    assert projection(captured, "atrium") == projection(live, "atrium")
    gpu = captured["timings"]["gpu"]
    if unit is None:  # the public API of wgpu-py does not tell how long a tick lasts: no duration can be given
        assert gpu == {"status": "unavailable", "reason": "unknown-clock-unit"}
        return
    timed = {node["nodeId"] for node in gpu["nodes"]}
    assert timed == {node["id"] for node in captured["graph"]["nodes"] if "executionOrder" in node["compileState"]}
    assert len(timed) > 40


def test_the_command_line_exports_the_same(recorded: Path, tmp_path: Path) -> None:
    """A file that its own validator accepts, the same each time; an older snapshot in its place is replaced."""
    output = tmp_path / "frame.fgsnapshot.json"
    argv = ["export", str(recorded), "--to", "snapshot", "--frame", str(FRAME), "-o", str(output)]
    assert main(argv) == 0
    first = output.read_bytes()
    assert (main(argv), main(["snapshot", "validate", str(output)])) == (0, 0)
    assert output.read_bytes() == first
    with open_capture(recorded) as capture:
        assert decode(first).snapshot == export_frame(capture, FRAME)


def test_a_scene_is_exported_without_a_recording(tmp_path: Path) -> None:
    """`framescope graph` writes the frame that it rendered; what nobody measured is unavailable."""
    output = tmp_path / "frame.fgsnapshot.json"
    argv = ["graph", "triangle", "--size", "32x32", "--to", "snapshot", "-o", str(output)]
    assert (main(argv), main(argv)) == (0, 0)
    snapshot = decode(output.read_bytes()).snapshot
    assert snapshot is not None
    assert [snapshot["timings"][clock]["status"] for clock in ("cpu", "gpu")] == ["unavailable"] * 2


def test_a_capture_without_graphs_is_no_snapshot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The protocol cannot say that a graph was not recorded: status 2, nothing written, and what to do instead."""
    path, output = tmp_path / "timing.sgpt", tmp_path / "out"
    assert main(["record", "triangle", "-o", str(path), "--frames", "2", "--size", "32x32", "--level", "timing"]) == 0
    capsys.readouterr()
    for choice in ([], ["--frame", "1"], ["--frame", "99"]):
        assert main(["export", str(path), "--to", "snapshot", "-o", str(output), *choice]) == 2
    assert (output.exists(), "level" in capsys.readouterr().err) == (False, True)
