"""``verify``, ``recover`` and ``frames`` on captures that are whole, broken, and none."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from capture_builders import make_frame, offset_of, write_capture
from command_line import run_json

from framescope.harness.cli import main
from framescope.profile.capture import open_capture
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry
from framescope.profile.sgpt.writer import CaptureWriter

COUNTERS = {"nan": math.nan, "up": math.inf, "down": -math.inf, "large": 2**63, "tab\t\ud800": 1}


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """Three frames, one aborted, one with counters that JSON cannot say, and a note."""
    path = tmp_path / "whole.sgpt"
    with CaptureWriter(path, {"ns_per_tick": 2.0}) as writer:
        writer.write_frame(make_frame(0, counters=COUNTERS))
        aborted = {"status": FrameStatus.ABORTED, "reason": "KeyError\n\x1b[31m", "failed_pass": "hzb/build"}
        writer.write_frame(make_frame(1, **aborted))
        writer.write_note("this is where it hitches", 1)
        writer.write_frame(make_frame(2, cpu_begin_ns=5, cpu_submit_ns=9))
    return path


@pytest.fixture
def broken(whole: Path) -> Path:
    """The same with frame 1 damaged."""
    data = bytearray(whole.read_bytes())
    data[offset_of(bytes(data), b"FRAM", 1) + 40] ^= 1
    path = whole.with_name("broken.sgpt")
    path.write_bytes(data)
    return path


def test_verify_passes_a_whole_capture(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 0, and the implementation is named."""
    assert main(["verify", str(whole)]) == 0
    assert "ok, 3 frames in 9 records" in capsys.readouterr().out
    report = run_json(capsys, "verify", str(whole))
    assert (report["ok"], report["checksum"]["implementation"]) == (True, "crcmod")


@pytest.mark.parametrize("kind", [b"SYMS", b"PLST", b"NOTE"])
def test_info_and_verify_agree_on_a_malformed_record(
    kind: bytes, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record whose checksum is right and whose content is none is lost to both, at the same place."""
    data = bytearray(whole.read_bytes())
    offset = offset_of(bytes(data), kind)
    length = int.from_bytes(data[offset + 8 : offset + 12], "little")
    data[offset : offset + 16 + length] = encode_record(offset, kind, b"\0\0\0\0" + b"\xff" * (length - 4))
    whole.write_bytes(data)
    (lost,) = run_json(capsys, "verify", str(whole), status=1)["lost"]
    info = run_json(capsys, "info", str(whole), status=1)
    assert [(place["offset"], place["length"]) for place in info["lost"]] == [(lost["offset"], lost["length"])]


def test_verify_tells_what_is_lost(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 1, on stderr where; under --json the same places."""
    assert main(["verify", str(broken)]) == 1
    printed = capsys.readouterr()
    report = run_json(capsys, "verify", str(broken), status=1)
    (lost,) = report["lost"]
    assert f"byte {lost['offset']}, {lost['length']} bytes: damaged" in printed.err
    assert "NOT WHOLE: 1 damaged place; 2 frames can be read" in printed.err


@pytest.mark.parametrize("verb", ["verify", "frames", "info", "stats"])
def test_a_recording_that_never_stopped_is_not_whole(verb: str, tmp_path: Path) -> None:
    """Its frames are shown all the same."""
    path = tmp_path / "open.sgpt"
    path.write_bytes(write_capture([make_frame(0)], close=False))
    assert main([verb, str(path)]) == 1


def test_recover_makes_a_capture_that_verify_passes(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what was lost, on stderr and in --json, and leaves the broken one alone."""
    before, good = broken.read_bytes(), broken.with_name("good.sgpt")
    report = run_json(capsys, "recover", str(broken), "-o", str(good))
    assert (report["frames"], len(report["lost"]), report["bytes"]) == (2, 1, good.stat().st_size)
    assert (main(["verify", str(good)]), before) == (0, broken.read_bytes())
    assert open_capture(good).frame_numbers == [0, 2]
    assert [path.name for path in good.parent.iterdir() if path.suffix == ".part"] == []


def test_recover_tells_sizes_as_info_does(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """KiB and counts in words, of what was saved and of what was lost."""
    good = broken.with_name("good.sgpt")
    assert main(["recover", str(broken), "-o", str(good)]) == 0
    told = capsys.readouterr()
    assert main(["info", str(good)]) == 0
    size = capsys.readouterr().out.partition(": ")[2].partition(",")[0]
    assert told.out == f"{good}: 2 frames in 8 records, {size}\n"
    assert told.err.splitlines()[-1].endswith(" in 1 place")


def test_recover_writes_over_a_capture_and_over_nothing_else(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The broken capture itself is refused, a foreign file too, unless --force is given."""
    assert main(["recover", str(broken), "-o", str(broken)]) == 2
    foreign = broken.with_name("notes.txt")
    foreign.write_text("notes")
    assert main(["recover", str(broken), "-o", str(foreign)]) == 2
    assert (foreign.read_text(), open_capture(broken).frame_count) == ("notes", 3)
    assert main(["recover", str(broken), "-o", str(foreign), "--force"]) == 0
    assert main(["recover", str(broken), "-o", str(foreign)]) == 0


@pytest.mark.parametrize("verb", [["verify"], ["frames"], ["info"], ["stats"], ["recover", "-o", "out.sgpt"]])
@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n" * 20, None, "folder", 0, 9])
def test_what_is_no_capture_is_one_clear_line(
    verb: list[str],
    content: bytes | str | int | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Empty, foreign, missing, a folder, from before the format was settled, from a newer version: exit status 3."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "it.sgpt"
    if content == "folder":
        path.mkdir()
    elif isinstance(content, int):
        path.write_bytes(Header(content, content).encode() + write_capture([make_frame(0)])[32:])
    elif isinstance(content, bytes):
        path.write_bytes(content)
    assert main([verb[0], str(path), *verb[1:]]) == 3
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines()), "it.sgpt" in printed.err) == ("", 1, True)
    assert not (tmp_path / "out.sgpt").exists()
    advice = {0: "record it again", 9: "upgrade framescope"}
    assert advice[content] in printed.err if isinstance(content, int) else True


def strict(text: str) -> Any:
    """JSON as a parser reads it that knows no NaN."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    return json.loads(text, parse_constant=refuse)


def test_frames_are_strict_json_whatever_counters_hold(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """NaN and infinities are told by name, large integers exactly, names with their control characters."""
    assert main(["frames", str(whole), "--json"]) == 0
    frames = strict(capsys.readouterr().out)["frames"]
    expected = {"nan": "NaN", "up": "Infinity", "down": "-Infinity", "large": 2**63, "tab\t\ud800": 1}
    assert frames[0]["counters"] == expected
    assert [frame["gpu_extent_ns"] for frame in frames] == [16, 16, 16]
    assert [frame["cpu_frame_ns"] for frame in frames] == [None, None, 4]
    assert [frame["notes"] for frame in frames] == [[], ["this is where it hitches"], []]


def test_frames_as_text_show_reasons_and_notes_and_no_control_characters(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name from a file must not drive the terminal."""
    assert main(["frames", str(whole), "--frames", "1:2"]) == 0
    out = capsys.readouterr().out
    assert "note: this is where it hitches" in out
    assert "\x1b" not in out
    assert len(out.splitlines()) == 5


def test_a_range_without_frames_says_which_there_are(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty table is no error."""
    assert main(["frames", str(whole), "--frames", "7:"]) == 0
    assert "they are 0 to 2" in capsys.readouterr().err


def test_what_a_recording_left_under_its_first_name_can_be_recovered(
    broken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """NAME.part is read, not written over, when NAME is the output."""
    part, output = tmp_path / "good.sgpt.part", tmp_path / "good.sgpt"
    data = broken.read_bytes()
    part.write_bytes(data)
    report = run_json(capsys, "recover", str(part), "-o", str(output))
    assert (report["frames"], part.read_bytes()) == (2, data)
    assert main(["verify", str(output)]) == 0


@pytest.mark.parametrize("name", ["good.sgpt", "good.sgpt.part"])
def test_a_capture_that_is_being_written_is_not_recovered_over(
    name: str, broken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether the recording has its final name yet or not, its file stays."""
    with CaptureWriter(tmp_path / name, {}) as writer:
        writer.write_frame(make_frame(0))
        assert main(["recover", str(broken), "-o", str(tmp_path / "good.sgpt"), "--force"]) == 3
        assert "another recording is writing it" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / name)]) == 0


def _headless(path: Path, *, keep: int | None) -> None:
    """Damage header and META; of what lies behind ``keep`` bytes nothing is kept."""
    data = bytearray(path.read_bytes())
    data[5] ^= 0xFF
    data[60] ^= 0xFF
    path.write_bytes(bytes(data[:keep]))


def test_verify_tells_a_program_of_a_capture_without_header_and_meta(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its records prove themselves: what is lost is in the JSON, and the way out on stderr leads out."""
    _headless(whole, keep=None)
    assert main(["verify", str(whole), "--json"]) == 1
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert (report["ok"], report["frames"], [lost["offset"] for lost in report["lost"]]) == (False, 3, [0, 32])
    assert "framescope recover" in printed.err
    assert main(["recover", str(whole), "-o", str(whole.with_name("good.sgpt"))]) == 0
    assert main(["verify", str(whole.with_name("good.sgpt"))]) == 0


def test_verify_tells_a_program_of_a_capture_of_which_nothing_is_whole(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of it is lost, and nothing is promised of recover."""
    _headless(whole, keep=200)
    assert main(["verify", str(whole), "--json"]) == 1
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert (report["ok"], report["frames"], report["records"]) == (False, 0, 0)
    assert [(lost["offset"], lost["length"]) for lost in report["lost"]] == [(0, 200)]
    assert "recover" not in printed.err


@pytest.mark.parametrize("verb", ["info", "frames", "stats"])
@pytest.mark.parametrize("keep", [None, 200])
def test_a_capture_that_is_refused_names_recover_where_that_helps(
    verb: str, keep: int | None, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With header and META damaged the message says which command saves the records, if any record is whole."""
    _headless(whole, keep=keep)
    assert main([verb, str(whole)]) == 1
    assert ("framescope recover" in capsys.readouterr().err) == (keep is None)


def test_a_measured_time_of_a_frame_never_reads_as_zero(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """54 ns beside 4 ms: both with the digits that say so, points one below the other; a measured zero is 0.000."""
    passes = PassList((PassListEntry("draw", "", "render", 0),))
    spans = ((1, 4_000_001), (1, 55), (7, 7))
    frames = [make_frame(number, [span], passes=passes) for number, span in enumerate(spans)]
    path = tmp_path / "short.sgpt"
    path.write_bytes(write_capture(frames, {"ns_per_tick": 1.0}))
    assert main(["frames", str(path)]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split()[2] for row in rows] == ["4.000000", "0.000054", "0.000000"]
    assert len({row.index(".") for row in rows}) == 1
    path.write_bytes(write_capture([frames[0], frames[2]], {"ns_per_tick": 1.0}))
    assert main(["frames", str(path)]) == 0
    assert [row.split()[2] for row in capsys.readouterr().out.splitlines()[2:]] == ["4.000", "0.000"]
