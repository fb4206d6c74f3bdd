"""What the METAs of two captures say differently, and which of it makes their times hard to compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["SettingDifference", "adapter_name", "scene_name", "setting_differences", "size_text"]

Meta = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SettingDifference:
    """One setting of a recording.

    Attributes:
        name: ``adapter``, ``size``, ``versions.wgpu`` and so on.
        a: What A says, as text; None where it says nothing. ``b`` alike.
        loud: True where times of one cannot be held against times of the other.
    """

    name: str
    a: str | None
    b: str | None
    loud: bool

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, with stable keys."""
        return {"name": self.name, "a": self.a, "b": self.b, "loud": self.loud}

    def __str__(self) -> str:
        return f"{self.name}: {_said(self.a)} in A, {_said(self.b)} in B"


def setting_differences(a: Meta, b: Meta) -> Iterator[SettingDifference]:
    """The settings that differ, those first that matter most."""
    for name, read, loud in _SETTINGS:
        if read(a) != read(b):
            yield SettingDifference(name, read(a), read(b), loud)
    for group in ("versions", "settings"):
        ours, theirs = _mapping(a.get(group)), _mapping(b.get(group))
        for key in sorted({*ours, *theirs}):
            if ours.get(key) != theirs.get(key):
                yield SettingDifference(f"{group}.{key}", _text(ours.get(key)), _text(theirs.get(key)), False)


def adapter_name(meta: Meta) -> str | None:
    """The name of the adapter and its backend."""
    adapter = _mapping(meta.get("adapter"))
    words = [_text(adapter.get(key)) for key in ("device", "backend_type")]
    return ", ".join(word for word in words if word) or None


def size_text(meta: Meta) -> str | None:
    """The size of the target as ``WxH``."""
    size = meta.get("size")
    return "x".join(map(str, size)) if isinstance(size, list) and len(size) == 2 else _text(size)


def scene_name(meta: Meta) -> str | None:
    """The name of the scene."""
    return _text(_mapping(meta.get("scene")).get("name"))


def _parameters(meta: Meta) -> str | None:
    parameters = _mapping(_mapping(meta.get("scene")).get("parameters"))
    return " ".join(f"{key}={value}" for key, value in sorted(parameters.items())) or None


def _plain(key: str) -> Callable[[Meta], str | None]:
    return lambda meta: _text(meta.get(key))


_SETTINGS: tuple[tuple[str, Callable[[Meta], str | None], bool], ...] = (
    ("adapter", adapter_name, True),
    ("driver", _plain("driver"), True),
    ("size", size_text, True),
    ("level", _plain("level"), True),
    ("scene", scene_name, True),
    ("scene parameters", _parameters, True),
    ("ns_per_tick", _plain("ns_per_tick"), False),
    ("native_path", _plain("native_path"), False),
    ("debug", _plain("debug"), False),
    ("window", _plain("window"), False),
    ("git_revision", _plain("git_revision"), False),
)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _said(value: str | None) -> str:
    return "not said" if value is None else value
