"""META, TOPO and NOTE: the records whose payload is JSON."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from framescope.profile.sgpt.canonical_json import decode_json, encode_json, pad_json
from framescope.profile.sgpt.framing import TOPO, leading_number
from framescope.profile.sgpt.model import DIGEST_SIZE, Topology

__all__ = ["Note", "decode_meta", "decode_note", "decode_topology", "encode_meta", "encode_note", "encode_topology"]

_TOPOLOGY_HEAD = struct.Struct(f"<II{DIGEST_SIZE}s")


@dataclass(frozen=True, slots=True)
class Note:
    """Something the user wrote down; ``frame_number`` is None when it is about no frame in particular."""

    text: str
    frame_number: int | None


def encode_meta(meta: Mapping[str, Any]) -> bytes:
    """The META payload."""
    return pad_json(encode_json(dict(meta), "META"))


def decode_meta(payload: bytes) -> dict[str, Any]:
    """What META holds.

    Raises:
        ValueError: It is no JSON object.
    """
    return _object(payload, "META")


def encode_note(note: Note) -> bytes:
    """The NOTE payload."""
    return pad_json(encode_json({"frame": note.frame_number, "text": note.text}, "a note"))


def decode_note(payload: bytes) -> Note:
    """The note.

    Raises:
        ValueError: It is no JSON object with a text.
    """
    fields = _object(payload, "NOTE")
    text, frame_number = fields.get("text"), fields.get("frame")
    if not isinstance(text, str) or not (frame_number is None or isinstance(frame_number, int)):
        raise ValueError("NOTE holds no text with a frame number or null")
    return Note(text, frame_number)


def topology_text(topology: Topology) -> tuple[bytes, bytes]:
    """The model as JSON, and its content hash, by which equal models under different keys are found."""
    text = encode_json(topology.model, "a topology")
    return text, hashlib.blake2b(text, digest_size=DIGEST_SIZE).digest()


def encode_topology(number: int, text: bytes, digest: bytes) -> bytes:
    """The TOPO payload of what :func:`topology_text` returned."""
    return _TOPOLOGY_HEAD.pack(number, len(text), digest) + pad_json(text, _TOPOLOGY_HEAD.size)


def topology_number(payload: bytes) -> int:
    """The number of the topology, without decoding the rest.

    Raises:
        ValueError: The payload is too short to be a TOPO.
    """
    return leading_number(payload, _TOPOLOGY_HEAD, TOPO)


def decode_topology(payload: bytes) -> tuple[int, Topology]:
    """The number and the topology, whose key is the content hash that the file holds.

    Raises:
        ValueError: The payload is not what TOPO says.
    """
    number, (_, length, digest) = topology_number(payload), _TOPOLOGY_HEAD.unpack_from(payload)
    return number, Topology(_object(payload[_TOPOLOGY_HEAD.size :][:length], "TOPO"), digest)


def _object(text: bytes, what: str) -> dict[str, Any]:
    value = decode_json(text, what)
    if not isinstance(value, dict):
        raise ValueError(f"{what} holds no JSON object")
    return value
