"""Arguments are refused where they are read, with a line that says what to write instead."""

from __future__ import annotations

import argparse

import pytest

from framescope.harness.arguments import count, frame_size
from framescope.harness.exit_codes import UsageError
from framescope.harness.scene_flags import flag_of, parse_scene_flags
from framescope.scenes.scene import Parameter

PARAMETERS = (
    Parameter("passes", 50, "how many passes", minimum=1),
    Parameter("debug_overlay", False, "draw it"),
    Parameter("time_of_day", "noon", "when", choices=("noon", "dusk")),
)


@pytest.mark.parametrize(("text", "size"), [("320x180", (320, 180)), ("1X1", (1, 1)), ("01920x1080", (1920, 1080))])
def test_a_size_is_two_numbers_and_an_x(text: str, size: tuple[int, int]) -> None:
    """WxH, either case of x."""
    assert frame_size(text) == size


@pytest.mark.parametrize(
    "text", ["", "0x180", "320x0", "320", "320x", "x180", "-1x5", "3.5x4", "320x180x1", "1000000000x1", "٣x4"]
)
def test_a_size_with_no_texels_is_refused(text: str) -> None:
    """Zero, negative, fractional or missing parts are command-line errors, not frames."""
    with pytest.raises(argparse.ArgumentTypeError):
        frame_size(text)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "", "ten", "10000000000"])
def test_a_count_is_at_least_one(text: str) -> None:
    """A recording of no frames is no recording."""
    with pytest.raises(argparse.ArgumentTypeError):
        count(text)


def test_scene_flags_have_the_parameters_types_and_defaults() -> None:
    """What is not given keeps its default; what is given is converted to the default's type."""
    assert parse_scene_flags("demo", PARAMETERS, ["--passes", "7", "--debug-overlay"]) == {
        "passes": 7,
        "debug_overlay": True,
        "time_of_day": "noon",
    }


def test_a_flag_is_spelled_with_dashes() -> None:
    """Python's names have underscores, the command line's have dashes."""
    assert [flag_of(parameter) for parameter in PARAMETERS] == ["--passes", "--debug-overlay", "--time-of-day"]


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        (["--pass", "3"], ["no '--pass'", "--passes"]),
        (["--passes", "0"], ["smallest", "1"]),
        (["--time-of-day", "night"], ["noon, dusk"]),
        (["stray"], ["'stray' is no flag", "--time-of-day noon|dusk"]),
        (["--debug-overlay", "yes"], ["'yes' is no flag", "--[no-]debug-overlay"]),
    ],
)
def test_a_flag_the_scene_refuses_says_what_it_takes(rest: list[str], words: list[str]) -> None:
    """An unknown flag, a value out of range and a stray word each name what would be right."""
    with pytest.raises(UsageError) as caught:
        parse_scene_flags("demo", PARAMETERS, rest)
    assert [word for word in words if word not in str(caught.value)] == []


def test_a_scene_without_parameters_says_so() -> None:
    """The list of flags of a scene that has none is not an empty gap in the sentence."""
    with pytest.raises(UsageError, match="no parameters"):
        parse_scene_flags("demo", (), ["--passes", "3"])
