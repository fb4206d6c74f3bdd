"""The file half runs where no graphics library does."""

from __future__ import annotations

import subprocess
import sys

BLOCKED = """
import io
import sys
for name in ("wgpu", "rendercanvas", "glfw", "pyarrow", "perfetto"):
    sys.modules[name] = None
from framescope.profile.analysis.compare import compare_captures
from framescope.profile.analysis.comparison_table import render_comparison
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.capture import open_capture
from framescope.profile.export.chrome_trace import write_chrome_trace
from framescope.profile.export.csv_table import write_csv
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.sgpt.writer import CaptureWriter
writer = CaptureWriter(None, {"level": GPUProfileLevel.TIMING})
writer.close()
capture = open_capture(writer.to_bytes())
print(render_table(frame_stats(capture)))
print(render_comparison(compare_captures(capture, capture)))
for write in (write_chrome_trace, write_csv):
    write(capture, io.BytesIO())
print(sorted(name for name in sys.modules if name.startswith("framescope.shade.")))
"""


def test_the_container_and_the_analysis_need_no_wgpu() -> None:
    """Writing, reading and tabulating a capture import the error tree of shade and nothing else of it."""
    child = subprocess.run([sys.executable, "-c", BLOCKED], check=True, capture_output=True, text=True)
    assert child.stdout.splitlines()[-1] == "['framescope.shade.errors']"
