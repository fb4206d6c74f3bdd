"""The inspector's page as Python sees it: its text, its policy, and a copy of it that holds a capture."""

from __future__ import annotations

import base64
import html
import re
import zlib
from pathlib import Path

from framescope.shade.errors import FramescopeError

__all__ = ["LONGEST_EMBEDDING", "ReportTooLarge", "content_policy", "is_report", "page_text", "report_text"]

LONGEST_EMBEDDING = 150_000_000
"""Letters of base64 a page may hold: browsers end a text at about 512 MB, and some much earlier."""

_PAGE = Path(__file__).with_name("inspector.html")
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')
_GZIP = 16 + zlib.MAX_WBITS
_PIECE = 1 << 20


class ReportTooLarge(FramescopeError):
    """A browser would not open it.

    Attributes:
        size: Bytes of the capture.
        limit: Letters that it may become.
    """

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(
            f"the capture of {size} bytes is more than a page can hold, {limit} letters once it is compressed: "
            "choose fewer frames"
        )
        self.size = size
        self.limit = limit


def page_text() -> str:
    """The page, one HTML file that asks for nothing else."""
    return _PAGE.read_text(encoding="utf-8")


def content_policy(page: str) -> str:
    """The Content-Security-Policy that the page states in its head."""
    found = _POLICY.search(page)
    if found is None:
        raise ValueError("the page states no Content-Security-Policy")
    return html.unescape(found[1])


def report_text(page: str, name: str, capture: bytes) -> str:
    """The page with a capture in it, which opens without a server.

    Args:
        page: :func:`page_text`.
        name: What the page calls the capture.
        capture: Its bytes; the page can give them back.

    Raises:
        ReportTooLarge: It would hold more than :data:`LONGEST_EMBEDDING`.
    """
    packed = base64.b64encode(_compressed(capture)).decode("ascii")
    element = f'<script type="application/octet-stream" id="capture" data-name="{html.escape(name)}">{packed}</script>'
    place = page.rindex("</body>")  # the page's own script, further up, may spell one too
    return f"{page[:place]}{element}\n{page[place:]}"


def is_report(start: bytes) -> bool:
    """Whether a file that begins so is such a page."""
    return start.startswith(b"<!doctype html>") and b"<title>framescope inspector</title>" in start


def _compressed(capture: bytes) -> bytes:
    packer = zlib.compressobj(wbits=_GZIP)
    packed = bytearray()
    for start in range(0, len(capture) + _PIECE, _PIECE):
        piece = capture[start : start + _PIECE]
        packed += packer.compress(piece) if piece else packer.flush()
        if len(packed) > LONGEST_EMBEDDING // 4 * 3:  # not only at the end: packing gigabytes takes minutes
            raise ReportTooLarge(len(capture), LONGEST_EMBEDDING)
    return bytes(packed)
