"""What recording and reading a capture can answer with, down from :class:`FramescopeError`.

Writing fails as a :class:`SessionError`, reading as a :class:`CaptureError`. "The file goes on later" and "the
recording was never stopped" are no errors at all: they are the state of a capture that opened.
"""

from __future__ import annotations

from framescope.shade.errors import FramescopeError

__all__ = [
    "CaptureDamaged",
    "CaptureError",
    "CaptureExists",
    "CaptureTooNew",
    "CaptureTooOld",
    "CaptureTruncated",
    "NotACapture",
    "SessionError",
]


class SessionError(FramescopeError, RuntimeError):
    """A recording was misused, or its sink no longer takes bytes; what was written before stays readable."""


class CaptureExists(SessionError, FileExistsError):
    """The output path holds something that is no capture. Choose another path, or force the overwrite."""


class CaptureError(FramescopeError, ValueError):
    """A capture, or a part of it, could not be read.

    Attributes:
        offset: Byte offset in the capture of what could not be read, or None.
    """

    def __init__(self, message: str, *, offset: int | None = None) -> None:
        place = "" if offset is None else f" (at byte {offset})"
        super().__init__(f"{message}{place}")
        self.offset = offset


class NotACapture(CaptureError):
    """The file does not begin like an ``.sgpt`` capture, or is too short to tell."""


class CaptureTooNew(CaptureError):
    """The capture asks for a newer reader than this one. Upgrade framescope to open it."""


class CaptureTooOld(CaptureError):
    """The capture is of format version 0, which was never promised to stay readable. Record it again."""


class CaptureDamaged(CaptureError):
    """The bytes at ``offset`` are not what the format or their checksum says.

    Attributes:
        expected: What should be there, in words.
        found: What is there, in words.
    """

    def __init__(self, message: str, *, offset: int, expected: str, found: str) -> None:
        super().__init__(f"{message}: expected {expected}, found {found}", offset=offset)
        self.expected = expected
        self.found = found


class CaptureTruncated(CaptureError):
    """The file ends before what was asked for: it is still being written, or was cut off."""
