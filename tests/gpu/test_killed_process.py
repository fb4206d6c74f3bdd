"""What is on disk when the recording process dies."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

from framescope.profile.capture import open_capture


def test_a_killed_process_leaves_its_frames(tmp_path: Path) -> None:
    """A capture whose process aborted after five absorbed frames opens with five frames."""
    path = tmp_path / "killed.sgpt"
    program = """
        import os, sys
        from framescope.profile.session import GPUProfileSession
        from framescope.shade.adapter import open_graphics

        graphics = open_graphics()
        session = GPUProfileSession(sys.argv[1]).start()
        for _ in range(5):
            with session.frame(graphics):
                context = graphics.create_command_context("frame")
                context.begin_compute_pass(label="pass").end()
                context.finish()
            context.profiling_absorbed.wait()
        os.abort()
    """
    child = subprocess.run([sys.executable, "-c", textwrap.dedent(program), str(path)], capture_output=True, text=True)
    assert child.returncode == -6, child.stderr
    capture = open_capture(path)
    assert (capture.frame_count, capture.state) == (5, "not closed")
    assert [[span.label for span in frame.spans] for frame in capture.frames()] == [["pass"]] * 5
