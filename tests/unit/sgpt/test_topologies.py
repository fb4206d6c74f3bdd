"""Deflated models, and what a reader refuses to inflate."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from typing import Any

import pytest
from capture_builders import make_frame, offset_of, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.sgpt.framing import encode_record, padding
from framescope.profile.sgpt.model import Topology
from framescope.profile.sgpt.topologies import (
    MAX_RATIO,
    MAX_TEXT,
    decode_topology,
    encode_topology,
    topology_text,
)

REPETITIVE = {"passes": [{"index": 0, "label": "the same again"}] * 2000}


def payload_of(stored: bytes, text_length: int, *, encoding: int = 1, stored_length: int | None = None) -> bytes:
    """A TOPO payload that says what it is told to."""
    length = len(stored) if stored_length is None else stored_length
    head = struct.pack("<IHH16sII", 3, encoding, 32, bytes(16), text_length, length)
    return head + stored + bytes(padding(len(head) + len(stored)))


@pytest.mark.parametrize(
    "model", [{}, {"passes": []}, {"passes": [{"label": f"pass {i}", "index": i} for i in range(200)]}, REPETITIVE]
)
def test_a_model_comes_back_whatever_its_encoding(model: dict[str, Any]) -> None:
    """Short and very repetitive models are stored as they stand, the others deflated."""
    payload = encode_topology(3, *topology_text(Topology(model, b"")))
    assert (lambda number, topology: (number, topology.model))(*decode_topology(payload)) == (3, model)


def test_a_model_too_repetitive_for_the_ratio_is_stored_plain() -> None:
    """No writer makes what a reader must refuse."""
    text, digest = topology_text(Topology(REPETITIVE, b""))
    assert len(text) > MAX_RATIO * len(zlib.compress(text))
    assert encode_topology(0, text, digest)[4:6] == b"\x00\x00"


def test_a_frame_says_a_topology_s_content_hash_as_its_key() -> None:
    """Two captures of one graph agree on the key, whatever the plans were called."""
    graphs = [Topology({"passes": [1]}, key) for key in (b"a", b"b")]
    (one,), (other,) = (open_capture(write_capture([make_frame(0, topology=graph)])).frames() for graph in graphs)
    assert one.topology is not None
    assert one.topology == other.topology


BOMB = zlib.compress(bytes(64 << 20), 9)


@pytest.mark.parametrize(
    "payload",
    [
        payload_of(BOMB, 64 << 20),
        payload_of(BOMB, 0xFFFFFFFF),
        payload_of(BOMB, 1000),
        payload_of(BOMB, 0),
        payload_of(zlib.compress(b"{}"), 3),
        payload_of(zlib.compress(b"{}")[:-1], 2),
        payload_of(b"no zlib", 7),
        payload_of(b"{}", 2, encoding=0, stored_length=0xFFFFFFFF),
        payload_of(b"{}", 3, encoding=0),
        payload_of(b"{}", 2, encoding=7),
        payload_of(zlib.compress(b"[]"), 2),
        payload_of(zlib.compress(b"[" * 5000 + b"]" * 5000), 10000),
        b"",
        bytes(24),
    ],
    ids=lambda payload: f"{len(payload)} bytes, says {payload[24:28].hex()}",
)
def test_a_lying_topology_is_refused_before_it_costs_memory(payload: bytes) -> None:
    """A bomb, a length that is not the text's, a stream that does not end, an encoding nobody knows."""
    tracemalloc.start()
    with pytest.raises(ValueError):
        decode_topology(payload)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_refused_topology_costs_a_frame_its_graph_alone() -> None:
    """The times stay, and the loss is told."""
    data = write_capture([make_frame(0, topology=Topology(REPETITIVE, b""))], close=False)
    offset = offset_of(data, b"TOPO")
    rebuilt = data[:offset]
    for kind in (b"TOPO", b"SYMS", b"PLST", b"FRAM"):
        place = offset_of(data, kind)
        length = int.from_bytes(data[place + 8 : place + 12], "little")
        payload = payload_of(BOMB, MAX_TEXT) if kind == b"TOPO" else data[place + 16 : place + 16 + length]
        payload = b"\x00\x00\x00\x00" + payload[4:] if kind == b"TOPO" else payload
        rebuilt += encode_record(len(rebuilt), kind, payload)
    (frame,) = (capture := open_capture(rebuilt)).frames()
    assert (frame.topology, frame.duration_ticks.tolist()) == (None, [4, 3, 0])
    assert [lost.offset for lost in capture.lost] == [offset]
