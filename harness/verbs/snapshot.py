"""``framescope snapshot``: check files of the FrameGraph Snapshot protocol, or bring older ones up to date."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import BinaryIO

from framescope.harness.arguments import add_json
from framescope.harness.exit_codes import ExitCode
from framescope.profile.analysis.printable import escaped
from framescope.profile.snapshot.codec import DecodeResult

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``validate FILE…`` and ``migrate IN -o OUT``."""
    jobs = parser.add_subparsers(dest="job", metavar="JOB", required=True)
    validate = jobs.add_parser("validate", help="say everything that is wrong with each file", allow_abbrev=False)
    validate.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a .fgsnapshot.json file")
    validate.add_argument("--strict", action="store_true", help="accept version 1.2 alone; older ones are not migrated")
    add_json(validate)
    migrate = jobs.add_parser("migrate", help="write a file of any version as 1.2", allow_abbrev=False)
    migrate.add_argument("file", type=Path, metavar="IN", help="a snapshot of any version")
    migrate.add_argument("-o", dest="output", type=Path, required=True, metavar="OUT", help="the 1.2 snapshot")
    migrate.add_argument("--force", action="store_true", help="replace OUT whatever it is")


def run(args: argparse.Namespace) -> ExitCode:
    """Exit status 1 for a file that is not valid, 3 for one that cannot be read."""
    return _validate(args) if args.job == "validate" else _migrate(args)


def _validate(args: argparse.Namespace) -> ExitCode:
    from framescope.profile.snapshot.codec import decode

    code, reports = ExitCode.OK, []
    for path in args.files:
        try:
            result = decode(path.read_bytes(), strict=args.strict)
        except OSError as error:  # the others are checked all the same
            print(escaped(f"framescope: {path}: {error.strerror or error}"), file=sys.stderr)
            code = ExitCode.UNAVAILABLE
            continue
        reports.append(_report(path, result))
        if not result.ok:
            code = max(code, ExitCode.NOT_WHOLE)
        if not args.json:
            print("\n".join(_lines(path, result)))
    if args.json:
        print(json.dumps({"files": reports}, indent=2))
    return code


def _migrate(args: argparse.Namespace) -> ExitCode:
    from framescope.harness.output_path import check_kind, replace_file
    from framescope.profile.snapshot.codec import decode, encode

    def is_snapshot(file: BinaryIO) -> bool:
        return decode(file.read()).source is not None

    check_kind(args.output, "snapshot", is_snapshot, force=args.force)
    result = decode(args.file.read_bytes())
    print("\n".join(_lines(args.file, result)), file=sys.stderr)
    if result.snapshot is None:
        return ExitCode.NOT_WHOLE
    replace_file(args.output, f"{encode(result.snapshot, pretty=True)}\n".encode())
    return ExitCode.OK


def _report(path: Path, result: DecodeResult) -> dict[str, object]:
    return {
        "file": str(path),
        "ok": result.ok,
        "source": result.source,
        "migrated": result.migrated,
        "issues": [issue.as_dict() for issue in result.issues],
    }


def _lines(path: Path, result: DecodeResult) -> list[str]:
    """One line an issue, or one that says that there is none."""
    if result.ok and not result.issues:
        return [escaped(f"{path}: valid, FrameGraph Snapshot 1.2")]
    return [
        escaped(f"{path}: {issue.severity} {issue.code} at {issue.path or '/'}: {issue.message}")
        for issue in result.issues
    ]
