"""META: what a stranger has to know to read a capture (the profiler proposal §3.5).

Browsers quantise timestamps; this records what the device said and neither measures nor corrects that (§2.1).
"""

from __future__ import annotations

import platform
import uuid
from collections.abc import Iterator, Mapping, MutableMapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from framescope.profile.errors import SessionError
from framescope.profile.git_revision import git_revision
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.sgpt.canonical_json import encode_json

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext

__all__ = ["SessionMeta"]

_LIMITS = (
    "max-bind-groups",
    "max-buffer-size",
    "max-color-attachments",
    "max-compute-invocations-per-workgroup",
    "max-compute-workgroup-size-x",
    "max-compute-workgroup-size-y",
    "max-compute-workgroup-size-z",
    "max-compute-workgroup-storage-size",
    "max-compute-workgroups-per-dimension",
    "max-storage-buffer-binding-size",
    "max-texture-dimension-2d",
    "max-uniform-buffer-binding-size",
)


class SessionMeta(MutableMapping[str, Any]):
    """What META will hold: facts of the session and its device, and whatever the caller adds.

    The facts are the session's own and cannot be overwritten. The first frame seals everything.

    Args:
        level: What the session records.
        note: The caller's words about the recording.
        extra: What the caller adds: scene, size, settings, scale.

    Raises:
        SessionError: ``extra`` names one of the session's own facts, or holds what JSON cannot say.
    """

    def __init__(self, level: GPUProfileLevel, note: str, extra: Mapping[str, Any]) -> None:
        self._sealed = False
        self._facts = _facts_of_process() | {"level": level.name.lower(), "note": note} | _facts_of_device(None)
        self._extra: dict[str, Any] = {}
        self.update(extra)

    def __getitem__(self, key: str) -> Any:
        return self._facts[key] if key in self._facts else self._extra[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._check_open(key)
        encode_json({key: value}, f"META's {key!r}")  # refused here, where the caller still knows what it is
        self._extra[key] = value

    def __delitem__(self, key: str) -> None:
        self._check_open(key)
        del self._extra[key]

    def __iter__(self) -> Iterator[str]:
        yield from self._facts
        yield from self._extra

    def __len__(self) -> int:
        return len(self._facts) + len(self._extra)

    def _check_open(self, key: str) -> None:
        if self._sealed:
            raise SessionError(f"META is sealed since the first frame began; set {key!r} before that")
        if key in self._facts:
            raise SessionError(f"META's {key!r} is what the session found out itself; choose another name")

    @property
    def sealed(self) -> bool:
        """True once the first frame began; nothing changes after that."""
        return self._sealed

    def begin(self) -> None:
        """The session starts now."""
        self._facts["started_at"] = datetime.now(UTC).isoformat()

    def seal(self, graphics: GraphicsContext | None) -> None:
        """Take in the device of the first frame, or None when there was no frame; nothing changes afterwards."""
        self._facts |= _facts_of_device(graphics)
        self._sealed = True


def _facts_of_process() -> dict[str, Any]:
    return {
        "capture_id": str(uuid.uuid4()),
        "started_at": None,
        "versions": {
            "framescope": _version("framescope"),
            "wgpu": _version("wgpu"),
            "wgpu_native": _wgpu_native_version(),
            "python": platform.python_version(),
            "numpy": _version("numpy"),
        },
        "debug": __debug__,
        "platform": {"system": platform.system(), "release": platform.release(), "machine": platform.machine()},
        "git_revision": git_revision(Path.cwd()),
    }


def _facts_of_device(graphics: GraphicsContext | None) -> dict[str, Any]:
    if graphics is None:
        names = ("adapter", "driver", "features", "limits", "ns_per_tick", "native_path", "software_adapter")
        return dict.fromkeys(names)
    info = graphics.adapter_info
    return {
        "adapter": dict(info) if info else None,
        "driver": info.get("description"),
        "features": {
            "requested": list(graphics.features_requested),
            "granted": list(graphics.features_granted),
            "missing": list(graphics.features_missing),
        },
        "limits": {name: graphics.limits[name] for name in _LIMITS if name in graphics.limits},
        "ns_per_tick": graphics.ns_per_tick,
        "native_path": graphics.native,
        "software_adapter": graphics.is_software,
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:  # run from a checkout that was never installed
        return None


def _wgpu_native_version() -> str | None:
    from wgpu.backends import wgpu_native

    info = getattr(wgpu_native, "lib_version_info", None)
    return None if info is None else ".".join(map(str, info))
