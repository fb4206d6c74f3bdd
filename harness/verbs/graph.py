"""``framescope graph``: the frame graph of a scene, drawn, taken apart, explained, linted."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from framescope.harness.arguments import add_adapter_choice, add_json, frame_size, index
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.harness.output_path import check_kind, replace_file
from framescope.harness.scene_flags import parse_scene_flags
from framescope.harness.text_table import format_bytes
from framescope.scenes.registry import UnknownScene, load_scene

if TYPE_CHECKING:
    from framescope.shade.graph.compiled import CompiledGraph

__all__ = ["add_arguments", "run"]

_BEGINNINGS = {
    "dot": b"digraph ",
    "json": b'{\n "versions"',
    "snapshot": b'{\n  "format": "zenfg.frame-graph-snapshot"',
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The scene's own flags follow in any order; ``framescope scenes`` lists them."""
    parser.set_defaults(takes_rest=True)
    parser.epilog = "A scene's own flags may follow; framescope scenes lists them."
    parser.add_argument("scene", metavar="SCENE", help="the scene's name, as framescope scenes lists it")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--explain", metavar="NAME", help="why a pass (its path) or resource (its name) is as it is")
    what.add_argument("--lint", action="store_true", help="what the frame declares for nothing; status 1 if anything")
    what.add_argument("--to", choices=_BEGINNINGS, help="the whole graph, for Graphviz, for a program, for other tools")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where --to writes; stdout without")
    parser.add_argument("--frame", type=index, default=1, metavar="N", help="the frame to look at (default 1)")
    parser.add_argument("--size", type=frame_size, metavar="WxH", help="default: the scene's own for the adapter")
    add_adapter_choice(parser)
    parser.add_argument("--force", action="store_true", help="replace an output that is of another kind")
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Check the command line before anything slow, render, print what was asked for."""
    try:
        scene = load_scene(args.scene)
    except UnknownScene as error:
        hint = "; of a capture: framescope export --to dot, framescope view" if args.scene.endswith(".sgpt") else ""
        raise UsageError(f"{error}{hint}") from None
    parameters = parse_scene_flags(args.scene, scene.parameters, args.rest)
    _check_output(args)

    from framescope.harness.scene_graph import compiled_frame

    compiled = compiled_frame(scene, parameters, args.frame, size=args.size, adapter=args.adapter, power=args.power)
    if args.to is not None:
        return _export(compiled, args)
    return _report(compiled, args)


def _check_output(args: argparse.Namespace) -> None:
    if args.to is None:
        if args.output is not None:
            raise UsageError("-o needs --to; what else there is goes to stdout")
        return
    if args.json:
        raise UsageError(f"--to {args.to} is the output itself; --json is for the other forms")
    if args.output is not None:
        beginning = _BEGINNINGS[args.to]

        def is_one(file: BinaryIO) -> bool:
            return file.read(len(beginning)) == beginning

        check_kind(args.output, f"{args.to} file of a graph", is_one, force=args.force)


def _export(compiled: CompiledGraph, args: argparse.Namespace) -> ExitCode:
    text = _text(compiled, args)
    if args.output is None:
        sys.stdout.write(text)
    else:
        replace_file(args.output, text.encode())
        print(f"{args.output}: {format_bytes(len(text.encode()))}", file=sys.stderr)
    return ExitCode.OK


def _text(compiled: CompiledGraph, args: argparse.Namespace) -> str:
    if args.to == "dot":
        return compiled.export_dot(f"{args.scene}, frame {args.frame}")
    if args.to == "json":
        return compiled.export_json() + "\n"

    from framescope.profile.snapshot.codec import encode
    from framescope.profile.snapshot.producer import export_snapshot

    return encode(export_snapshot(compiled.model(), args.frame), pretty=True) + "\n"


def _report(compiled: CompiledGraph, args: argparse.Namespace) -> ExitCode:
    from framescope.harness import graph_report as report

    if args.explain is not None:
        found = report.explanations(compiled, args.explain)
        value, text = report.explanations_value(found), report.explanations_text(found)
    elif args.lint:
        lints = compiled.lints()
        value, text = report.lint_value(lints), report.lint_text(lints)
    else:
        value = report.summary_value(compiled)
        text = report.summary_text(value)
    print(json.dumps(value, indent=2) if args.json else text)
    return ExitCode.NOT_WHOLE if args.lint and value["lints"] else ExitCode.OK
