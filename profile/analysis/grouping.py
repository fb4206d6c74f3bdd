"""Frames that share a pass list, stacked to matrices: statistics loop over passes, not over spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.report import LOST, UNATTRIBUTED
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.sgpt.model import NO_PASS, PassList

__all__ = ["FrameStack", "PassGroup", "PassKey", "stack_frames"]

PassKey = tuple[str, bool]
"""A pass's path and whether it is a graph pass: ``("shadows/cascade 0", True)``, ``("(unattributed)/blur", False)``."""

_STACKED = 256


@dataclass(frozen=True, slots=True)
class PassGroup:
    """The entries of one pass in a pass list: their columns, and their rows among compute and render entries."""

    key: PassKey
    columns: npt.NDArray[np.intp]
    compute: npt.NDArray[np.intp]
    render: npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class FrameStack:
    """Frames of one pass list.

    Attributes:
        numbers: Their numbers in the capture, int64.
        groups: Its passes.
        begin: uint64 of shape ``(frames, spans)``; ``end`` and ``timed`` alike.
        dispatches: uint64 of shape ``(frames, compute entries)``, or None when not all frames recorded work;
            ``invocations`` and ``partial`` alike.
        draws: uint64 of shape ``(frames, render entries)``, or None.
    """

    numbers: npt.NDArray[np.int64]
    groups: tuple[PassGroup, ...]
    begin: npt.NDArray[np.uint64]
    end: npt.NDArray[np.uint64]
    timed: npt.NDArray[np.bool_]
    dispatches: npt.NDArray[np.uint64] | None
    invocations: npt.NDArray[np.uint64] | None
    partial: npt.NDArray[np.bool_] | None
    draws: npt.NDArray[np.uint64] | None


def stack_frames(frames: Iterable[CapturedFrame]) -> Iterator[FrameStack]:
    """Stacks of at most 256 frames each; frames are gathered by pass list, and by whether they recorded work."""
    waiting: dict[tuple[int, ...], list[CapturedFrame]] = {}
    for frame in frames:
        key = (frame.pass_list_id, len(frame.state), *_work_shape(frame))
        gathered = waiting.setdefault(key, [])
        gathered.append(frame)
        if len(gathered) == _STACKED:
            yield _stack(waiting.pop(key))
    for gathered in waiting.values():
        yield _stack(gathered)


def _work_shape(frame: CapturedFrame) -> tuple[int, ...]:
    return () if frame.work is None else (len(frame.work.compute.dispatches), len(frame.work.render.draws))


def _stack(frames: list[CapturedFrame]) -> FrameStack:
    work = [frame.work for frame in frames if frame.work is not None]
    compute, render = [columns.compute for columns in work], [columns.render for columns in work]
    return FrameStack(
        numbers=np.array([frame.number for frame in frames], np.int64),
        groups=_groups(frames[0].pass_list, len(frames[0].state)),
        begin=np.stack([frame.begin for frame in frames]),
        end=np.stack([frame.end for frame in frames]),
        timed=np.stack([frame.timed for frame in frames]),
        dispatches=np.stack([columns.dispatches for columns in compute]).astype(np.uint64) if work else None,
        invocations=np.stack([columns.invocations for columns in compute]) if work else None,
        partial=np.stack([columns.partial for columns in compute]) != 0 if work else None,
        draws=np.stack([columns.draws for columns in render]).astype(np.uint64) if work else None,
    )


def _groups(passes: PassList | None, spans: int) -> tuple[PassGroup, ...]:
    if passes is None:
        none = np.zeros(0, np.intp)
        return (PassGroup((LOST, False), np.arange(spans), none, none),) if spans else ()
    members: dict[PassKey, tuple[list[int], list[int], list[int]]] = {}
    rows = {"compute": 0, "render": 0}
    for column, (entry, key) in enumerate(zip(passes.entries, _keys(passes), strict=True)):
        columns, compute, render = members.setdefault(key, ([], [], []))
        columns.append(column)
        if entry.kind in rows:  # a kind of a newer writer has no work columns
            (compute if entry.kind == "compute" else render).append(rows[entry.kind])
            rows[entry.kind] += 1
    return tuple(PassGroup(key, *(np.array(indices, np.intp) for indices in own)) for key, own in members.items())


def _keys(passes: PassList) -> Iterator[PassKey]:
    """The key of each entry: a graph pass gathers its GPU passes, a loose one stands alone under its label."""
    seen: Counter[str] = Counter()
    for entry in passes.entries:
        if entry.graph_pass != NO_PASS:
            yield entry.path, True
        elif not entry.label:
            yield UNATTRIBUTED, False
        else:
            name = entry.label.replace("%", "%25").replace("/", "%2F")
            seen[name] += 1
            yield f"{UNATTRIBUTED}/{name}" + (f"#{seen[name]}" if seen[name] > 1 else ""), False
