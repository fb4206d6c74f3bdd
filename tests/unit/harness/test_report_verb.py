"""The report: a page that holds a capture."""

from __future__ import annotations

import base64
import gzip
import html
import re
from pathlib import Path

import pytest
from capture_builders import make_frame, write_capture

from framescope.harness.cli import main
from framescope.inspector import page
from framescope.profile.capture import open_capture

EMBEDDED = re.compile(
    r'<script type="application/octet-stream" id="capture" data-name="([^"]*)">([A-Za-z0-9+/=]*)</script>'
)


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    """A capture with a name that is trouble in HTML."""
    path = tmp_path / 'a"><script>x<&'
    path.write_bytes(write_capture([make_frame(0), make_frame(1), make_frame(2)]))
    return path


def embedded(report: Path) -> tuple[str, bytes]:
    """Name and bytes of the one capture in it."""
    [(name, packed)] = EMBEDDED.findall(report.read_text(encoding="utf-8"))
    return html.unescape(name), gzip.decompress(base64.b64decode(packed))


def test_the_capture_is_in_the_page_byte_for_byte(capture: Path, tmp_path: Path) -> None:
    """And the page around it is the one that is served."""
    out = tmp_path / "r.html"
    assert main(["report", str(capture), "-o", str(out)]) == 0
    assert embedded(out) == (capture.name, capture.read_bytes())
    assert EMBEDDED.sub("", out.read_text(encoding="utf-8")).replace("\n</body>", "</body>") == page.page_text()


def test_a_capture_that_is_not_whole_ends_with_1(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page is written all the same, with the bytes as they are."""
    capture.write_bytes(capture.read_bytes()[:-200])
    out = tmp_path / "r.html"
    assert main(["report", str(capture), "-o", str(out)]) == 1
    assert "NOT WHOLE" in capsys.readouterr().err
    assert embedded(out)[1] == capture.read_bytes()


def test_a_range_of_frames_is_a_capture_of_its_own(capture: Path, tmp_path: Path) -> None:
    """Only those frames, under their numbers."""
    out = tmp_path / "r.html"
    assert main(["report", str(capture), "-o", str(out), "--frames", "1:2"]) == 0
    with open_capture(embedded(out)[1], check=True) as part:
        assert part.frame_numbers == [1]


def test_a_range_without_frames_is_refused(capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written."""
    out = tmp_path / "r.html"
    assert main(["report", str(capture), "-o", str(out), "--frames", "900:"]) == 2
    assert "no frame in that range" in capsys.readouterr().err
    assert not out.exists()


def test_what_a_browser_would_not_open_is_refused(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to do instead."""
    monkeypatch.setattr(page, "LONGEST_EMBEDDING", 200)
    out = tmp_path / "r.html"
    assert main(["report", str(capture), "-o", str(out)]) == 2
    assert "--frames A:B" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("content", "flags", "status"), [("", [], 0), ("my thesis", [], 2), ("my thesis", ["--force"], 0)]
)
def test_a_file_of_another_kind_is_not_replaced(
    capture: Path, tmp_path: Path, content: str, flags: list[str], status: int
) -> None:
    """Unless it is empty, or --force says so; a report is replaced by the next one."""
    out = tmp_path / "r.html"
    out.write_text(content)
    assert main(["report", str(capture), "-o", str(out), *flags]) == status
    if status:
        assert out.read_text() == content
    else:
        assert main(["report", str(capture), "-o", str(out)]) == 0


@pytest.mark.parametrize("verb", [["report", "-o", "r.html"], ["view", "--no-browser"]])
@pytest.mark.parametrize("content", [None, b"", b"something else altogether, and longer than a header"])
def test_what_is_no_capture_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    verb: list[str],
    content: bytes | None,
) -> None:
    """Neither shown nor embedded; the line names the file."""
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("x.sgpt").write_bytes(content)
    assert main([verb[0], "x.sgpt", *verb[1:]]) == 3
    assert "x.sgpt: " in capsys.readouterr().err
    assert not Path("r.html").exists()
