"""Verifying a capture with a CRC-32 that its writer did not use."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from framescope.profile.errors import CaptureDamaged
from framescope.profile.sgpt.audit import Audit, audit_capture
from framescope.profile.sgpt.framing import Readable
from framescope.profile.sgpt.scan import Lost

__all__ = ["Checksum", "Verification", "independent_checksum", "verify_capture"]


@dataclass(frozen=True, slots=True)
class Checksum:
    """An implementation of CRC-32.

    Attributes:
        crc32: It.
        implementation: ``"crcmod"``, or ``"zlib"`` where crcmod is not installed.
        build: ``"C extension"``, ``"pure Python"`` (30 times slower), or the library's version.
        independent: The writer did not use it.
    """

    crc32: Callable[[bytes], int]
    implementation: str
    build: str
    independent: bool


def independent_checksum() -> Checksum:
    """crcmod's, or zlib's where that is not installed (``pip install 'framescope[verify]'``)."""
    if find_spec("crcmod") is None:
        return Checksum(zlib.crc32, "zlib", zlib.ZLIB_RUNTIME_VERSION, False)
    crc32 = import_module("crcmod.predefined").mkCrcFun("crc-32")
    extension = find_spec("crcmod._crcfunext") is not None
    return Checksum(crc32, "crcmod", "C extension" if extension else "pure Python", True)


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of it: :class:`Audit`, and the checksum that was used."""

    audit: Audit
    checksum: Checksum

    @property
    def ok(self) -> bool:
        """The writer reached its end and nothing is lost or malformed."""
        return self.audit.state == "closed" and not self.audit.lost

    def to_dict(self) -> dict[str, Any]:
        """Keys ``ok frames records lost state unresolved checksum``; see ``docs/command_line.md``."""
        audit, checksum = self.audit, self.checksum
        return {
            "ok": self.ok,
            "frames": audit.frames,
            "records": audit.records,
            "lost": [lost.to_dict() for lost in audit.lost],
            "state": audit.state,
            "unresolved": audit.references.counts(),
            "checksum": {
                "implementation": checksum.implementation,
                "build": checksum.build,
                "independent": checksum.independent,
            },
        }


def verify_capture(source: Readable, checksum: Checksum | None = None, *, insist: bool = False) -> Verification:
    """Read every record to its last field and compute every checksum anew.

    Args:
        source: The capture, as :func:`~framescope.profile.sgpt.source.open_source` opens it.
        checksum: With which implementation; :func:`independent_checksum` when None.
        insist: Say what is lost of a capture that is refused as damaged too: all of it where no record is whole.

    Raises:
        CaptureError: It is no capture, or not one for this reader.
    """
    chosen = independent_checksum() if checksum is None else checksum
    try:
        audit = audit_capture(source, chosen.crc32, insist=insist)
    except CaptureDamaged as error:
        if not insist:
            raise
        audit = Audit("not closed", 0, 0, array("Q"), [Lost(0, source.size, f"damaged: {error}")])
    return Verification(audit, chosen)
