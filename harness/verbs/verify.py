"""``framescope verify``: every record read to its last field, every checksum computed by another implementation."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from framescope.harness.arguments import add_json
from framescope.harness.exit_codes import ExitCode
from framescope.profile.analysis.printable import escaped

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: :meth:`framescope.profile.verify.Verification.to_dict`."""
    parser.add_argument("capture", type=Path, metavar="F.sgpt", help="the capture")
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print what was found; exit status 1 for a capture that is not whole or says what cannot be."""
    from framescope.harness.capture_checks import lost_lines, verdict, verification_lines
    from framescope.profile.counted import counted
    from framescope.profile.sgpt.source import opened_source
    from framescope.profile.verify import verify_capture

    with opened_source(args.capture) as source:
        verification = verify_capture(source, insist=True)
    audit = verification.audit
    text = json.dumps(verification.to_dict(), indent=2) if args.json else verification_lines(verification, args.capture)
    print(text)
    for line in lost_lines(audit.lost):
        print(line, file=sys.stderr)
    if verification.ok:
        return ExitCode.OK
    print(f"NOT WHOLE: {verdict(audit)}; {counted(audit.frames, 'frame')} can be read", file=sys.stderr)
    if audit.records:
        print(escaped(f"framescope recover {args.capture} -o GOOD.sgpt saves what is whole"), file=sys.stderr)
    return ExitCode.NOT_WHOLE
