"""WGSL has no includes: a shader's text is the texts of the files it names, one after the other."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["shader_text"]

_FOLDER = Path(__file__).with_name("shaders")


@cache
def _file(name: str) -> str:
    return (_FOLDER / f"{name}.wgsl").read_text(encoding="utf-8")


def shader_text(*names: str) -> str:
    """The texts of ``shaders/<name>.wgsl`` in order; a file that declares comes before the one that uses it."""
    return "\n".join(_file(name) for name in names)
