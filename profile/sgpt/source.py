"""Where a capture's bytes come from: a path, bytes, or a binary file object that may return less than asked."""

from __future__ import annotations

import os
import weakref
from contextlib import ExitStack
from typing import IO

__all__ = ["BytesSource", "FileSource", "open_source"]


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

    def close(self) -> None:
        """Nothing to give back."""


class FileSource:
    """A seekable binary file. Its size is asked anew each time: the file may be growing.

    A file the source owns is closed with it, at the latest when nobody refers to it any more.

    Args:
        stream: The file; the capture begins at its position now.
        owned: The source opened it for itself.
    """

    def __init__(self, stream: IO[bytes], *, owned: bool) -> None:
        self._stream = stream
        self._start = 0 if owned else stream.tell()
        self._give_back = weakref.finalize(self, stream.close) if owned else None

    @property
    def size(self) -> int:
        """See :class:`Readable`."""
        return self._stream.seek(0, os.SEEK_END) - self._start

    def read_at(self, offset: int, length: int) -> bytes:
        """See :class:`Readable`."""
        self._stream.seek(self._start + offset)
        return _read_fully(self._stream, length)

    def close(self) -> None:
        """Close the file if the source opened it."""
        if self._give_back is not None:
            self._give_back()


def _read_fully(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) == length or not data:
        return data
    parts, missing = [data], length - len(data)
    while missing and (data := stream.read(missing)):
        parts.append(data)
        missing -= len(data)
    return b"".join(parts)


def open_source(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes],
) -> BytesSource | FileSource:
    """The source for what a caller passed. What cannot seek, a file object or a pipe by its path, is read to its end.

    Raises:
        OSError: The path cannot be opened.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return BytesSource(source)
    if isinstance(source, (str, os.PathLike)):
        return _open_path(source)
    if source.seekable():
        return FileSource(source, owned=False)
    return BytesSource(_read_to_end(source))


def _open_path(path: str | os.PathLike[str]) -> BytesSource | FileSource:
    with ExitStack() as stack:
        file = stack.enter_context(open(path, "rb"))
        if not file.seekable():  # a pipe: /dev/stdin, <(zcat …)
            return BytesSource(_read_to_end(file))
        stack.pop_all()
    return FileSource(file, owned=True)


def _read_to_end(stream: IO[bytes]) -> bytes:
    parts = []
    while data := stream.read(1 << 20):
        parts.append(data)
    return b"".join(parts)
