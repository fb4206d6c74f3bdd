"""What ``verify`` and ``recover`` print of a capture that is not whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from framescope.profile.analysis.printable import escaped
from framescope.profile.sgpt.audit import Audit
from framescope.profile.sgpt.scan import Lost
from framescope.profile.verify import Verification

__all__ = ["lost_lines", "verdict", "verification_lines"]

_LISTED = 20


def lost_lines(lost: Sequence[Lost]) -> Iterator[str]:
    """A line for each of the first losses, and how many there are besides."""
    for place in lost[:_LISTED]:
        yield escaped(f"  byte {place.offset}, {place.length} bytes: {place.reason}")
    if len(lost) > _LISTED:
        yield f"  and {len(lost) - _LISTED} places more; --json lists them"


def verdict(audit: Audit) -> str:
    """What is wrong with a capture, in one line."""
    ends = {"cut off": "it was cut off", "not closed": "its recording was never stopped"}
    places = f"{len(audit.lost)} damaged places" if len(audit.lost) != 1 else "one damaged place"
    return "; ".join([*([ends[audit.state]] if audit.state in ends else []), *([places] if audit.lost else [])])


def verification_lines(verification: Verification, path: Path) -> str:
    """The result for people."""
    audit, checksum = verification.audit, verification.checksum
    by = f"{checksum.implementation}, {checksum.build}"
    lines = [f"{path}: {'ok' if verification.ok else 'NOT WHOLE'}, {audit.frames} frames in {audit.records} records"]
    if checksum.independent:
        lines.append(f"  checksums computed a second time by {by}")
    else:
        lines.append(f"  checksums computed by {by}, which the writer used too; pip install 'framescope[verify]'")
    missing = [f"{count} {kind.replace('_', ' ')}" for kind, count in audit.references.counts().items() if count]
    if missing:
        lines.append(f"  referred to and not there: {', '.join(missing)}")
    return "\n".join(map(escaped, lines))
