"""The bytes as SGPT_FORMAT.md says them, read here with struct alone."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from dataclasses import replace

import numpy as np
from capture_builders import EPOCH, make_frame, make_work, offset_of, record_offsets, write_capture

from framescope.profile.sgpt.model import PassList, PassListEntry, Topology, WorkColumns

ONE = PassList((PassListEntry("a/b", "c", "compute", 5),))
WORK = WorkColumns(replace(make_work(ONE, compute=3).compute, invocations=np.array([700])), make_work(ONE).render)
GRAPH = Topology({"passes": [{"label": "b"}] * 9}, b"a plan's key")
DATA = write_capture([make_frame(7, [(1, 5)], passes=ONE, topology=GRAPH, work=WORK, cpu_submit_ns=11)])


def payload(kind: bytes) -> bytes:
    """The payload of the first record of a type."""
    offset = offset_of(DATA, kind)
    (length,) = struct.unpack_from("<I", DATA, offset + 8)
    return DATA[offset + 16 : offset + 16 + length]


def test_the_header_is_little_endian() -> None:
    """Magic, versions 1, the closed flag, and the place of the directory."""
    directory = offset_of(DATA, b"DIRE")
    assert DATA[:12] == b"SGPT\x01\x00\x01\x00\x01\x00\x00\x00"
    assert (directory, len(DATA) - directory) == struct.unpack_from("<QQ", DATA, 16)


def test_records_come_in_the_order_in_which_they_are_needed() -> None:
    """Names before the pass list that uses them, the pass list before the frame."""
    assert [kind for _, kind in record_offsets(DATA)] == [b"META", b"TOPO", b"SYMS", b"PLST", b"FRAM", b"DIRE"]
    assert all(offset % 8 == 0 for offset, _ in record_offsets(DATA))


def test_names_are_json_behind_their_first_number() -> None:
    """u32 first, u32 count, a JSON array padded with blanks."""
    assert struct.unpack_from("<II", payload(b"SYMS")) == (0, 2)
    assert json.loads(payload(b"SYMS")[8:]) == ["a/b", "c"]


def test_a_pass_list_is_columns_of_symbols() -> None:
    """Head of 40 bytes, then path, label, graph pass and the two prefix sums, then the kind."""
    body = payload(b"PLST")
    assert struct.unpack_from("<IHHIIII", body) == (0, 0, 40, 1, 0, 0, 0)
    assert ONE.digest == body[24:40]
    assert struct.unpack_from("<IIiIIB", body, 40) == (0, 1, 5, 0, 0, 0)


def test_a_topology_is_deflated_json_behind_a_head_of_32_bytes() -> None:
    """Number, encoding, head size, hash, and the two lengths that a reader checks before it inflates."""
    body = payload(b"TOPO")
    number, encoding, head_size, digest, text_length, stored_length = struct.unpack_from("<IHH16sII", body)
    text = zlib.decompress(body[head_size : head_size + stored_length])
    assert (number, encoding, head_size, len(text)) == (0, 1, 32, text_length)
    assert hashlib.blake2b(text, digest_size=16).digest() == digest
    assert json.loads(text) == GRAPH.model


def test_a_frame_is_a_head_of_128_bytes_and_columns() -> None:
    """Every number stands where the text says, each column as wide as the head says, the wider ones first."""
    body = payload(b"FRAM")
    none = 0xFFFFFFFFFFFFFFFF
    assert struct.unpack_from("<IBBHQ", body) == (7, 0, 1, 128, 107)
    assert (none, none, 11, none, none, EPOCH + 1) == struct.unpack_from("<6Q", body, 16)
    assert struct.unpack_from("<4I", body, 64) == (0, 0, 0xFFFFFFFF, 0xFFFFFFFF)
    assert struct.unpack_from("<6I", body, 80) == (1, 0, 1, 0, 0, 0)
    widths = [0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 4, 1, 0, 1, 1, 0, 0, 1, 4, 0, 0, 0, 0, 0]
    assert list(body[104:128]) == widths
    begin, invocations = struct.unpack_from("<IH", body, 128)
    assert (begin, invocations, *body[134:140], len(body)) == (0, 700, 3, 3, 3, 4, 3, 3, 144)


def test_a_directory_lists_frames_and_other_records() -> None:
    """Head of 32 bytes, 56 bytes a frame, 16 bytes another record."""
    body = payload(b"DIRE")
    assert struct.unpack_from("<QQIIIHH", body) == (0, 0, 1, 4, 1, 56, 16)
    frame = offset_of(DATA, b"FRAM")
    assert (frame, 4, 4, 0xFFFFFFFFFFFFFFFF, 11, 7, 1, 0, 0) == struct.unpack_from("<5QIIIB", body, 32)
    others = [struct.unpack_from("<Q4sI", body, 88 + 16 * place) for place in range(4)]
    kinds = (b"TOPO", b"SYMS", b"PLST")
    assert [(32, b"META", 0), *((offset_of(DATA, kind), kind, 0) for kind in kinds)] == others
