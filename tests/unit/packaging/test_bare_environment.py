"""All that reads captures runs where numpy is installed and nothing else: no wgpu, no driver, no extra."""

from __future__ import annotations

import json
import os
import subprocess
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

CAPTURE = Path(__file__).parents[2] / "data" / "sgpt" / "v1-sponza-workload.sgpt"
DAMAGED = CAPTURE.with_name("damaged-frame.sgpt")
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory, built_wheel: Path) -> Run:
    """Runs ``framescope`` in an environment that holds the wheel and numpy."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    (python,) = [*folder.glob("bin/python"), *folder.glob("Scripts/python.exe")]
    (site,) = [*folder.glob("lib/python*/site-packages"), *folder.glob("Lib/site-packages")]
    zipfile.ZipFile(built_wheel).extractall(site)
    installed = Path(numpy.__file__).parents[1]
    for part in [*installed.glob("numpy"), *installed.glob("numpy.libs"), *installed.glob("numpy-*.dist-info")]:
        (site / part.name).symlink_to(part, target_is_directory=True)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(python), "-I", "-m", "framescope.harness", *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)

    return run


@pytest.mark.parametrize("verb", ["info", "frames", "stats", "verify", "compare"])
def test_a_capture_is_read(bare: Run, verb: str) -> None:
    """The same JSON as anywhere, with nothing but the extra's absence on stderr."""
    captures = [str(CAPTURE)] * (2 if verb == "compare" else 1)
    result = bare(verb, *captures, "--json")
    assert (result.returncode, "Traceback" in result.stderr) == (0, False), result.stderr
    told = json.loads(result.stdout)
    if verb == "verify":
        assert (told["ok"], told["checksum"]["independent"]) == (True, False)
    elif verb != "compare":
        assert told["frames"] not in (0, [])


@pytest.mark.parametrize("target", ["chrome", "csv", "dot", "json", "snapshot"])
def test_a_capture_is_exported(bare: Run, tmp_path: Path, target: str) -> None:
    """To every target that needs no extra."""
    out = tmp_path / f"out.{target}"
    result = bare("export", str(CAPTURE), "--to", target, "-o", str(out))
    assert (result.returncode, out.stat().st_size > 0) == (0, True), result.stderr
    if target == "snapshot":
        assert bare("snapshot", "validate", str(out)).returncode == 0


@pytest.mark.parametrize("target", ["perfetto", "parquet"])
def test_an_export_that_needs_an_extra_says_which(bare: Run, tmp_path: Path, target: str) -> None:
    """In one line, and nothing is written."""
    result = bare("export", str(CAPTURE), "--to", target, "-o", str(tmp_path / "out"))
    assert (result.returncode, result.stderr.count("\n"), list(tmp_path.iterdir())) == (2, 1, [])
    assert f"framescope[{target}]" in result.stderr


def test_a_broken_capture_is_recovered(bare: Run, tmp_path: Path) -> None:
    """What is whole comes out as a capture that is."""
    good = tmp_path / "good.sgpt"
    assert bare("recover", str(DAMAGED), "-o", str(good)).returncode == 0
    assert bare("verify", str(good)).returncode == 0


def test_a_report_is_one_page(bare: Run, tmp_path: Path) -> None:
    """The inspector is in the wheel."""
    page = tmp_path / "report.html"
    result = bare("report", str(CAPTURE), "-o", str(page))
    assert (result.returncode, page.stat().st_size > 100_000) == (0, True), result.stderr


@pytest.mark.parametrize("command", [["record", "triangle", "-o", "x.sgpt"], ["bench", "graph"], ["graph", "triangle"]])
def test_what_needs_a_device_says_that_it_is_missing(bare: Run, command: list[str]) -> None:
    """One line that names the package, exit status 3, no traceback."""
    result = bare(*command)
    assert (result.returncode, "Traceback" in result.stderr, "wgpu" in result.stderr) == (3, False, True)
