"""A capture that is looked at while it is recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from capture_builders import make_frame, write_capture

from framescope.profile.sgpt.writer import CaptureWriter

playwright = pytest.importorskip("playwright.sync_api", reason="the page's tests need playwright: .ci/setup page")
Page, expect = playwright.Page, playwright.expect


class Recording:
    """A capture being written, and what the page says of it."""

    def __init__(self, path: Path, page: Page) -> None:
        self.path = path
        self.page = page
        self.writer = CaptureWriter(path, {"ns_per_tick": 1.0})
        self.frames = 0

    def write(self, frames: int) -> None:
        """That many frames more."""
        for _ in range(frames):
            self.writer.write_frame(make_frame(self.frames, counters={f"counter {self.frames}": 1}))
            self.frames += 1

    def expect(self, *words: str) -> None:
        """The page's first line says this, within a few polls."""
        for word in words:
            expect(self.page.locator("header .context")).to_contain_text(word)


@pytest.fixture
def recording(new_page: Callable[..., Page], serve: Callable[..., str], tmp_path: Path) -> Iterator[Recording]:
    """Two frames, and a page that follows."""
    made = Recording(tmp_path / "g.sgpt", new_page())
    made.write(2)
    made.page.goto(serve(made.path, "--follow"))
    made.expect("2 frames", "being recorded")
    yield made
    made.writer.close()


def test_new_frames_are_shown_until_the_recording_ends(recording: Recording) -> None:
    """With the names that came with them; the frame that is looked at stays, the statistics grow."""
    page = recording.page
    page.get_by_role("tab", name="Statistics", exact=True).click()
    section = page.get_by_role("region", name="Statistics", exact=True)
    expect(section).to_contain_text("n=2")
    recording.write(3)
    recording.expect("5 frames", "being recorded")
    expect(section).to_contain_text("n=5")
    page.get_by_role("tab", name="Timeline", exact=True).click()
    expect(page.get_by_role("heading", name="Frame 0 ")).to_be_visible()
    recording.write(1)
    recording.writer.close()
    recording.expect("6 frames", "the recording ended")
    page.keyboard.press("6")
    capture = page.get_by_role("region", name="Capture", exact=True)
    expect(capture).to_contain_text("counter 5")
    expect(capture).to_contain_text("Nothing was lost.")


def test_another_file_under_the_name_is_told(recording: Recording) -> None:
    """What was shown stays."""
    other = recording.path.with_name("other")
    other.write_bytes(write_capture([make_frame(0)]))
    other.replace(recording.path)
    recording.expect("another file took its place", "2 frames")


def test_a_file_that_became_shorter_is_told(recording: Recording) -> None:
    """Nothing of it is believed any more but what was read."""
    with recording.path.open("r+b") as file:
        file.truncate(100)
    recording.expect("cut short", "2 frames")


def test_a_server_that_ended_is_told(recording: Recording, complaints: list[str]) -> None:
    """Once, and the page stops asking."""
    recording.page.route("**/captures/**", lambda route: route.abort())
    recording.expect("the server does not answer any more", "2 frames")
    assert {"ERR_FAILED" in said for said in complaints} == {True}
    complaints.clear()


def test_without_follow_it_is_shown_as_it_stood(
    new_page: Callable[..., Page], serve: Callable[..., str], tmp_path: Path
) -> None:
    """And the page says that it was not closed."""
    path = tmp_path / "g.sgpt"
    path.write_bytes(write_capture([make_frame(0)], close=False))
    page = new_page()
    page.goto(serve(path))
    expect(page.locator("header .context")).to_contain_text("the recording was not closed")
