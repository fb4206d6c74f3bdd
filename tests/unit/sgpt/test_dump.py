"""The dump in SGPT_FORMAT.md is what the writer writes."""

from __future__ import annotations

from sgpt_dump import FORMAT, explained, replaced, tiny_capture


def test_the_dump_in_the_format_is_true() -> None:
    """Regenerate it with ``python tests/sgpt_dump.py`` when a new version is meant, and for nothing else."""
    text = FORMAT.read_text(encoding="utf-8")
    assert replaced(text) == text


def test_the_dump_leaves_no_byte_out() -> None:
    """The bytes of its lines, put together, are the capture."""
    data = tiny_capture()
    columns = [line[6:53] for line in explained(data) if line]
    assert bytes.fromhex(" ".join(columns)) == data
