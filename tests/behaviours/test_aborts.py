"""Where the real device ends the process, the software device raises ``SoftwareAbort``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from software_device import SoftwareAbort, SoftwareDevice

from behaviours.aborts import ABORTS

_TESTS = Path(__file__).parent.parent
_CHILD = "import sys; from behaviours.aborts import run_on_a_real_device; run_on_a_real_device(sys.argv[1])"


@pytest.mark.parametrize("name", ABORTS)
def test_the_software_device_says_so(name: str) -> None:
    """The software device raises where the real one aborts, and no ``except Exception`` can hide it."""
    with pytest.raises(SoftwareAbort):
        ABORTS[name](SoftwareDevice())
    assert not issubclass(SoftwareAbort, Exception)


@pytest.mark.gpu
@pytest.mark.parametrize("name", ABORTS)
def test_the_real_device_ends_the_process(name: str) -> None:
    """The real device ends a child process by SIGABRT."""
    path = os.pathsep.join(filter(None, [str(_TESTS), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "RUST_BACKTRACE": "0"}
    child = subprocess.run([sys.executable, "-c", _CHILD, name], env=environment, capture_output=True, timeout=120)
    assert child.returncode == -signal.SIGABRT, child.stderr.decode(errors="replace")
