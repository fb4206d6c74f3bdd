"""FRAM: one frame, self-contained but for its pass list, its topology and its names.

A fixed head and then columns, of which a span takes 8 to 10 bytes: begin and duration in ticks, state, query set.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.column_widths import SettledWidths, encode_narrow, full_columns
from framescope.profile.sgpt.frame_layout import (
    COLUMNS,
    COUNTS,
    HAS_CPU_PASSES,
    HAS_WORK,
    HEAD,
    LEAST_WIDTHS,
    frame_shape,
    one_frames_columns,
)
from framescope.profile.sgpt.framing import padding
from framescope.profile.sgpt.intervals import Ticks
from framescope.profile.sgpt.model import ComputeColumns, FrameData, RenderColumns, SpanState, WorkColumns
from framescope.profile.sgpt.symbols import NO_SYMBOL
from framescope.profile.sgpt.ticks import PackedTicks, flag_impossible, pack_ticks, unpack_ticks

__all__ = ["NO_TOPOLOGY", "DecodedFrame", "decode_frame", "encode_frame"]

NO_TOPOLOGY = NO_SYMBOL  # one number stands for all that is absent
UNKNOWN_NS = 0xFFFFFFFFFFFFFFFF

_COMPUTE = {field.name: field.name for field in fields(ComputeColumns)} | {"partial": "compute_partial"}
_RENDER = {field.name: field.name for field in fields(RenderColumns)} | {"partial": "render_partial"}
_I64, _F64, _U64 = 0, 1, 2
_PACK_VALUE = (struct.Struct("<q"), struct.Struct("<d"), struct.Struct("<Q"))


@dataclass(slots=True)
class DecodedFrame:
    """A frame as the file says it; see :class:`FrameData` for the fields that both have.

    ``pass_list``, ``topology``, ``reason``, ``failed_pass`` and the counters' names are numbers still: whether what
    they name was kept is for the caller to find out. ``timed`` tells which spans have a valid time.
    """

    number: int
    status: int
    renderer_index: int
    cpu_begin_ns: int | None
    cpu_encode_end_ns: int | None
    cpu_submit_ns: int | None
    cpu_absorbed_ns: int | None
    recorder_cost_ns: int | None
    pass_list: int
    topology: int | None
    reason: int | None
    failed_pass: int | None
    begin: npt.NDArray[np.uint64]
    end: npt.NDArray[np.uint64]
    state: npt.NDArray[np.uint8]
    query_set: npt.NDArray[np.uint8]
    timed: npt.NDArray[np.bool_]
    work: WorkColumns | None
    cpu_pass_ns: npt.NDArray[np.uint32] | None
    counters: list[tuple[int, int | float]]


def encode_frame(
    frame: FrameData, pass_list: int, topology: int | None, intern: Callable[[str], int], settled: SettledWidths
) -> tuple[bytes, PackedTicks]:
    """The FRAM payload, and the ticks as they were packed (for the directory); ``settled`` learns its widths.

    Raises:
        SessionError: The columns do not match the pass list, or a number does not fit its field.
    """
    begin, end = np.asarray(frame.begin, np.uint64), np.asarray(frame.end, np.uint64)
    state = np.asarray(frame.state, np.uint8)
    spans = len(frame.pass_list)
    if not begin.shape == end.shape == state.shape == (spans,):
        raise SessionError(
            f"frame {frame.number}: {spans} passes, but begin, end and state have shapes "
            f"{begin.shape}, {end.shape}, {state.shape}"
        )
    ticks = pack_ticks(begin, end, state)
    counts = dict.fromkeys(COUNTS, 0) | {"spans": spans, "exceptions": ticks.exceptions.size}
    arrays: dict[str, npt.ArrayLike] = {
        "exception_begin": begin[ticks.exceptions],
        "exception_end": end[ticks.exceptions],
        "exception_span": ticks.exceptions,
        "begin": ticks.begin,
        "duration": ticks.duration,
        "state": ticks.state,
        "query_set": frame.query_set,
    }
    flags = _add_work(frame, counts, arrays) | _add_cpu_passes(frame, counts, arrays)
    _add_counters(frame.counters, counts, arrays, intern)
    full = full_columns(COLUMNS, arrays, counts)
    widths = settled.widened(pass_list, full, LEAST_WIDTHS)
    head = _encode_head(frame, flags, ticks.epoch, pass_list, topology, (*counts.values(), widths), intern)
    payload = head + encode_narrow(full, widths)
    return payload + bytes(padding(len(payload))), ticks


def _encode_head(
    frame: FrameData,
    flags: int,
    epoch: int,
    pass_list: int,
    topology: int | None,
    layout: tuple[int | bytes, ...],
    intern: Callable[[str], int],
) -> bytes:
    stamps = (
        UNKNOWN_NS if stamp is None else stamp
        for stamp in (
            frame.cpu_begin_ns,
            frame.cpu_encode_end_ns,
            frame.cpu_submit_ns,
            frame.cpu_absorbed_ns,
            frame.recorder_cost_ns,
        )
    )
    names = (NO_SYMBOL if name == "" else intern(name) for name in (frame.reason, frame.failed_pass))
    try:
        return HEAD.pack(
            frame.number,
            frame.status,
            flags,
            HEAD.size,
            frame.renderer_index,
            *stamps,
            epoch,
            pass_list,
            NO_TOPOLOGY if topology is None else topology,
            *names,
            *layout,
        )
    except struct.error as error:
        raise SessionError(f"frame {frame.number}: a number does not fit its field: {error}") from error


def _add_work(frame: FrameData, counts: dict[str, int], arrays: dict[str, npt.ArrayLike]) -> int:
    if frame.work is None:
        return 0
    counts["compute"], counts["render"] = frame.pass_list.compute_count, frame.pass_list.render_count
    arrays.update({column: getattr(frame.work.compute, name) for name, column in _COMPUTE.items()})
    arrays.update({column: getattr(frame.work.render, name) for name, column in _RENDER.items()})
    return HAS_WORK


def _add_cpu_passes(frame: FrameData, counts: dict[str, int], arrays: dict[str, npt.ArrayLike]) -> int:
    if frame.cpu_pass_ns is None:
        return 0
    counts["cpu_passes"] = len(frame.cpu_pass_ns)
    arrays["cpu_pass_ns"] = frame.cpu_pass_ns
    return HAS_CPU_PASSES


def _add_counters(
    counters: dict[str, int | float],
    counts: dict[str, int],
    arrays: dict[str, npt.ArrayLike],
    intern: Callable[[str], int],
) -> None:
    if not counters:
        return
    counts["counters"] = len(counters)
    encoded = [_encode_counter(name, value) for name, value in counters.items()]
    arrays["counter_name"] = [intern(name) for name in counters]
    arrays["counter_value"] = np.frombuffer(b"".join(value for _, value in encoded), "<u8")
    arrays["counter_kind"] = [kind for kind, _ in encoded]


def _encode_counter(name: str, value: int | float) -> tuple[int, bytes]:
    number = value.item() if isinstance(value, np.generic) else value
    if not isinstance(number, (int, float)):
        raise SessionError(f"counter {name!r} is no number: {value!r}")
    kind = _F64 if isinstance(number, float) else _U64 if number >= 1 << 63 else _I64
    try:
        return kind, _PACK_VALUE[kind].pack(number)
    except struct.error as error:
        raise SessionError(f"counter {name!r} does not fit 64 bits: {value}") from error


def decode_frame(payload: bytes) -> DecodedFrame:
    """The frame; its columns are views of ``payload`` where that has them in their widest types.

    Raises:
        ValueError: The payload is not what FRAM says.
    """
    shape = frame_shape(payload)
    number, status, flags, _, renderer_index, *stamps, epoch = HEAD.unpack_from(payload)[:11]
    begin_ns, encode_end_ns, submit_ns, absorbed_ns, cost_ns = (None if ns == UNKNOWN_NS else ns for ns in stamps)
    pass_list, *optional = HEAD.unpack_from(payload)[11:15]
    topology, reason, failed_pass = (None if absent == NO_SYMBOL else absent for absent in optional)
    views: dict[str, Any] = dict(one_frames_columns(payload, shape))
    begin, end, state = _ticks(epoch, views)
    return DecodedFrame(
        number=number,
        status=status,
        renderer_index=renderer_index,
        cpu_begin_ns=begin_ns,
        cpu_encode_end_ns=encode_end_ns,
        cpu_submit_ns=submit_ns,
        cpu_absorbed_ns=absorbed_ns,
        recorder_cost_ns=cost_ns,
        pass_list=pass_list,
        topology=topology,
        reason=reason,
        failed_pass=failed_pass,
        begin=begin,
        end=end,
        state=state,
        query_set=views["query_set"],
        timed=state == SpanState.TIMED,
        work=_work(views) if flags & HAS_WORK else None,
        cpu_pass_ns=views["cpu_pass_ns"] if flags & HAS_CPU_PASSES else None,
        counters=_counters(views),
    )


def _ticks(epoch: int, views: dict[str, Any]) -> tuple[Ticks, Ticks, npt.NDArray[np.uint8]]:
    state = views["state"]
    raw = (views["exception_span"], views["exception_begin"], views["exception_end"])
    begin, end = unpack_ticks(epoch, views["begin"], views["duration"], *raw, state == SpanState.TIMED)
    return begin, end, flag_impossible(begin, end, state)


def _work(views: dict[str, Any]) -> WorkColumns:
    return WorkColumns(
        ComputeColumns(**{name: views[column] for name, column in _COMPUTE.items()}),
        RenderColumns(**{name: views[column] for name, column in _RENDER.items()}),
    )


def _counters(views: dict[str, Any]) -> list[tuple[int, int | float]]:
    raw = views["counter_value"].tobytes()
    known = [
        (name, kind, place)
        for place, (name, kind) in enumerate(
            zip(views["counter_name"].tolist(), views["counter_kind"].tolist(), strict=True)
        )
        if kind < len(_PACK_VALUE)
    ]
    return [(name, _PACK_VALUE[kind].unpack_from(raw, 8 * place)[0]) for name, kind, place in known]
