"""The examples are programs: they run as they are, warnings as errors, and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
RUNS = {
    "01_sample_scene.py": (["out.sgpt"], ["shadow map", "forward", "tone mapping", "100.0% timed"]),
    "02_own_scene.py": (["out.sgpt"], ["paint compute", "show render", "ns"]),
    "03_recorder_alone.py": ([], ["64 workgroups", "GPU extent"]),
    "04_atrium_benchmark.py": (["2"], ["GPU union", "share"]),
}


def test_every_example_is_run() -> None:
    """An example that no test runs is out of date some day."""
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(RUNS)


@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs_and_says_what_it_promises(name: str, tmp_path: Path) -> None:
    """Exit status 0, its words on stdout, nothing on stderr, and a capture where it says."""
    arguments, words = RUNS[name]
    result = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert [word for word in words if word not in result.stdout] == []
    assert [path.name for path in tmp_path.iterdir()] == [name for name in arguments if name.endswith(".sgpt")]
