"""A file that is there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A binary file that gets its name once it is complete.

    It is written beside ``path`` under a temporary name, which is removed where the body raises: what was at ``path``
    before stays until then, and for good. A link is followed.

    Raises:
        OSError: It cannot be made, written or renamed.
    """
    final = Path(os.path.realpath(path))
    part = final.with_name(f"{final.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # a full disk may say so only now
        os.replace(part, final)
    except OSError as error:  # a write that fails names no file, and this one's name is not the caller's
        if error.filename not in (None, str(part)):
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        part.unlink(missing_ok=True)
