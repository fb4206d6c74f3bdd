"""The captures in tests/data/sgpt: one a version, one a defect, and what a reader must say of each.

They are written once. A test compares them with what this module makes, so that a change of the bytes is noticed; run
as a script it writes those that are not there, and ``expected.json``, which is for readers in any language. No deflated
topology is among them but the recorded one: two versions of zlib may deflate differently.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from capture_builders import EPOCH, PASSES, make_frame, make_work, offset_of, record_offsets
from sgpt_dump import tiny_capture

from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.model import FrameStatus, Topology
from framescope.profile.sgpt.writer import CaptureWriter

FOLDER = Path(__file__).parent / "data" / "sgpt"
SPONZA = FOLDER / "v1-sponza-workload.sgpt"
"""``framescope record sponza --frames 10 --size 160x90`` of the day version 1 was settled, its META shortened."""

GRAPH = Topology({"passes": [{"label": "build"}]}, b"a plan")


def whole(**last: Any) -> bytes:
    """Three frames, one of them aborted, with everything a frame can have; a note. ``last`` changes the last frame."""
    writer = CaptureWriter(None, {"ns_per_tick": 2.0, "level": "workload", "note": "golden"})
    work = make_work(PASSES)
    writer.write_frame(make_frame(0, topology=GRAPH, work=work, cpu_begin_ns=10, cpu_submit_ns=40))
    writer.write_note("this is where it hitches", 1)
    failed = {"status": FrameStatus.ABORTED, "reason": "KeyError", "failed_pass": "hzb/build"}
    writer.write_frame(make_frame(1, [(1, 5), (6, 9), (9, 2**33)], topology=GRAPH, work=work, **failed))
    counters = {"live_bytes": 2**53 + 1, "ratio": 0.5, "debt": -1, "large": 2**64 - 1, "\x00\ud800": 0}
    writer.write_frame(make_frame(2, topology=GRAPH, work=work, counters=counters, **last))
    writer.close()
    return writer.to_bytes()


WHOLE = whole()


def at(fourcc: bytes, place: int = 0) -> int:
    """Where a record of :data:`WHOLE` begins."""
    return offset_of(WHOLE, fourcc, place)


def put(data: bytes, offset: int, new: bytes) -> bytes:
    """``data`` with ``new`` in it."""
    return data[:offset] + new + data[offset + len(new) :]


def flipped(data: bytes, offset: int) -> bytes:
    """``data`` with every bit of one byte changed."""
    return put(data, offset, bytes([data[offset] ^ 0xFF]))


def payload_at(data: bytes, offset: int) -> bytes:
    """The payload of the record at ``offset``."""
    (length,) = struct.unpack_from("<I", data, offset + 8)
    return data[offset + 16 : offset + 16 + length]


def again(data: bytes, change: Callable[[bytes, bytes], bytes | None], *, version: int = 1) -> bytes:
    """A capture without a directory whose payloads were changed, every checksum right; None leaves a record out."""
    out = Header(format_version=version).encode()
    for offset, kind in record_offsets(data):
        payload = change(kind, payload_at(data, offset))
        if payload is not None and kind != b"DIRE":
            blank = b" " if kind in (b"META", b"NOTE", b"SYMS") else bytes(1)
            out += encode_record(len(out), kind, payload + blank * (-len(payload) % 8))
    return out


def grown() -> bytes:
    """What a newer writer may write for readers of version 1: longer heads, more columns, kinds, keys and records."""

    def change(kind: bytes, payload: bytes) -> bytes:
        if kind in (b"PLST", b"TOPO", b"FRAM"):
            (head_size,) = struct.unpack_from("<H", payload, 6)
            head = struct.pack("<H", head_size + 16)
            tail = b"\x01new column" if kind != b"TOPO" else b""
            return payload[:6] + head + payload[8:head_size] + bytes(range(16)) + payload[head_size:] + tail
        if kind == b"META":
            return payload.replace(b'"golden"', b'"golden","new":{"key":[1]}')
        return payload

    data = again(WHOLE, change, version=2)
    return data + encode_record(len(data), b"NEWR", b"whatever")


def grown_directory() -> bytes:
    """Longer entries in the directory."""
    offset = at(b"DIRE")
    payload = payload_at(WHOLE, offset)
    previous, first, frames, others, flags, size, other_size = struct.unpack_from("<QQIIIHH", payload)
    out = struct.pack("<QQIIIHH", previous, first, frames, others, flags, size + 8, other_size + 8)
    place = 32
    for count, width in ((frames, size), (others, other_size)):
        for _ in range(count):
            out += payload[place : place + width] + b"\xaa" * 8
            place += width
    record = encode_record(offset, b"DIRE", out)
    header = Header(format_version=2, flags=1, directory_offset=offset, directory_length=len(record))
    return header.encode() + WHOLE[32:offset] + record


def newer_kinds() -> bytes:
    """A pass list with a kind and a frame with a state, a status and a counter's kind of a newer writer."""

    def change(kind: bytes, payload: bytes) -> bytes:
        body = bytearray(payload)
        if kind == b"FRAM" and struct.unpack_from("<I", payload)[0] == 2:
            body[4] = 9
        if kind == b"PLST":
            body[40 + 5 * 4 * 3 + 4 * 4 + 5 * 4 * 1] = 7  # behind three entries, a pipeline and an attachment: a kind
        return bytes(body)

    return again(whole(state=np.array([77, 0, 0], np.uint8)), change, version=2)


def malformed(kind: bytes, payload: bytes) -> bytes:
    """A capture that was never stopped, and behind it a record whose checksum is right and whose content is not."""
    data = WHOLE[: at(b"DIRE")]
    data = bytes(Header().encode()) + data[32:]
    return data + encode_record(len(data), kind, payload)


def with_a_bomb() -> bytes:
    """A topology that says it inflates to 4 GiB from 64 bytes."""
    stored = bytes(64)

    def change(kind: bytes, payload: bytes) -> bytes:
        if kind != b"TOPO":
            return payload
        lengths = struct.pack("<II", 0xFFFFFFFF, len(stored))
        return payload[:4] + struct.pack("<HH", 1, 32) + payload[8:24] + lengths + stored

    return again(WHOLE, change)


def captures() -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """Name, bytes, and what a reader that checks everything says."""
    frame, end = at(b"FRAM", 1), at(b"FRAM", 1) + 16 + len(payload_at(WHOLE, at(b"FRAM", 1)))
    directory, size = at(b"DIRE"), len(WHOLE)
    lost = [[frame, end - frame]]
    yield "v1.sgpt", tiny_capture(), said("closed", [0])
    yield "v1-whole.sgpt", WHOLE, said("closed", [0, 1, 2])
    yield "grown.sgpt", grown(), said("not closed", [0, 1, 2])
    yield "grown-directory.sgpt", grown_directory(), said("closed", [0, 1, 2])
    yield "newer-kinds.sgpt", newer_kinds(), said("not closed", [0, 1, 2])
    yield "never-stopped.sgpt", Header().encode() + WHOLE[32:directory], said("not closed", [0, 1, 2])
    yield "torn.sgpt", WHOLE[: frame + 40], said("cut off", [0], [[frame, 40]])
    yield "cut-between-records.sgpt", WHOLE[:frame], said("cut off", [0])
    yield "damaged-frame.sgpt", flipped(WHOLE, frame + 50), said("closed", [0, 2], lost)
    yield "damaged-sync.sgpt", put(WHOLE, frame, b"X"), said("closed", [0, 2], lost)
    yield "damaged-type.sgpt", put(WHOLE, frame + 4, b"NOTE"), said("closed", [0, 2], lost)
    yield "length-too-large.sgpt", put(WHOLE, frame + 8, b"\xff" * 4), said("closed", [0, 2], lost)
    yield "length-zero.sgpt", put(WHOLE, frame + 8, bytes(4)), said("closed", [0, 2], lost)
    for kind in (b"META", b"SYMS", b"PLST", b"TOPO", b"NOTE"):
        place = at(kind)
        where = [[place, 16 + len(payload_at(WHOLE, place))]]
        name = f"damaged-{kind.decode().lower()}.sgpt"
        yield name, flipped(WHOLE, place + 20), said("closed", [0, 1, 2], where)
    where = [[directory, size - directory]]
    yield "damaged-directory.sgpt", flipped(WHOLE, directory + 40), said("not closed", [0, 1, 2], where)
    yield "damaged-header.sgpt", flipped(WHOLE, 5), said("closed", [0, 1, 2], [[0, 32]])
    yield "damaged-pointer.sgpt", flipped(WHOLE, 17), said("closed", [0, 1, 2], [[8, 24]])
    yield "bytes-behind-the-end.sgpt", WHOLE + b"appended", said("closed", [0, 1, 2], [[8, 24], [size, 8]])
    yield (
        "bytes-inserted.sgpt",
        WHOLE[:frame] + bytes(8) + WHOLE[frame:],
        said("not closed", [0], [[frame, size + 8 - frame]]),
    )
    inner = WHOLE[frame:end]
    around = encode_record(directory, b"NEWR", bytes(8) + inner)
    data = Header().encode() + WHOLE[32:directory] + around
    yield "record-in-a-payload.sgpt", data, said("not closed", [0, 1, 2])
    data = flipped(data, directory + 16) + encode_record(len(data), b"NEWR", b"")
    yield "record-in-a-damaged-payload.sgpt", data, said("not closed", [0, 1, 2], [[directory, len(around)]])
    for name, kind, payload in (
        ("counts-too-large", b"FRAM", put(payload_at(WHOLE, at(b"FRAM", 2)), 80, b"\xff" * 4)),
        ("width-of-three-bytes", b"FRAM", put(payload_at(WHOLE, at(b"FRAM", 2)), 104 + 2, b"\x03")),
        ("width-above-its-column", b"FRAM", put(payload_at(WHOLE, at(b"FRAM", 2)), 104 + 19, b"\x02")),
        ("frame-number-again", b"FRAM", payload_at(WHOLE, frame)),
        ("number-given-twice", b"PLST", payload_at(WHOLE, at(b"PLST"))),
        ("second-meta", b"META", b"{}      "),
        ("note-without-text", b"NOTE", b"{}      "),
    ):
        data = malformed(kind, payload)
        where = [[directory, len(data) - directory]]
        if name in ("counts-too-large", "width-of-three-bytes", "width-above-its-column"):
            data = malformed(kind, put(payload, 0, struct.pack("<I", 3)))
        yield f"malformed-{name}.sgpt", data, said("not closed", [0, 1, 2], where)
    bomb = with_a_bomb()
    place = offset_of(bomb, b"TOPO")
    yield "malformed-bomb.sgpt", bomb, said("not closed", [0, 1, 2], [[place, 16 + len(payload_at(bomb, place))]])
    yield "empty.sgpt", b"", refused("no capture")
    yield "shorter-than-a-header.sgpt", WHOLE[:31], refused("no capture")
    yield "foreign.sgpt", b"\x89PNG\r\n\x1a\n" * 8, refused("no capture")
    yield "v0.sgpt", Header(0, 0).encode() + WHOLE[32:], refused("too old")
    yield "needs-a-newer-reader.sgpt", Header(9, 9).encode() + WHOLE[32:], refused("too new")


def said(state: str, frames: list[int], lost: list[list[int]] | None = None) -> dict[str, Any]:
    """What a reader says of a capture it reads."""
    return {"state": state, "frames": frames, "lost": [] if lost is None else lost, "refused": None}


def refused(why: str) -> dict[str, Any]:
    """What it says of a file that it must not read."""
    return {"state": None, "frames": [], "lost": [], "refused": why}


def values() -> dict[str, Any]:
    """What v1-whole.sgpt holds, figure by figure; 64-bit numbers are strings."""
    return {
        "ns_per_tick": 2.0,
        "passes": [entry.path for entry in PASSES.entries],
        "labels": [entry.label for entry in PASSES.entries],
        "begin": [[str(EPOCH + tick) for tick in ticks] for ticks in ((1, 6, 9), (1, 6, 9), (1, 6, 9))],
        "end": [[str(EPOCH + tick) for tick in ticks] for ticks in ((5, 9, 9), (5, 9, 2**33), (5, 9, 9))],
        "extent_ticks": ["8", str(2**33 - 1), "8"],
        "union_ticks": ["7", str(2**33 - 2), "7"],
        "status": ["complete", "aborted", "complete"],
        "reason": ["", "KeyError", ""],
        "counters": {"live_bytes": str(2**53 + 1), "ratio": 0.5, "debt": -1, "large": str(2**64 - 1), "\x00\ud800": 0},
        "notes": [{"text": "this is where it hitches", "frame": 1}],
        "graph": GRAPH.model,
    }


def expected() -> str:
    """The content of expected.json."""
    files = {name: facts for name, _, facts in captures()}
    return json.dumps({"files": files, "v1-whole.sgpt": values()}, indent=1) + "\n"


if __name__ == "__main__":
    for name, data, _ in captures():
        if not (FOLDER / name).exists():
            (FOLDER / name).write_bytes(data)
    (FOLDER / "expected.json").write_text(expected(), encoding="ascii")
