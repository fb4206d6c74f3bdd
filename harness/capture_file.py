"""The file a recording goes to: under its final name only once it is a capture somebody can open."""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path
from types import TracebackType

try:
    import fcntl
except ImportError:  # a platform without advisory locks: two recordings into one file are the caller's to avoid
    fcntl = None  # type: ignore[assignment]

__all__ = ["CaptureFile"]


class CaptureFile:
    """A binary file that streams to ``NAME.part`` until :meth:`promote` gives it its final name.

    The recording goes on in the same open file, so the final name shows a growing, valid capture, and a file
    that was there before stays until the first frame of the new one is on disk.

    Args:
        path: The final name; :func:`~framescope.harness.output_path.check_replaceable` has accepted it.

    Raises:
        OSError: The file cannot be made, or another recording is writing it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.promoted = False
        self._part = path.with_name(path.name + ".part")
        self.file = _open_locked(self._part)
        self.file.name = str(path)  # what an error of the recording should call it

    def promote(self) -> None:
        """Move to the final name; a second call does nothing."""
        if not self.promoted:
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


def _open_locked(path: Path) -> FileIO:
    # Unbuffered: the recorder writes whole records, and what a full disk refused must not be tried again at close.
    file = FileIO(path, "r+", opener=lambda name, flags: os.open(name, flags | os.O_CREAT, 0o666))
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise OSError(error.errno, "another recording is writing it", str(path)) from error
    file.truncate()  # only now: what a killed recording left behind is nobody's
    return file
