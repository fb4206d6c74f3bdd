"""``framescope record``: a scene into a capture file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from framescope.harness.arguments import add_adapter_choice, add_json, count, frame_size
from framescope.harness.exit_codes import ExitCode, UsageError
from framescope.harness.output_path import PNG_MAGIC, check_replaceable
from framescope.harness.scene_flags import parse_scene_flags
from framescope.profile.counted import counted
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.sgpt.header import MAGIC
from framescope.scenes.points import BEFORE_PRESENT
from framescope.scenes.registry import UnknownScene, load_scene
from framescope.shade.graph.switches import GraphSwitches

__all__ = ["add_arguments", "run"]

_LEVELS = [level.name.lower() for level in GPUProfileLevel if level is not GPUProfileLevel.VERBOSE]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The scene's own flags follow in any order; ``framescope scenes`` lists them."""
    parser.set_defaults(takes_rest=True)
    parser.epilog = "A scene's own flags may follow; framescope scenes lists them."
    parser.add_argument("scene", metavar="SCENE", help="the scene's name, as framescope scenes lists it")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="the capture to write")
    parser.add_argument("--frames", type=count, default=60, metavar="N", help="how many frames (default 60)")
    parser.add_argument(
        "--level", choices=_LEVELS, default="workload", help="how much of each frame (default workload)"
    )
    parser.add_argument("--size", type=frame_size, metavar="WxH", help="default: the scene's own for the adapter")
    parser.add_argument("--window", action="store_true", help="show the frames in a window; offscreen otherwise")
    add_adapter_choice(parser)
    parser.add_argument("--without", action="append", default=[], metavar="FEATURE", help="do not ask for this feature")
    parser.add_argument("--note", default="", help="words about the recording, kept in the capture")
    parser.add_argument("--screenshot", type=Path, metavar="P.png", help="write the last frame as a PNG file")
    parser.add_argument(
        "--overlay",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="small pictures of what the passes made, along the lower edge",
    )
    parser.add_argument("--debug-groups", action="store_true", help="a debug group per pass, for RenderDoc")
    _add_switches(parser)
    parser.add_argument("--force", action="store_true", help="replace an output that is of another kind")
    add_json(parser)


def _add_switches(parser: argparse.ArgumentParser) -> None:
    """Under each of them the picture stays as it is, or something is wrong with the frame graph's declarations."""
    parser.add_argument("--no-cull", action="store_true", help="run passes that nobody needs too")
    parser.add_argument("--no-reuse", action="store_true", help="no two transients of a frame share memory")
    parser.add_argument("--poison", action="store_true", help="fill each transient before its first use")
    parser.add_argument("--run-as-added", action="store_true", help="run each pass as soon as it is declared")


def run(args: argparse.Namespace) -> ExitCode:
    """Check the command line before anything slow, record, say what came of it."""
    try:
        scene = load_scene(args.scene)
    except UnknownScene as error:
        raise UsageError(str(error)) from None
    parameters = parse_scene_flags(args.scene, scene.parameters, args.rest)
    if args.overlay and BEFORE_PRESENT not in scene.points:
        raise UsageError(f"--overlay: scene {args.scene!r} has no point {BEFORE_PRESENT.name!r} to add it at")
    check_replaceable(args.output, MAGIC, force=args.force)
    if args.screenshot is not None:
        if args.screenshot.resolve() == args.output.resolve():
            raise UsageError(f"-o and --screenshot both name {args.output}; give the picture a name of its own")
        check_replaceable(args.screenshot, PNG_MAGIC, force=args.force, kind="PNG")

    from framescope.harness.recording import Recording, RecordingOptions
    from framescope.harness.recording_summary import loss_line, summary_lines

    options = RecordingOptions(
        scene=scene,
        output=args.output,
        parameters=parameters,
        frames=args.frames,
        level=GPUProfileLevel[args.level.upper()],
        size=args.size,
        window=args.window,
        adapter=args.adapter,
        power=args.power,
        without=tuple(args.without),
        note=args.note,
        screenshot=args.screenshot,
        debug_groups=args.debug_groups,
        switches=GraphSwitches(
            cull=not args.no_cull, reuse=not args.no_reuse, poison=args.poison, run_as_added=args.run_as_added
        ),
        overlay=args.overlay,
    )
    recording = Recording(options)
    summary = recording.run()
    if args.json:
        print(json.dumps(summary, indent=2))
    print(summary_lines(summary, str(args.output)), file=sys.stderr)
    if summary["frames"] < args.frames:
        ended = f"ended early, after {summary['frames']} of {counted(args.frames, 'frame')}"
        print(f"{ended}; the capture is whole", file=sys.stderr)
    if args.screenshot is not None and not recording.screenshot_written:
        print(f"{args.screenshot}: not written, the last frame was never shown", file=sys.stderr)
    lost = loss_line(summary)
    if lost is not None:
        print(lost, file=sys.stderr)
    return ExitCode.OK
