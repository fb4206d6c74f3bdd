"""A result that arrives when the GPU is done: polled, waited for, awaited, or called back.

Waiting pumps the device, so it ends though no further frame follows. A failed readback is a result, not an
exception: ``(status, reason)``. Callbacks run on the thread that pumps, which is the rendering thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator
from typing import Any

__all__ = ["BufferReadback", "Readback"]

_log = logging.getLogger("framescope.readback")
_SLEEP_S = 0.0002  # between two non-blocking polls while waiting


class Readback:
    """One pending result.

    Args:
        pump: Called while waiting, to let the device make progress. It must not block.
    """

    __slots__ = ("_callbacks", "_pump", "_result")

    def __init__(self, pump: Callable[[], object]) -> None:
        self._pump = pump
        self._result: tuple[str, str | None] | None = None
        self._callbacks: list[Callable[[Readback], object]] = []

    @classmethod
    def resolved(cls, status: str = "ok", reason: str | None = None) -> Readback:
        """A readback that is done already."""
        readback = cls(lambda: None)
        readback._result = (status, reason)
        return readback

    @property
    def done(self) -> bool:
        """True once a result is there; never pumps."""
        return self._result is not None

    @property
    def result(self) -> tuple[str, str | None] | None:
        """``(status, reason)``: status is ``"ok"`` or ``"failed"``; None while pending."""
        return self._result

    def resolve(self, status: str = "ok", reason: str | None = None) -> None:
        """Set the result and run the callbacks. A second call is ignored: the first answer stands."""
        if self._result is not None:
            return
        self._result = (status, reason)
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            self._run(callback)

    def add_done_callback(self, callback: Callable[[Readback], object]) -> None:
        """Call ``callback(self)`` when done, at once if it is done already."""
        if self._result is not None:
            self._run(callback)
        else:
            self._callbacks.append(callback)

    def wait(self, timeout_s: float = 5.0) -> tuple[str, str | None]:
        """Pump until done; ``("failed", "timeout …")`` when ``timeout_s`` passes first, and it stays pending.

        Raises:
            WrongThreadError: Not done, and called off the rendering thread, which is the one that pumps.
        """
        deadline = time.monotonic() + timeout_s
        while self._result is None:
            self._pump()
            if self._result is not None:
                break
            if time.monotonic() >= deadline:
                return ("failed", f"timeout after {timeout_s:g} s")
            time.sleep(_SLEEP_S)
        return self._result

    def __await__(self) -> Generator[Any, None, tuple[str, str | None]]:
        """Await from any event loop: pumps once per turn of the loop."""
        while self._result is None:
            self._pump()
            if self._result is None:
                yield None  # asyncio and trio's asyncio mode both treat a bare yield as "come back next turn"
        return self._result

    def __getattr__(self, name: str) -> Any:
        """Only reached for what is not there: often by a ``queue.submit`` around ``context.finish()``."""
        raise AttributeError(
            f"a Readback has no {name!r}: it is a result that arrives later, not a command buffer; "
            "finish() has submitted the commands already"
        )

    def _run(self, callback: Callable[[Readback], object]) -> None:
        try:
            callback(self)
        except Exception:  # a listener's fault must not take the frame down
            _log.exception("a readback callback raised")


class BufferReadback(Readback):
    """A readback that carries bytes.

    Attributes:
        data: A copy of the mapped range once done, None while pending and after a failure.
    """

    __slots__ = ("data",)

    def __init__(self, pump: Callable[[], object]) -> None:
        super().__init__(pump)
        self.data: bytes | None = None

    def resolve_data(self, data: bytes | None, reason: str | None) -> None:
        """Resolve with ``data``, or as failed with ``reason``."""
        if not self.done:
            self.data = data
        self.resolve("ok" if data is not None else "failed", reason)
