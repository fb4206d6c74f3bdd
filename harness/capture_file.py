"""The file a recording goes to: under its final name only once it is a capture somebody can open."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

__all__ = ["CaptureFile"]


class CaptureFile:
    """A binary file that streams to ``NAME.part`` until :meth:`promote` gives it its final name.

    The recording goes on in the same open file, so the final name shows a growing, valid capture, and a file
    that was there before stays until the first frame of the new one is on disk. What is no ordinary file
    (a pipe, a device) is written as it is.

    Args:
        path: The final name; :func:`~framescope.harness.output_path.check_replaceable` has accepted it.

    Raises:
        OSError: The file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.promoted = path.exists() and not path.is_file()
        self._part = path if self.promoted else path.with_name(path.name + ".part")
        self.file: BinaryIO = self._part.open("w+b")

    def promote(self) -> None:
        """Move to the final name; a second call does nothing."""
        if not self.promoted:
            self.file.flush()
            os.replace(self._part, self.path)
            self.promoted = True

    def close(self) -> None:
        """Close the file; one that was never promoted holds no frame and is removed."""
        self.file.close()
        if not self.promoted:
            self._part.unlink(missing_ok=True)

    def __enter__(self) -> CaptureFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
