"""Every call as it was made: what was given, and nothing that was not.

``begin_compute_pass()`` and ``begin_compute_pass(timestamp_writes=None)`` mean the same to a device and are two
different calls to the code under test, so arguments are kept before any default is filled in.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

__all__ = ["Call", "Recording", "recorded"]

_Method = TypeVar("_Method", bound=Callable[..., Any])


@dataclass(frozen=True)
class Call:
    """One call.

    Attributes:
        method: Name of the method.
        args: Positional arguments exactly as given.
        kwargs: Keyword arguments exactly as given.
        receiver: The object it was called on; no part of equality.
    """

    method: str
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    receiver: Any = field(default=None, compare=False, repr=False)


class Recording:
    """Mixin: an object with its own ``calls``, reported to its device's ``calls`` as well."""

    calls: list[Call]
    _device: Any

    def _start_recording(self) -> None:
        self.calls = []

    def _record(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        call = Call(method, _snapshot(args), _snapshot(kwargs), self)
        self.calls.append(call)
        if self._device is not self:
            self._device.calls.append(call)


def _snapshot(value: Any) -> Any:
    """Containers copied: the caller may fill the same dict for the next call."""
    if isinstance(value, dict):
        return {key: _snapshot(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_snapshot(item) for item in value])
    return value


def recorded(method: _Method) -> _Method:
    """Record each call of ``method`` before it runs, the refused ones too."""
    name = method.__name__

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        self._record(name, args, kwargs)
        return method(self, *args, **kwargs)

    return call  # type: ignore[return-value]
