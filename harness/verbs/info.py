"""``framescope info``: what a capture holds, and whether it is whole."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from framescope.harness.arguments import add_json
from framescope.harness.exit_codes import ExitCode

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: :func:`~framescope.harness.capture_info.capture_info`."""
    parser.add_argument("capture", type=Path, metavar="F.sgpt", help="the capture")
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the facts; exit status 1 for a capture that is not whole. Every record is read and decoded."""
    from framescope.harness.capture_info import capture_info, render_info
    from framescope.harness.whole import end_of_reading, wholeness
    from framescope.profile.capture import open_capture
    from framescope.profile.counted import counted

    with open_capture(args.capture, check=True) as capture:
        facts = capture_info(capture)
        fault = wholeness(capture)
    print(json.dumps(facts, indent=2) if args.json else render_info(facts, str(args.capture)))
    return end_of_reading(fault, f"{counted(facts['frames'], 'frame')} can be read")
