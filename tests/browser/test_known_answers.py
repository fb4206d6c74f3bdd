"""What each view says of a capture whose figures are known; Python's are in ``tests/data/known/expected.json``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import run_json
from inspector_page import drop
from known_captures import FOLDER

playwright = pytest.importorskip("playwright.sync_api", reason="the page's tests need playwright: .ci/setup page")
Page, expect = playwright.Page, playwright.expect

A, B = FOLDER / "a.sgpt", FOLDER / "b.sgpt"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="ascii"))
Show = Callable[..., Page]


def spell_ns(ns: int | None) -> str:
    """A time as the page spells it."""
    if ns is None or ns < 1000:
        return "unknown" if ns is None else f"{ns} ns"
    return f"{ns / 1000:.{2 if ns < 10_000 else 1 if ns < 100_000 else 0}f} µs"


def opened(page: Page, view: str) -> Any:
    """The section of a view."""
    page.get_by_role("tab", name=view, exact=True).click()
    return page.get_by_role("region", name=view, exact=True)


def go_to(page: Page, number: int) -> None:
    """Show another frame, by the address."""
    page.evaluate(f"location.hash = '#view=timeline&frame={number}'")
    expect(page.get_by_role("heading", name=f"Frame {number} ")).to_be_visible()


def test_statistics_say_what_the_command_line_says(show: Show, capsys: pytest.CaptureFixture[str]) -> None:
    """Row by row: medians, counts and what was never counted; the command line, run now, says it too."""
    stats = run_json(capsys, "stats", str(A), status=1)
    assert stats["passes"] == EXPECTED["a"]["stats"]["passes"]
    section = opened(show("dropped", A), "Statistics")
    expect(section).to_contain_text("9 of 354 GPU passes have no time and are in no figure.")
    expect(section).to_contain_text("n=60 frames · GPU extent median 11.0 µs, p95 11.2 µs")
    columns = {3: "median_ns", 4: "p95_ns", 5: "min_ns", 6: "max_ns"}
    expect(section.locator("td.name")).to_have_text([row["pass"] for row in stats["passes"]])
    for column, key in columns.items():
        cells = section.locator(f"td:nth-child({column})").all_inner_texts()
        assert cells == [spell_ns(row[key]) for row in stats["passes"]]
    counts = section.locator("td:nth-child(11)").all_inner_texts()
    assert counts == ["–" if row["draws"] is None else str(row["draws"]) for row in stats["passes"]]
    expect(section).to_contain_text("Hitches: 1")
    expect(section.get_by_role("button", name="frame 20", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (5, "aborted in blur: ValueError: no."),
        (6, "skipped: the window has no size."),
        (7, "2 of 6 GPU passes without a time: timer array full."),
        (8, "1 of 6 GPU passes without a time: invalid ticks."),
        (9, "6 of 6 GPU passes without a time: readback came too late."),
    ],
)
def test_what_is_missing_is_said_on_its_frame(show: Show, number: int, words: str) -> None:
    """And the frame itself is shown."""
    page = show("dropped", A)
    go_to(page, number)
    expect(page.get_by_role("region", name="Timeline", exact=True)).to_contain_text(words)


def test_the_timeline_counts_what_has_a_time(show: Show) -> None:
    """Comma and full stop go through passes of one name apart."""
    page = show("dropped", A)
    go_to(page, 8)
    image = page.get_by_role("region", name="Timeline", exact=True).get_by_role("img")
    expect(image).to_have_attribute("aria-label", re.compile("frame 8: 5 timed GPU passes"))
    said = page.locator("output[aria-live=polite]")
    names = []
    for _ in range(4):
        page.keyboard.press(".")
        expect(said).not_to_have_text("")
        names.append(said.inner_text().split(",")[0])
    assert names == ["shadow/cascade", "blur", "blur#2", "post%2Ffx"]


def test_structure_names_passes_resources_and_what_was_culled(show: Show) -> None:
    """As a table: who reads and writes what, equal names apart, and the reason of the cull."""
    page = show("dropped", A)
    section = opened(page, "Structure")
    expect(section).to_contain_text("4 passes run, 1 culled, 5 resources")
    section.get_by_role("button", name="As a table").click()
    rows = section.get_by_role("row")
    expect(rows).to_have_count(6)
    expect(rows.nth(1)).to_contain_text(re.compile("shadow/cascade"))
    expect(rows.nth(3)).to_contain_text("blur#2")
    expect(rows.nth(4)).to_contain_text(re.compile(r"post%2Ffx.*x#2.*target"))
    expect(rows.nth(5)).to_contain_text(re.compile("debug view.*culled: "))
    section.get_by_role("button", name="blur#2", exact=True).click()
    expect(section).to_contain_text("What blur#2 depends on: 2 passes")


def test_resources_are_told_apart(show: Show) -> None:
    """Two of one name, one that nobody uses."""
    section = opened(show("dropped", A), "Resources")
    names = section.locator("td.name").all_inner_texts()
    assert sorted(names) == ["overlay", "shadow/x", "target", "x", "x#2"]
    expect(section.get_by_role("row", name=re.compile("^overlay"))).to_contain_text("not used")


def test_the_comparison_is_that_of_the_command_line(show: Show, capsys: pytest.CaptureFixture[str]) -> None:
    """Verdict, change and interval of every pass."""
    compared = run_json(capsys, "compare", str(A), str(B), status=1)
    assert compared["passes"] == EXPECTED["compare"]["whole"]["passes"]
    page = show("dropped", A)
    drop(page, "b.sgpt", B.read_bytes(), second=True)
    section = opened(page, "Compare")
    expect(section).to_contain_text("b.sgpt, frames 10 to 59 (50)")
    for row in [*compared["passes"], compared["frame"]]:
        shown = section.get_by_role("row").filter(has=page.get_by_text(row["pass"], exact=True))
        expect(shown).to_contain_text(row["verdict"])
        expect(shown).to_contain_text(
            "unknown" if row["change"] is None else f"{row['change']:+.1%}".replace("%", " %")
        )
        if row["low"] is not None:
            interval = f"{row['low']:+.1%} to {row['high']:+.1%}".replace("%", " %")
            expect(shown).to_contain_text(interval)
    expect(section).to_contain_text("Structure: the same.")


def test_the_capture_view_lists_everything_that_is_odd(show: Show) -> None:
    """Record types it does not know, frames that did not end, notes, and that the recording did not."""
    section = opened(show("dropped", A), "Capture")
    for words in (
        "The recording was not closed.",
        '1 records of type "NEWR"',
        "frame 5 aborted",
        "frame 6 skipped",
        "frame 7: 2 of 6 GPU passes without a time",
        "frame 20 the sun rises here",
        "not about a frame",
        "2.5 ns a tick",
    ):
        expect(section).to_contain_text(words)


@pytest.mark.parametrize(("name", "file"), [("Chrome trace", "a.trace.json"), ("CSV", "a.csv")])
def test_an_export_is_that_of_the_command_line(show: Show, name: str, file: str) -> None:
    """Of all frames, under a name that says which."""
    page = show("dropped", A)
    page.keyboard.press("e")
    with page.expect_download() as download:
        page.get_by_role("dialog", name="Export").get_by_role("button", name=name).click()
    assert download.value.suggested_filename == f"a-0-60.{file.removeprefix('a.')}"
    saved = Path(download.value.path()).read_bytes()
    if file.endswith("csv"):
        assert saved == (FOLDER / file).read_bytes()
    else:
        assert json.loads(saved) == json.loads((FOLDER / file).read_bytes())


def test_a_picture_of_the_view_is_saved(show: Show) -> None:
    """As PNG, named after the view."""
    page = show("dropped", A)
    page.keyboard.press("e")
    with page.expect_download() as download:
        page.get_by_role("dialog", name="Export").get_by_role("button", name="Picture").click()
    assert download.value.suggested_filename == "a-timeline.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
