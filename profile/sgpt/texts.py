"""META and NOTE: the records whose payload is a JSON object and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from framescope.profile.sgpt.canonical_json import decode_object, encode_json, pad_json

__all__ = ["Note", "decode_meta", "decode_note", "encode_meta", "encode_note"]


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
    return decode_object(payload, "META")


def encode_note(note: Note) -> bytes:
    """The NOTE payload."""
    return pad_json(encode_json({"frame": note.frame_number, "text": note.text}, "a note"))


def decode_note(payload: bytes) -> Note:
    """The note.

    Raises:
        ValueError: It is no JSON object with a text.
    """
    fields = decode_object(payload, "NOTE")
    text, frame_number = fields.get("text"), fields.get("frame")
    numbered = isinstance(frame_number, int) and not isinstance(frame_number, bool)
    if not isinstance(text, str) or not (frame_number is None or numbered):
        raise ValueError("NOTE holds no text with a frame number or null")
    return Note(text, frame_number)
