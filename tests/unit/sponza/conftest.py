"""The atrium and its materials, built once for all tests that only look at them."""

from __future__ import annotations

import pytest

from framescope.scenes.sponza.assets.atrium import Atrium, build_atrium
from framescope.scenes.sponza.assets.materials import MaterialSet, build_materials


@pytest.fixture(scope="session")
def atrium() -> Atrium:
    """The atrium at full detail."""
    return build_atrium()


@pytest.fixture(scope="session")
def materials() -> MaterialSet:
    """All materials, small."""
    return build_materials(64)
