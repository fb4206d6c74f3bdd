"""What is said of somebody else's exception never gets in its way."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from framescope.shade.errors import annotate, describe_error


@dataclass(frozen=True)
class Frozen(Exception):
    """Takes no attribute, so no note."""

    what: str = "cold"


class Speechless(Exception):
    """Cannot be put into words."""

    def __str__(self) -> str:
        raise ValueError("no words")


class Odd(Exception):
    """Has notes of another kind."""

    __notes__ = None


def test_an_exception_is_described_by_type_and_message() -> None:
    """One that has no message to give is described all the same."""
    assert describe_error(KeyError("left")) == "KeyError: 'left'"
    assert describe_error(Speechless()) == "Speechless: (its message cannot be had)"


def test_a_note_is_added_once() -> None:
    """One exception object may be raised every frame."""
    error = ValueError("again")
    for _ in range(3):
        annotate(error, "in pass 'sky'")
    assert error.__notes__ == ["in pass 'sky'"]


@pytest.mark.parametrize("error", [Frozen(), Speechless(), Odd()])
def test_an_exception_that_takes_no_note_is_left_alone(error: Exception) -> None:
    """Whatever its class makes of notes, nothing is raised in its place."""
    annotate(error, "in pass 'sky'")
