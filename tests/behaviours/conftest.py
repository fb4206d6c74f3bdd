"""The two devices that every behaviour is shown on."""

from __future__ import annotations

from typing import Any

import pytest
from software_device import SoftwareAdapter

from behaviours.recipes import real_adapter


@pytest.fixture(scope="session", params=["software", pytest.param("real", marks=pytest.mark.gpu)])
def adapter(request: pytest.FixtureRequest) -> Any:
    """The software adapter, then the machine's own."""
    return SoftwareAdapter() if request.param == "software" else real_adapter()


@pytest.fixture
def device(adapter: Any) -> Any:
    """A device with timestamps and nothing else, so that what needs another feature is refused."""
    return adapter.request_device_sync(required_features=["timestamp-query"])


@pytest.fixture
def other_device(adapter: Any) -> Any:
    """A second device of the same adapter."""
    return adapter.request_device_sync(required_features=["timestamp-query"])


@pytest.fixture
def plain_device(adapter: Any) -> Any:
    """A device without any feature."""
    return adapter.request_device_sync()
