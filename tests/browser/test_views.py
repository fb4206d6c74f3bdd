"""Every view on a capture of a real device, whichever way it came into the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from framescope.profile.analysis.stats import frame_stats
from framescope.profile.capture import open_capture

playwright = pytest.importorskip("playwright.sync_api", reason="the page's tests need playwright: .ci/setup page")
Page, expect = playwright.Page, playwright.expect

WAYS = ("served", "dropped", "report")
Show = Callable[..., Page]


def open_view(page: Page, name: str) -> playwright.Locator:
    """The view's section, once it is drawn."""
    page.get_by_role("tab", name=name, exact=True).click()
    section = page.get_by_role("region", name=name, exact=True)
    expect(section).to_be_visible()
    return section


def expect_painted(page: Page, selector: str) -> None:
    """A canvas shows more than one colour, now or within sixty frames."""
    script = """async (selector) => {
        for (let turn = 0; turn < 60; turn++) {
            const canvas = document.querySelector(selector);
            const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
            copy.drawImage(canvas, 0, 0);
            const image = copy.getImageData(0, 0, canvas.width, canvas.height);
            if (new Set(new Uint32Array(image.data.buffer)).size > 3) return true;
            await new Promise(requestAnimationFrame);
        }
        return false;
    }"""
    assert page.evaluate(script, selector)


def timeline(page: Page, capture: Path) -> None:
    """The frame's figures in words, and a canvas with bars."""
    section = open_view(page, "Timeline")
    with open_capture(capture) as opened:
        timed = int(opened.frame(0).timed.sum())
    expect(section).to_contain_text("Two clocks")
    expect(section.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(rf"frame 0: {timed} timed GPU passes")
    )
    expect_painted(page, "section[aria-label=Timeline] canvas")


def statistics(page: Page, capture: Path) -> None:
    """A row for each pass that the command line has, in its order and with its counts."""
    section = open_view(page, "Statistics")
    with open_capture(capture) as opened:
        passes = frame_stats(opened).passes
    rows = section.get_by_role("row")
    expect(rows).to_have_count(len(passes) + 1)
    assert section.locator("td.name").all_inner_texts() == [row.path for row in passes]
    assert section.locator("td:nth-child(8)").all_inner_texts() == [str(row.n) for row in passes]
    expect(section).to_contain_text("100 µs")


def structure(page: Page, capture: Path) -> None:
    """The matrix of the frame's graph, the same as a table, and the graph around the selected pass."""
    section = open_view(page, "Structure")
    with open_capture(capture) as opened:
        topology = opened.frame(0).topology
    assert topology is not None
    passes = topology.model["passes"]
    ran = [each for each in passes if each["order"] is not None]
    expect(section.get_by_role("heading").first).to_contain_text(
        f"{len(ran)} passes run, {len(passes) - len(ran)} culled, {len(topology.model['resources'])} resources"
    )
    expect_painted(page, "section[aria-label=Structure] canvas")
    section.get_by_role("button", name="As a table").click()
    for each in ran[:3]:
        expect(section.get_by_text(each["path"], exact=True).first).to_be_visible()


def compare(page: Page, capture: Path) -> None:
    """Two halves of six frames have too few to say anything, and that is said."""
    section = open_view(page, "Compare")
    section.get_by_role("button", name="First half, second half").click()
    expect(section).to_contain_text("frames 0 to 2 (3)")
    expect(section).to_contain_text("frames 3 to 5 (3)")
    expect(section).to_contain_text("too few samples")


def resources(page: Page, capture: Path) -> None:
    """Each resource of the frame's graph by its name."""
    section = open_view(page, "Resources")
    with open_capture(capture) as opened:
        topology = opened.frame(0).topology
    assert topology is not None
    for resource in topology.model["resources"][:5]:
        expect(section.get_by_text(str(resource["name"]), exact=True).first).to_be_visible()


def context(page: Page, capture: Path) -> None:
    """What it was recorded on, and that nothing is missing."""
    section = open_view(page, "Capture")
    with open_capture(capture) as opened:
        device = opened.meta["adapter"]["device"]
    expect(section).to_contain_text("Nothing was lost.")
    expect(section).to_contain_text(device)
    expect(page.locator("header .context")).to_contain_text(f"{device} · level workload · 6 frames")


VIEWS = (timeline, statistics, structure, resources, compare, context)


@pytest.mark.parametrize("way", WAYS)
def test_every_view_shows_the_capture(show: Show, recorded: Path, way: str) -> None:
    """The same list for a served, a dropped and an embedded capture, with the page's policy in force."""
    page = show(way, recorded)
    expect_painted(page, ".strip canvas")
    for view in VIEWS:
        view(page, recorded)


@pytest.mark.parametrize("way", WAYS)
def test_no_other_script_runs(show: Show, recorded: Path, complaints: list[str], way: str) -> None:
    """A script that somebody smuggled in is refused, and the browser says so."""
    page = show(way, recorded)
    refused = page.evaluate(
        """() => new Promise((done) => {
            document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
            const script = document.createElement("script");
            script.src = "data:text/javascript,window.ran = true";
            document.body.append(script);
        })"""
    )
    assert (refused, page.evaluate("window.ran === undefined")) == ("script-src-elem", True)
    assert all("Content Security Policy" in said for said in complaints)  # a served page has it as a header too
    complaints.clear()


def test_a_link_shows_the_same_again(show: Show, recorded: Path) -> None:
    """View, pass and frame are in the address; back takes a step back."""
    page = show("served", recorded)
    section = open_view(page, "Statistics")
    name = section.locator("td.name").first
    path = name.inner_text()
    name.get_by_role("button").click()
    expect(page.get_by_role("region", name="Pass", exact=True)).to_contain_text(path)
    page.reload()
    expect(page.get_by_role("region", name="Statistics", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Pass", exact=True).locator("h2")).to_have_text(path)
    open_view(page, "Capture")
    page.go_back()
    expect(page.get_by_role("region", name="Statistics", exact=True)).to_be_visible()


def test_a_selection_does_not_move_the_view(show: Show, recorded: Path) -> None:
    """Only "Show in timeline" does."""
    page = show("served", recorded)
    section = open_view(page, "Statistics")
    section.locator("td.name button").first.click()
    expect(section).to_be_visible()
    page.get_by_role("button", name="Show in timeline").click()
    expect(page.get_by_role("region", name="Timeline", exact=True)).to_be_visible()


def test_two_captures_of_one_name_are_both_reached(
    new_page: Callable[..., Page], serve: Callable[..., str], recorded: Path, tmp_path: Path
) -> None:
    """Told apart by their folders."""
    other = tmp_path / "atrium.sgpt"
    other.write_bytes(recorded.read_bytes())
    address = serve(recorded, other)
    names = [f"{folder}/atrium.sgpt" for folder in (recorded.parent.name, tmp_path.name)]
    for name, second in (names, names[::-1]):
        page = new_page()
        page.goto(f"{address}?file={name}")
        expect(page.locator("h1")).to_have_text(name)
        expect(open_view(page, "Compare")).to_contain_text(f"{second}, ")
        expect(page.locator("header .context")).to_contain_text("6 frames")
