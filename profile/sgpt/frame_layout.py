"""How the bytes of a FRAM lie: a head, then columns of the widths it names, widest first (``SGPT_FORMAT.md`` §7)."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.column_widths import WIDTHS, widest_first, width_type
from framescope.profile.sgpt.columns import columns
from framescope.profile.sgpt.framing import FRAM, check_head_size, leading_number

__all__ = [
    "COLUMNS",
    "COUNTS",
    "HEAD",
    "LEAST_WIDTHS",
    "FrameShape",
    "Place",
    "column_places",
    "frame_number",
    "frame_shape",
    "one_frames_columns",
]

HAS_WORK, HAS_CPU_PASSES = 1, 2

HEAD = struct.Struct("<IBBHQQQQQQQ10I24s")
COLUMNS = columns(
    ("exception_begin", "<u8", "exceptions"),
    ("exception_end", "<u8", "exceptions"),
    ("workgroups_x", "<u8", "compute"),
    ("workgroups_y", "<u8", "compute"),
    ("workgroups_z", "<u8", "compute"),
    ("invocations", "<u8", "compute"),
    ("vertices", "<u8", "render"),
    ("indices", "<u8", "render"),
    ("instances", "<u8", "render"),
    ("counter_value", "<u8", "counters"),
    ("begin", "<u4", "spans"),
    ("duration", "<u4", "spans"),
    ("exception_span", "<u4", "exceptions"),
    ("dispatches", "<u4", "compute"),
    ("indirect_dispatches", "<u4", "compute"),
    ("draws", "<u4", "render"),
    ("indirect_draws", "<u4", "render"),
    ("cpu_pass_ns", "<u4", "cpu_passes"),
    ("counter_name", "<u4", "counters"),
    ("state", "u1", "spans"),
    ("query_set", "u1", "spans"),
    ("compute_partial", "u1", "compute"),
    ("render_partial", "u1", "render"),
    ("counter_kind", "u1", "counters"),
)
COUNTS = ("spans", "exceptions", "compute", "render", "cpu_passes", "counters")
STATUS, CPU_BEGIN, CPU_SUBMIT, EPOCH, TOPOLOGY = 4, slice(16, 24), slice(32, 40), slice(56, 64), slice(68, 72)
_LEAST = {"begin": 4, "cpu_pass_ns": 1, "counter_name": 4}  # they have bytes, so that no count lies far above those
LEAST_WIDTHS = bytes(_LEAST.get(column.name, 0) for column in COLUMNS)
_SHAPE, _PASS_LIST, _LAYOUT = slice(5, 8), slice(64, 68), slice(80, 128)
_TOLD = struct.Struct("<BHI6I24s")
_ALLOWED = tuple(
    frozenset(width for width in WIDTHS if least <= width <= column.dtype.itemsize)
    for column, least in zip(COLUMNS, LEAST_WIDTHS, strict=True)
)
_COUNT_OF = tuple(COUNTS.index(column.count) for column in COLUMNS)


class Place(NamedTuple):
    """Where a column lies: bytes an element, elements, first byte and end, and the type of elements in full."""

    width: int
    elements: int
    start: int
    stop: int
    widest: np.dtype[np.generic]


class FrameShape(NamedTuple):
    """What frames have in common whose payloads can lie in one table: every column at the same place.

    ``size`` is the length of the payload, the others are fields of its head.
    """

    pass_list: int
    size: int
    flags: int
    head_size: int
    widths: bytes
    spans: int
    exceptions: int
    compute: int
    render: int
    cpu_passes: int
    counters: int

    @property
    def counts(self) -> tuple[int, ...]:
        """How long the columns are, in the order of :data:`COUNTS`."""
        return self.spans, self.exceptions, self.compute, self.render, self.cpu_passes, self.counters

    def fits(self, entries: int, compute: int, render: int) -> bool:
        """Whether a pass list of so many entries is the frames'."""
        work = not self.flags & HAS_WORK or (self.compute, self.render) == (compute, render)
        return work and self.spans == entries


def frame_number(payload: bytes) -> int:
    """The number of the frame, without decoding the rest.

    Raises:
        ValueError: The payload is too short to be a FRAM.
    """
    return leading_number(payload, HEAD, FRAM)


def frame_shape(payload: bytes) -> FrameShape:
    """The shape of a frame, checked: its columns are all there, and its exceptions name spans.

    Raises:
        ValueError: The payload is not what FRAM says.
    """
    shape = _told_shape(len(payload), payload[_SHAPE] + payload[_PASS_LIST] + payload[_LAYOUT])
    if shape.exceptions:
        last = int(_one_column(payload, column_places(shape)["exception_span"]).max())
        if last >= shape.spans:
            raise ValueError(f"an exception for span {last} of {shape.spans}")
    return shape


@lru_cache(256)  # frames alike are checked once
def _told_shape(size: int, told: bytes) -> FrameShape:
    if size < HEAD.size:
        raise ValueError(f"a FRAM payload of {size} bytes")
    flags, head_size, pass_list, *counts, widths = _TOLD.unpack(told)
    check_head_size(head_size, HEAD, FRAM)
    _check_widths(widths)
    spans, exceptions, compute, render, *_ = counts
    if max(exceptions, compute + render) > spans:
        raise ValueError(f"{exceptions} exceptions and {compute} + {render} passes with work among {spans} spans")
    needed = sum(width * counts[count] for width, count in zip(widths, _COUNT_OF, strict=True))
    if head_size + needed > size:
        raise ValueError(f"columns of {needed} bytes announced, {size - head_size} there")
    return FrameShape(pass_list, size, flags, head_size, widths, *counts)


def _check_widths(widths: bytes) -> None:
    for column, width, allowed in zip(COLUMNS, widths, _ALLOWED, strict=True):
        if width not in allowed:
            raise ValueError(f"{width} bytes an element of {column.name}, which has {sorted(allowed)}")


@lru_cache(256)
def column_places(shape: FrameShape) -> Mapping[str, Place]:
    """Where each column lies in a payload of this shape."""
    places, offset, counts = {}, shape.head_size, shape.counts
    for number in widest_first(shape.widths):
        column, width, elements = COLUMNS[number], shape.widths[number], counts[_COUNT_OF[number]]
        stop = offset + width * elements
        places[column.name] = Place(width, elements, offset, stop, column.dtype)
        offset = stop
    return places


def one_frames_columns(payload: bytes, shape: FrameShape) -> dict[str, npt.NDArray[np.generic]]:
    """The columns in their widest types: views of ``payload`` where it has them so, copies elsewhere."""
    return {name: _one_column(payload, place) for name, place in column_places(shape).items()}


def _one_column(payload: bytes, place: Place) -> npt.NDArray[np.generic]:
    width, elements, start, _, widest = place
    if not width or not elements:
        return np.zeros(elements, widest)
    stored = np.frombuffer(payload, width_type(width), elements, start)
    return stored if width == widest.itemsize else stored.astype(widest)
