"""What Python reads of many captures, whole and damaged: ``tests/data/page_readings.json``.

The inspector's page has a reader of its own, written from ``SGPT_FORMAT.md``; its tests read this file, and damage the
same bytes of the same captures. Run as a script, this module writes it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from golden_captures import FOLDER
from malformed_captures import malformed_captures

from framescope.profile.analysis.seeded_draws import seeded_draws
from framescope.profile.capture import open_capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.errors import CaptureError

READINGS = Path(__file__).parent / "data" / "page_readings.json"
DAMAGED = 200
"""How many damaged captures there are."""

_NAMES = 200  # no golden capture has more: the page reads all names at once, damaged or not
_VICTIMS = ("v1-whole.sgpt", "never-stopped.sgpt", "grown-directory.sgpt", "v1.sgpt")


def readings() -> dict[str, Any]:
    """All of them, JSON-able."""
    goldens = sorted(path.name for path in FOLDER.iterdir() if path.suffix == ".sgpt")
    return {
        "goldens": {name: reading((FOLDER / name).read_bytes(), frames=True) for name in goldens},
        "damaged": [reading(damaged(number)) | {"victim": victim_of(number)} for number in range(DAMAGED)],
        "malformed": {name: _with_its_bytes(data) for name, data in malformed_captures()},
    }


def _with_its_bytes(data: bytes) -> dict[str, Any]:
    return reading(data, frames=True) | {"bytes": base64.b64encode(data).decode("ascii")}


def victim_of(number: int) -> str:
    """The capture that is damaged for the ``number``-th time."""
    return _VICTIMS[number % len(_VICTIMS)]


def damaged(number: int) -> bytes:
    """Its bytes. Four draws from the seed ``number``: two bytes that change all of their bits, then where it is cut.

    One in three loses one byte, one in three two; the third is cut off, and has one changed byte in what is left.
    """
    data = bytearray((FOLDER / victim_of(number)).read_bytes())
    first, second, end = seeded_draws(number, len(data), (1, 3))[0].tolist()
    data[first] ^= 0xFF
    if number % 3 == 1 and first != second:
        data[second] ^= 0xFF
    return bytes(data[:end] if number % 3 == 2 else data)


def reading(data: bytes, *, frames: bool = False) -> dict[str, Any]:
    """State, numbers of frames, losses, and on demand what each frame holds; None for what is refused."""
    try:
        capture = open_capture(data)
        read = list(capture.frames())
        _ = (capture.topologies, capture.pass_lists, [capture.name(number) for number in range(_NAMES)])
        notes = [{"text": note.text, "frame": note.frame_number} for note in capture.notes]
    except CaptureError:
        return {"refused": True}
    lost = sorted([lost.offset, lost.length] for lost in capture.lost)
    told = {"refused": False, "state": capture.state, "frames": [frame.number for frame in read], "lost": lost}
    return told | ({"notes": notes, "contents": [_contents(frame) for frame in read]} if frames else {})


def _contents(frame: CapturedFrame) -> dict[str, Any]:
    """Ticks as text, since they exceed 2^53; of many passes a digest."""
    passes = [[span.path, span.label, span.state, str(begin), str(end)] for span, begin, end in _spans(frame)]
    text = json.dumps(passes, separators=(",", ":"))
    return {
        "status": frame.status,
        "extent": None if frame.gpu_extent_ticks is None else str(frame.gpu_extent_ticks),
        "union": None if frame.gpu_union_ticks is None else str(frame.gpu_union_ticks),
        "cpu_frame_ns": frame.cpu_frame_ns,
        "counters": {name: str(value) for name, value in frame.counters.items() if isinstance(value, int)},
        "passes": passes if len(passes) < 10 else hashlib.sha256(text.encode()).hexdigest(),
    }


def _spans(frame: CapturedFrame) -> Any:
    return zip(frame.spans, frame.begin.tolist(), frame.end.tolist(), strict=True)


if __name__ == "__main__":
    READINGS.write_text(json.dumps(readings(), separators=(",", ":")).replace('{"', '\n{"') + "\n", encoding="ascii")
