"""stdout and stderr as a shell may hand them over: closed, full, or unable to say a name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from capture_builders import make_frame, write_capture

CLOSED = write_capture([make_frame(number) for number in range(3)])
CUT = CLOSED[:-8]


def run(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run ``framescope`` in a shell, which can close and redirect streams."""
    line = command.replace("framescope", f"'{sys.executable}' -m framescope.harness")
    return subprocess.run(["sh", "-c", line], capture_output=True, env=os.environ | environment, timeout=60)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    """The path of three frames, cut in their last record."""
    path = tmp_path / "cut.sgpt"
    path.write_bytes(CUT)
    return str(path)


@pytest.mark.parametrize("verb", ["info", "stats"])
def test_a_closed_stdout_is_no_fault(verb: str, capture: str) -> None:
    """Somebody wants the exit status only."""
    done = run(f"framescope {verb} '{capture}' >&-")
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)


@pytest.mark.parametrize("verb", ["info", "stats"])
def test_what_goes_to_a_closed_stderr_does_not_come_out_of_stdout(verb: str, capture: str) -> None:
    """With --json stdout holds one JSON value, whatever became of stderr."""
    done = run(f"framescope {verb} '{capture}' --json 2>&-")
    assert done.returncode == 1
    assert json.loads(done.stdout)["frames"] == 3


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_stderr_that_takes_nothing_changes_no_exit_status(unbuffered: str) -> None:
    """The disk that holds the log may be full, and Python flushes once more at its end."""
    assert run("framescope info missing.sgpt 2>/dev/full", PYTHONUNBUFFERED=unbuffered).returncode == 3


def test_a_name_that_the_encoding_does_not_have_is_escaped(tmp_path: Path) -> None:
    """File names are bytes, and not every terminal speaks UTF-8."""
    path = os.fsencode(tmp_path) + b"/\xff.sgpt"
    with open(path, "wb") as file:
        file.write(CLOSED)
    line = f"framescope info '{os.fsdecode(tmp_path)}'/*.sgpt && framescope stats '{os.fsdecode(tmp_path)}'/*.sgpt"
    for encoding in ("utf-8:strict", "ascii:strict"):
        done = run(line, PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_capture_comes_through_a_pipe(capture: str) -> None:
    """``zcat x.sgpt.gz | framescope info /dev/stdin``, and the shell's ``<(…)``."""
    done = run(f"cat '{capture}' | framescope info /dev/stdin --json")
    assert json.loads(done.stdout)["frames"] == 3
