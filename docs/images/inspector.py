"""Makes the inspector's pictures: ``.venv/bin/python docs/images/inspector.py F.sgpt`` after ``.ci/setup page``."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from framescope.inspector.page import page_text, report_text

FOLDER = Path(__file__).parent
FRAME = 12  # the first ones compile pipelines
PASS = "g-buffer"
WIDE = {"Structure", "Resources", "Capture"}  # without the details of the selection
DARK = {"Timeline"}


def take(page: Page, view: str) -> None:
    """One picture of one view, once nothing is being read any more."""
    page.get_by_role("tab", name=view, exact=True).click()
    page.get_by_role("region", name=view, exact=True).wait_for()
    if view == "Compare":
        page.get_by_role("button", name="First half, second half").click()
    page.set_viewport_size({"width": 1120, "height": 780 if view == "Structure" else 660})
    page.emulate_media(color_scheme="dark" if view in DARK else "light")
    beside = page.get_by_role("button", name="Details", exact=True)
    if (view in WIDE) == (beside.get_attribute("aria-pressed") == "true"):
        beside.click()
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / f"inspector-{view.lower()}.png")


def main(capture: Path) -> None:
    """A picture of every view."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        report = Path(folder) / "report.html"
        report.write_text(report_text(page_text(), capture.name, capture.read_bytes()), encoding="utf-8")
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{report.as_uri()}#view=timeline&frame={FRAME}&pass={PASS}")
        page.get_by_role("tab").first.wait_for()
        for view in page.get_by_role("tab").all_inner_texts():
            take(page, view)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
