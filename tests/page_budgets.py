"""What the page may take on large captures, and what it takes: the figures of ``docs/measurements.md``.

Run as a script it prints them: ``.venv/bin/python tests/page_budgets.py``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from framescope.harness.cli import main
from framescope.profile.sgpt.model import (
    ComputeColumns,
    FrameData,
    PassList,
    PassListEntry,
    PipelineRef,
    RenderColumns,
    WorkColumns,
)
from framescope.profile.sgpt.writer import CaptureWriter

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["Figure", "figures", "write_large"]

QUIET = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
EPOCH = 1_800_000_000_000_000_000
LARGE = 100_000_000
"""Bytes of the large capture."""

# Canvases are drawn lazily: a pixel that is read back makes the drawing happen, in the turn that asked for it.
_PROBE = """
window.drawn = [];
window.tabled = null;
new MutationObserver(() => {
    if (tabled === null && document.querySelector("#view table tbody tr")) tabled = performance.now();
}).observe(document, { childList: true, subtree: true });
window.blocked = [];
new PerformanceObserver((list) => {
    for (const task of list.getEntries()) blocked.push(task.duration);
}).observe({ type: "longtask", buffered: true });
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    const begin = performance.now();
    const where = this.canvas.getAttribute("aria-label") ?? "";
    queueMicrotask(() => {
        this.getImageData(0, 0, 1, 1);
        drawn.push({ where, begin, took: performance.now() - begin });
    });
    return clear.apply(this, box);
};
"""

# Presses keys, one each time a frame is to be shown; answers with the gaps between these, the first few left out.
_WALK = """(keys) => new Promise((done) => {
    const gaps = [];
    let [step, last] = [0, null];
    const next = (now) => {
        if (last !== null && step > 5) gaps.push(now - last);
        last = now;
        if (step === 95) return done(gaps);
        const code = keys[step++ % keys.length];
        document.body.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true }));
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
})"""


@dataclass(frozen=True)
class Figure:
    """One of the figures, in milliseconds."""

    name: str
    value: float
    limit: float

    def __str__(self) -> str:
        return f"{self.name}: {self.value:.1f} ms, at most {self.limit:g} ms"


def _passes(count: int) -> PassList:
    entries = [
        PassListEntry(f"group {place // 10}/pass {place}", "", "compute", place, (PipelineRef("p", (8, 8, 1)),))
        for place in range(count)
    ]
    return PassList(tuple(entries))


def frames_of(passes: PassList, count: int, random: np.random.Generator) -> Iterator[FrameData]:
    """Frames whose passes take random times, one behind the other, and no two the same."""
    many = len(passes.entries)
    for number in range(count):
        ends = np.cumsum(random.integers(2_000, 300_000, many).astype(np.uint64)) + np.uint64(EPOCH)
        begins = np.concatenate([[np.uint64(EPOCH)], ends[:-1]]).astype(np.uint64)
        columns = [random.integers(1, 2**31, many) for _ in range(6)]
        begun = 16_000_000 * number
        yield FrameData(
            number=number,
            renderer_index=number,
            pass_list=passes,
            begin=begins,
            end=ends - np.uint64(1_000),
            state=np.zeros(many, np.uint8),
            query_set=np.zeros(many, np.uint8),
            cpu_begin_ns=begun,
            cpu_submit_ns=begun + int(random.integers(2_000_000, 9_000_000)),
            work=WorkColumns(
                ComputeColumns(*columns, np.zeros(many, np.uint8)),
                RenderColumns(*(np.zeros(0, np.int64) for _ in range(6))),
            ),
        )


def write_large(path: Path, *, frames: int, spans: int, size: int | None = None) -> None:
    """A capture of so many frames of so many GPU passes; with ``size``, of as many frames as make so many bytes."""
    writer = CaptureWriter(path, {"ns_per_tick": 1.0, "level": "workload"})
    for frame in frames_of(_passes(spans), frames, np.random.default_rng(7)):
        writer.write_frame(frame)
        if size is not None and frame.number % 100 == 0 and path.stat().st_size >= size:
            break
    writer.close()


@contextmanager
def launched() -> Iterator[Browser]:
    """Debian's Chromium, drawing in software."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET.split())
        yield browser
        browser.close()


def _drawn(page: Page, where: str) -> list[dict[str, Any]]:
    return [draw for draw in page.evaluate("drawn") if where in draw["where"]]


def _first(page: Page, where: str) -> float:
    """When the first canvas of this label was there, ms after the navigation."""
    from playwright.sync_api import expect

    expect(page.get_by_role("img", name=where)).to_be_visible(timeout=60_000)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    draw = _drawn(page, where)[0]
    return float(draw["begin"] + draw["took"])


@contextmanager
def _opened(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.add_init_script(_PROBE)
    page.goto(address)
    yield page
    context.close()


@contextmanager
def _served(capture: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "framescope.harness", "view", "--no-browser", str(capture)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


def _walked(page: Page, keys: list[str]) -> float:
    """Median of the gaps between frames while keys move the timeline."""
    return median(page.evaluate(_WALK, keys))


def _redrawn(page: Page, where: str) -> float:
    """Median of what a drawing of that canvas took, the first run left out."""
    return median(draw["took"] for draw in _drawn(page, where)[1:])


def figures(folder: Path, *, size: int = LARGE) -> Iterator[Figure]:
    """Every figure; the captures are made in ``folder``, the large one of ``size`` bytes."""
    large, many, wide = (folder / name for name in ("large.sgpt", "many.sgpt", "wide.sgpt"))
    write_large(large, frames=1_000_000, spans=100, size=size)
    write_large(many, frames=1_200, spans=100)
    write_large(wide, frames=1, spans=120_000)
    report = folder / "large.html"
    assert main(["report", str(large), "-o", str(report)]) == 0
    with launched() as browser:
        with _served(large) as address, _opened(browser, address) as page:
            yield Figure("large capture: strip after navigation", _first(page, "GPU and CPU"), 500)
            page.wait_for_timeout(3_000)  # statistics of every frame are gathered meanwhile
            yield Figure(
                "large capture: the longest time the page did not answer", max(page.evaluate("[0, ...blocked]")), 200
            )
        with _served(many) as address, _opened(browser, address) as page:
            yield Figure("120 000 spans: timeline after navigation", _first(page, "Timeline"), 1_000)
            yield from _smoothness(page, "120 000 spans")
        with _served(many) as address, _opened(browser, f"{address}#view=statistics") as page:
            page.locator("#view tbody tr").first.wait_for()
            yield Figure("120 000 spans: their statistics after navigation", page.evaluate("tabled"), 1_000)
        with _served(wide) as address, _opened(browser, address) as page:
            _first(page, "Timeline")
            yield next(_smoothness(page, "one frame of 120 000 spans"))
        with _opened(browser, report.as_uri()) as page:
            yield Figure("large report: strip after navigation", _first(page, "GPU and CPU"), 8_000)


def _smoothness(page: Page, what: str) -> Iterator[Figure]:
    frame = 1_000 / 60
    page.evaluate("drawn.length = 0")
    for _ in range(6):
        page.set_viewport_size({"width": 1390, "height": 900})
        page.wait_for_timeout(100)
        page.set_viewport_size({"width": 1400, "height": 900})
        page.wait_for_timeout(100)
    yield Figure(f"{what}: the whole timeline drawn", _redrawn(page, "Timeline"), 20)
    yield Figure(f"{what}: the strip drawn", _redrawn(page, "GPU and CPU"), 20)
    for name, keys in {"zoom": ["KeyW", "KeyW", "KeyS", "KeyS"], "pan": ["KeyA", "KeyD", "KeyD", "KeyA"]}.items():
        yield Figure(f"{what}: from frame to frame in a {name}", _walked(page, keys), 1.1 * frame)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(f"load {os.getloadavg()[0]:.1f}")
        for figure in figures(Path(folder)):
            print(figure, f"(load {os.getloadavg()[0]:.1f})", flush=True)
