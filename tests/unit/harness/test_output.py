"""What is written where: final names, other people's files, the status line, tables."""

from __future__ import annotations

import io
import os
import resource
from pathlib import Path

import numpy as np
import pytest

from framescope.harness.capture_file import CaptureFile
from framescope.harness.exit_codes import UsageError
from framescope.harness.output_path import PNG_MAGIC, check_replaceable
from framescope.harness.screenshot import write_png
from framescope.harness.status_line import StatusLine
from framescope.harness.text_table import format_bytes, format_table
from framescope.profile.sgpt.header import MAGIC


def test_a_recording_without_a_frame_leaves_nothing(tmp_path: Path) -> None:
    """Nothing half-written may stay, under the final name or another."""
    with CaptureFile(tmp_path / "a.sgpt") as capture:
        capture.file.write(b"SGPT header")
    assert list(tmp_path.iterdir()) == []


def test_the_file_that_was_there_stays_until_the_first_frame(tmp_path: Path) -> None:
    """A recording that fails before its first frame has not cost the last one."""
    path = tmp_path / "a.sgpt"
    path.write_bytes(b"SGPT old")
    with CaptureFile(path) as capture:
        capture.file.write(b"SGPT new")
    assert path.read_bytes() == b"SGPT old"


def test_a_promoted_recording_goes_on_under_its_final_name(tmp_path: Path) -> None:
    """From the first frame on, the final name shows the growing capture."""
    path = tmp_path / "a.sgpt"
    with CaptureFile(path) as capture:
        capture.file.write(b"SGPT frame 0")
        capture.promote()
        assert path.read_bytes() == b"SGPT frame 0"
        capture.file.write(b", frame 1")
        capture.promote()
    assert path.read_bytes() == b"SGPT frame 0, frame 1"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("magic", "content"), [(MAGIC, b"SGPT\x00"), (PNG_MAGIC, PNG_MAGIC + b"x"), (PNG_MAGIC, b"")])
def test_a_file_of_the_same_kind_is_replaced(tmp_path: Path, magic: bytes, content: bytes) -> None:
    """Recording again over the last recording needs no flag; an empty file is of every kind."""
    path = tmp_path / "file"
    path.write_bytes(content)
    check_replaceable(path, magic, force=False)


def test_a_file_of_another_kind_needs_force(tmp_path: Path) -> None:
    """`-o main.py` must not end a source file."""
    path = tmp_path / "main.py"
    path.write_text("print(1)")
    with pytest.raises(UsageError, match="--force"):
        check_replaceable(path, MAGIC, force=False)
    check_replaceable(path, MAGIC, force=True)


def test_an_output_in_no_folder_is_refused_before_the_work(tmp_path: Path) -> None:
    """Rendering for minutes and failing at the end is no way to learn of a typing mistake."""
    with pytest.raises(FileNotFoundError):
        check_replaceable(tmp_path / "missing" / "a.sgpt", MAGIC, force=True)


def test_an_output_that_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder, a pipe or a device, whatever is forced; the message says which of these and what to name."""
    with pytest.raises(UsageError, match="folder"):
        check_replaceable(tmp_path, MAGIC, force=True)
    with pytest.raises(UsageError, match=r"/dev/full is a device or a pipe; name a file"):
        check_replaceable(Path("/dev/full"), MAGIC, force=True)


def test_two_recordings_do_not_mix(tmp_path: Path) -> None:
    """The second one is refused as long as the first writes the same file."""
    with CaptureFile(tmp_path / "a.sgpt"), pytest.raises(OSError, match="another recording"):
        CaptureFile(tmp_path / "a.sgpt")


def test_a_recording_keeps_its_name_after_its_first_frame(tmp_path: Path) -> None:
    """A second one would take the name away, and the frames that follow would be in no file at all."""
    with CaptureFile(tmp_path / "a.sgpt") as first:
        first.file.write(b"SGPT")
        first.promote()
        with pytest.raises(OSError, match="another recording"):
            CaptureFile(tmp_path / "a.sgpt")
        first.file.write(b" and more")
    assert (tmp_path / "a.sgpt").read_bytes() == b"SGPT and more"
    assert list(tmp_path.iterdir()) == [tmp_path / "a.sgpt"]


@pytest.mark.parametrize("kind", ["a text", "a link", "a pipe"])
def test_the_part_of_a_recording_is_nobody_elses_file(tmp_path: Path, kind: str) -> None:
    """Its name was not the user's choice, so what is there and is no capture stays; a link is not followed."""
    victim, part = tmp_path / "victim", tmp_path / "a.sgpt.part"
    victim.write_text("SGPT precious")
    if kind == "a text":
        part.write_text("precious")
    elif kind == "a link":
        part.symlink_to(victim)
    else:
        os.mkfifo(part)
    with pytest.raises(OSError):
        CaptureFile(tmp_path / "a.sgpt")
    assert victim.read_text() == "SGPT precious"
    assert part.is_symlink() or not part.is_file() or part.read_text() == "precious"


def test_a_recording_that_cannot_get_its_name_is_not_thrown_away(tmp_path: Path) -> None:
    """The final name may have become a folder meanwhile: what was recorded stays where it is."""
    with CaptureFile(tmp_path / "a.sgpt") as capture:
        capture.file.write(b"SGPT frame")
        (tmp_path / "a.sgpt").mkdir()
        with pytest.raises(OSError):
            capture.promote()
    assert capture.failure is not None
    assert capture.part.read_bytes() == b"SGPT frame"


def test_a_recording_goes_where_a_link_leads(tmp_path: Path) -> None:
    """`latest.sgpt` may lead to the disk that has the room; the link is not replaced by the capture."""
    (tmp_path / "big").mkdir()
    (tmp_path / "latest.sgpt").symlink_to(tmp_path / "big" / "a.sgpt")
    with CaptureFile(tmp_path / "latest.sgpt") as capture:
        capture.file.write(b"SGPT")
        capture.promote()
    assert (tmp_path / "latest.sgpt").is_symlink()
    assert [(tmp_path / "big" / "a.sgpt", b"SGPT")] == [(p, p.read_bytes()) for p in (tmp_path / "big").iterdir()]


def test_a_picture_that_cannot_be_written_to_the_end_leaves_the_old_one(tmp_path: Path) -> None:
    """Neither half a picture under the final name nor a stray beside it."""
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    texels = np.random.default_rng(1).integers(0, 256, (64, 64, 4), np.uint8)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match=r"a\.png'$"):
            write_png(path, texels, "rgba8unorm-srgb")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [(path, b"old")] == [(p, p.read_bytes()) for p in tmp_path.iterdir()]
    write_png(path, texels, "rgba8unorm-srgb")
    assert path.read_bytes().startswith(PNG_MAGIC)
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_recording_left_behind_is_written_over(tmp_path: Path) -> None:
    """A stale .part neither stands in the way nor shines through."""
    (tmp_path / "a.sgpt.part").write_bytes(b"SGPT" * 100)
    with CaptureFile(tmp_path / "a.sgpt") as capture:
        capture.file.write(b"SGPT")
        capture.promote()
    assert (tmp_path / "a.sgpt").read_bytes() == b"SGPT"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_status_line_is_silent_where_nobody_watches() -> None:
    """A log file gets no control characters, and the text is not even made."""
    stream = io.StringIO()
    status = StatusLine(stream)
    status.update(lambda: pytest.fail("made a line for nobody"))
    status.clear()
    assert stream.getvalue() == ""


def test_the_status_line_rewrites_itself_ten_times_a_second() -> None:
    """Updates within a tenth of a second are dropped; a shorter line covers a longer one."""
    times = iter([1.0, 1.0, 1.05, 1.2, 1.2])
    stream = Terminal()
    status = StatusLine(stream, clock=lambda: next(times))
    for text in ("frame 1 of 10", "dropped", "frame 9"):
        status.update(lambda text=text: text)
    assert stream.getvalue() == "\rframe 1 of 10\rframe 9      "
    status.clear()
    assert stream.getvalue().endswith("\r       \r")


def test_the_status_line_never_wraps() -> None:
    """A line wider than the terminal cannot be rewritten, so it is cut."""
    stream = Terminal()
    StatusLine(stream, columns=lambda: 9).update(lambda: "frame 1 of 10")
    assert stream.getvalue() == "\rframe 1 "


@pytest.mark.parametrize(
    ("value", "text"), [(None, "–"), (0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (1 << 30, "1.0 GiB")]
)
def test_sizes_read_in_powers_of_1024(value: int | None, text: str) -> None:
    """What is not known is a dash, never a zero."""
    assert format_bytes(value) == text


def test_a_table_aligns_names_left_and_figures_right() -> None:
    """Columns are as wide as their widest cell, and no line ends in blanks."""
    table = format_table(["pass", "n"], [["shadow", "1"], ["sky", "100"]])
    assert table.splitlines() == ["pass      n", "------  ---", "shadow    1", "sky     100"]
