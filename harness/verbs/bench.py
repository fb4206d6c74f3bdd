"""``framescope bench``: the project's own benchmarks, each against a peer in the same run."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from framescope.harness.arguments import add_adapter_choice, add_json, count
from framescope.harness.exit_codes import ExitCode, UsageError

if TYPE_CHECKING:
    from framescope.harness.bench.ratios import Ratio

__all__ = ["add_arguments", "run"]

_NAMES = (
    "encode-cost",
    "submit",
    "clock",
    "soak",
    "graph",
    "container",
    "topologies",
)  # harness/bench/catalogue.py has them with a driver

_FOR_HARDWARE = ("submit", "clock")  # they keep a GPU busy on purpose


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: ``machine adapter ratios figures``; a ratio has ``median low high target ok``."""
    parser.add_argument("name", nargs="?", choices=_NAMES, default="encode-cost", help="which (default encode-cost)")
    parser.add_argument("--rounds", type=count, metavar="N", help="rounds or frames, if not the benchmark's own number")
    parser.add_argument("--capture", type=Path, metavar="F.sgpt", help="container: measure on this recording")
    add_adapter_choice(parser)
    add_json(parser)


def _machine() -> str:
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _as_text(result: dict[str, Any], ratios: dict[str, Ratio]) -> str:
    from framescope.harness.text_table import format_table

    parts = [f"{result['machine']}; {result['adapter']}"]
    if ratios:
        rows = [
            [name, *(f"{figure:.3f}" for figure in (r.median, r.low, r.high)), _bound(r.target), _verdict(r.ok)]
            for name, r in ratios.items()
        ]
        parts.append(format_table(["ratio", "median", "low", "high", "target", ""], rows))
    parts.append(format_table(["figure", ""], [[name, text] for name, text in _flat(result["figures"])]))
    return "\n\n".join(parts)


def _flat(figures: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    lines = []
    for name, value in figures.items():
        if isinstance(value, dict):
            lines += _flat(value, f"{prefix}{name}: ")
        else:
            lines.append((prefix + name, f"{value:,.3f}" if isinstance(value, float) else _whole(value)))
    return lines


def _whole(value: object) -> str:
    return f"{value:,}" if type(value) is int else str(value)  # a bool is an int too


def _bound(target: float | None) -> str:
    return "" if target is None else f"≤ {target:g}"


def _verdict(ok: bool | None) -> str:
    return {None: "", True: "ok", False: "BEYOND"}[ok]


def run(args: argparse.Namespace) -> ExitCode:
    """Run it; exit status 1 where a ratio is beyond its bound."""
    from framescope.harness.bench.catalogue import BENCHES, BenchRequest
    from framescope.shade.adapter import open_graphics

    if args.capture is not None and not BENCHES[args.name].takes_capture:
        raise UsageError(f"bench {args.name} records what it measures; --capture is for bench container")
    graphics = open_graphics(args.adapter, args.power)
    if graphics.is_software and args.name in _FOR_HARDWARE:
        print(f"{args.name} is made for a graphics card; a software adapter's figures mean little", file=sys.stderr)
    try:
        found = BENCHES[args.name].run(BenchRequest(graphics, args.rounds, args.capture))
    finally:
        graphics.close()
    result = {
        "machine": _machine(),
        "adapter": graphics.adapter_info.get("device", "unknown"),
        "ratios": {name: ratio.as_dict() for name, ratio in found.ratios.items()},
        "figures": found.figures,
    }
    print(json.dumps(result, indent=2) if args.json else _as_text(result, found.ratios))
    beyond = [name for name, ratio in found.ratios.items() if ratio.ok is False]
    if not beyond:
        return ExitCode.OK
    print(f"BEYOND its bound: {', '.join(beyond)}", file=sys.stderr)
    return ExitCode.NOT_WHOLE
