"""Query sets hold no values: a submission's writes live in the submission, so stale stamps cannot leak out."""

from __future__ import annotations

from typing import Any

import wgpu

from software_device.calls import Recording, recorded

__all__ = ["SoftwareQuerySet"]


class SoftwareQuerySet(Recording, wgpu.GPUQuerySet):
    """Shaped like ``wgpu.GPUQuerySet``."""

    def __init__(self, label: str, device: Any, type: str, count: int) -> None:
        super().__init__(label, object(), device, type, count)
        self._start_recording()

    @property
    def destroyed(self) -> bool:
        """True after ``destroy()``: the handle is gone, and naming the set in a new command is an error or worse."""
        return self._internal is None

    @recorded
    def destroy(self) -> None:
        """Drop the handle; commands encoded before keep working, and a second call does nothing."""
        self._internal = None
