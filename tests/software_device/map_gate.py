"""When readbacks arrive: at once, later, with an error, or never, as the test decides."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from software_device.buffer import SoftwareBuffer
    from software_device.promise import SoftwarePromise

__all__ = ["MapGate"]


class _Held(NamedTuple):
    buffer: SoftwareBuffer
    promise: SoftwarePromise


class MapGate:
    """Pending maps of one device.

    Open, a map has succeeded by the time ``map_async`` returns: the promise has its input, and the buffer becomes
    ``"mapped"`` when the promise is resolved on the caller's side, as with wgpu-py on a fast GPU. Held, it waits.
    """

    def __init__(self) -> None:
        self._to_hold: float = 0  # how many more maps are held
        self._label: str | None = None
        self._held: deque[_Held] = deque()

    @property
    def pending(self) -> tuple[SoftwareBuffer, ...]:
        """Buffers whose map is held, oldest first."""
        return tuple(held.buffer for held in self._held)

    def hold(self, label: str | None, count: int | None) -> None:
        """Hold the next ``count`` maps (all for None); with a label only those of buffers whose label contains it."""
        self._to_hold, self._label = float("inf") if count is None else count, label

    def open(self) -> None:
        """Let everything through again, what waits first."""
        self._to_hold = 0
        self.complete(None)

    def start(self, buffer: SoftwareBuffer, promise: SoftwarePromise) -> None:
        """A map was asked for."""
        if self._to_hold > 0 and (self._label is None or self._label in str(buffer.label)):
            self._to_hold -= 1
            self._held.append(_Held(buffer, promise))
        else:
            buffer.native_map_state = "mapped"
            promise._wgpu_set_input(1)

    def complete(self, count: int | None) -> int:
        """Let the ``count`` oldest held maps succeed, all of them for None; returns how many there were."""
        done = len(self._held) if count is None else min(count, len(self._held))
        for _ in range(done):
            held = self._held.popleft()
            held.buffer.native_map_state = "mapped"
            held.promise._wgpu_set_input(1)
        return done

    def fail(self, reason: str) -> int:
        """Let every held map fail; returns how many there were."""
        done = len(self._held)
        for held in list(self._held):
            self.fail_buffer(held.buffer, reason)
        return done

    def fail_buffer(self, buffer: SoftwareBuffer, reason: str) -> None:
        """Let the held map of one buffer fail, if it has one."""
        for held in [held for held in self._held if held.buffer is buffer]:
            self._held.remove(held)
            buffer.native_map_state = "unmapped"
            held.promise._wgpu_set_error(RuntimeError(f"Could not map buffer (4 : {reason})."))
