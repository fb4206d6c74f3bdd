"""What is left of a broken capture, as a whole one."""

from __future__ import annotations

import io
import random
import struct
from typing import Any

import crcmod.predefined
import pytest
from capture_builders import PASSES, TOPOLOGY, make_frame, make_work, offset_of, record_offsets, write_capture
from malformed_captures import meta_behind_a_note

from framescope.profile.capture import open_capture
from framescope.profile.errors import NotACapture
from framescope.profile.sgpt.audit import audit_capture
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.model import PassList
from framescope.profile.sgpt.recover import Recovery, recover_capture
from framescope.profile.sgpt.sink import StreamSink
from framescope.profile.sgpt.source import open_source
from framescope.profile.sgpt.writer import CaptureWriter
from framescope.profile.verify import Checksum, independent_checksum, verify_capture

CRC32 = crcmod.predefined.mkCrcFun("crc-32")


def whole_capture() -> bytes:
    """Every kind of record, an unknown one among them."""
    writer = CaptureWriter(None, {"ns_per_tick": 1.0})
    for number in range(4):
        work = make_work(PASSES)
        writer.write_frame(make_frame(number, topology=TOPOLOGY, work=work, counters={f"c{number}": number}))
    writer.write_note("a note", 2)
    writer.close()
    return writer.to_bytes()


WHOLE = whole_capture()
STARTS = [offset for offset, _ in record_offsets(WHOLE)]


def recovered(data: bytes) -> tuple[Recovery, bytes]:
    """What recover says, and the capture it writes."""
    sink = StreamSink(io.BytesIO(), "memory")
    return recover_capture(open_source(data), sink), sink.stream.getvalue()  # type: ignore[attr-defined]


def verified(data: bytes) -> dict[str, Any]:
    """What verify says, without the build of crcmod."""
    facts = verify_capture(open_source(data)).to_dict()
    del facts["checksum"]["build"]
    return facts


def flipped(data: bytes, offset: int) -> bytes:
    """One bit changed."""
    return data[:offset] + bytes([data[offset] ^ 4]) + data[offset + 1 :]


def test_a_whole_capture_is_recovered_to_the_same_bytes() -> None:
    """Nothing is added and nothing is lost."""
    recovery, data = recovered(WHOLE)
    assert (data, recovery.frames, recovery.lost) == (WHOLE, 4, ())


def test_a_whole_capture_passes() -> None:
    """Every key of the report, as documented."""
    assert verified(WHOLE) == {
        "ok": True,
        "frames": 4,
        "records": len(STARTS) - 1,
        "lost": [],
        "state": "closed",
        "unresolved": {"names": 0, "pass_lists": 0, "topologies": 0},
        "checksum": {"implementation": "crcmod", "independent": True},
    }


@pytest.mark.parametrize("place", range(len(STARTS)))
def test_one_damaged_record_is_told_and_the_rest_recovered(place: int) -> None:
    """The loss has the record's offset and length, and what was recovered passes, whatever refers to what was lost."""
    begin, end = STARTS[place], [*STARTS, len(WHOLE)][place + 1]
    broken = flipped(WHOLE, begin + 20)
    expected = [(begin, end - begin)]
    assert [(lost["offset"], lost["length"]) for lost in verified(broken)["lost"]] == expected
    recovery, data = recovered(broken)
    assert [(lost.offset, lost.length) for lost in recovery.lost] == expected
    report = verified(data)
    assert (report["ok"], report["frames"]) == (True, 3 if WHOLE[begin + 4 : begin + 8] == b"FRAM" else 4)
    assert f"{end - begin} bytes at {begin}" in open_capture(data).notes[-1].text


@pytest.mark.parametrize("cut", range(33, len(WHOLE), 61))
def test_a_cut_capture_is_recovered_up_to_the_cut(cut: int) -> None:
    """Whole records come out whole, whatever the cut."""
    recovery, data = recovered(WHOLE[:cut])
    ends = [*STARTS[1:], len(WHOLE)]
    whole = [offset for offset, end in zip(STARTS, ends, strict=True) if end <= cut]
    assert recovery.records == len([offset for offset in whole if WHOLE[offset + 4 : offset + 8] != b"DIRE"])
    assert verified(data)["ok"]


def test_payloads_stay_byte_for_byte() -> None:
    """Only offsets and checksums change: names, unknown records and padding are copied."""
    odd = write_capture([make_frame(0)], close=False)
    odd += encode_record(len(odd), b"user", b"anything")
    broken = flipped(odd, offset_of(odd, b"PLST") + 20)
    _, data = recovered(broken)
    assert payloads(data)[-3:] == [*payloads(odd)[-2:], payloads(data)[-1]]
    assert [kind for _, kind in record_offsets(data)] == [b"META", b"SYMS", b"FRAM", b"user", b"NOTE", b"DIRE"]


def payloads(data: bytes) -> list[bytes]:
    """The payloads of an undamaged capture, directory blocks left out."""
    found = []
    for offset, kind in record_offsets(data):
        (length,) = struct.unpack_from("<I", data, offset + 8)
        if kind != b"DIRE":
            found.append(data[offset + 16 : offset + 16 + length])
    return found


def test_what_leads_nowhere_is_counted() -> None:
    """Lost names, a lost pass list and a lost graph leave frames that say so."""
    for kind, key in ((b"PLST", "pass_lists"), (b"TOPO", "topologies"), (b"SYMS", "names")):
        _, data = recovered(flipped(WHOLE, offset_of(WHOLE, kind) + 20))
        assert verified(data)["unresolved"][key] > 0


@pytest.mark.parametrize("magic", [b"SGPT", b"\x00\x00\x00\x00"])
def test_records_are_recovered_where_neither_header_nor_meta_is_whole(magic: bytes) -> None:
    """A record whose checksum covers its own offset proves itself; META then says that it was lost."""
    broken = magic + bytes(8) + flipped(WHOLE[12:], 40)
    recovery, data = recovered(broken)
    assert (recovery.frames, open_capture(data).meta) == (4, {"recovered": "META was lost"})
    assert [lost.offset for lost in recovery.lost] == [0, 32]
    assert verified(data)["ok"]


def test_a_foreign_file_is_not_recovered() -> None:
    """Without one whole record there is nothing to recover."""
    with pytest.raises(NotACapture):
        recovered(b"\x89PNG" + random.Random(1).randbytes(5000))


def test_a_capture_without_a_whole_record_keeps_its_header_s_word() -> None:
    """The header alone makes an empty capture."""
    recovery, data = recovered(Header().encode() + b"SREC")
    assert (recovery.frames, len(recovery.lost), verified(data)["ok"]) == (0, 1, True)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (b"META", b"{}      "),
        (b"FRAM", bytes(128)),
        (b"FRAM", b"\xff" * 128),
        (b"PLST", bytes(40)),
        (b"PLST", b"\xff" * 40),
        (b"SYMS", bytes(8)),
        (b"TOPO", bytes(32)),
        (b"NOTE", b"[]      "),
        (b"DIRE", b"\xff" * 32),
    ],
)
def test_a_malformed_record_under_a_right_checksum_is_lost_and_left_out(kind: bytes, payload: bytes) -> None:
    """A second META, a number given twice, counts and JSON that lie: told, and not in what is recovered."""
    base = write_capture([make_frame(0), make_frame(1)], close=False)
    data = base + encode_record(len(base), kind, payload)
    report = verified(data)
    assert [(lost["offset"], lost["length"]) for lost in report["lost"]] == [(len(base), len(data) - len(base))]
    assert report["lost"][0]["reason"].startswith("malformed: ")
    assert verified(recovered(data)[1])["ok"]


def test_a_meta_behind_another_record_is_malformed_and_told() -> None:
    """META is the first record or none: one that comes late is not believed, and is not left out without a word."""
    data = meta_behind_a_note()
    recovery, saved = recovered(data)
    assert [(lost.offset, lost.length) for lost in recovery.lost] == [(32, 0), (80, 40)]
    assert (recovery.records, open_capture(data).meta) == (1, {})
    assert "META was lost" in open_capture(saved).meta["recovered"]


def test_a_directory_that_says_what_the_records_do_not_is_found() -> None:
    """Its checksum is right and its chain is whole; a figure in it is another than the frame's."""
    place = offset_of(WHOLE, b"DIRE")
    payload = bytearray(WHOLE[place + 16 :])
    payload[32 + 8] ^= 1  # the first frame's extent
    report = verified(WHOLE[:place] + encode_record(place, b"DIRE", bytes(payload)))
    assert [(lost["offset"], "directory" in lost["reason"]) for lost in report["lost"]] == [(place, True)]


def test_a_writer_whose_checksum_is_wrong_in_the_same_way_is_found() -> None:
    """An implementation that disagrees with the file makes every record a loss."""
    wrong = Checksum(lambda data: CRC32(data) ^ 1, "wrong", "test", True)
    verification = verify_capture(open_source(WHOLE), wrong)
    assert (verification.ok, verification.audit.frames) == (False, 0)
    assert len(verification.audit.lost) == 1 + len(STARTS)


def test_which_build_of_crcmod_runs_is_told() -> None:
    """Or that none does."""
    checksum = independent_checksum()
    assert (checksum.implementation, checksum.build in ("C extension", "pure Python")) == ("crcmod", True)
    assert checksum.crc32(b"123456789") == 0xCBF43926  # the check value of CRC-32 (ISO-HDLC)


def test_without_crcmod_the_verification_says_that_it_is_not_independent(monkeypatch: pytest.MonkeyPatch) -> None:
    """It still reads every record."""
    monkeypatch.setattr("framescope.profile.verify.find_spec", lambda name: None)
    assert verify_capture(open_source(WHOLE)).to_dict()["checksum"]["independent"] is False


def test_an_audit_lists_the_records_in_order() -> None:
    """What recover copies: all but the directory."""
    offsets = [offset for offset, kind in record_offsets(WHOLE) if kind != b"DIRE"]
    assert audit_capture(open_source(WHOLE)).offsets.tolist() == offsets


def test_frames_out_of_order_are_lost() -> None:
    """A frame whose number does not ascend is told; the ones before it stay."""
    base = write_capture([make_frame(3, [], passes=PassList(()))], close=False)
    offset = offset_of(base, b"FRAM")
    again = base + encode_record(len(base), b"FRAM", base[offset + 16 :])
    assert [lost["offset"] for lost in verified(again)["lost"]] == [len(base)]
