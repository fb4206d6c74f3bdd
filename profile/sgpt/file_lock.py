"""The advisory lock by which a recording keeps a second one off its file."""

from __future__ import annotations

from typing import IO, Any

try:
    import fcntl
except ImportError:  # a platform without advisory locks: two recordings into one file are the caller's to avoid
    fcntl = None  # type: ignore[assignment]  # the name is a module elsewhere

__all__ = ["lock_now"]


def lock_now(file: IO[Any], *, shared: bool = False) -> None:
    """Lock an open file until it is closed, without waiting; nothing where the platform has no such locks.

    Args:
        file: The file.
        shared: Only refuse while another holds it exclusively, as a recording does.

    Raises:
        BlockingIOError: Another holds it.
    """
    if fcntl is not None:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
