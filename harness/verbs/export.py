"""``framescope export``: a capture as something that other tools read."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from framescope.harness.arguments import ALL_FRAMES, add_frames
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.harness.export_targets import TARGETS, ExportTarget

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One target a call; which there are is told by :data:`~framescope.harness.export_targets.TARGETS`."""
    targets = "; ".join(f"{name}: {target.summary}" for name, target in TARGETS.items())
    parser.add_argument("capture", type=Path, metavar="F.sgpt", help="the capture")
    parser.add_argument("--to", required=True, choices=TARGETS, help=targets)
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="OUT", help="the file to write")
    add_frames(parser, default=None)
    parser.add_argument("--frame", type=_number, metavar="N", help="the frame, for a target that shows one")
    parser.add_argument("--force", action="store_true", help="replace OUT, whatever it is")


def run(args: argparse.Namespace) -> ExitCode:
    """Write the file, whole or not at all; exit status 1 where the capture is not whole."""
    from framescope.harness.output_path import check_replaceable
    from framescope.harness.text_table import format_bytes
    from framescope.harness.whole import end_of_reading, tell_empty_range, wholeness
    from framescope.profile.capture import open_capture
    from framescope.profile.export.whole_file import whole_file

    target = TARGETS[args.to]
    which = _which_frames(args, target)
    write = target.load()
    with open_capture(args.capture) as capture:
        if args.output.exists() and os.path.samefile(args.capture, args.output):
            raise UsageError(f"{args.output} is the capture itself; choose another name")
        check_replaceable(args.output, target.magic, force=args.force, kind=target.kind)
        with whole_file(args.output) as file:
            write(capture, file, *which)
            size = file.tell()
        fault, numbers = wholeness(capture), capture.frame_numbers
    hint = f"; {target.opens_with}" if target.opens_with else ""
    print(f"{args.output}: {format_bytes(size)}{hint}", file=sys.stderr)
    start, stop = args.frames or ALL_FRAMES
    if numbers and not any((start or 0) <= number < (stop or number + 1) for number in numbers):
        tell_empty_range(numbers)
    return end_of_reading(fault, "what can be read was exported")


def _which_frames(args: argparse.Namespace, target: ExportTarget) -> tuple[int | None, ...]:
    if target.one_frame:
        if args.frames is not None:
            raise UsageError(f"--to {args.to} shows one frame: choose it with --frame N")
        return (args.frame,)
    if args.frame is not None:
        raise UsageError(f"--to {args.to} takes a range of frames: write --frames {args.frame}:{args.frame + 1}")
    start, stop = args.frames or ALL_FRAMES
    return start, stop


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 11):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a frame")
    return int(text)
