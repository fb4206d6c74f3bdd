"""Promises of the software device: wgpu-py's own class, so that ``then``, ``await`` and states cannot drift."""

from __future__ import annotations

from typing import Any

import wgpu

from software_device.errors import SoftwareHang

__all__ = ["SoftwarePromise"]


class SoftwarePromise(wgpu.GPUPromise[Any]):
    """A promise that the test resolves; waiting for one that nobody will resolve raises instead of hanging."""

    def _sync_wait(self) -> None:
        raise SoftwareHang(f"{self!r} is held by the test: a real device would wait here for ever")

    @classmethod
    def resolved(cls, title: str, value: Any) -> SoftwarePromise:
        """A promise that has its value already."""
        promise = cls(title, None)
        promise._wgpu_set_input(value)
        return promise

    @classmethod
    def rejected(cls, title: str, error: Exception) -> SoftwarePromise:
        """A promise that has failed already."""
        promise = cls(title, None)
        promise._wgpu_set_error(error)
        return promise
