"""Where a capture's bytes go: a path, a binary file object, or memory.

A path is locked while it is written, so a second writer is refused instead of mixing two recordings.
"""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path
from typing import IO, Protocol

from framescope.profile.errors import CaptureExists, SessionError
from framescope.profile.sgpt.file_lock import lock_now
from framescope.profile.sgpt.header import MAGIC

__all__ = ["PathSink", "Sink", "StreamSink", "make_sink"]


class Sink(Protocol):
    """Takes bytes in order, and may let earlier ones be rewritten. Failures are OSError or ValueError."""

    name: str
    can_patch: bool

    def open(self, first: bytes) -> None:
        """Begin with ``first``, which is a valid capture by itself; until then the destination is untouched."""

    def write(self, data: bytes) -> None:
        """Append all of ``data``."""

    def patch(self, offset: int, data: bytes) -> None:
        """Rewrite bytes at ``offset`` from the capture's beginning; only where ``can_patch``."""

    def truncate(self, size: int) -> None:
        """Drop what a failed write left behind the first ``size`` bytes, where that is possible."""

    def close(self) -> None:
        """Give back what the sink itself opened."""


def make_sink(sink: str | os.PathLike[str] | IO[bytes] | None, *, force: bool) -> Sink:
    """The sink for what a caller passed: a path, a binary file object, or None for memory.

    Raises:
        CaptureExists: The path holds something that is no capture, and ``force`` is not set.
        SessionError: The path cannot be written to.
    """
    if sink is None:
        return StreamSink(io.BytesIO(), "memory")
    if isinstance(sink, (str, os.PathLike)):
        return PathSink(Path(sink), force=force)
    if not hasattr(sink, "write"):
        raise SessionError(f"a sink is a path, a binary file or None, not a {type(sink).__name__}")
    return StreamSink(sink, str(getattr(sink, "name", type(sink).__name__)))


class StreamSink:
    """A binary file object of the caller's; it is flushed after each write and never closed."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self.name = name
        self.stream = stream
        self.can_patch = False
        self._start = 0

    def open(self, first: bytes) -> None:
        """See :class:`Sink`."""
        appending = "a" in str(getattr(self.stream, "mode", ""))  # such a file writes every patch at its end
        self.can_patch = not appending and self._seekable()
        self._start = self.stream.tell() if self.can_patch else 0
        self.write(first)

    def write(self, data: bytes) -> None:
        """See :class:`Sink`."""
        rest = memoryview(data)
        while rest:
            written = self.stream.write(rest)
            if written is None:  # a raw stream that would block
                raise BlockingIOError(f"{self.name} takes no bytes now")
            rest = rest[written:]
        flush = getattr(self.stream, "flush", None)
        if flush is not None:
            flush()

    def patch(self, offset: int, data: bytes) -> None:
        """See :class:`Sink`."""
        end = self.stream.tell()
        self.stream.seek(self._start + offset)
        self.write(data)
        self.stream.seek(end)

    def truncate(self, size: int) -> None:
        """See :class:`Sink`."""
        if self.can_patch:
            self.stream.seek(self._start + size)
            self.stream.truncate()

    def close(self) -> None:
        """See :class:`Sink`."""

    def _seekable(self) -> bool:
        seekable = getattr(self.stream, "seekable", None)
        return bool(seekable and seekable())


class PathSink:
    """A file that the sink opens, locks, and writes without a buffer, so that a killed process loses no record."""

    def __init__(self, path: Path, *, force: bool) -> None:
        self.name = str(path)
        self.can_patch = False
        self._path = path
        self._force = force
        self._file: io.FileIO | None = None
        self._check()

    def _check(self) -> None:
        parent = self._path.parent
        if self._path.is_dir():
            raise SessionError(f"cannot write {self.name}: it is a directory")
        if not parent.is_dir():
            raise SessionError(f"cannot write {self.name}: there is no directory {parent}")
        if not os.access(self._path if self._path.exists() else parent, os.W_OK):
            raise SessionError(f"cannot write {self.name}: no permission")
        if self._path.is_file():
            with self._path.open("rb") as existing:
                self._refuse_foreign(existing.read(len(MAGIC)))

    def _refuse_foreign(self, first: bytes) -> None:
        if first and first != MAGIC and not self._force:
            raise CaptureExists(
                f"{self.name} exists and is no capture: choose another path, or pass force=True to overwrite it"
            )

    def open(self, first: bytes) -> None:
        """See :class:`Sink`."""
        created = self._open_file()
        assert self._file is not None
        try:
            if self.can_patch:
                self._file.truncate(0)
            self.write(first)
        except OSError:
            if created:
                self._path.unlink(missing_ok=True)
            self.close()
            raise

    def _open_file(self) -> bool:
        try:
            self._file, created = io.FileIO(self._path, "x+"), True
        except FileExistsError:
            regular = stat.S_ISREG(self._path.stat().st_mode)
            self._file, created = io.FileIO(self._path, "r+" if regular else "w"), False
        self.can_patch = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        if self.can_patch:
            self._lock()
            self._check_again()
        return created

    def _check_again(self) -> None:
        assert self._file is not None
        try:
            self._refuse_foreign(self._file.read(len(MAGIC)) or b"")
        except CaptureExists:  # it came into being since the writer was made
            self.close()
            raise
        self._file.seek(0)

    def _lock(self) -> None:
        assert self._file is not None
        try:
            lock_now(self._file)
        except BlockingIOError as error:
            self.close()
            raise SessionError(f"cannot write {self.name}: another recording is writing it") from error

    def write(self, data: bytes) -> None:
        """See :class:`Sink`."""
        rest = memoryview(data)
        while rest:
            rest = rest[self._opened().write(rest) :]

    def patch(self, offset: int, data: bytes) -> None:
        """See :class:`Sink`."""
        end = self._opened().tell()
        self._opened().seek(offset)
        self.write(data)
        self._opened().seek(end)

    def truncate(self, size: int) -> None:
        """See :class:`Sink`."""
        if self.can_patch:
            self._opened().truncate(size)

    def close(self) -> None:
        """See :class:`Sink`."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _opened(self) -> io.FileIO:
        if self._file is None:
            raise ValueError(f"{self.name} is not open")
        return self._file
