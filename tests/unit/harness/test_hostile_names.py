"""Names that steer a terminal, in a capture that somebody else made."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from capture_builders import make_frame

from framescope.harness.cli import main
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry
from framescope.profile.sgpt.writer import CaptureWriter

NAME = "\x1b[2J\x9b31m\u202e\ud800\r\x07\u2028"
META = {
    "ns_per_tick": 1.0,
    **dict.fromkeys(("level", "driver", "note", "started_at", "capture_id", "git_revision"), NAME),
    "adapter": {"device": NAME, "backend_type": NAME},
    "scene": {"name": NAME, "parameters": {NAME: NAME}},
    "size": [NAME, NAME],
    "settings": {NAME: NAME},
    "versions": {NAME: NAME},
}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A capture whose every text is :data:`NAME`, in a file of that name as far as a file system takes it."""
    path = tmp_path / f"{NAME.replace(chr(0xD800), '')}.sgpt"
    passes = PassList(tuple(PassListEntry(NAME, NAME, kind, place) for place, kind in enumerate(("compute", "render"))))
    with CaptureWriter(path, META) as writer:
        for number, status in enumerate((FrameStatus.COMPLETE, FrameStatus.ABORTED)):
            frame = {"passes": passes, "status": status, "reason": NAME, "failed_pass": NAME, "counters": {NAME: 1}}
            writer.write_frame(make_frame(number, [(1, 2), (2, 3)], **frame))
            writer.write_note(NAME, number)
    return path


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize("verb", ["info", "frames", "stats", "verify", "compare", "export", "nothing of the sort"])
def test_no_name_steers_the_terminal(
    verb: str, form: list[str], hostile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a verb prints of a capture, and of why it cannot, is printable and of one direction."""
    plain = tmp_path / "plain.sgpt"
    with CaptureWriter(plain, {}) as writer:
        writer.write_frame(make_frame(0))
    arguments = {
        "compare": ["compare", str(hostile), str(plain), "--warm-up", "0", *form],
        "export": ["export", str(hostile), "--to", "json", "-o", str(tmp_path / "graph.json")],
        "nothing of the sort": ["info", NAME, str(hostile)],
    }.get(verb, [verb, str(hostile), *form])
    with suppress(SystemExit):
        main(arguments)
    printed = capsys.readouterr()
    assert printed.out or printed.err
    assert [c for c in printed.out + printed.err if not c.isprintable() and c != "\n"] == []
