"""Where a capture's bytes come from: a path, bytes, or a binary file object that may return less than asked."""

from __future__ import annotations

import errno
import io
import os
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import IO

__all__ = ["BytesSource", "PathSource", "Source", "StreamSource", "open_source", "opened_source"]

_BY_POSITION = hasattr(os, "pread")
_SEEK_DATA: int | None = getattr(os, "SEEK_DATA", None)


class BytesSource:
    """A capture in memory."""

    def __init__(self, data: bytes | bytearray | memoryview) -> None:
        self._data = bytes(data)

    @property
    def size(self) -> int:
        """See :class:`Readable`."""
        return len(self._data)

    def read_at(self, offset: int, length: int) -> bytes:
        """See :class:`Readable`."""
        return self._data[offset : offset + length]

    def data_from(self, offset: int) -> int:
        """See :class:`Readable`."""
        return offset

    def identity(self) -> tuple[int, int] | None:
        """It is no file."""
        return None

    def close(self) -> None:
        """Nothing to give back."""


class StreamSource:
    """A seekable binary file object of the caller's. Its size is asked anew each time: the file may be growing.

    Args:
        stream: The file; the capture begins at its position now.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._start = stream.tell()

    @property
    def size(self) -> int:
        """See :class:`Readable`."""
        return self._stream.seek(0, os.SEEK_END) - self._start

    def read_at(self, offset: int, length: int) -> bytes:
        """See :class:`Readable`."""
        self._stream.seek(self._start + offset)
        return _read_fully(self._stream.read, length)

    def data_from(self, offset: int) -> int:
        """See :class:`Readable`."""
        return offset

    def identity(self) -> tuple[int, int] | None:
        """The caller knows."""
        return None

    def close(self) -> None:
        """The file is the caller's."""


class PathSource:
    """A file that the source opened; closed with it, at the latest when nobody refers to it any more.

    It is read by position, so that threads do not disturb each other, and without a buffer: it may be growing.
    """

    def __init__(self, file: io.FileIO) -> None:
        self._file = file
        self._give_back = weakref.finalize(self, file.close)

    @property
    def size(self) -> int:
        """See :class:`Readable`."""
        return os.fstat(self._file.fileno()).st_size

    def read_at(self, offset: int, length: int) -> bytes:
        """See :class:`Readable`."""
        file = self._file.fileno()
        if not _BY_POSITION:
            self._file.seek(offset)
            return _read_fully(self._file.read, length)
        data = os.pread(file, length, offset)
        while 0 < len(data) < length and (more := os.pread(file, length - len(data), offset + len(data))):
            data += more
        return data

    def data_from(self, offset: int) -> int:
        """See :class:`Readable`; a file may have more holes than anybody could read."""
        if _SEEK_DATA is None or offset >= self.size:
            return offset
        try:
            return os.lseek(self._file.fileno(), offset, _SEEK_DATA)
        except OSError as error:
            return self.size if error.errno == errno.ENXIO else offset  # nothing but a hole; or holes are not told

    def identity(self) -> tuple[int, int] | None:
        """Device and inode: which file this is, whatever its path leads to by now."""
        status = os.fstat(self._file.fileno())
        return status.st_dev, status.st_ino

    def close(self) -> None:
        """Close the file."""
        self._give_back()


Source = BytesSource | StreamSource | PathSource


def _read_fully(read: Callable[[int], bytes], length: int) -> bytes:
    data = read(length)
    if len(data) == length or not data:
        return data
    parts, missing = [data], length - len(data)
    while missing and (data := read(missing)):
        parts.append(data)
        missing -= len(data)
    return b"".join(parts)


def open_source(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes],
) -> Source:
    """The source for what a caller passed. What cannot seek, a file object or a pipe by its path, is read to its end.

    Raises:
        OSError: The path cannot be opened.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return BytesSource(source)
    if isinstance(source, (str, os.PathLike)):
        return _open_path(source)
    if source.seekable():
        return StreamSource(source)
    return BytesSource(_read_to_end(source))


@contextmanager
def opened_source(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes],
) -> Iterator[Source]:
    """As :func:`open_source`, in a ``with`` statement that closes what was opened.

    Raises:
        OSError: The path cannot be opened.
    """
    opened = open_source(source)
    try:
        yield opened
    finally:
        opened.close()


def _open_path(path: str | os.PathLike[str]) -> Source:
    with ExitStack() as stack:
        file = stack.enter_context(io.FileIO(path, "rb"))
        if not file.seekable():  # a pipe: /dev/stdin, <(zcat …)
            return BytesSource(_read_to_end(file))
        stack.pop_all()
    return PathSource(file)


def _read_to_end(stream: IO[bytes]) -> bytes:
    parts = []
    while data := stream.read(1 << 20):
        parts.append(data)
    return b"".join(parts)
