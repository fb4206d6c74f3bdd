"""A recorded frame that can be read where it was recorded: rows of plain data, and the table derived from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from framescope.profile.analysis.alignment import aligned
from framescope.profile.sgpt.intervals import extent_ticks, union_ticks
from framescope.profile.sgpt.model import FrameData, SpanState
from framescope.profile.sgpt.ticks import ticks_to_ns

__all__ = ["FrameReport"]

_HEADINGS = ("pass", "GPU pass", "time", "dispatches", "draws", "invocations")


@dataclass(slots=True, kw_only=True)
class FrameReport(FrameData):
    """One frame as its recorder closed it.

    Attributes:
        ns_per_tick: Nanoseconds per tick of the GPU's clock; None where it cannot be known.
    """

    ns_per_tick: float | None = None

    def rows(self) -> list[dict[str, Any]]:
        """One dict per GPU pass, in the order they were begun.

        Keys: ``pass`` (scope path, ``""`` when unattributed), ``label``, ``kind``, ``state`` (name of the
        :class:`SpanState`), ``ticks`` and ``duration_ns`` (None where unknown), ``dispatches``, ``invocations``,
        ``draws`` (None where they do not apply or were not recorded) and ``partial``.
        """
        counts = {kind: iter(self._counts(kind)) for kind in ("compute", "render")}
        rows = []
        for index, entry in enumerate(self.pass_list.entries):
            ticks = int(self.end[index]) - int(self.begin[index]) if self.state[index] == SpanState.TIMED else None
            rows.append(
                {
                    "pass": entry.path,
                    "label": entry.label,
                    "kind": entry.kind,
                    "state": SpanState(self.state[index]).name,
                    "ticks": ticks,
                    "duration_ns": self._ns(ticks),
                    "dispatches": None,
                    "invocations": None,
                    "draws": None,
                    "partial": None,
                    **next(counts[entry.kind], {}),
                }
            )
        return rows

    def _counts(self, kind: str) -> list[dict[str, Any]]:
        if self.work is None:
            return []
        columns = self.work.compute if kind == "compute" else self.work.render
        names = ("dispatches", "invocations") if kind == "compute" else ("draws",)
        values = [getattr(columns, name).tolist() for name in names]
        partial = (bool(flag) for flag in columns.partial)
        return [
            dict(zip(names, row, strict=True)) | {"partial": flag}
            for row, flag in zip(zip(*values, strict=True), partial, strict=True)
        ]

    def _ns(self, ticks: int | None) -> int | None:
        return ticks_to_ns(ticks, self.ns_per_tick)

    @property
    def gpu_extent_ns(self) -> int | None:
        """Latest end minus earliest begin of the timed passes; None when none is timed or the unit is unknown."""
        return self._ns(extent_ticks(self.begin, self.end, self.state == SpanState.TIMED))

    @property
    def gpu_union_ns(self) -> int | None:
        """Time covered by at least one timed pass; None when none is timed or the unit is unknown."""
        timed = self.state == SpanState.TIMED
        return self._ns(int(union_ticks(self.begin, self.end, timed))) if timed.any() else None

    def table(self) -> str:
        """The rows as text, with the frame's two GPU times below: its extent and its union of passes."""
        text = aligned([_HEADINGS, *(self._line(row) for row in self.rows())], left=2)
        extent, union = _time(self.gpu_extent_ns), _time(self.gpu_union_ns)
        return "\n".join([*text, f"GPU extent {extent}, union of passes {union}"])

    def _line(self, row: dict[str, Any]) -> tuple[str, ...]:
        if row["ticks"] is None:
            time = row["state"].lower().replace("_", " ")
        else:
            time = f"{row['ticks']} ticks" if row["duration_ns"] is None else _time(row["duration_ns"])
        return (
            row["pass"] or "(unattributed)",
            row["label"],
            time,
            _count(row["dispatches"]),
            _count(row["draws"]),
            _lower_bound(row["invocations"]) if row["partial"] else _count(row["invocations"]),
        )


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _lower_bound(value: int | None) -> str:
    return "unknown" if value == 0 else f"≥{value:,}" if value is not None else ""


def _time(ns: int | None) -> str:
    return "unknown" if ns is None else f"{ns / 1e6:.3f} ms"
