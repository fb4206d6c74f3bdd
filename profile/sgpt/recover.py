"""Making a whole capture of one that is not: every whole record again, behind a new header, with a new directory.

A record's checksum covers its own offset, so what moves gets a new one; its payload stays byte for byte. Of a capture
that is whole already this makes the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from framescope.profile.counted import counted
from framescope.profile.sgpt.audit import Audit, audit_capture
from framescope.profile.sgpt.framing import NOTE, Readable
from framescope.profile.sgpt.record_copy import RecordCopy, record_at
from framescope.profile.sgpt.scan import Lost
from framescope.profile.sgpt.sink import Sink
from framescope.profile.sgpt.texts import Note, encode_note

__all__ = ["Recovery", "losses_told", "recover_capture"]

_LISTED = 20
"""Losses that the note in a recovered capture lists; a file may have thousands."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was saved: ``frames`` of ``records``, in ``bytes_written`` bytes; and what was ``lost`` of the source."""

    frames: int
    records: int
    bytes_written: int
    lost: tuple[Lost, ...]


def recover_capture(source: Readable, sink: Sink) -> Recovery:
    """Write all whole records of ``source`` to ``sink``.

    Where anything was lost, a note says what; where META was, a META says that.

    Raises:
        CaptureError: The source is no capture, or not one for this reader.
        OSError: The sink failed.
    """
    audit = audit_capture(source, insist=True)
    copy = RecordCopy(sink)
    for offset in audit.offsets:
        record = record_at(source, offset)
        copy.add(record.type, record.payload)
    if audit.lost:
        copy.add(NOTE, encode_note(Note(f"recovered; {losses_told(audit)}", None)))
    return Recovery(audit.frames, audit.records, copy.end(), tuple(audit.lost))


def losses_told(audit: Audit) -> str:
    """What a note in the new capture says of what the old one had lost."""
    places = [f"{counted(lost.length, 'byte')} at {lost.offset}: {lost.reason}" for lost in audit.lost[:_LISTED]]
    more = len(audit.lost) - len(places)
    return "what was lost: " + "; ".join([*places, *([f"and {counted(more, 'more place')}"] if more else [])])
