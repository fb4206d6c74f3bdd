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
        captured = export_frame(capture, FRAME)

    assert [decode(encode(snapshot)).issues for snapshot in (live, captured)] == [(), ()]
    assert projection(captured, "atrium") == projection(live, "atrium")
    timed = {node["nodeId"] for node in captured["timings"]["gpu"]["nodes"]}
    assert timed == {node["id"] for node in captured["graph"]["nodes"] if "executionOrder" in node["compileState"]}
    assert len(timed) > 40
