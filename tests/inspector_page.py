"""The inspector's page as a file, and a file dropped on it."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["PAGE", "drop"]

PAGE = Path(__file__).parents[1] / "inspector" / "inspector.html"

# The file is put together inside the page: a synthetic drop cannot name one on the disk.
_DROP = """([name, packed, shiftKey]) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], name));
    const event = new DragEvent("drop", { dataTransfer: files, bubbles: true, shiftKey });
    document.querySelector("#app > div").dispatchEvent(event);
}"""


def drop(page: Page, name: str, content: bytes, *, second: bool = False) -> None:
    """Drop a file on the page; with the shift key held it is the second one of a comparison."""
    page.evaluate(_DROP, [name, base64.b64encode(content).decode(), second])
