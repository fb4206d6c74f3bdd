"""The matrix, the graph and the comparison, by keys; and what axe says of them when they are full."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from capture_builders import make_frame, write_capture
from inspector_page import PAGE, drop
from known_captures import FOLDER

from framescope.profile.sgpt.model import PassList, PassListEntry, Topology

playwright = pytest.importorskip("playwright.sync_api", reason="the page's tests need playwright: .ci/setup page")
Page, expect = playwright.Page, playwright.expect

AXE = PAGE.parent / "node_modules" / "axe-core" / "axe.min.js"
A, B = FOLDER / "a.sgpt", FOLDER / "b.sgpt"
Show = Callable[..., Page]
MANY = 300


def test_the_matrix_is_walked_with_the_arrow_keys(show: Show) -> None:
    """Each cell is said; Enter selects its pass, with Shift its resource; the view stays."""
    page = show("dropped", A)
    page.keyboard.press("3")
    page.get_by_role("application").focus()
    said = page.locator("output[aria-live=polite]")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("shadow/cascade, number 0")
    expect(said).to_contain_text("shadow/x, 256 B · writes version 1 as buffer-storage-write")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("reads version 1 as buffer-storage-read")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Pass", exact=True).locator("h2")).to_have_text("blur")
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_role("region", name="Resource", exact=True).locator("h2")).to_have_text("x")
    section = page.get_by_role("region", name="Structure", exact=True)
    expect(section).to_contain_text("written by blur · read by blur#2")
    page.get_by_role("application").focus()
    page.keyboard.press("End")
    expect(said).to_contain_text("debug view: culled, ")


def test_two_ranges_of_one_file_are_compared_by_keys(show: Show) -> None:
    """Shift and an arrow brush frames in the strip, M makes them A, Shift and M makes others B."""
    page = show("dropped", A)
    page.get_by_role("img", name="GPU and CPU time of 60 frames").focus()
    press, said = page.keyboard.press, page.locator("output[aria-live=polite]")
    for _ in range(3):
        press("Shift+PageDown")
    expect(said).to_have_text("frames 0 to 30")
    press("m")
    expect(said).to_have_text("A is frames 0:31")
    press("0")
    press("Shift+m")
    press("5")
    section = page.get_by_role("region", name="Compare", exact=True)
    expect(section).to_contain_text("a.sgpt, frames 0 to 30 (31)")
    expect(section).to_contain_text("a.sgpt, frames 0 to 59 (60)")
    expect(section).to_contain_text("5 passes compared")
    expect(section).to_contain_text("Only in B: 1")


def test_a_column_sorts_by_key_and_says_so(show: Show) -> None:
    """Once downwards, once upwards."""
    page = show("dropped", A)
    page.keyboard.press("2")
    header = page.get_by_role("columnheader", name="median")
    header.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "descending")
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    names = page.get_by_role("region", name="Statistics", exact=True).locator("td.name").all_inner_texts()
    assert names[-1] == "blur"


def test_the_search_is_walked_with_enter(show: Show) -> None:
    """Each hit is selected in turn and counted."""
    page = show("dropped", A)
    page.keyboard.press("/")
    page.keyboard.type("blur")
    said = page.locator("output[aria-live=polite]")
    for text in ("1 of 2: blur", "2 of 2: blur#2", "1 of 2: blur"):
        page.keyboard.press("Enter")
        expect(said).to_have_text(text)


def large_graph() -> bytes:
    """A frame of 300 passes in a chain, with a resource each."""
    paths = [f"stage {index // 20}/pass {index}" for index in range(MANY)]
    model = {
        "passes": [{"label": path, "path": path, "order": index} for index, path in enumerate(paths)],
        "resources": [{"name": f"resource {index}", "first_use": index} for index in range(MANY)],
        "accesses": [
            {"pass": index + step, "resource": index, "version": 1, "mode": "read" if step else "write"}
            for index in range(MANY)
            for step in range(3)
            if index + step < MANY
        ],
        "edges": [{"from": n, "to": n + 1, "resource": n, "kind": "value", "hazard": "raw"} for n in range(MANY - 1)],
    }
    passes = PassList(tuple(PassListEntry(path, "", "compute", index) for index, path in enumerate(paths)))
    spans = [(1 + index, 2 + index) for index in range(MANY)]
    return write_capture([make_frame(0, spans, passes=passes, topology=Topology(model, b"large"))])


def test_a_large_graph_is_drawn_where_it_is_looked_at(new_page: Callable[..., Page]) -> None:
    """300 passes and as many resources: what is too much to draw is listed, the table holds what is in sight."""
    page = new_page()
    page.goto(PAGE.as_uri() + "#view=structure&pass=stage+14%2Fpass+299")
    drop(page, "large.sgpt", large_graph())
    section = page.get_by_role("region", name="Structure", exact=True)
    expect(section).to_contain_text("What stage 14/pass 299 depends on: 299 passes")
    expect(section).to_contain_text("More than 60 passes are listed, not drawn.")
    assert (
        page.get_by_role("application").evaluate("(element) => element.scrollLeft") > 3000
    )  # what is selected is shown
    page.keyboard.press("2")
    table = page.get_by_role("region", name="Statistics", exact=True).get_by_role("table")
    expect(table).to_have_attribute("aria-rowcount", str(MANY + 1))
    page.keyboard.press("3")
    page.get_by_role("application").focus()
    page.keyboard.press("End")
    expect(page.locator("output[aria-live=polite]")).to_contain_text("stage 14/pass 299, number 299")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_everything_is_selected(show: Show, scheme: str) -> None:
    """The matrix with its graph and its table, the comparison with both histograms, the dialog of exports."""
    page = show("dropped", A, color_scheme=scheme)
    drop(page, "b.sgpt", B.read_bytes(), second=True)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = {}
    for view in ("structure", "resources", "compare", "statistics"):
        page.evaluate(f"location.hash = '#view={view}&pass=blur%232&resource=x'")
        expect(page.get_by_role("region", name=view.capitalize(), exact=True)).to_be_visible()
        if view == "compare":
            expect(page.get_by_role("img", name="Histogram")).to_be_visible()
        found[view] = violations(page)
        if view == "structure":
            page.get_by_role("button", name="As a table").click()
            found["table"] = violations(page)
    page.keyboard.press("e")
    found["export"] = violations(page)
    assert {view: rules for view, rules in found.items() if rules} == {}


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds, with the elements it finds it on."""
    rules = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in rules]
