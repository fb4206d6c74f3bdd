"""``framescope report``: a capture and the inspector in one HTML file."""

from __future__ import annotations

import argparse
import io
import os
import sys
from pathlib import Path

from framescope.harness.arguments import add_frames
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.harness.output_path import check_kind, replace_file

__all__ = ["add_arguments", "run"]

_HEAD = 1024  # of the page, its title is in it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The capture, the page, and which frames."""
    parser.add_argument("capture", type=Path, metavar="F.sgpt", help="the capture")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="F.html", help="the page, which opens anywhere"
    )
    add_frames(parser, default=None)
    parser.add_argument("--force", action="store_true", help="replace an output that is no report")


def run(args: argparse.Namespace) -> ExitCode:
    """Write the page; one of a capture that is not whole says what is missing, and gives exit status 1."""
    from framescope.harness.text_table import format_bytes
    from framescope.harness.whole import end_of_reading
    from framescope.inspector.page import ReportTooLarge, is_report, page_text, report_text

    check_kind(args.output, "report", lambda file: is_report(file.read(_HEAD)), force=args.force)
    capture, fault = _whole(args.capture)
    if args.frames is not None:
        capture = _excerpt(args.capture, *args.frames)
    try:
        page = report_text(page_text(), args.capture.name, capture).encode("utf-8", "replace")
    except ReportTooLarge as error:
        raise UsageError(f"{args.capture}: {error}, with --frames A:B") from error
    replace_file(args.output, page)
    print(f"{args.output}: {format_bytes(len(page))}, opens without a server", file=sys.stderr)
    return end_of_reading(fault, "what can be read is in the page")


def _whole(path: Path) -> tuple[bytes, str | None]:
    from framescope.harness.whole import wholeness
    from framescope.profile.capture import open_capture

    with open_capture(path) as capture:
        return capture.to_bytes(), wholeness(capture)


def _excerpt(path: Path, start: int | None, stop: int | None) -> bytes:
    from framescope.profile.sgpt.excerpt import excerpt_capture
    from framescope.profile.sgpt.sink import StreamSink
    from framescope.profile.sgpt.source import opened_source

    with opened_source(path) as source, io.BytesIO() as stream:
        if excerpt_capture(source, StreamSink(stream, os.fspath(path)), start, stop) == 0:
            raise UsageError(f"{path} has no frame in that range; framescope info says which it has")
        return stream.getvalue()
