"""The file half runs where no graphics library does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from golden_captures import FOLDER, SPONZA

BLOCKED = """
import sys
for name in ("wgpu", "rendercanvas", "glfw", "PIL", {blocked}):
    sys.modules[name] = None
"""
LIBRARY = """
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.capture import open_capture
from framescope.profile.follow import CaptureFollower
from framescope.profile.frame_arrays import span_table
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.sgpt.writer import CaptureWriter
writer = CaptureWriter(None, {"level": GPUProfileLevel.TIMING})
writer.close()
print(render_table(frame_stats(open_capture(writer.to_bytes()))))
print(len(span_table(open_capture(sys.argv[1]))), len(CaptureFollower(sys.argv[1]).poll()))
print(sorted(name for name in sys.modules if name.startswith("framescope.shade.")))
"""
COMMAND = """
from framescope.harness.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run(program: str, *arguments: str, blocked: str = "") -> tuple[str, str]:
    """What a process prints, on stdout and on stderr, in which these modules cannot be imported."""
    code = BLOCKED.format(blocked=blocked) + program
    child = subprocess.run([sys.executable, "-c", code, *arguments], check=False, capture_output=True, text=True)
    assert child.returncode == 0, child.stderr
    return child.stdout, child.stderr


def test_the_container_and_the_analysis_need_no_wgpu() -> None:
    """Writing, reading, following and tabulating import the error tree of shade and nothing else of it."""
    lines = run(LIBRARY, str(SPONZA))[0].splitlines()
    assert lines[-2:] == ["698 10", "['framescope.shade.errors']"]


@pytest.mark.parametrize("verb", ["info", "frames", "stats", "verify"])
def test_the_command_line_reads_captures_without_wgpu(verb: str) -> None:
    """On a machine that has no graphics library."""
    out, err = run(COMMAND, verb, str(SPONZA))
    assert ("10" in out, err) == (True, "")


def test_a_capture_is_recovered_without_wgpu(tmp_path: Path) -> None:
    """From what is left of it."""
    output = tmp_path / "good.sgpt"
    _, told = run(COMMAND, "recover", str(FOLDER / "torn.sgpt"), "-o", str(output))
    assert "LOST: 40 B" in told
    assert "ok, 1 frame in" in run(COMMAND, "verify", str(output))[0]


def test_verify_without_crcmod_says_so() -> None:
    """It is an extra."""
    assert "which the writer used too" in run(COMMAND, "verify", str(SPONZA), blocked='"crcmod"')[0]
