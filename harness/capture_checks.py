"""What ``verify`` and ``recover`` print of a capture that is not whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from framescope.harness.text_table import format_bytes
from framescope.profile.analysis.printable import escaped
from framescope.profile.counted import counted
from framescope.profile.sgpt.audit import Audit
from framescope.profile.sgpt.recover import Recovery
from framescope.profile.sgpt.scan import Lost
from framescope.profile.verify import Verification

__all__ = ["loss_line", "lost_lines", "recovery_line", "verdict", "verification_lines"]

_LISTED = 20
_ONE_OF = {"names": "name", "pass_lists": "pass list", "topologies": "topology"}


def lost_lines(lost: Sequence[Lost]) -> Iterator[str]:
    """A line for each of the first losses, and how many there are besides."""
    for place in lost[:_LISTED]:
        yield escaped(f"  byte {place.offset}, {counted(place.length, 'byte')}: {place.reason}")
    if len(lost) > _LISTED:
        yield f"  and {counted(len(lost) - _LISTED, 'more place')}; --json lists all"


def loss_line(lost: Sequence[Lost]) -> str:
    """How much a broken capture has lost, in one line."""
    total = format_bytes(sum(place.length for place in lost))
    return f"LOST: {total} in {counted(len(lost), 'place')}" if lost else "nothing was lost"


def recovery_line(recovery: Recovery, path: Path) -> str:
    """What a new capture was made of."""
    what = f"{counted(recovery.frames, 'frame')} in {counted(recovery.records, 'record')}"
    return f"{path}: {what}, {format_bytes(recovery.bytes_written)}"


def verdict(audit: Audit) -> str:
    """What is wrong with a capture, in one line."""
    ends = {"cut off": "it was cut off", "not closed": "its recording was never stopped"}
    places = counted(len(audit.lost), "damaged place")
    return "; ".join([*([ends[audit.state]] if audit.state in ends else []), *([places] if audit.lost else [])])


def verification_lines(verification: Verification, path: Path) -> str:
    """The result for people."""
    audit, checksum = verification.audit, verification.checksum
    by = f"{checksum.implementation}, {checksum.build}"
    what = f"{counted(audit.frames, 'frame')} in {counted(audit.records, 'record')}"
    lines = [f"{path}: {'ok' if verification.ok else 'NOT WHOLE'}, {what}"]
    if checksum.independent:
        lines.append(f"  checksums computed a second time by {by}")
    else:
        lines.append(f"  checksums computed by {by}, which the writer used too; pip install 'framescope[verify]'")
    missing = [counted(count, _ONE_OF[kind]) for kind, count in audit.references.counts().items() if count]
    if missing:
        lines.append(f"  referred to and not there: {', '.join(missing)}")
    return "\n".join(map(escaped, lines))
