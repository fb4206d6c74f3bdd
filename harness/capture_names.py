"""What to call several captures: each by as much of its path as tells it from the others."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

__all__ = ["distinct_names"]


def distinct_names(paths: Iterable[Path]) -> dict[str, Path]:
    """Files by a name of each, in the order given; a file given twice is there once.

    The name is the file's own, with as many of its folders in front as make it differ. What is no text, which a file
    system allows, is replaced; names that are equal then are counted.
    """
    files = list(dict.fromkeys(Path(os.path.abspath(path)) for path in paths))
    names: dict[str, Path] = {}
    for file in files:
        name = _as_text(_shortest_own_tail(file, files))
        while name in names:
            name += "#"
        names[name] = file
    return names


def _shortest_own_tail(file: Path, files: list[Path]) -> str:
    for length in range(1, len(file.parts)):
        tails = Counter(other.parts[-length:] for other in files)
        if tails[file.parts[-length:]] == 1:
            return "/".join(file.parts[-length:])
    return file.as_posix()


def _as_text(name: str) -> str:
    return name.encode("utf-8", "replace").decode("utf-8")
