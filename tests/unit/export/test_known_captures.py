"""The captures with known figures, which the inspector's page is held against."""

from __future__ import annotations

import json

import pytest
from known_captures import FOLDER, files, known, said

from framescope.profile.capture import open_capture


@pytest.mark.parametrize("name", ["expected.json", "a.trace.json", "a.csv"])
def test_what_the_page_has_to_say_is_what_python_says(name: str) -> None:
    """Whoever changes a figure or an export writes the files again (``python tests/known_captures.py``)."""
    assert (FOLDER / name).read_bytes() == files()[name]


@pytest.mark.parametrize(("name", "slower"), [("a", 100), ("b", 120)])
def test_the_captures_are_what_their_module_makes(name: str, slower: int) -> None:
    """By what they say: two versions of zlib may deflate a graph differently."""
    made = json.loads(json.dumps(said(open_capture(known(name, slower=slower)))))
    assert made == json.loads((FOLDER / "expected.json").read_text(encoding="ascii"))[name]
