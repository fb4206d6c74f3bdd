"""``framescope stats``: where the time goes, pass by pass."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from shutil import get_terminal_size

from framescope.harness.arguments import add_frames, add_json
from framescope.harness.exit_codes import ExitCode

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: :meth:`framescope.profile.analysis.report.StatsReport.to_dict`."""
    parser.add_argument("capture", type=Path, metavar="F.sgpt", help="the capture")
    add_frames(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the table; exit status 1 where the capture is not whole, though its figures are shown."""
    from framescope.harness.whole import end_of_reading, tell_empty_range, wholeness
    from framescope.profile.analysis.stats import frame_stats
    from framescope.profile.analysis.table import render_table
    from framescope.profile.capture import open_capture
    from framescope.profile.counted import counted

    with open_capture(args.capture) as capture:
        report = frame_stats(capture, *args.frames)
        fault, numbers = wholeness(capture), capture.frame_numbers
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    print(json.dumps(report.to_dict(), indent=2) if args.json else render_table(report, width))
    if not report.frames and numbers:
        tell_empty_range(numbers)
    return end_of_reading(fault, f"the figures are of {counted(report.frames, 'frame')} that can be read")
