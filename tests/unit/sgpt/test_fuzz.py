"""Random lies under right checksums: readers refuse or read, and never fall over."""

from __future__ import annotations

import random

import pytest
from capture_builders import PASSES, TOPOLOGY, make_frame, make_work, record_offsets, write_capture

from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.capture import open_capture
from framescope.profile.errors import CaptureError
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.writer import CaptureWriter

FRAMES = [
    make_frame(number, topology=TOPOLOGY, work=make_work(PASSES), counters={"bytes": number}) for number in range(3)
]
CLOSED = write_capture(FRAMES)
INTERESTING = (0, 1, 2, 4, 7, 8, 16, 0x7F, 0x80, 0xFE, 0xFF)


def with_note() -> bytes:
    """A small capture with every kind of record."""
    writer = CaptureWriter(None, {"ns_per_tick": 1.0, "adapter": {"backend_type": "Vulkan"}})
    for frame in FRAMES:
        writer.write_frame(frame)
    writer.write_note("note", 1)
    writer.close()
    return writer.to_bytes()


def mutated(data: bytes, rng: random.Random) -> bytes:
    """``data`` with a few bytes of one payload changed and its checksum made right again."""
    offset, kind = rng.choice(record_offsets(data))
    length = int.from_bytes(data[offset + 8 : offset + 12], "little")
    payload = bytearray(data[offset + 16 : offset + 16 + length])
    for _ in range(rng.randint(1, 4)):
        payload[rng.randrange(length)] = rng.choice(INTERESTING)
    return data[:offset] + encode_record(offset, kind, bytes(payload)) + data[offset + 16 + length :]


def read_everything(data: bytes, *, check: bool) -> None:
    """Ask a capture for all it has."""
    capture = open_capture(data, check=check)
    for frame in capture.frames():
        _ = (frame.spans, frame.counters, frame.reason, frame.failed_pass, frame.topology, frame.untimed, frame.status)
        _ = (frame.duration_ns, frame.gpu_extent_ns, frame.gpu_union_ns, frame.cpu_frame_ns)
    _ = (capture.pass_lists, capture.topologies, capture.notes, capture.entries, capture.ns_per_tick)
    render_table(frame_stats(capture))


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_a_lie_under_a_right_checksum_never_crashes_a_reader(seed: int, check: bool) -> None:
    """Whatever a payload says, reading all of it ends in figures or in an error of the capture's."""
    rng, data = random.Random(seed), with_note()
    outcomes = [outcome(mutated(data, rng), check=check) for _ in range(30)]
    assert set(outcomes) <= {"read", "refused"}


def outcome(data: bytes, *, check: bool) -> str:
    """``"read"`` or ``"refused"``; anything else is raised."""
    try:
        read_everything(data, check=check)
    except CaptureError:
        return "refused"
    return "read"
