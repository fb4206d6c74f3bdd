"""Arguments that several verbs share, and the types they are read with."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from framescope.harness.exit_codes import ExitCode
from framescope.profile.analysis.printable import escaped

__all__ = [
    "ALL_FRAMES",
    "OneLineParser",
    "add_adapter_choice",
    "add_frames",
    "add_json",
    "count",
    "frame_range",
    "frame_size",
    "index",
    "port_number",
]


FrameRange = tuple[int | None, int | None]
ALL_FRAMES: FrameRange = (None, None)


class OneLineParser(argparse.ArgumentParser):
    """Refuses in one line, like everything else here; the usage, nine lines of it for a recording, is in the help."""

    def error(self, message: str) -> NoReturn:
        """End the process with status 2."""
        line = f"{self.prog}: {message}; see {' '.join(self.prog.split()[:2])} --help"
        self.exit(ExitCode.USAGE, escaped(line) + "\n")


def frame_size(text: str) -> tuple[int, int]:
    """``WxH`` in texels; refuses 0."""
    match = re.fullmatch(r"([0-9]{1,9})[xX]([0-9]{1,9})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write WxH, for instance 320x180")
    width, height = int(match[1]), int(match[2])
    if width == 0 or height == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: a frame of no texels cannot be rendered")
    return width, height


def count(text: str) -> int:
    """A whole number of at least 1."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return int(text)


def index(text: str) -> int:
    """A whole number from 0 on."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def port_number(text: str) -> int:
    """A TCP port, 1 to 65535."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 1 to 65535")
    return int(text)


def frame_range(text: str) -> FrameRange:
    """``A:B``, half-open, either side may be left out: ``(start, stop)`` with None for what was."""
    match = re.fullmatch(r"([0-9]{0,10}):([0-9]{0,10})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no range of frames; write A:B, A: or :B, B not included")
    start, stop = (int(part) if part else None for part in match.groups())
    if start is not None and stop is not None and stop < start:
        raise argparse.ArgumentTypeError(f"{text!r} ends before it begins")
    return start, stop


def add_frames(parser: argparse.ArgumentParser, default: FrameRange | None = ALL_FRAMES) -> None:
    """``--frames A:B``: a :func:`frame_range`, or ``default`` where it is not given."""
    text = "frames A up to, not including, B"
    parser.add_argument("--frames", type=frame_range, default=default, metavar="A:B", help=text)


def add_json(parser: argparse.ArgumentParser) -> None:
    """``--json``: the result as one JSON value on stdout, its keys documented and stable."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON on stdout")


def add_adapter_choice(parser: argparse.ArgumentParser) -> None:
    """Which adapter: ``--adapter NAME`` or ``--power``."""
    parser.add_argument("--adapter", metavar="NAME", help="part of the adapter's name, as doctor lists it")
    parser.add_argument("--power", choices=("high-performance", "low-power"), help="which kind of adapter to prefer")
