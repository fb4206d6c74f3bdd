"""``framescope view``: captures in the inspector, in a browser on this machine."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from pathlib import Path

from framescope.harness.arguments import port_number
from framescope.harness.exit_codes import ExitCode, UsageError

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The captures, the port, the browser, ``--follow``."""
    parser.add_argument("captures", type=Path, nargs="+", metavar="F.sgpt", help="the second is what to compare with")
    parser.add_argument(
        "--port", type=port_number, default=0, metavar="P", help="where to listen; a free one if not said"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")
    parser.add_argument("--follow", action="store_true", help="show new frames while a capture is being recorded")


def run(args: argparse.Namespace) -> ExitCode:
    """Serve until Ctrl-C or SIGTERM; stdout has the address, one line."""
    from framescope.harness.capture_names import distinct_names
    from framescope.harness.inspector_server import InspectorServer
    from framescope.harness.interrupt import Interruptible

    for path in args.captures:
        args.capture = path  # the one that an error speaks of
        _check_capture(path)
    with Interruptible() as interrupted:
        try:
            server = InspectorServer(distinct_names(args.captures), port=args.port, follow=args.follow)
        except OSError as error:
            raise UsageError(f"port {args.port}: {error.strerror}; without --port a free one is taken") from error
        with server:
            print(server.url, flush=True)
            if not args.no_browser:
                _open_browser(server.url)
            server.serve_until(lambda: interrupted.requested)
    return ExitCode.OK


def _check_capture(path: Path) -> None:
    from framescope.profile.capture import open_capture

    open_capture(path).close()


def _open_browser(url: str) -> None:
    from framescope.harness.environment import has_display

    if not has_display() or not webbrowser.open(url):
        print("no browser was opened: give the address above to one; Ctrl-C ends this", file=sys.stderr)
