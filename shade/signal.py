"""A list of handlers that must not be able to break the frame.

Whoever sends a signal goes on whatever its listeners do: a handler that raises is removed, logged once on
``framescope.signal``, and told so through its ``on_error``. Sending while nobody listens costs one comparison
at the caller (``if signal.handlers: signal.send(...)``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

__all__ = ["Signal"]

_log = logging.getLogger("framescope.signal")

Handler = Callable[..., object]
ErrorHandler = Callable[[Exception], object]


class Signal:
    """One event and those who listen to it.

    Attributes:
        name: What the log calls this signal.
        handlers: The handlers with their ``on_error``, in order of ``add``; empty when nobody listens. A new
            tuple is made by every change, so a send in progress keeps the list it started with.
    """

    __slots__ = ("handlers", "name")

    def __init__(self, name: str = "signal") -> None:
        self.name = name
        self.handlers: tuple[tuple[Handler, ErrorHandler | None], ...] = ()

    @property
    def has_handlers(self) -> bool:
        """True when somebody listens."""
        return bool(self.handlers)

    def add(self, handler: Handler, on_error: ErrorHandler | None = None) -> None:
        """Call ``handler`` with whatever is sent.

        Args:
            handler: Called once per ``add``; adding it twice calls it twice.
            on_error: Called with the exception when ``handler`` raised and was removed for it. A recorder
                learns here that its frame is no longer whole.
        """
        self.handlers = (*self.handlers, (handler, on_error))

    def remove(self, handler: Handler) -> None:
        """Stop calling ``handler``; of several equal ones the first goes.

        Raises:
            ValueError: ``handler`` does not listen.
        """
        for entry in self.handlers:
            if entry[0] == handler:
                self._drop(entry)
                return
        raise ValueError(f"{handler!r} is no handler of signal {self.name!r}")

    def send(self, *arguments: Any) -> None:
        """Call every handler in order of ``add``. Exceptions of handlers end here."""
        for entry in self.handlers:
            try:
                entry[0](*arguments)
            except Exception as error:
                self._refuse(entry, error)

    def _refuse(self, entry: tuple[Handler, ErrorHandler | None], error: Exception) -> None:
        self._drop(entry)
        _log.error("a handler of %s raised and was removed: %r", self.name, entry[0], exc_info=error)
        if entry[1] is None:
            return
        try:
            entry[1](error)
        except Exception:
            _log.exception("the on_error of a removed handler of %s raised too", self.name)

    def _drop(self, entry: tuple[Handler, ErrorHandler | None]) -> None:
        remaining = list(self.handlers)
        for position, candidate in enumerate(remaining):
            if candidate is entry:
                del remaining[position]
                break
        self.handlers = tuple(remaining)
