"""``framescope compare`` on the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from capture_builders import make_frame, write_capture
from command_line import run_json

from framescope.harness.cli import main
from framescope.profile.sgpt.model import PassList, PassListEntry

PASSES = PassList((PassListEntry("draw", "", "render", 0), PassListEntry("show", "", "render", 1)))


@pytest.fixture
def captures(tmp_path: Path) -> dict[str, str]:
    """``base``, ``slower`` by 10 % in one pass, ``short`` of five frames, ``torn``."""
    written = {
        "base": _capture(1000),
        "slower": _capture(1100),
        "short": _capture(1100, count=5),
        "torn": _capture(1000, close=False)[:-40],
    }
    for name, data in written.items():
        (tmp_path / f"{name}.sgpt").write_bytes(data)
    return {name: str(tmp_path / f"{name}.sgpt") for name in written}


def _capture(ticks: int, count: int = 60, *, passes: PassList = PASSES, close: bool = True) -> bytes:
    noise = np.random.default_rng(4).integers(0, 11, (count, 2)).tolist()

    def spans(number: int) -> list[tuple[int, int]]:
        return [(1, ticks + noise[number][0]), (2000, 2500 + noise[number][1])]

    return write_capture([make_frame(number, spans(number), passes=passes) for number in range(count)], close=close)


@pytest.mark.parametrize(("threshold", "status"), [("5%", 1), ("9%", 1), ("15%", 0)])
def test_the_gate_looks_at_the_interval(
    captures: dict[str, str], threshold: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1 where all of the interval lies beyond the threshold, and the pass is named on stderr."""
    assert main(["compare", captures["base"], captures["slower"], "--fail-on", threshold]) == status
    assert ("FAILED: 'draw' is slower by" in capsys.readouterr().err) == bool(status)


def test_an_interval_that_spans_the_threshold_is_no_regression(
    captures: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A point beyond the threshold proves nothing; the gate passes and says that it is undecided."""
    found = run_json(capsys, "compare", captures["base"], captures["slower"])
    (draw,) = [row for row in found["passes"] if row["pass"] == "draw"]
    between = f"{(draw['low'] + draw['change']) / 2:.4%}"
    assert main(["compare", captures["base"], captures["slower"], "--fail-on", between]) == 0
    assert "undecided: 1 of 2 passes may be slower" in capsys.readouterr().err


def test_without_a_gate_slower_is_no_failure(captures: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A comparison that nobody asked to judge ends with 0."""
    assert main(["compare", captures["base"], captures["slower"]]) == 0
    assert "slower (1)" in capsys.readouterr().out


def test_a_gate_that_checked_nothing_does_not_pass(
    captures: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Too few frames for any verdict are no good news."""
    assert main(["compare", captures["base"], captures["short"], "--fail-on", "5%", "--warm-up", "0"]) == 1
    assert "nothing was checked" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "first", "warm_up"),
    [
        ([], 10, 10),
        (["--frames", ":50"], 0, 0),
        (["--frames", "4:50"], 4, 0),
        (["--frames", "4:50", "--warm-up", "10"], 10, 10),
        (["--warm-up", "3"], 3, 3),
    ],
)
def test_a_range_is_taken_as_it_is(
    arguments: list[str], first: int, warm_up: int, captures: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The first frames are left out of a whole capture, as on the page; of a range only where --warm-up says so."""
    found = run_json(capsys, "compare", captures["base"], captures["base"], *arguments)
    assert (found["a"]["first"], found["b"]["first"], found["warm_up"]) == (first, first, warm_up)


def test_a_gate_that_the_warm_up_left_nothing_to_says_so(
    captures: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A capture shorter than the warm-up has its passes all the same: no frame is what it lacks."""
    assert main(["compare", captures["base"], captures["base"], "--fail-on", "5%", "--warm-up", "100000"]) == 1
    printed = capsys.readouterr()
    assert "FAILED: a capture has no frame to compare" in printed.err
    assert "B has no frame in the range behind its first 100000" in printed.out


def test_a_gate_without_a_common_pass_does_not_pass(
    captures: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Passes that were all renamed leave the whole frame to judge, which is not what the gate is for."""
    other = tmp_path / "other.sgpt"
    passes = PassList(tuple(replace(entry, path=f"new {entry.path}") for entry in PASSES.entries))
    other.write_bytes(_capture(1000, passes=passes))
    assert main(["compare", captures["base"], str(other), "--fail-on", "5%"]) == 1
    assert "no pass in common" in capsys.readouterr().err


def test_json_names_what_failed(captures: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """The threshold and the passes beyond it are keys; without a gate both are null."""
    gated = run_json(capsys, "compare", captures["base"], captures["slower"], "--fail-on", "5%", status=1)
    assert (gated["fail_on"], gated["failed"]) == (0.05, ["draw", "(whole frame)"])
    free = run_json(capsys, "compare", captures["base"], captures["slower"])
    assert (free["fail_on"], free["failed"]) == (None, None)


def test_a_capture_that_is_not_whole_ends_with_1(captures: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """What can be read is compared, and the warning names the side."""
    assert main(["compare", captures["base"], captures["torn"]]) == 1
    assert "WARNING: B is not whole" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["missing.sgpt", "foreign.sgpt"])
def test_the_file_that_cannot_be_read_is_named(
    captures: dict[str, str], tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two files are given; the error says which one it is about."""
    (tmp_path / "foreign.sgpt").write_bytes(b"GIF89a" * 10)
    assert main(["compare", captures["base"], str(tmp_path / name)]) == 3
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("threshold", ["5", "-5%", "x%", "nan%", "1e3%"])
def test_a_threshold_is_a_percentage(
    captures: dict[str, str], threshold: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """5 alone might be five times; it is refused in one line."""
    with pytest.raises(SystemExit) as refused:
        main(["compare", captures["base"], captures["slower"], "--fail-on", threshold])
    assert refused.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
