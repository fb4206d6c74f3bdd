"""The command line itself: verbs, exit statuses, and errors in one line."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from framescope.harness import cli
from framescope.harness.cli import VERBS, main
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.shade.errors import DeviceUnavailable


class OneLiner:
    """A verb that does nothing but raise, or return."""

    def __init__(self, outcome: BaseException | ExitCode) -> None:
        self.outcome = outcome

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        pass

    def run(self, args: argparse.Namespace) -> ExitCode:
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        return self.outcome


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`framescope VERB --help` is the manual."""
    with pytest.raises(SystemExit) as ended:
        main([verb, "--help"])
    assert (ended.value.code, f"framescope {verb}" in capsys.readouterr().out) == (0, True)


@pytest.mark.parametrize("argv", [[], ["paint"], ["stats"], ["scenes", "--color"], ["scenes", "--js"]])
def test_a_wrong_command_line_is_status_two(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """No verb, an unknown one, a missing argument, an unknown flag, an abbreviated one."""
    with pytest.raises(SystemExit) as ended:
        main(argv)
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n"), "--help" in err) == (2, "", 1, True)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """`framescope --version` is what a report of a fault begins with."""
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out.split()[0]) == (0, "framescope")


@pytest.mark.parametrize(
    ("outcome", "status", "line"),
    [
        (ExitCode.OK, 0, ""),
        (ExitCode.NOT_WHOLE, 1, ""),
        (UsageError("no such scene"), 2, "framescope: no such scene\n"),
        (DeviceUnavailable("no adapter"), 3, "framescope: no adapter\n"),
        (
            FileNotFoundError(2, "No such file or directory", "a.sgpt"),
            3,
            "framescope: a.sgpt: No such file or directory\n",
        ),
        (ModuleNotFoundError("", name="wgpu"), 3, None),
        (KeyboardInterrupt(), 130, "framescope: interrupted\n"),
    ],
    ids=repr,
)
def test_an_outcome_has_its_status_and_one_line(
    outcome: BaseException | ExitCode,
    status: int,
    line: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What a script reads is the status; what a person reads is one line on stderr."""
    monkeypatch.setattr(cli, "_load", lambda name: OneLiner(outcome))
    assert main(["info"]) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n") <= 1) == ("", True)
    assert line is None or err == line


def test_a_mistake_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the program keeps its traceback; only foreseen outcomes become one line."""
    monkeypatch.setattr(cli, "_load", lambda name: OneLiner(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        main(["info"])


def test_a_file_that_is_no_capture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever gave several files learns which one it was."""
    (tmp_path / "notes.txt").write_text("hello")
    assert main(["stats", str(tmp_path / "notes.txt")]) == 3
    assert f"framescope: {tmp_path / 'notes.txt'}: no capture" in capsys.readouterr().err


def test_a_capture_and_its_picture_are_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The screenshot would end the capture it belongs to."""
    path = str(tmp_path / "a.sgpt")
    assert main(["record", "triangle", "-o", path, "--screenshot", path]) == 2
    assert "both name" in capsys.readouterr().err


def test_the_module_form_is_the_same_command() -> None:
    """`python -m framescope.harness` serves where the script is not on the path."""
    command = [sys.executable, "-m", "framescope.harness", "--help"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent)
    assert (result.returncode, [verb for verb in VERBS if verb not in result.stdout]) == (0, [])
