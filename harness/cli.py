"""The command line: verb first, one module a verb, four exit codes.

What a verb prints as its result goes to stdout, as text or with ``--json`` as one JSON value; everything else
(progress, what was written, errors) goes to stderr.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from framescope.harness.arguments import OneLineParser
from framescope.harness.environment import ensure_runtime_dir
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.profile.analysis.printable import escaped
from framescope.profile.errors import CaptureError, CaptureTooNew, CaptureTooOld, NotACapture, SessionError
from framescope.shade.errors import DeviceUnavailable

__all__ = ["VERBS", "main"]

VERBS = {
    "doctor": "adapter, driver, features, display, what will work",
    "scenes": "list the sample scenes and their parameters",
    "record": "record a scene into a capture file",
    "graph": "the frame graph of a scene: drawn, as JSON, explained, linted",
    "info": "what a capture holds, and whether it is whole",
    "frames": "frame by frame: status, times, counters, notes",
    "stats": "where the time goes, pass by pass",
    "verify": "every record of a capture, with a checksum its writer did not use",
    "recover": "all whole records of a broken capture, as a whole one",
    "compare": "what became slower from one capture to another, and how sure that is",
    "export": "a capture as a Chrome trace, a Perfetto trace, a table: what other tools read",
    "snapshot": "check FrameGraph Snapshot files, or bring older ones up to date",
    "view": "captures in the inspector, in a browser on this machine",
    "report": "a capture and the inspector in one HTML file",
    "bench": "the project's own benchmarks, each against a peer in the same run",
}

_STDERR = 2
_LIVE_PACKAGES = ("wgpu", "rendercanvas", "glfw", "PIL")


class Verb(Protocol):
    """What a module of ``framescope.harness.verbs`` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the verb's arguments."""

    def run(self, args: argparse.Namespace) -> ExitCode:
        """Do the job."""


def _load(verb: str) -> Verb:
    module: Verb = import_module(f"framescope.harness.verbs.{verb}")
    return module


def _parser() -> argparse.ArgumentParser:
    from importlib.metadata import version  # slow, and a Ctrl-C while this module is imported shows a traceback

    parser = OneLineParser(
        prog="framescope",
        description="Shows where the time of a frame goes, on a real WebGPU device.",
        epilog="Exit status: 0 ok, 1 not whole, not valid or beyond a bound, 2 the command line, 3 not available.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"framescope {version('framescope')}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, summary in VERBS.items():
        verb = verbs.add_parser(
            name, help=summary, description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False
        )
        verb.set_defaults(verb_parser=verb)
        _load(name).add_arguments(verb)
    return parser


def _say(message: str) -> None:
    try:
        print(escaped(f"framescope: {message}"), file=sys.stderr, flush=True)
    except OSError:  # a stderr that takes nothing changes no exit status, and would at the interpreter's last flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _prepare_streams() -> None:
    """Make stdout and stderr safe to print to.

    With one of them closed (``>&-``) Python prints its text to the other, and the next file that is opened, a capture
    perhaps, gets its number and whatever a native library prints. A name that the encoding does not have is escaped.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        pass
    os.close(descriptor)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _naming_the_capture(error: Exception, args: argparse.Namespace) -> str:
    """The reader is given bytes and knows no name; a person may have given ``*.sgpt``."""
    where = getattr(args, "capture", None) if isinstance(error, CaptureError) else None
    return f"{error}" if where is None else f"{where}: {error}"


def _os_error(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return where + (error.strerror or str(error))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; returns its exit status.

    Args:
        argv: The arguments after the program's name; ``sys.argv`` when None.
    """
    _prepare_streams()
    try:
        ensure_runtime_dir()
        return _run(_arguments(argv))
    except KeyboardInterrupt:
        _say("interrupted")
        return 130  # what a shell reports for SIGINT


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    args, rest = _parser().parse_known_args(argv)
    args.rest = rest
    if rest and not getattr(args, "takes_rest", False):
        args.verb_parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return args


def _run(args: argparse.Namespace) -> int:
    try:
        code = _load(args.verb).run(args)
        sys.stdout.flush()
        return code
    except UsageError as error:
        _say(str(error))
        return ExitCode.USAGE
    except (DeviceUnavailable, SessionError, NotACapture, CaptureTooNew, CaptureTooOld) as error:
        _say(_naming_the_capture(error, args))
        return ExitCode.UNAVAILABLE
    except CaptureError as error:
        _say(_naming_the_capture(error, args))
        return ExitCode.NOT_WHOLE
    except BrokenPipeError:  # `framescope stats … | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.OK
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package not in _LIVE_PACKAGES:
            raise
        _say(f"{package} is not installed; reading captures works without it, recording needs it")
        return ExitCode.UNAVAILABLE
    except OSError as error:
        _say(_os_error(error))
        return ExitCode.UNAVAILABLE
