"""Fixtures on a real WebGPU device; the software adapter is enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from framescope.shade.adapter import open_graphics
from framescope.shade.graphics import GraphicsContext

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a device."""
    for item in items:
        if _HERE in Path(item.path).parents:
            item.add_marker(pytest.mark.gpu)


@pytest.fixture
def graphics() -> Iterator[GraphicsContext]:
    """A graphics context of one test."""
    context = open_graphics()
    yield context
    context.close()


@pytest.fixture(scope="module")
def shared_graphics() -> Iterator[GraphicsContext]:
    """A graphics context shared by the tests of a module, where none of them may break it."""
    context = open_graphics()
    yield context
    context.close()
