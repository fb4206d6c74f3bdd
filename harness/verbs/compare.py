"""``framescope compare``: what became slower from one capture to another, and how sure that is."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from framescope.harness.arguments import add_frames, add_json
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.profile.analysis.printable import escaped
from framescope.profile.counted import counted

if TYPE_CHECKING:
    from framescope.profile.analysis.comparison import Comparison

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: :meth:`framescope.profile.analysis.comparison.Comparison.to_dict`."""
    parser.add_argument("a", type=Path, metavar="A.sgpt", help="the capture to compare with")
    parser.add_argument("b", type=Path, metavar="B.sgpt", help="the capture that is compared")
    parser.add_argument(
        "--fail-on",
        type=_share,
        metavar="5%",
        help="exit status 1 where a pass is slower by more than this with all of its interval",
    )
    parser.add_argument(
        "--warm-up",
        type=_frames,
        metavar="N",
        help="frames to leave out at the start of each capture (10; none with --frames)",
    )
    add_frames(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the comparison; exit status 1 where ``--fail-on`` fails, or a capture is not whole."""
    from framescope.profile.analysis.compare import NotComparable, compare_captures
    from framescope.profile.analysis.comparison_table import render_comparison
    from framescope.profile.capture import open_capture

    start, stop = args.frames
    args.capture = args.a  # whom an error of the reader is about
    with open_capture(args.a) as a:
        args.capture = args.b
        with open_capture(args.b) as b:
            try:
                comparison = compare_captures(a, b, warm_up=args.warm_up, start=start, stop=stop)
            except NotComparable as error:
                raise UsageError(str(error)) from error
            whole = all(capture.state == "closed" and not capture.lost for capture in (a, b))
    print(json.dumps(_as_json(comparison, args.fail_on), indent=2) if args.json else render_comparison(comparison))
    if args.json:
        for warning in comparison.warnings:
            _say(escaped(f"WARNING: {warning}"))
    passed = args.fail_on is None or _gate(comparison, args.fail_on)
    return ExitCode.OK if passed and whole else ExitCode.NOT_WHOLE


def _as_json(comparison: Comparison, threshold: float | None) -> dict[str, object]:
    failed = None if threshold is None else [row.path for row in comparison.slower_by(threshold)]
    return comparison.to_dict() | {"fail_on": threshold, "failed": failed}


def _gate(comparison: Comparison, threshold: float) -> bool:
    """Say what the gate found; True where nothing fails, passes were joined, and something could be judged."""
    failed = comparison.slower_by(threshold)
    for row in failed:
        beyond = "from 0" if row.low is None else f"by {row.low:.1%} or more"
        _say(f"FAILED: {row.path!r} is slower {beyond}, beyond {threshold:.1%}")
    open_still = [row for row in comparison.passes if row.may_exceed(threshold)]
    if open_still:
        count = f"{len(open_still)} of {counted(len(comparison.passes), 'pass')}"
        _say(f"undecided: {count} may be slower by more than {threshold:.1%}")
    judged = any(row.verdict != "too few samples" for row in comparison.rows)
    if not (comparison.a.frames and comparison.b.frames):
        _say("FAILED: a capture has no frame to compare, so no pass was checked")
    elif not comparison.passes:
        _say("FAILED: the captures have no pass in common, so no pass was checked")
    elif not judged:
        _say("FAILED: no pass has enough samples in both captures, so nothing was checked")
    return bool(comparison.passes) and judged and not failed


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def _share(text: str) -> float:
    match = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,6})?)%", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no percentage; write 5% or 2.5%")
    return float(match[1]) / 100


def _frames(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of frames")
    return int(text)
