"""The page without a mouse, and for those who do not see it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspector_page import PAGE

playwright = pytest.importorskip("playwright.sync_api", reason="the page's tests need playwright: .ci/setup page")
Page, expect = playwright.Page, playwright.expect

AXE = PAGE.parent / "node_modules" / "axe-core" / "axe.min.js"
Show = Callable[..., Page]


def test_everything_is_reached_by_keys(show: Show, recorded: Path) -> None:
    """Views, frames, passes, the search and the help, each said in the live region or shown."""
    page = show("served", recorded)
    press, said = page.keyboard.press, page.locator("output[aria-live=polite]")
    press("2")
    expect(page.get_by_role("region", name="Statistics", exact=True)).to_be_visible()
    press("1")
    expect(page.get_by_role("region", name="Timeline", exact=True)).to_be_visible()
    press("]")
    expect(said).to_have_text("frame 1, complete")
    expect(page.get_by_role("heading", name="Frame 1 ")).to_be_visible()
    press("[")
    expect(page.get_by_role("heading", name="Frame 0 ")).to_be_visible()
    press(".")
    detail = page.get_by_role("region", name="Pass", exact=True)
    expect(detail).to_be_visible()
    expect(said).to_contain_text(detail.locator("h2").inner_text())
    for key in ("w", "f", "a", "d", "s"):
        press(key)
    press("Escape")
    expect(detail).to_have_count(0)
    press("/")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    page.keyboard.type("cascade")
    press("Escape")
    expect(search).to_have_value("")


def test_the_help_lists_every_key_and_closes_with_escape(show: Show, recorded: Path) -> None:
    """It is drawn from the table that the keys are taken from; focus comes back to where it was."""
    page = show("served", recorded)
    tab = page.get_by_role("tab", name="Statistics", exact=True)
    tab.focus()
    page.keyboard.press("Shift+Slash")
    help_ = page.get_by_role("dialog", name="Keys")
    expect(help_).to_be_visible()
    expect(help_.get_by_role("button", name="Close")).to_be_focused()
    assert help_.get_by_role("row").count() > 15
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)
    expect(tab).to_be_focused()


def test_tab_goes_through_the_page(show: Show, recorded: Path) -> None:
    """Every control that can be seen is reached, and none is a trap."""
    page = show("dropped", recorded)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
        )
    assert {"Open…", "Keys (?)", "Timeline", "Statistics", "Capture"} <= reached
    assert any("GPU and CPU time of 6 frames" in name for name in reached)


def violations(page: Page) -> list[Any]:
    """What axe finds, with the elements it finds it on."""
    if not AXE.exists() and os.environ.get("FRAMESCOPE_REQUIRE_BROWSER") != "1":
        pytest.skip("axe-core is not installed: .ci/setup page")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(show: Show, recorded: Path, scheme: str) -> None:
    """In any view, with a pass selected and without, nor in the help."""
    page = show("served", recorded, color_scheme=scheme)
    found = {}
    for view in page.get_by_role("tab").all_inner_texts():
        page.get_by_role("tab", name=view, exact=True).click()
        page.wait_for_load_state("networkidle")
        found[view] = violations(page)
    page.get_by_role("tab", name="Statistics", exact=True).click()
    page.locator("td.name button").first.click()
    found["a pass"] = violations(page)
    page.keyboard.press("Shift+Slash")
    found["the help"] = violations(page)
    assert {view: rules for view, rules in found.items() if rules} == {}


def test_axe_finds_nothing_on_the_empty_page(new_page: Callable[..., Page], complaints: list[str]) -> None:
    """Before anything was dropped."""
    page = new_page()
    page.goto(PAGE.as_uri())
    assert violations(page) == []
