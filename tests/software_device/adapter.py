"""The software adapter, which says in every field that no figure may come from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import wgpu

from software_device.limits import DEFAULT_FEATURES, LIMITS
from software_device.promise import SoftwarePromise

if TYPE_CHECKING:
    from software_device.device import SoftwareDevice

__all__ = ["SoftwareAdapter"]

_INFO = {
    "vendor": "software-device",
    "architecture": "python",
    "device": "software device of the tests",
    "description": "simulated; no figure comes from here",
    "vendor_id": 0,
    "device_id": 0,
    "adapter_type": "CPU",
    "backend_type": "Null",
}


class SoftwareAdapter(wgpu.GPUAdapter):
    """Shaped like ``wgpu.GPUAdapter``.

    Args:
        features: Features its devices may ask for.
    """

    def __init__(self, features: Iterable[str] = DEFAULT_FEATURES) -> None:
        super().__init__(object(), set(features), dict(LIMITS), wgpu.GPUAdapterInfo(_INFO))

    def request_device_sync(
        self,
        *,
        label: str = "",
        required_features: Sequence[str] = (),
        required_limits: dict[str, int | None] | None = None,
        default_queue: Any = None,
    ) -> SoftwareDevice:
        """A device with just the features asked for."""
        from software_device.device import SoftwareDevice

        missing = set(required_features) - self.features
        if missing:
            raise RuntimeError(f"Request device failed: unsupported features {sorted(missing)}")
        return SoftwareDevice(features=required_features, label=label, adapter=self)

    def request_device_async(
        self,
        *,
        label: str = "",
        required_features: Sequence[str] = (),
        required_limits: dict[str, int | None] | None = None,
        default_queue: Any = None,
    ) -> SoftwarePromise:
        """The same, as a promise that is resolved already."""
        device = self.request_device_sync(
            label=label, required_features=required_features, required_limits=required_limits
        )
        return SoftwarePromise.resolved("request_device", device)
