"""Every error framescope raises on purpose, down from one root.

Each class also derives from the builtin nearest to it, so ``except ValueError`` keeps working for a caller
who does not know us. This module imports nothing but the standard library: the readers of a capture file
share the root without pulling in wgpu.
"""

from __future__ import annotations

from contextlib import suppress

__all__ = [
    "DeviceUnavailable",
    "FramescopeError",
    "GraphError",
    "SubmitError",
    "WrongThreadError",
    "annotate",
    "describe_error",
]


class FramescopeError(Exception):
    """Root of every error framescope raises on purpose."""


class GraphError(FramescopeError, ValueError):
    """A frame graph was declared, compiled or executed in a way that cannot be right.

    Attributes:
        code: Stable code, ``FG1001`` and so on (the table in docs/frame-graph.md).
        phase: ``"record"``, ``"compile"`` or ``"execute"``.
        pass_label: Scope path of the pass at fault, or None.
        resource: Name of the resource at fault, or None.
        region: The region at fault as text, or None.
        declared_at: ``file:line`` of the declaration(s), oldest first.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        phase: str,
        pass_label: str | None = None,
        resource: str | None = None,
        region: str | None = None,
        declared_at: tuple[str, ...] = (),
    ) -> None:
        places = f" (declared at {', '.join(declared_at)})" if declared_at else ""
        super().__init__(f"{code}: {message}{places}")
        self.code = code
        self.phase = phase
        self.pass_label = pass_label
        self.resource = resource
        self.region = region
        self.declared_at = declared_at


class SubmitError(FramescopeError, RuntimeError):
    """A submit that the driver would answer by ending the process, refused before it got there."""


class DeviceUnavailable(FramescopeError, RuntimeError):
    """No adapter, no device, no display, or the device was lost."""


class WrongThreadError(FramescopeError, RuntimeError):
    """A frame, its graph or its contexts were used from a thread other than the one that began them."""


def describe_error(error: BaseException) -> str:
    """``Type: message``. Never raises: an exception's own ``__str__`` may."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return f"{type(error).__name__}: (its message cannot be had)"


def annotate(error: BaseException, note: str) -> None:
    """Add ``note`` once. Never raises: an exception that takes none (a frozen dataclass, say) has to pass as it is."""
    with suppress(Exception):
        if note not in getattr(error, "__notes__", ()):  # one exception object may be raised every frame
            error.add_note(note)
