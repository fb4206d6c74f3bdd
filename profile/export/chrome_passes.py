"""The GPU passes of a frame as events of a Chrome trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from framescope.profile.captured_frame import CapturedFrame, state_name
from framescope.profile.export.chrome_tracks import GPU, Tracks, instant, microseconds
from framescope.profile.export.pass_facts import pass_name, work_of
from framescope.profile.export.strict_text import json_text
from framescope.profile.export.timeline import PlacedFrame
from framescope.profile.sgpt.model import PassListEntry
from framescope.profile.sgpt.ticks import ticks_to_ns

__all__ = ["PassEvents"]

_REMEMBERED = 64  # pass lists whose texts are kept


class PassEvents:
    """Makes the events of one frame after the other; what frames share is made once."""

    def __init__(self, tracks: Tracks, ns_per_tick: float | None) -> None:
        self._tracks = tracks
        self._ns_per_tick = ns_per_tick
        self._texts: dict[tuple[int | None, int], list[tuple[str, str]]] = {}

    def of(self, placed: PlacedFrame) -> Iterator[str]:
        """Its timed passes as slices, on lanes where they overlap, its untimed ones as instants that say why."""
        frame = placed.frame
        passes = frame.pass_list
        entries: Sequence[PassListEntry | None] = [None] * len(placed.spans) if passes is None else passes.entries
        texts = self._texts_of(None if passes is None else frame.pass_list_id, entries)
        work, durations = work_of(frame, entries), frame.duration_ticks.tolist()
        for index in _by_begin(placed):
            begin, end = placed.spans[index] or (0, 0)
            args = f'"frame":{frame.number},"ticks":"{durations[index]}"'
            ns = ticks_to_ns(durations[index], self._ns_per_tick)
            if ns is not None:
                args += f',"ns":{ns}'
            for name, value in _told(work[index]).items():
                args += f',"{name}":{value}'
            head, rest = texts[index]
            tid = self._tracks.take(GPU, "passes", begin, end)
            where = f'"ph":"X","pid":{GPU},"tid":{tid},"ts":{microseconds(begin)},"dur":{microseconds(end - begin)}'
            yield f'{{{where},{head},"args":{{{args}{rest}}}}}'
        for index in [index for index, span in enumerate(placed.spans) if span is None]:
            name = f"{pass_name(entries[index])}, frame {frame.number}: untimed, {_reason(frame, index)}"
            yield instant(GPU, self._tracks.lane(GPU, "untimed"), placed.gpu_at, name)

    def _texts_of(self, pass_list: int | None, entries: Sequence[PassListEntry | None]) -> list[tuple[str, str]]:
        key = pass_list, len(entries)
        texts = self._texts.get(key)
        if texts is None:
            if len(self._texts) >= _REMEMBERED:
                self._texts.pop(next(iter(self._texts)))
            texts = self._texts[key] = [_texts(entry) for entry in entries]
        return texts


def _by_begin(placed: PlacedFrame) -> list[int]:
    begins = [(span[0], index) for index, span in enumerate(placed.spans) if span is not None]
    return [index for _, index in sorted(begins)]


def _texts(entry: PassListEntry | None) -> tuple[str, str]:
    """The name and category of a pass, and what its arguments say in every frame."""
    head = f'"name":{json_text(pass_name(entry))},"cat":"{"pass" if entry is None else entry.kind}"'
    if entry is None:
        return head, ""
    rest = f',"label":{json_text(entry.label)}'
    if entry.pipelines:
        rest += f',"pipeline":{json_text(", ".join(pipeline.label for pipeline in entry.pipelines))}'
    return head, rest


def _told(work: dict[str, Any]) -> dict[str, int]:
    """Dispatches or draws, and the invocations; where their sum is partial, it is told as a lower bound."""
    told: dict[str, int] = {name: work[name] for name in ("dispatches", "draws") if name in work}
    if "invocations" in work:
        told["invocations_at_least" if work["partial"] else "invocations"] = work["invocations"]
    return told


def _reason(frame: CapturedFrame, index: int) -> str:
    begin, end = int(frame.begin[index]), int(frame.end[index])
    raw = f" ({begin} to {end} ticks)" if begin or end else ""
    return state_name(int(frame.state[index])) + raw
