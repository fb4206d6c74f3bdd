"""What several captures are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from framescope.harness.capture_names import distinct_names


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/a/s.sgpt"], ["s.sgpt"]),
        (["/a/s.sgpt", "/b/t.sgpt"], ["s.sgpt", "t.sgpt"]),
        (["/a/s.sgpt", "/b/s.sgpt", "/b/t.sgpt"], ["a/s.sgpt", "b/s.sgpt", "t.sgpt"]),
        (["/a/x/s.sgpt", "/b/x/s.sgpt"], ["a/x/s.sgpt", "b/x/s.sgpt"]),
        (["/s.sgpt", "/a/s.sgpt"], ["/s.sgpt", "a/s.sgpt"]),
        (["/a/s.sgpt", "/a/../a/s.sgpt"], ["s.sgpt"]),
        (["/a/\udcff", "/a/\udcfe"], ["?", "?#"]),
    ],
)
def test_each_file_has_a_name_of_its_own(paths: list[str], names: list[str]) -> None:
    """As short as tells it from the others, in the order given; a file given twice is there once."""
    assert list(distinct_names(map(Path, paths))) == names
