"""One input for everything that reads captures, and a coverage-guided fuzzer over it.

A checksum would stop every mutation at the door, so the first byte of an input decides whether the rest is read as it
stands or with its records mended: marker, length and checksum made right, so that the lies lie in the payloads.

Run as a script it fuzzes (``pip install atheris``), with libFuzzer's arguments, the corpus last::

    mkdir -p build/fuzz && cp tests/data/sgpt/corpus/* build/fuzz
    .venv/bin/python tests/sgpt_fuzz.py -max_total_time=600 -max_len=4096 -rss_limit_mb=1024 build/fuzz
"""

from __future__ import annotations

import io
import struct
import sys


def mended(data: bytes) -> bytes:
    """``data`` as a capture whose records all are whole, whatever they hold."""
    from framescope.profile.sgpt.framing import encode_record
    from framescope.profile.sgpt.header import Header

    body = data[32:]
    flags, directory, length = struct.unpack("<IQQ", (data[8:12] + data[16:32]).ljust(20, b"\0"))
    out, offset = [Header(flags=flags, directory_offset=directory, directory_length=length).encode()], 32
    while len(body) >= 16:
        kind, size = body[4:8], min(int.from_bytes(body[8:12], "little"), len(body) - 16) & ~7
        out.append(encode_record(offset, kind, body[16 : 16 + size]))
        offset += 16 + size
        body = body[16 + size :]
    return b"".join(out) + body


def read_whatever(data: bytes) -> str:
    """Read ``data`` in every way there is; returns what it was.

    Raises:
        Exception: Anything but an error of the capture's is a finding.
    """
    from framescope.profile.errors import CaptureError

    if not data:
        return "refused"
    capture = mended(data[1:]) if data[0] & 1 else data[1:]
    try:
        _read(capture, check=bool(data[0] & 2))
        _recover(capture)
    except CaptureError:
        return "refused"
    return "read"


def _read(data: bytes, *, check: bool) -> None:
    from framescope.profile.analysis.stats import frame_stats
    from framescope.profile.analysis.table import render_table
    from framescope.profile.capture import open_capture
    from framescope.profile.frame_arrays import span_table

    capture = open_capture(data, check=check)
    frames = list(capture.frames())
    for frame in frames:
        _ = (frame.spans, frame.counters, frame.reason, frame.failed_pass, frame.topology, frame.untimed, frame.status)
        _ = (frame.duration_ns, frame.gpu_extent_ns, frame.gpu_union_ns, frame.cpu_frame_ns, frame.pass_list)
    assert len(span_table(capture)) == sum(len(frame.state) for frame in frames)
    _ = (capture.pass_lists, capture.topologies, capture.notes, capture.entries, capture.ns_per_tick, capture.meta)
    render_table(frame_stats(capture))
    assert all(0 <= lost.offset <= len(data) and lost.length >= 0 for lost in capture.lost)


def _recover(data: bytes) -> None:
    from framescope.profile.sgpt.audit import audit_capture
    from framescope.profile.sgpt.recover import recover_capture
    from framescope.profile.sgpt.sink import StreamSink
    from framescope.profile.sgpt.source import open_source

    audit = audit_capture(open_source(data))
    stream = io.BytesIO()
    recovery = recover_capture(open_source(data), StreamSink(stream, "memory"))
    again = audit_capture(open_source(stream.getvalue()))
    assert (again.state, again.lost, again.frames) == ("closed", [], recovery.frames)
    assert (audit.frames, tuple(audit.lost)) == (recovery.frames, recovery.lost)


if __name__ == "__main__":
    import atheris

    with atheris.instrument_imports(include=["framescope.profile"]):
        read_whatever(b"\x01")
        read_whatever(b"\x03" + mended(b""))

    atheris.Setup(sys.argv, lambda data: (read_whatever(data), None)[1])
    atheris.Fuzz()
