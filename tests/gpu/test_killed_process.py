"""What is on disk when the recording process dies."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from framescope.profile.capture import open_capture

ABORTED = """
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
ENDLESS = """
    import os, sys
    from framescope.profile.session import GPUProfileSession
    from framescope.shade.adapter import open_graphics

    def report(what, number):
        os.write(1, f"{what} {number}\\n".encode())

    graphics = open_graphics()
    session = GPUProfileSession(sys.argv[1])
    session.on_bytes_written.add(lambda written: report("frame", session.frames_written))
    session.start()
    for number in range(1_000_000):
        session.counter("number", number)
        with session.frame(graphics):
            context = graphics.create_command_context("frame")
            for index in range(1 + number % 7):
                context.begin_compute_pass(label=f"pass {index}").end()
            context.finish()
        session.note(f"after frame {number}")
        report("note", number + 1)
        graphics.pump()
"""


def start(program: str, path: Path) -> subprocess.Popen[bytes]:
    """A process that records to ``path``."""
    command = [sys.executable, "-c", textwrap.dedent(program), str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def test_a_killed_process_leaves_its_frames(tmp_path: Path) -> None:
    """A capture whose process aborted after five absorbed frames opens with five frames."""
    path = tmp_path / "killed.sgpt"
    child = start(ABORTED, path)
    child.communicate()
    assert child.returncode == -signal.SIGABRT
    capture = open_capture(path)
    assert (capture.frame_count, capture.state) == (5, "not closed")
    assert [[span.label for span in frame.spans] for frame in capture.frames()] == [["pass"]] * 5


def kill_at_a_random_moment(path: Path, seed: int) -> dict[str, int]:
    """Kill a recording after a random time from its first frame on; how many frames and notes it had reported."""
    child = start(ENDLESS, path)
    assert child.stdout is not None
    first = child.stdout.readline()
    deadline = time.monotonic() + random.Random(seed).uniform(0, 0.5)
    while time.monotonic() < deadline:
        first += child.stdout.readline()  # a line comes with every frame, and every note
    child.kill()
    reported = {"frame": 0, "note": 0}
    for line in (first + child.stdout.read()).decode().splitlines():
        what, number = line.split()
        reported[what] = int(number)
    child.wait()
    child.stdout.close()
    return reported


def check_killed(path: Path, seed: int) -> None:
    """Every frame and note that was reported is in the file, whole, and nothing else is wrong with it."""
    reported = kill_at_a_random_moment(path, seed)
    with open_capture(path, check=True) as capture:
        frames = list(capture.frames())
        notes = [note.text for note in capture.notes]
        assert reported["frame"] <= len(frames)
        assert [frame.counters["number"] for frame in frames] == list(range(len(frames)))
        assert [len(frame.spans) for frame in frames] == [1 + number % 7 for number in range(len(frames))]
        assert notes == [f"after frame {number}" for number in range(len(notes))]
        assert reported["note"] <= len(notes)
        assert (capture.state, capture.lost) == ("not closed", []) or capture.state == "cut off"


@pytest.mark.parametrize("seed", range(5))
def test_a_recording_killed_at_any_moment_has_every_frame_it_reported(seed: int, tmp_path: Path) -> None:
    """SIGKILL gives no chance to write anything more."""
    check_killed(tmp_path / "killed.sgpt", seed)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 150))
def test_a_recording_killed_at_fifty_moments_has_every_frame_it_reported(seed: int, tmp_path: Path) -> None:
    """The same, fifty times."""
    check_killed(tmp_path / "killed.sgpt", seed)
