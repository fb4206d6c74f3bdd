"""``framescope frames``: one line a frame."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from framescope.harness.arguments import add_json, frame_range
from framescope.harness.exit_codes import ExitCode

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: :func:`~framescope.harness.frame_list.frame_list`."""
    parser.add_argument("capture", type=Path, metavar="F.sgpt", help="the capture")
    parser.add_argument(
        "--frames", type=frame_range, default=(None, None), metavar="A:B", help="frames A up to, not including, B"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the frames; exit status 1 where the capture is not whole, though what can be read is shown."""
    from framescope.harness.capture_info import wholeness
    from framescope.harness.frame_list import frame_list, render_frames
    from framescope.profile.capture import open_capture
    from framescope.profile.counted import counted

    with open_capture(args.capture) as capture:
        facts = frame_list(capture, *args.frames)
        fault, numbers = wholeness(capture), capture.frame_numbers
    print(json.dumps(facts, indent=2, allow_nan=False) if args.json else render_frames(facts))
    if not facts["frames"] and numbers:
        print(f"none of its frames is in that range: they are {numbers[0]} to {numbers[-1]}", file=sys.stderr)
    if fault is None:
        return ExitCode.OK
    print(f"NOT WHOLE: {fault}; shown: {counted(len(facts['frames']), 'frame')}", file=sys.stderr)
    return ExitCode.NOT_WHOLE
