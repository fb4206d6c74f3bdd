"""``framescope bench``: the project's own benchmarks, each against a peer in the same run."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from typing import Any

from framescope.harness.arguments import add_adapter_choice, add_json, count
from framescope.harness.exit_codes import ExitCode

__all__ = ["add_arguments", "run"]

_NAMES = {"encode-cost": "CPU cost of encoding and of the whole frame, against a plain wgpu-py loop"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: ``machine adapter ratios us_per_pass``; a ratio has ``median low high target ok``."""
    listed = ", ".join(f"{name} ({what})" for name, what in _NAMES.items())
    parser.add_argument("name", nargs="?", choices=list(_NAMES), default="encode-cost", help=f"which: {listed}")
    parser.add_argument("--rounds", type=count, default=40, metavar="N", help="how often each arm runs (default 40)")
    add_adapter_choice(parser)
    add_json(parser)


def _machine() -> str:
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _as_text(result: dict[str, Any]) -> str:
    from framescope.harness.text_table import format_table

    rows = [
        [name, f"{r['median']:.3f}", f"{r['low']:.3f}", f"{r['high']:.3f}", _bound(r["target"]), _verdict(r["ok"])]
        for name, r in result["ratios"].items()
    ]
    per_pass = [[name, f"{cost:.2f}"] for name, cost in result["us_per_pass"].items()]
    return "\n".join(
        [
            f"{result['machine']}; {result['adapter']}",
            "",
            format_table(["ratio to plain", "median", "low", "high", "target", ""], rows),
            "",
            format_table(["arm", "CPU µs a pass"], per_pass),
        ]
    )


def _bound(target: float | None) -> str:
    return "" if target is None else f"≤ {target:g}"


def _verdict(ok: bool | None) -> str:
    return {None: "", True: "ok", False: "SLOWER"}[ok]


def run(args: argparse.Namespace) -> ExitCode:
    """Run it; exit status 1 where a ratio is beyond its bound."""
    from framescope.harness.bench.encode_cost import measure
    from framescope.shade.adapter import open_graphics

    graphics = open_graphics(args.adapter, args.power)
    try:
        figures = measure(graphics, rounds=args.rounds)
    finally:
        graphics.close()
    ratios = {name: ratio.as_dict() for name, ratio in figures["ratios"].items()}
    result = {
        "machine": _machine(),
        "adapter": graphics.adapter_info.get("device", "unknown"),
        "ratios": ratios,
        "us_per_pass": figures["us_per_pass"],
    }
    print(json.dumps(result, indent=2) if args.json else _as_text(result))
    slower = [name for name, ratio in ratios.items() if ratio["ok"] is False]
    if not slower:
        return ExitCode.OK
    print(f"SLOWER than its bound: {', '.join(slower)}", file=sys.stderr)
    return ExitCode.NOT_WHOLE
