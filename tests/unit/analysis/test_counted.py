"""Counts in words."""

from __future__ import annotations

import pytest

from framescope.profile.counted import counted


@pytest.mark.parametrize(
    ("count", "noun", "expected"),
    [
        (1, "GPU pass", "1 GPU pass"),
        (0, "GPU pass", "0 GPU passes"),
        (2, "topology", "2 topologies"),
        (1, "topology", "1 topology"),
        (3, "pass list", "3 pass lists"),
        (2, "loss", "2 losses"),
        (2, "day", "2 days"),
    ],
)
def test_a_noun_has_the_number_of_its_count(count: int, noun: str, expected: str) -> None:
    """One of a thing is singular, any other number plural, none included."""
    assert counted(count, noun) == expected
