"""Large captures in the page, within what a person waits for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="the page's tests need playwright: .ci/setup page")

from page_budgets import figures


@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed: .ci/setup page")
def test_large_captures_are_within_the_budgets(tmp_path: Path) -> None:
    """100 MB, 120 000 spans, and a report of 100 MB, on a machine that does nothing else."""
    found = list(figures(tmp_path))
    print(*found, sep="\n")
    assert [str(figure) for figure in found if figure.value > figure.limit] == []
