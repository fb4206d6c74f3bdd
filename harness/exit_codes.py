"""What the exit status of a verb means: four values, the same for all of them."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["ExitCode", "UsageError"]


class ExitCode(IntEnum):
    """The exit status of ``framescope``.

    ``NOT_WHOLE``: the file was read and is not whole or not valid, a benchmark is beyond its bound, or a lint
    found something. ``UNAVAILABLE``: no adapter, no such file, unreadable, unwritable, no capture, or one made
    by a newer version.
    """

    OK = 0
    NOT_WHOLE = 1
    USAGE = 2
    UNAVAILABLE = 3


class UsageError(Exception):
    """The command line asks for something that cannot be; ``str()`` of it is the line to print."""
