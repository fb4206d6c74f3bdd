"""The file a recording goes to: under its final name only once it is a capture somebody can open."""

from __future__ import annotations

import os
import stat
from io import FileIO
from pathlib import Path
from types import TracebackType

from framescope.profile.sgpt.file_lock import lock_now
from framescope.profile.sgpt.header import MAGIC

__all__ = ["CaptureFile", "refuse_while_written"]

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)


class CaptureFile:
    """A binary file that streams to ``NAME.part`` until :meth:`promote` gives it its final name.

    The recording goes on in the same open file, so the final name shows a growing, valid capture, and a file
    that was there before stays until the first frame of the new one is on disk.

    Args:
        path: The final name; :func:`~framescope.harness.output_path.check_replaceable` has accepted it.

    Attributes:
        failure: Why the file could not get its final name, or None.

    Raises:
        OSError: The file cannot be made, another recording is writing it, or ``NAME.part`` is somebody else's.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.promoted = False
        self.failure: OSError | None = None
        self._final = Path(os.path.realpath(path))  # a link stays one, and leads to the capture
        self._part = _part_of(self._final)
        _refuse_while_written(self._final)
        self.file = _open_locked(self._part)
        self.file.name = str(path)  # what an error of the recording should call it

    @property
    def part(self) -> Path:
        """Where the bytes are until :meth:`promote` has moved them."""
        return self._part

    def promote(self) -> None:
        """Move to the final name; a second call does nothing.

        Raises:
            OSError: It cannot be moved there; what was recorded stays under ``NAME.part``.
        """
        if self.promoted:
            return
        try:
            _refuse_while_written(self._final)
            os.replace(self._part, self._final)
        except OSError as error:
            self.failure = error
            raise
        self.promoted, self.failure = True, None

    def close(self) -> None:
        """Close the file; one that was never to be promoted holds no frame and is removed."""
        self.file.close()
        if not self.promoted and self.failure is None:
            self._part.unlink(missing_ok=True)

    def __enter__(self) -> CaptureFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def refuse_while_written(path: Path) -> None:
    """Refuse a capture that a recording is writing, under its final name or before it has that.

    Raises:
        OSError: It is being written.
    """
    final = Path(os.path.realpath(path))
    _refuse_while_written(final)
    _refuse_while_written(_part_of(final))


def _part_of(final: Path) -> Path:
    return final.with_name(final.name + ".part")


def _refuse_while_written(path: Path) -> None:
    """Raise where a recording still writes the capture that has the final name already; its lock went there with it."""
    try:
        with path.open("rb") as file:
            lock_now(file, shared=True)
    except FileNotFoundError:
        return
    except BlockingIOError as error:
        raise _busy(error, path) from error


def _open_locked(path: Path) -> FileIO:
    # Unbuffered: the recorder writes whole records, and what a full disk refused must not be tried again at close.
    # No link is followed, and nothing but a torn capture is written over: the name was not the user's choice.
    file = FileIO(path, "r+", opener=lambda name, flags: os.open(name, flags | os.O_CREAT | _NO_FOLLOW, 0o666))
    try:
        lock_now(file)
        if not os.path.samestat(os.fstat(file.fileno()), os.stat(path, follow_symlinks=False)):
            raise BlockingIOError(11, "moved away between open and lock")
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode) or file.read(len(MAGIC)) not in (b"", MAGIC):
            raise FileExistsError(17, "is in the way and is no capture; remove it", str(path))
        file.seek(0)
        file.truncate()  # only now: what a killed recording left behind is nobody's
    except BlockingIOError as error:
        file.close()
        raise _busy(error, path) from error
    except OSError:
        file.close()
        raise
    return file


def _busy(error: OSError, path: Path) -> OSError:
    return OSError(error.errno, "another recording is writing it", str(path))
