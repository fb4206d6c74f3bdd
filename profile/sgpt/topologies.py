"""TOPO: a compiled frame graph, its JSON deflated within bounds that hold before anything is inflated.

A model of 100 kB deflates to 7 kB, which is what a frame takes. A reader must not be made to hold more memory than
the size of its file explains, so the inflated length is declared, limited, and limited again by what is stored.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from typing import Any

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.canonical_json import decode_object, encode_json
from framescope.profile.sgpt.framing import TOPO, check_head_size, leading_number, padding
from framescope.profile.sgpt.model import DIGEST_SIZE, Topology

__all__ = ["MAX_TEXT", "decode_topology", "encode_topology", "topology_number", "topology_text"]

MAX_TEXT = 1 << 26
"""The most bytes of JSON in a topology, inflated."""

MAX_RATIO = 64
"""The most times that text may be longer than what is stored of it. Real models come to 12 to 30."""

PLAIN, DEFLATED = 0, 1
_HEAD = struct.Struct(f"<IHH{DIGEST_SIZE}sII")


def topology_text(topology: Topology) -> tuple[bytes, bytes]:
    """The model as JSON, and its content hash, by which equal models under different keys are found.

    Raises:
        SessionError: It holds something that JSON cannot say, or is longer than :data:`MAX_TEXT`.
    """
    text = encode_json(topology.model, "a topology")
    if len(text) > MAX_TEXT:
        raise SessionError(f"a topology of {len(text)} bytes of JSON is larger than {MAX_TEXT}: record at TIMING")
    return text, hashlib.blake2b(text, digest_size=DIGEST_SIZE).digest()


def encode_topology(number: int, text: bytes, digest: bytes) -> bytes:
    """The TOPO payload of what :func:`topology_text` returned; deflated where that stays within :data:`MAX_RATIO`."""
    encoding, stored = DEFLATED, zlib.compress(text)
    if len(stored) >= len(text) or len(text) > MAX_RATIO * len(stored):
        encoding, stored = PLAIN, text
    head = _HEAD.pack(number, encoding, _HEAD.size, digest, len(text), len(stored))
    return head + stored + bytes(padding(len(head) + len(stored)))


def topology_number(payload: bytes) -> int:
    """The number of the topology, without decoding the rest.

    Raises:
        ValueError: The payload is too short to be a TOPO.
    """
    return leading_number(payload, _HEAD, TOPO)


def decode_topology(payload: bytes) -> tuple[int, Topology]:
    """The number and the topology, whose key is the content hash that the file holds.

    Raises:
        ValueError: The payload is not what TOPO says.
    """
    number = topology_number(payload)
    _, encoding, head_size, digest, text_length, stored_length = _HEAD.unpack_from(payload)
    check_head_size(head_size, _HEAD, TOPO)
    if head_size + stored_length > len(payload):
        raise ValueError(f"TOPO announces {stored_length} bytes behind a head of {head_size}, in {len(payload)}")
    stored = payload[head_size : head_size + stored_length]
    return number, Topology(_model(encoding, stored, text_length), digest)


def _model(encoding: int, stored: bytes, text_length: int) -> dict[str, Any]:
    if encoding == PLAIN:
        text = stored
    elif encoding == DEFLATED:
        text = _inflate(stored, text_length)
    else:
        raise ValueError(f"TOPO has encoding {encoding}, which this reader does not know")
    if len(text) != text_length:
        raise ValueError(f"TOPO announces {text_length} bytes of JSON, and holds {len(text)} or more")
    return decode_object(text, "TOPO")


def _inflate(stored: bytes, text_length: int) -> bytes:
    if text_length > min(MAX_TEXT, MAX_RATIO * len(stored)):
        raise ValueError(f"TOPO announces {text_length} bytes of JSON in {len(stored)} deflated ones")
    inflater = zlib.decompressobj()
    try:
        text = inflater.decompress(stored, text_length + 1)
    except zlib.error as error:
        raise ValueError(f"TOPO cannot be inflated: {error}") from error
    if not inflater.eof and len(text) == text_length:
        raise ValueError("TOPO's deflated text does not end")
    return text
