"""The figures that the inspector's page has to come to are Python's."""

from __future__ import annotations

import json

from page_vectors import VECTORS, agree, vectors


def test_the_vectors_of_the_page_are_what_python_says() -> None:
    """Whoever changes a statistic writes them again (``python tests/page_vectors.py``) and changes the page with it."""
    stored, made = json.loads(VECTORS.read_text(encoding="ascii")), vectors()
    for kind in made:
        for each, other in zip(stored[kind], made[kind], strict=True):
            assert agree(each, other), (kind, each, other)
