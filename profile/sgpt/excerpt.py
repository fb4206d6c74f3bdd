"""A range of a capture's frames as a capture of its own."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from framescope.profile.sgpt.audit import Audit, audit_capture
from framescope.profile.sgpt.frame_layout import frame_number
from framescope.profile.sgpt.frames import decode_frame
from framescope.profile.sgpt.framing import FRAM, NOTE, PLST, TOPO, Readable, Record, leading_u32
from framescope.profile.sgpt.record_copy import RecordCopy, record_at
from framescope.profile.sgpt.recover import losses_told
from framescope.profile.sgpt.sink import Sink
from framescope.profile.sgpt.texts import Note, decode_note, encode_note

__all__ = ["excerpt_capture"]


@dataclass(slots=True)
class _Wanted:
    start: int | None
    stop: int | None
    pass_lists: set[int]
    topologies: set[int]
    frames: int = 0

    def has(self, number: int) -> bool:
        return (0 if self.start is None else self.start) <= number < (inf if self.stop is None else self.stop)


def excerpt_capture(source: Readable, sink: Sink, start: int | None = None, stop: int | None = None) -> int:
    """Write frames with ``start <= number < stop`` to ``sink``, with what they refer to; None leaves a side open.

    Frames keep their numbers. A note says which frames of how many these are, and what the source had lost.

    Returns:
        How many frames there are in that range. Where there are none, the excerpt is a capture all the same.

    Raises:
        CaptureError: The source is no capture, or not one for this reader.
        OSError: The sink failed.
    """
    audit = audit_capture(source, insist=True)
    wanted = _wanted(source, audit, start, stop)
    copy = RecordCopy(sink)
    for offset in audit.offsets:
        record = record_at(source, offset)
        if _belongs(record, wanted):
            copy.add(record.type, record.payload)
    copy.add(NOTE, encode_note(Note(_told(wanted, audit), None)))
    copy.end()
    return wanted.frames


def _wanted(source: Readable, audit: Audit, start: int | None, stop: int | None) -> _Wanted:
    wanted = _Wanted(start, stop, set(), set())
    for offset in audit.offsets:
        record = record_at(source, offset)
        if record.type != FRAM or not wanted.has(frame_number(record.payload)):
            continue
        frame = decode_frame(record.payload)
        wanted.frames += 1
        wanted.pass_lists.add(frame.pass_list)
        if frame.topology is not None:
            wanted.topologies.add(frame.topology)
    return wanted


def _belongs(record: Record, wanted: _Wanted) -> bool:
    if record.type == FRAM:
        return wanted.has(frame_number(record.payload))
    if record.type == PLST:
        return leading_u32(record.payload) in wanted.pass_lists
    if record.type == TOPO:
        return leading_u32(record.payload) in wanted.topologies
    if record.type == NOTE:
        about = decode_note(record.payload).frame_number
        return about is None or wanted.has(about)
    return True


def _told(wanted: _Wanted, audit: Audit) -> str:
    first, stop = ("" if side is None else str(side) for side in (wanted.start, wanted.stop))
    said = f"an excerpt: frames {first}:{stop}, {wanted.frames} of {audit.frames}"
    return f"{said}; {losses_told(audit)}" if audit.lost else said
