"""Random lies under right checksums, and what the fuzzer found: readers refuse or read, and never fall over."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from capture_builders import PASSES, TOPOLOGY, make_frame, make_work, record_offsets
from sgpt_fuzz import read_whatever

from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.writer import CaptureWriter

CORPUS = sorted((Path(__file__).parents[2] / "data" / "sgpt" / "corpus").iterdir())
INTERESTING = (0, 1, 2, 4, 7, 8, 16, 0x7F, 0x80, 0xFE, 0xFF)
AS_IT_STANDS, MENDED, CHECKED = b"\x00", b"\x01", b"\x02"


def with_note() -> bytes:
    """A small capture with every kind of record."""
    writer = CaptureWriter(None, {"ns_per_tick": 1.0, "adapter": {"backend_type": "Vulkan"}})
    for number in range(3):
        frame = make_frame(number, topology=TOPOLOGY, work=make_work(PASSES), counters={"bytes": number})
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


@pytest.mark.parametrize("mode", [AS_IT_STANDS, CHECKED])
@pytest.mark.parametrize("seed", range(10))
def test_a_lie_under_a_right_checksum_never_crashes_a_reader(seed: int, mode: bytes) -> None:
    """Whatever a payload says, reading all of it ends in figures or in an error of the capture's."""
    rng, data = random.Random(seed), with_note()
    outcomes = {read_whatever(mode + mutated(data, rng)) for _ in range(30)}
    assert outcomes <= {"read", "refused"}


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_what_the_fuzzer_found_or_began_with_is_read_or_refused(path: Path) -> None:
    """The corpus: an input for each part of the reader, and each finding there was."""
    assert read_whatever(path.read_bytes()) in ("read", "refused")


def test_there_is_a_corpus() -> None:
    """An empty folder would make the test above hold."""
    assert len(CORPUS) > 10
