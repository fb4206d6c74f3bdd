"""The two devices that every behaviour is shown on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from software_device import SoftwareAdapter

from behaviours.recipes import real_adapter


@pytest.fixture(scope="session", params=["software", pytest.param("real", marks=pytest.mark.gpu)])
def adapter(request: pytest.FixtureRequest) -> Any:
    """The software adapter, then the machine's own."""
    return SoftwareAdapter() if request.param == "software" else real_adapter()


def _until_the_end(device: Any) -> Iterator[Any]:
    """The device, destroyed after its test: a hardware adapter gives a process some dozens at a time."""
    yield device
    device.destroy()


@pytest.fixture
def device(adapter: Any) -> Iterator[Any]:
    """A device with timestamps and nothing else, so that what needs another feature is refused."""
    yield from _until_the_end(adapter.request_device_sync(required_features=["timestamp-query"]))


@pytest.fixture
def other_device(adapter: Any) -> Iterator[Any]:
    """A second device of the same adapter."""
    yield from _until_the_end(adapter.request_device_sync(required_features=["timestamp-query"]))


@pytest.fixture
def plain_device(adapter: Any) -> Iterator[Any]:
    """A device without any feature."""
    yield from _until_the_end(adapter.request_device_sync())
