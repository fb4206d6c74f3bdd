"""Which existing files a verb may replace: those of the kind it writes."""

from __future__ import annotations

import os
from pathlib import Path

from framescope.harness.exit_codes import UsageError
from framescope.profile.sgpt.header import MAGIC

__all__ = ["PNG_MAGIC", "check_replaceable"]

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"


def check_replaceable(path: Path, magic: bytes, *, force: bool) -> None:
    """Refuse an output that cannot be written, or that would end a file of another kind.

    An empty file is of every kind: ``mktemp`` makes those. Called before anything slow starts.

    Args:
        path: The output.
        magic: The bytes with which a file of the right kind begins.
        force: Replace what is there, whatever it is.

    Raises:
        UsageError: ``path`` is a folder, a pipe or a device, or holds a file of another kind and ``force`` is off.
        OSError: Its folder is missing, or it cannot be written.
    """
    if path.exists() and not path.is_file():
        what = "a folder; name a file in it" if path.is_dir() else "no regular file; what is written is read again"
        raise UsageError(f"{path} is {what}")
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(path.parent))
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise PermissionError(13, "cannot be written", str(path))
    if force or not path.exists():
        return
    with path.open("rb") as file:
        start = file.read(len(magic))
    if start not in (b"", magic):
        kind = "capture" if magic == MAGIC else "PNG"
        raise UsageError(f"{path} exists and is no {kind}; choose another name, or --force replaces it")
