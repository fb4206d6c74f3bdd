"""A browser, the three ways by which a capture comes into the page, and no silent errors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from inspector_page import PAGE, drop

from framescope.harness.cli import main

REQUIRED = os.environ.get("FRAMESCOPE_REQUIRE_BROWSER") == "1"
if TYPE_CHECKING or REQUIRED:  # elsewhere each module of tests skips itself where playwright is missing
    from playwright.sync_api import Browser, Page

QUIET = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. The driver's event loop must be over when other tests want one: hence one a module."""
    chromium = shutil.which("chromium")
    if chromium is None:
        if REQUIRED:
            pytest.fail("chromium is not installed, and this run must test the page")
        pytest.skip("chromium is not installed: .ci/setup page")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)  # as patient as with actions: two cores may have more to do than this
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=chromium, args=QUIET.split())
        yield launched
        launched.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What pages wrote to the console, raised, or asked; what a test does not take out fails it."""
    said: list[str] = []
    yield said
    assert said == []


@pytest.fixture
def new_page(browser: Browser, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """Makes pages, each in a profile of its own."""
    contexts = []

    def make(**options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1300, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The atrium, recorded on a real device, small."""
    path = tmp_path_factory.mktemp("recorded") / "atrium.sgpt"
    assert main(["record", "sponza", "-o", str(path), "--frames", "6", "--size", "64x36"]) == 0
    return path


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Runs ``framescope view`` and gives its address."""
    running: list[subprocess.Popen[str]] = []

    def run(*arguments: object) -> str:
        command = [sys.executable, "-m", "framescope.harness", "view", "--no-browser", *map(str, arguments)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        return process.stdout.readline().strip()

    yield run
    for process in running:
        process.terminate()
        process.communicate(timeout=20)
    assert [process.returncode for process in running] == [0] * len(running)


@pytest.fixture
def show(new_page: Callable[..., Page], serve: Callable[..., str], tmp_path: Path) -> Callable[..., Page]:
    """Opens a capture in a new page, ``"served"``, ``"dropped"`` or as a ``"report"``."""
    from playwright.sync_api import expect

    def open_in(way: str, capture: Path, **options: object) -> Page:
        page = new_page(**options)
        if way == "served":
            page.goto(serve(capture))
        elif way == "dropped":
            page.goto(PAGE.as_uri())
            drop(page, capture.name, capture.read_bytes())
        else:
            report = tmp_path / "report.html"
            assert main(["report", str(capture), "-o", str(report)]) in (0, 1)  # 1: of a capture that is not whole
            page.goto(report.as_uri())
        expect(page.locator("h1")).to_have_text(capture.name)
        return page

    return open_in
