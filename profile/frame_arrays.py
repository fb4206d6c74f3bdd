"""A range of frames as numpy arrays: no Python object a span, and none a frame where frames share a pass list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.capture import Capture
from framescope.profile.sgpt.frame_blocks import FrameBlock, decode_block
from framescope.profile.sgpt.frame_layout import FrameShape, frame_number, frame_shape
from framescope.profile.sgpt.model import PassList
from framescope.profile.sgpt.records import numbered

__all__ = ["FrameMatrix", "SpanTable", "frame_matrices", "span_table"]

_BLOCK = 1024
_BLOCK_BYTES = 1 << 24
_BYTES_A_SPAN = 10  # at least, as what is read of a span is never narrow


@dataclass(frozen=True, slots=True)
class FrameMatrix:
    """Frames that share a pass list: a row a frame, a column an entry.

    Attributes:
        pass_list_id: Number of the pass list.
        pass_list: It; None when it was lost or does not fit.
        block: The columns: ``numbers``, ``begin``, ``end``, ``state``, ``timed``, ``query_set``, ``work``.
    """

    pass_list_id: int
    pass_list: PassList | None
    block: FrameBlock

    @property
    def duration_ticks(self) -> npt.NDArray[np.uint64]:
        """Shape ``(frames, entries)``; meaningful where ``block.timed`` holds, 0 elsewhere."""
        lasted = self.block.end - self.block.begin
        return lasted if self.block.timed.all() else np.where(self.block.timed, lasted, np.uint64(0))


@dataclass(frozen=True, slots=True)
class SpanTable:
    """Every span of a range of frames, by frame and then in the order they were begun; all of one length.

    Attributes:
        frame: Number of its frame, uint32.
        pass_list: Number of the frame's pass list, uint32, and ``entry``, its place in that, uint32.
        begin: Raw ticks, uint64, 0 where there are none; ``end`` alike.
        state: :class:`SpanState`, uint8.
        query_set: uint8.
        timed: Whether it has a valid time, bool.
    """

    frame: npt.NDArray[np.uint32]
    pass_list: npt.NDArray[np.uint32]
    entry: npt.NDArray[np.uint32]
    begin: npt.NDArray[np.uint64]
    end: npt.NDArray[np.uint64]
    state: npt.NDArray[np.uint8]
    query_set: npt.NDArray[np.uint8]
    timed: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.frame)


def frame_matrices(capture: Capture, start: int | None = None, stop: int | None = None) -> Iterator[FrameMatrix]:
    """Matrices of at most 1024 frames or 16 MiB, frames ascending within each; most captures have few pass lists.

    Args:
        capture: An opened capture; frames that cannot be read are left out and listed in its ``lost``.
        start: The first frame number; None for the first there is.
        stop: The number before which to stop; None for all.
    """
    waiting: dict[FrameShape, list[bytes]] = {}
    for number, offset, payload in capture.frame_payloads(start, stop):
        try:
            shape = numbered(number, (frame_number(payload), frame_shape(payload)))
        except ValueError as error:
            capture.lose(offset, str(error))
            continue
        gathered = waiting.setdefault(shape, [])
        gathered.append(payload)
        if len(gathered) == _BLOCK or len(gathered) * max(shape.size, _BYTES_A_SPAN * shape.spans) >= _BLOCK_BYTES:
            yield _matrix(capture, shape, waiting.pop(shape))
    for shape, gathered in waiting.items():
        yield _matrix(capture, shape, gathered)


def _matrix(capture: Capture, shape: FrameShape, payloads: list[bytes]) -> FrameMatrix:
    passes = capture.pass_list(shape.pass_list)
    fits = passes is not None and shape.fits(len(passes), passes.compute_count, passes.render_count)
    return FrameMatrix(shape.pass_list, passes if fits else None, decode_block(shape, payloads))


def span_table(capture: Capture, start: int | None = None, stop: int | None = None) -> SpanTable:
    """Every span of the frames with ``start <= number < stop``; arguments as for :func:`frame_matrices`."""
    parts = [_columns(matrix) for matrix in frame_matrices(capture, start, stop)]
    parts.insert(0, _EMPTY)
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    return SpanTable(*(column[order] for column in columns))


def _columns(matrix: FrameMatrix) -> list[npt.NDArray[np.generic]]:
    block = matrix.block
    frames, entries = block.begin.shape
    return [
        np.repeat(block.numbers, entries),
        np.full(frames * entries, matrix.pass_list_id, np.uint32),
        np.tile(np.arange(entries, dtype=np.uint32), frames),
        *(getattr(block, name).ravel() for name in ("begin", "end", "state", "query_set", "timed")),
    ]


_DTYPES = (np.uint32, np.uint32, np.uint32, np.uint64, np.uint64, np.uint8, np.uint8, np.bool_)
_EMPTY: list[npt.NDArray[np.generic]] = [np.zeros(0, dtype) for dtype in _DTYPES]
