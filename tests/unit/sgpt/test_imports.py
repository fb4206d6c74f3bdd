"""The file half runs where no graphics library does."""

from __future__ import annotations

import subprocess
import sys

BLOCKED = """
import sys
for name in ("wgpu", "rendercanvas", "glfw"):
    sys.modules[name] = None
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.capture import open_capture
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.sgpt.writer import CaptureWriter
writer = CaptureWriter(None, {"level": GPUProfileLevel.TIMING})
writer.close()
print(render_table(frame_stats(open_capture(writer.to_bytes()))))
print(sorted(name for name in sys.modules if name.startswith("framescope.shade.")))
"""


def test_the_container_and_the_analysis_need_no_wgpu() -> None:
    """Writing, reading and tabulating a capture import the error tree of shade and nothing else of it."""
    child = subprocess.run([sys.executable, "-c", BLOCKED], check=True, capture_output=True, text=True)
    assert child.stdout.splitlines()[-1] == "['framescope.shade.errors']"
