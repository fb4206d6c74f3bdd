"""``framescope graph`` on a real device: the sample scenes drawn, explained and free of lints."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command_line import run_json

from framescope.harness.cli import main
from framescope.scenes.registry import SCENES

pytestmark = pytest.mark.gpu

SMALL = ("--size", "64x64")


@pytest.mark.parametrize("scene", SCENES)
def test_the_sample_scenes_have_no_lints(scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No finding in any of them, and status 0."""
    assert run_json(capsys, "graph", scene, *SMALL, "--lint") == {"lints": []}


@pytest.mark.parametrize("scene", SCENES)
def test_graphviz_draws_the_sample_scenes(scene: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not a word of complaint."""
    path = tmp_path / "graph.dot"
    assert main(["graph", scene, *SMALL, "--to", "dot", "-o", str(path)]) == 0

    child = subprocess.run(["dot", "-Tsvg", str(path)], capture_output=True, check=True)

    assert (child.stderr, b"<svg" in child.stdout) == (b"", True)


def test_a_pass_and_a_resource_of_one_name_are_both_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """The shadow map of shadow-cubes is a pass and a texture."""
    found = run_json(capsys, "graph", "shadow-cubes", *SMALL, "--explain", "shadow map")

    assert [edge["target"] for edge in found["pass"]["alive_by"]["edges"]] == ["forward", "tone mapping"]
    assert (found["resource"]["first_use"], found["resource"]["last_use"]) == ("shadow map", "forward")


def test_the_text_names_lines_of_the_scene(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the pass was declared, in words for a person."""
    assert main(["graph", "triangle", *SMALL, "--explain", "triangle"]) == 0

    assert "runs as number 0; declared at" in (text := capsys.readouterr().out)
    assert "triangle/scene.py:" in text


def test_a_name_that_nothing_has(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2 and one line."""
    assert main(["graph", "triangle", *SMALL, "--explain", "circle"]) == 2

    assert "no pass or resource of this frame is called 'circle'" in capsys.readouterr().err


def test_the_summary_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """Passes in recording order; what is allocated, in bytes that were declared."""
    found = run_json(capsys, "graph", "compute-chain", *SMALL, "--passes", "3")

    assert [entry["order"] for entry in found["passes"]] == [0, 1, 2, 3]
    assert list(found) == ["passes", "resources", "allocations", "transient_bytes", "edges"]


def test_json_on_stdout_is_the_export_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """``--to json`` without ``-o``."""
    assert main(["graph", "triangle", *SMALL, "--to", "json"]) == 0

    assert list(json.loads(capsys.readouterr().out)["versions"]) == ["target@0", "target@1", "turn@0"]


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["-o", "x.dot"], "-o needs --to"),
        (["--to", "dot", "--json"], "--to dot is the output itself"),
        (["--to", "dot", "-o", "other"], "exists and is no dot file of a graph"),
    ],
)
def test_command_lines_that_cannot_be(
    argv: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2 before a device is asked for, and what is there stays."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").write_text("keep me")

    assert main(["graph", "triangle", *argv]) == 2

    assert told in capsys.readouterr().err
    assert (tmp_path / "other").read_text() == "keep me"
