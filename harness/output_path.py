"""Which existing files a verb may replace: those of the kind it writes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from framescope.harness.exit_codes import UsageError
from framescope.profile.export.whole_file import whole_file

__all__ = ["PNG_MAGIC", "check_kind", "check_replaceable", "replace_file"]

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"


def replace_file(path: Path, content: bytes) -> None:
    """Write a file at once: under its name is what was there before, or all that is new. A link stays one.

    Raises:
        OSError: It cannot be written; what was there is there still.
    """
    with whole_file(path) as file:
        file.write(content)


def check_replaceable(path: Path, magic: bytes, *, force: bool, kind: str = "capture") -> None:
    """:func:`check_kind` of files that begin with ``magic``."""
    check_kind(path, kind, lambda file: file.read(len(magic)) == magic, force=force)


def check_kind(path: Path, kind: str, is_one: Callable[[BinaryIO], bool], *, force: bool) -> None:
    """Refuse an output that cannot be written, or that would end a file of another kind.

    An empty file is of every kind: ``mktemp`` makes those. Called before anything slow starts.

    Args:
        path: The output.
        kind: What is written, in a word.
        is_one: Says whether the file that is there is of this kind.
        force: Replace what is there, whatever it is.

    Raises:
        UsageError: ``path`` is a folder, a pipe or a device, or holds a file of another kind and ``force`` is off.
        OSError: Its folder is missing, or it cannot be written.
    """
    if path.exists() and not path.is_file():
        what = "a folder; name a file in it" if path.is_dir() else "a device or a pipe; name a file, old or new"
        raise UsageError(f"{path} is {what}")
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(path.parent))
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise PermissionError(13, "cannot be written", str(path))
    if force or not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        replaceable = is_one(file)
    if not replaceable:
        raise UsageError(f"{path} exists and is no {kind}; choose another name, or --force replaces it")
