"""The properties of this folder once more, each on thousands of frames drawn afresh."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

MODULES = [import_module(f"unit.graph.properties.{name}") for name in ("test_plans", "test_verdicts")]
PROPERTIES = [value for module in MODULES for value in vars(module).values() if hasattr(value, "drawn")]


@pytest.mark.campaign
@pytest.mark.parametrize("test", PROPERTIES, ids=lambda test: test.__name__)
def test_the_property_holds_for_many_more(test: Any) -> None:
    """What holds for the few examples of every run holds for 3000 that no run has seen."""
    many = settings(max_examples=3000, derandomize=False, suppress_health_check=[HealthCheck.too_slow])

    many(given(*test.drawn)(test.hypothesis.inner_test))()


def test_every_property_takes_part() -> None:
    """The campaign finds the properties of each module."""
    assert len(PROPERTIES) == sum(name.startswith("test_") for module in MODULES for name in vars(module))
