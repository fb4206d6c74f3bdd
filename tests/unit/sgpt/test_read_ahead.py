"""Records read many at a time say what they say one by one."""

from __future__ import annotations

import io

import numpy as np
import pytest
from capture_builders import PASSES, make_frame, record_offsets, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.frame_arrays import span_table
from framescope.profile.sgpt import read_ahead
from framescope.profile.sgpt.read_ahead import ReadAhead
from framescope.profile.sgpt.source import BytesSource

DATA = bytes(range(256)) * 4


@pytest.mark.parametrize("piece", [1, 7, 16, 100, 5000])
def test_bytes_are_those_of_the_source(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forwards, backwards, across pieces, longer than one, and fewer at the end."""
    monkeypatch.setattr(read_ahead, "_PIECE", piece)
    ahead = ReadAhead(BytesSource(DATA))
    for offset, length in [(0, 5), (5, 16), (3, 4), (900, 200), (1020, 4), (1022, 50), (1024, 3), (0, 1024)]:
        assert ahead.read_at(offset, length) == DATA[offset : offset + length]
    assert ahead.size == len(DATA)


def test_a_range_is_read_with_few_calls() -> None:
    """A thousand frames do not cost two thousand reads."""

    class Counted(io.BytesIO):
        reads = 0

        def read(self, size: int | None = -1) -> bytes:
            Counted.reads += 1
            return super().read(size)

    with open_capture(Counted(write_capture(make_frame(number) for number in range(1000)))) as capture:
        Counted.reads = 0
        assert len(np.unique(span_table(capture).frame)) == 1000
    assert Counted.reads < 20


def test_what_is_appended_meanwhile_is_of_the_next_walk() -> None:
    """A walk ends where the file ended when it began."""
    data = write_capture((make_frame(number, passes=PASSES) for number in range(6)), close=False)
    stream = io.BytesIO(data[:-100])
    with open_capture(stream) as capture:
        payloads = capture.frame_payloads()
        assert next(payloads)[0] == 0
        stream.seek(0, io.SEEK_END)
        stream.write(data[-100:])
        assert [number for number, _, _ in payloads] == [1, 2, 3, 4]
        assert capture.refresh() == [5]
        assert [number for number, _, _ in capture.frame_payloads()] == [0, 1, 2, 3, 4, 5]


def test_damage_everywhere_costs_few_readings_of_the_file() -> None:
    """A capture with every other record damaged is read a few times over, not a piece for each damaged place."""

    class Counted(io.BytesIO):
        got = 0

        def read(self, size: int | None = -1) -> bytes:
            data = super().read(size)
            Counted.got += len(data)
            return data

    data = bytearray(write_capture((make_frame(number) for number in range(1000)), close=False))
    for offset, kind in record_offsets(bytes(data)):
        if kind == b"FRAM" and data[offset + 16] % 2:
            data[offset + 15] ^= 1
    with open_capture(Counted(data)) as capture:
        assert (capture.frame_count, len(capture.lost)) == (500, 500)
    assert Counted.got < 8 * len(data)
