"""Keeping the CPU from running away from the GPU.

A loop that nothing throttles queues frames without end, and every pool behind it grows with them. Waiting for
the oldest frame's fence costs the same with recording on or off, so a capture measures the loop it claims to.
"""

from __future__ import annotations

from collections import deque

from framescope.shade.readback import Readback

__all__ = ["FrameThrottle"]


class FrameThrottle:
    """At most ``limit`` submitted frames that the GPU has not finished.

    Args:
        limit: Frames in flight, at least 1.
    """

    def __init__(self, limit: int = 3) -> None:
        if limit < 1:
            raise ValueError(f"frames in flight must be at least 1, not {limit}")
        self.limit = limit
        self._in_flight: deque[Readback] = deque()

    def wait_for_room(self, timeout_s: float = 60.0) -> bool:
        """Block until one more frame may be submitted; False if ``timeout_s`` passed first (a hung device)."""
        pending = self._in_flight
        while pending and pending[0].done:
            pending.popleft()
        while len(pending) >= self.limit:
            if not self._finished(pending[0], timeout_s):
                return False
            pending.popleft()
        return True

    @staticmethod
    def _finished(frame: Readback, timeout_s: float) -> bool:
        frame.wait(timeout_s)
        return frame.done

    def submitted(self, frame: Readback) -> None:
        """A frame was submitted; ``frame`` resolves when the GPU is done with it."""
        self._in_flight.append(frame)
