"""`framescope view` as a person runs it."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from capture_builders import make_frame, write_capture

from framescope.harness.cli import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.fixture
def captures(tmp_path: Path) -> list[str]:
    """Two of the same name."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "s.sgpt").write_bytes(write_capture([make_frame(0), make_frame(1), make_frame(2)]))
    return [str(tmp_path / folder / "s.sgpt") for folder in ("a", "b")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_asked_to_end(captures: list[str], number: signal.Signals) -> None:
    """The address is one line on stdout; Ctrl-C and a polite kill end it with status 0 and no traceback."""
    command = [sys.executable, "-m", "framescope.harness", "view", *captures, "--no-browser", "--follow"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        connection = http.client.HTTPConnection(str(address.hostname), address.port or 0, timeout=10)
        connection.request("GET", "/captures.json")
        listing = json.loads(connection.getresponse().read())
        connection.close()
        process.send_signal(number)
        rest = process.communicate(timeout=20)
    assert listing == {"captures": ["a/s.sgpt", "b/s.sgpt"], "follow": True}
    assert (process.returncode, *rest) == (0, "", "")


def test_a_port_that_is_taken_is_told(captures: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In a line that says what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["view", *captures, "--no-browser", "--port", str(port)]) == 2
    assert f"port {port}: Address already in use; without --port a free one is taken" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", ""])
def test_what_is_no_port_is_refused(captures: list[str], port: str) -> None:
    """By the command line itself."""
    with pytest.raises(SystemExit, match="2"):
        main(["view", *captures, "--no-browser", "--port", port])
