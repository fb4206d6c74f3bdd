"""What the inspector's page has to read of captures is what Python reads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from page_readings import READINGS, readings

STORED: dict[str, Any] = json.loads(READINGS.read_text(encoding="ascii"))


@pytest.mark.parametrize("kind", STORED)
def test_the_readings_of_the_page_are_those_of_python(kind: str) -> None:
    """Whoever changes the reader writes them again (``python tests/page_readings.py``) and changes the page with it."""
    assert json.loads(json.dumps(readings()))[kind] == STORED[kind]
