"""``framescope recover``: all whole records of a broken capture, as a whole one."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from framescope.harness.arguments import add_json
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.harness.output_path import check_replaceable
from framescope.profile.sgpt.header import MAGIC

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: ``frames``, ``records``, ``bytes``, ``lost``."""
    parser.add_argument(
        "capture", type=Path, metavar="BROKEN.sgpt", help="what is left of a capture; it stays as it is"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="GOOD.sgpt", help="the new capture")
    parser.add_argument("--force", action="store_true", help="replace an output that is no capture")
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the new capture under its name once it is complete, and say what was lost."""
    from framescope.harness.capture_checks import loss_line, lost_lines, recovery_line
    from framescope.harness.capture_file import refuse_while_written
    from framescope.profile.export.whole_file import whole_file
    from framescope.profile.sgpt.recover import recover_capture
    from framescope.profile.sgpt.sink import make_sink
    from framescope.profile.sgpt.source import opened_source

    check_replaceable(args.output, MAGIC, force=args.force)
    with opened_source(args.capture) as source:
        if args.output.exists() and os.path.samefile(args.capture, args.output):
            raise UsageError(f"-o names the broken capture itself; {args.output} would end it")
        refuse_while_written(args.output)
        with whole_file(args.output) as file:  # not NAME.part: that may be what is to be recovered
            recovery = recover_capture(source, make_sink(file, force=True))
            refuse_while_written(args.output)
    if args.json:
        facts = {"frames": recovery.frames, "records": recovery.records, "bytes": recovery.bytes_written}
        print(json.dumps(facts | {"lost": [lost.to_dict() for lost in recovery.lost]}, indent=2))
    else:
        print(recovery_line(recovery, args.output))
    for line in lost_lines(recovery.lost):
        print(line, file=sys.stderr)
    print(loss_line(recovery.lost), file=sys.stderr)
    return ExitCode.OK
