"""What a viewer asks of a Chrome trace, checked: strict JSON, and slices that nest on every thread."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import Any, NoReturn

__all__ = ["checked_events", "strict_json"]

_KEYS = {
    "X": {"ph", "pid", "tid", "ts", "dur", "name", "cat", "args"},
    "i": {"ph", "s", "pid", "tid", "ts", "name", "cat"},
}


def strict_json(text: bytes) -> Any:
    """The value of a strict JSON text: ASCII, no NaN or infinity, no key twice, no lone surrogate."""

    def refuse(name: str) -> NoReturn:
        raise AssertionError(f"{name} is no JSON")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), f"a key twice among {pairs}"
        return dict(pairs)

    value = json.loads(text.decode("ascii"), parse_constant=refuse, object_pairs_hook=unique)
    json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def checked_events(text: bytes) -> list[dict[str, Any]]:
    """The events of a trace without its metadata, every one of them as it must be."""
    events = strict_json(text)["traceEvents"]
    named = {(event["pid"], event.get("tid")) for event in events if event["ph"] == "M"}
    tracks: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for event in events:
        if event["ph"] == "M":
            assert "ts" not in event
            continue
        assert event["ts"] >= 0
        if event["ph"] in _KEYS:
            assert set(event) == _KEYS[event["ph"]]
            assert (event["pid"], event["tid"]) in named
        if event["ph"] == "X":
            begin = _ns(event["ts"])
            tracks[event["pid"], event["tid"]].append((begin, begin + _ns(event["dur"])))
    for slices in tracks.values():
        _assert_nested(slices)
    assert not re.findall(rb'"(?:ts|dur)":(?!\d+\.\d{3}[,}])', text)
    return [event for event in events if event["ph"] != "M"]


def _ns(microseconds: float) -> int:
    return round(microseconds * 1000)


def _assert_nested(slices: list[tuple[int, int]]) -> None:
    """Each slice of a thread lies inside of another or beside it."""
    open_until: list[int] = []
    for begin, end in sorted(slices, key=lambda span: (span[0], -span[1])):
        assert end >= begin
        while open_until and open_until[-1] <= begin:
            open_until.pop()
        assert not open_until or end <= open_until[-1], f"{begin} to {end} overlaps what lasts until {open_until[-1]}"
        open_until.append(end)
