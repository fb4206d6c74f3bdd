"""The examples are programs: they run as they are, warnings as errors, and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
RUNS = {
    "01_sample_scene.py": (["out.sgpt"], ["shadow map", "forward", "tone mapping", "100.0% timed"]),
    "02_own_scene.py": (["out.sgpt"], ["paint compute", "show render", "ns"]),
    "03_recorder_alone.py": ([], ["64 workgroups", "GPU extent"]),
    "04_atrium_benchmark.py": (["2"], ["GPU union", "share"]),
    "05_extension.py": (["4"], ["shadow map", "vignette/darken", "tone mapping", "GPU union"]),
}


def test_every_example_is_run() -> None:
    """An example that no test runs is out of date some day."""
    without_a_device = {"06_many_captures.py"}  # tests/unit/export/test_consistency.py
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(RUNS) | without_a_device


def run_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this interpreter in a folder, warnings as errors."""
    command = [sys.executable, "-W", "error", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs_and_says_what_it_promises(name: str, tmp_path: Path) -> None:
    """Exit status 0, its words on stdout, nothing on stderr, and a capture where it says."""
    arguments, words = RUNS[name]
    result = run_python(tmp_path, str(EXAMPLES / name), *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    assert [word for word in words if word not in result.stdout] == []
    assert [path.name for path in tmp_path.iterdir()] == [name for name in arguments if name.endswith(".sgpt")]


def test_the_readmes_example_runs(tmp_path: Path) -> None:
    """What a stranger copies first works, with whatever graph they have: here an empty one."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    program = readme.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "mine.py").write_text("def record(graph, frame_index):\n    pass\n\n" + program)
    result = run_python(tmp_path, "mine.py")
    assert (result.returncode, result.stderr) == (0, "")
    assert "60 complete" in result.stdout
