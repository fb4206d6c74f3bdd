"""Processes and threads of a Chrome trace, and the lanes that overlapping slices need."""

from __future__ import annotations

from framescope.profile.export.lanes import Lanes
from framescope.profile.export.strict_text import json_text

__all__ = ["CPU", "GPU", "Tracks", "instant", "microseconds"]

CPU = 1
"""The process of what the CPU's clock measured."""
GPU = 2
"""The process of what the GPU's clock measured."""

_ORDER = ("frames", "passes", "untimed", "read back", "not complete", "notes", "counters")
_LANES = 1000  # thread ids a track has for its lanes


class Tracks:
    """The threads that were used so far. A thread has a name once :meth:`names` was written."""

    def __init__(self) -> None:
        self._lanes: dict[tuple[int, str], Lanes] = {}
        self._used: set[tuple[int, int]] = set()
        self._unnamed: list[str] = []

    def take(self, pid: int, track: str, begin: int, end: int) -> int:
        """The thread id of a lane of ``track`` that is free for such a slice."""
        lanes = self._lanes.setdefault((pid, track), Lanes())
        return self._thread(pid, track, lanes.take(begin, end))

    def lane(self, pid: int, track: str) -> int:
        """The thread id of a track's first lane, where instants go."""
        return self._thread(pid, track, 0)

    def names(self) -> list[str]:
        """The metadata of threads that were not written yet."""
        names, self._unnamed = self._unnamed, []
        return names

    def _thread(self, pid: int, track: str, lane: int) -> int:
        tid = (1 + _ORDER.index(track)) * _LANES + lane
        if (pid, tid) not in self._used:
            self._used.add((pid, tid))
            name = track if lane == 0 else f"{track}, overlapping {lane + 1}"
            for what, args in (("thread_name", {"name": name}), ("thread_sort_index", {"sort_index": tid})):
                self._unnamed.append(f'{{"ph":"M","pid":{pid},"tid":{tid},"name":"{what}","args":{json_text(args)}}}')
        return tid


def instant(pid: int, tid: int, at: int, name: str) -> str:
    """An instant event of a thread."""
    return (
        f'{{"ph":"i","s":"t","pid":{pid},"tid":{tid},"ts":{microseconds(at)},"name":{json_text(name)},"cat":"event"}}'
    )


def microseconds(ns: int) -> str:
    """Nanoseconds as a JSON number of microseconds, exactly, with three decimals."""
    return f"{ns // 1000}.{ns % 1000:03d}"
