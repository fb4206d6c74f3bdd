"""A comparison as a person reads it."""

from __future__ import annotations

from typing import Any

import numpy as np
from capture_builders import capture_of, make_frame

from framescope.profile.analysis.compare import compare_captures
from framescope.profile.analysis.comparison_table import render_comparison
from framescope.profile.capture import Capture
from framescope.profile.sgpt.model import PassList, PassListEntry, Topology

NOISE = np.random.default_rng(2).integers(0, 11, 60)
META = {"ns_per_tick": 1.0, "size": [64, 32], "level": "timing", "adapter": {"device": "llvmpipe " * 12}}


def captured(*paths: str, ticks: int = 1_000_000, resources: int = 0, **meta: Any) -> Capture:
    """Sixty frames of these passes, each as long as the number of the frame makes it."""
    passes = PassList(tuple(PassListEntry(path, "", "render", index) for index, path in enumerate(paths)))
    model = {"resources": [{"name": f"texture {index}"} for index in range(resources)]}
    frames = [
        make_frame(
            number,
            [(1, ticks + 1000 * int(NOISE[number])) for _ in paths],
            passes=passes,
            topology=Topology(model, b"%d" % resources),
        )
        for number in range(60)
    ]
    return capture_of(frames, META | meta)


def test_no_line_is_wider_than_a_terminal() -> None:
    """80 columns hold every line, whatever adapters and passes are called and however the times changed."""
    names = ("a" * 70, "temporal anti-aliasing/history", "b")
    text = render_comparison(compare_captures(captured(*names), captured(*names, ticks=9_000_000, size=[9, 9])))
    assert max(map(len, text.splitlines())) <= 80


def test_rows_stand_under_their_verdict() -> None:
    """What changed comes first, figures are aligned, and the last lines count the verdicts."""
    text = render_comparison(compare_captures(captured("draw", "old"), captured("draw", "new", ticks=2_000_000)))
    assert [
        line for line in text.splitlines() if line.startswith(("pass", "slower", "  draw", "  (whole", "only", "  old"))
    ] == [
        "pass              A ms   B ms  change      95% interval",
        "  (whole frame)  1.006  2.006  +99.4%  +99.2% to +99.7%",
        "slower (1)",
        "  draw           1.006  2.006  +99.4%  +99.2% to +99.7%",
        "only in A",
        "  old",
        "only in B",
    ]
    assert "1 pass compared: 1 slower, 0 faster, 0 too few samples, 0 no change." in text


def test_too_few_samples_say_how_many_frames_to_record() -> None:
    """The line above them, and no line where every pass has a verdict."""
    few = compare_captures(captured("draw"), captured("draw"), warm_up=45)
    assert f"whole frame: too few samples: record about {few.frames_to_record} frames" in render_comparison(few)
    assert f"too few samples (1): record about {few.frames_to_record} frames of each" in render_comparison(few)
    assert "record about" not in render_comparison(compare_captures(captured("draw"), captured("draw")))


def test_warnings_come_first() -> None:
    """Whoever reads one line reads that the sizes differ."""
    text = render_comparison(compare_captures(captured("a"), captured("a", size=[128, 32])))
    assert text.startswith("WARNING: size: 64x32 in A, 128x32 in B\n")


def test_long_lists_are_cut_and_say_so() -> None:
    """A graph that has nothing in common with the other does not fill the screen."""
    text = render_comparison(compare_captures(captured("a"), captured("a", resources=50)))
    assert "and 30 more, which --json lists" in text


def test_hostile_names_do_not_reach_the_terminal() -> None:
    """Escape sequences and lone surrogates are shown as escapes, wherever they stand."""
    evil = "\x1b[31m\ud800\n"
    text = render_comparison(compare_captures(captured(evil, evil + "1", note=evil), captured(evil, size=evil)))
    assert all(c.isprintable() or c == "\n" for c in text)
    text.encode()
