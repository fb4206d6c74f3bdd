"""``framescope frames``: one line a frame."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from framescope.harness.arguments import add_frames, add_json
from framescope.harness.exit_codes import ExitCode

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: :func:`~framescope.harness.frame_list.frame_list`."""
    parser.add_argument("capture", type=Path, metavar="F.sgpt", help="the capture")
    add_frames(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the frames; exit status 1 where the capture is not whole, though what can be read is shown."""
    from framescope.harness.frame_list import frame_list, render_frames
    from framescope.harness.whole import end_of_reading, tell_empty_range, wholeness
    from framescope.profile.capture import open_capture
    from framescope.profile.counted import counted

    with open_capture(args.capture) as capture:
        facts = frame_list(capture, *args.frames)
        fault, numbers = wholeness(capture), capture.frame_numbers
    print(json.dumps(facts, indent=2, allow_nan=False) if args.json else render_frames(facts))
    if not facts["frames"] and numbers:
        tell_empty_range(numbers)
    return end_of_reading(fault, f"shown: {counted(len(facts['frames']), 'frame')}")
