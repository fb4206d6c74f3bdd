"""Which bytes a Range header asks for."""

from __future__ import annotations

import pytest

from framescope.harness.byte_range import UnsatisfiableRange, byte_range


@pytest.mark.parametrize(
    ("header", "part"),
    [
        (None, None),
        ("bytes=0-0", (0, 1)),
        ("bytes=2-5", (2, 4)),
        ("bytes=7-", (7, 3)),
        ("bytes=7-900", (7, 3)),
        ("bytes=-3", (7, 3)),
        ("bytes=-900", (0, 10)),
        (" bytes=9-9 ", (9, 1)),
    ],
)
def test_a_range_is_cut_to_what_the_file_has(header: str | None, part: tuple[int, int] | None) -> None:
    """First and last byte, an open end, and a suffix, all of a file of ten bytes."""
    assert byte_range(header, 10) == part


@pytest.mark.parametrize(
    "header",
    [
        "bytes=10-",
        "bytes=10-12",
        "bytes=5-4",
        "bytes=-0",
        "bytes=-",
        "bytes=",
        "bytes=a-b",
        "bytes=0-1,4-5",
        "lines=0-1",
        "",
    ],
)
def test_what_is_no_range_of_the_file_is_refused(header: str) -> None:
    """Behind the end, backwards, empty, several at once, or no range at all."""
    with pytest.raises(UnsatisfiableRange):
        byte_range(header, 10)


def test_an_empty_file_has_no_ranges() -> None:
    """Not even of its last bytes."""
    with pytest.raises(UnsatisfiableRange):
        byte_range("bytes=-5", 0)
