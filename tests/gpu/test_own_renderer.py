"""docs/your_renderer.md: its examples run, on a renderer that knows nothing of framescope."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import wgpu

from framescope.profile.analysis.stats import frame_stats
from framescope.profile.capture import open_capture

TEXT = Path(__file__).parents[2] / "docs" / "your_renderer.md"


def test_the_examples_run_as_they_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In reading order, with a device and an `encode` of the reader's own; every pass has a row by its label."""
    monkeypatch.chdir(tmp_path)
    adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
    features = [name for name in ("timestamp-query",) if name in adapter.features]
    device = adapter.request_device_sync(required_features=features)

    def encode(encoder: Any) -> None:
        for label in ("scene", "post"):
            encoder.begin_compute_pass(label=label).end()

    names = {"adapter": adapter, "device": device, "encode": encode}
    blocks = re.findall(r"```python\n(.*?)```", TEXT.read_text(), re.DOTALL)
    for block in blocks[:-1]:
        exec(compile(block, TEXT.name, "exec"), names)
    with open_capture("mine.sgpt") as capture:
        report = frame_stats(capture)
        readable = features and capture.ns_per_tick is not None
    assert {row.path for row in report.passes} == {"(unattributed)/scene", "(unattributed)/post"}
    if readable:
        exec(compile(blocks[-1], TEXT.name, "exec"), names)
    names["graphics"].close()  # type: ignore[attr-defined]  # what the page's example left in its namespace
