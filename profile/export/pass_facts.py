"""What every export says of a GPU pass besides its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from framescope.profile.analysis.report import LOST, UNATTRIBUTED
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.sgpt.model import ComputeColumns, PassListEntry, RenderColumns

__all__ = ["WORK_COLUMNS", "pass_name", "work_of"]

_COLUMNS = {
    "compute": ("dispatches", "indirect_dispatches", "workgroups_x", "workgroups_y", "workgroups_z", "invocations"),
    "render": ("draws", "indirect_draws", "vertices", "indices", "instances"),
}

WORK_COLUMNS = (*_COLUMNS["compute"], *_COLUMNS["render"])
"""What a GPU pass may have encoded."""


def pass_name(entry: PassListEntry | None) -> str:
    """What a person would call it: the path of its graph pass, and where it has none, its label."""
    if entry is None:
        return LOST
    return entry.path or entry.label or UNATTRIBUTED


def work_of(frame: CapturedFrame, entries: Sequence[PassListEntry | None]) -> list[dict[str, int]]:
    """What each GPU pass encoded: the columns of its kind, by name, and ``partial``.

    Returns:
        An empty dict for each pass where that was not recorded, or where what the passes are is lost, and for a kind
        of pass that a newer writer knows. ``partial`` is
        True where ``invocations`` (of a compute pass), or ``vertices``, ``indices`` and ``instances`` (of a render
        pass), are lower bounds.
    """
    if frame.work is None:
        return [{} for _ in entries]
    rows = {"compute": _rows(frame.work.compute, "compute"), "render": _rows(frame.work.render, "render")}
    return [{} if entry is None or entry.kind not in rows else next(rows[entry.kind]) for entry in entries]


def _rows(columns: ComputeColumns | RenderColumns, kind: str) -> Iterator[dict[str, int]]:
    names = (*_COLUMNS[kind], "partial")
    values = [np.asarray(getattr(columns, name)).tolist() for name in _COLUMNS[kind]]
    values.append(np.asarray(columns.partial).astype(bool).tolist())
    return (dict(zip(names, row, strict=True)) for row in zip(*values, strict=True))
