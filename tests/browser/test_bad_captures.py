"""Captures that are hostile, damaged, cut off, or none."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from capture_builders import make_frame, offset_of, write_capture
from inspector_page import PAGE, drop

from framescope.profile.sgpt.model import PassList, PassListEntry
from framescope.profile.sgpt.writer import CaptureWriter

playwright = pytest.importorskip("playwright.sync_api", reason="the page's tests need playwright: .ci/setup page")
Page, expect = playwright.Page, playwright.expect

Show = Callable[..., Page]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "javascript:alert(1)",
    "\u202egnp.exe\u2066",
    "__proto__",
    "x" * 10_000,
    "'\"&<>`${alert(1)}{{1}}",
    "",
]


def newer_version() -> bytes:
    """A capture that asks for a reader of version 9."""
    data = bytearray(write_capture([make_frame(0)]))
    data[6:8] = (9).to_bytes(2, "little")
    data[12:16] = zlib.crc32(data[:8]).to_bytes(4, "little")
    return bytes(data)


def hostile_capture() -> bytes:
    """One GPU pass of each name, which the note, the counters and META bear too."""
    entries = [PassListEntry(name, name, "compute", index) for index, name in enumerate(HOSTILE)]
    spans = [(place, place + 1) for place in range(len(HOSTILE))]
    counters = {name: 1.5 for name in HOSTILE if name}
    frames = [make_frame(number, spans, passes=PassList(tuple(entries)), counters=counters) for number in range(3)]
    return write_capture(frames, {"ns_per_tick": 1.0, "level": HOSTILE[0], HOSTILE[1]: HOSTILE[2], "adapter": HOSTILE})


@pytest.mark.parametrize("way", ["served", "dropped", "report"])
def test_names_are_text_whatever_they_spell(show: Show, tmp_path: Path, way: str) -> None:
    """In the title, the tables, the details and a link: no element, no script, no dialog comes of one."""
    capture = tmp_path / "<b>a&b"
    capture.write_bytes(hostile_capture())
    page = show(way, capture)
    for view in page.get_by_role("tab").all_inner_texts():
        page.get_by_role("tab", name=view, exact=True).click()
        expect(page.locator("#view > *").first).to_be_visible()
    page.get_by_role("tab", name="Statistics", exact=True).click()
    for name in HOSTILE[:2]:
        button = page.get_by_role("button", name=name, exact=True)
        button.click()
        expect(page.get_by_role("region", name="Pass", exact=True).locator("h2")).to_have_text(name)
    page.reload()
    if way != "dropped":
        expect(page.get_by_role("region", name="Pass", exact=True).locator("h2")).to_have_text(HOSTILE[1])
    assert page.locator("img, b b, #app script").count() == 0


def test_what_cannot_be_seen_of_a_name_is_spelt(show: Show, tmp_path: Path) -> None:
    """A control of the writing direction turns no other words around: no text of any view holds one."""
    capture = tmp_path / "c.sgpt"
    capture.write_bytes(hostile_capture())
    page = show("dropped", capture)
    for view in page.get_by_role("tab").all_inner_texts():
        page.get_by_role("tab", name=view, exact=True).click()
        expect(page.locator("#view > *").first).to_be_visible()
        assert re.findall("[\u202e\u2066]", page.locator("body").inner_html()) == []
    page.get_by_role("tab", name="Statistics", exact=True).click()
    page.get_by_role("button", name=r"\u202egnp.exe\u2066", exact=True).click()
    expect(page.get_by_role("region", name="Pass", exact=True).locator("h2")).to_have_text(r"\u202egnp.exe\u2066")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "an empty file is no capture"),
        (b"GIF89a", "it is too short"),
        (b"\x89PNG\r\n" * 400, "it does not begin with one's header"),
        (b"SGPT" + bytes(600), "it does not begin with one's header"),
        (newer_version(), "open it with the inspector of a newer framescope"),
    ],
)
def test_what_is_no_capture_changes_nothing(show: Show, recorded: Path, content: bytes, sentence: str) -> None:
    """A sentence says what is wrong with it; the capture that was there is there still."""
    page = show("served", recorded)
    drop(page, "holiday.png", content)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("holiday.png: ")
    expect(alert).to_contain_text(sentence)
    expect(page.locator("h1")).to_have_text(recorded.name)
    expect(page.get_by_role("region", name="Timeline", exact=True)).to_contain_text("Frame 0")
    alert.get_by_role("button", name="Dismiss").click()
    expect(alert).to_have_count(0)


def test_a_report_that_was_damaged_says_so(new_page: Callable[..., Page], tmp_path: Path) -> None:
    """Instead of an empty page."""
    page_text = PAGE.read_text(encoding="utf-8")
    place = page_text.rindex("</body>")
    broken = '<script type="application/octet-stream" id="capture" data-name="a.sgpt">H4sIAAAA====</script>'
    (tmp_path / "r.html").write_text(page_text[:place] + broken + page_text[place:], encoding="utf-8")
    page = new_page()
    page.goto((tmp_path / "r.html").as_uri())
    expect(page.get_by_role("alert")).to_contain_text("the capture of this page could not be opened")


@pytest.mark.parametrize("way", ["served", "dropped", "report"])
def test_a_damaged_frame_is_told(show: Show, tmp_path: Path, way: str) -> None:
    """Under Capture with its place, and on the frame itself; the others are shown."""
    data = bytearray(write_capture([make_frame(number) for number in range(4)]))
    data[offset_of(bytes(data), b"FRAM", 1) + 40] ^= 1
    (tmp_path / "d.sgpt").write_bytes(data)
    page = show(way, tmp_path / "d.sgpt")
    page.get_by_role("tab", name="Statistics", exact=True).click()
    expect(page.get_by_role("region", name="Statistics", exact=True)).to_contain_text("n=3")
    expect(page.get_by_role("region", name="Statistics", exact=True)).to_contain_text("1 damaged")
    page.get_by_role("tab", name="Capture", exact=True).click()
    expect(page.get_by_role("region", name="Capture", exact=True)).to_contain_text("a wrong checksum")


@pytest.mark.parametrize("way", ["served", "dropped", "report"])
@pytest.mark.parametrize(("cut", "words"), [(5, "was cut off"), (0, "was not closed")])
def test_a_recording_that_did_not_end_is_told(show: Show, tmp_path: Path, way: str, cut: int, words: str) -> None:
    """Cut off inside a record, or never stopped: the whole frames are shown, and the page says which it was."""
    data = write_capture([make_frame(number) for number in range(4)], close=False)
    (tmp_path / "c.sgpt").write_bytes(data[: len(data) - cut])
    page = show(way, tmp_path / "c.sgpt")
    expect(page.locator("header .context")).to_contain_text(f"the recording {words}")
    expect(page.locator("header .context")).to_contain_text(f"{3 if cut else 4} frames")


def test_a_capture_that_goes_away_while_it_is_read_is_told(
    new_page: Callable[..., Page], serve: Callable[..., str], complaints: list[str], tmp_path: Path
) -> None:
    """What was read is still shown: the strip, which the directory is enough for."""
    path = tmp_path / "large.sgpt"
    with CaptureWriter(path, {"ns_per_tick": 1.0}) as writer:
        for number in range(3):
            writer.write_frame(make_frame(number))
            writer.write_note("x" * 2_500_000)
    page = new_page()
    frames = re.compile(r"bytes=2097152-")  # between the pieces with the header and with the directory
    page.route(
        "**/captures/**",
        lambda route: route.abort() if frames.match(route.request.headers.get("range", "")) else route.continue_(),
    )
    page.goto(serve(path))
    expect(page.get_by_role("alert")).to_contain_text("large.sgpt cannot be read any more")
    expect(page.locator("header .context")).to_contain_text("3 frames")
    complaints.clear()


def test_the_embedded_capture_comes_back(show: Show, recorded: Path) -> None:
    """Byte for byte, under its name."""
    page = show("report", recorded)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save embedded capture").click()
    assert download.value.suggested_filename == recorded.name
    assert Path(download.value.path()).read_bytes() == recorded.read_bytes()
