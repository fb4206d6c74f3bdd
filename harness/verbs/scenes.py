"""``framescope scenes``: what can be recorded, and the flags each scene takes."""

from __future__ import annotations

import argparse
import json
from typing import Any

from framescope.harness.arguments import add_json
from framescope.harness.exit_codes import ExitCode
from framescope.harness.scene_flags import flag_of, spelling_of
from framescope.harness.text_table import wrapped
from framescope.scenes.registry import SCENES, load_scene
from framescope.scenes.scene import Parameter

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: ``{"scenes": [{"name", "summary", "parameters": [{"flag", "default", "choices", "help"}],
    "points": [{"name", "summary"}]}]}``.
    """
    add_json(parser)


def _describe_parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "flag": flag_of(parameter),
        "default": parameter.default,
        "choices": list(parameter.choices) or None,
        "help": parameter.help,
    }


def list_scenes() -> list[dict[str, Any]]:
    """Every scene with its parameters and the points at which passes can be added."""
    return [
        {
            "name": name,
            "summary": entry.summary,
            "parameters": [_describe_parameter(parameter) for parameter in load_scene(name).parameters],
            "points": [{"name": point.name, "summary": point.summary} for point in load_scene(name).points],
        }
        for name, entry in SCENES.items()
    ]


def _as_text(name: str) -> str:
    lines = [wrapped(f"{name:14} {SCENES[name].summary}", 15)]
    parameters = load_scene(name).parameters
    width = max((len(spelling_of(parameter)) for parameter in parameters), default=0)
    for parameter in parameters:
        default = {True: "on", False: "off"}.get(parameter.default) if isinstance(parameter.default, bool) else None
        told = f"{parameter.help} (default {parameter.default if default is None else default})"
        lines.append(wrapped(f"  {spelling_of(parameter):{width}}  {told}", width + 4))
    points = ", ".join(point.name for point in load_scene(name).points) or "none"
    return "\n".join([*lines, wrapped(f"  points: {points}", 10)])


def run(args: argparse.Namespace) -> ExitCode:
    """Print the list."""
    if args.json:
        print(json.dumps({"scenes": list_scenes()}, indent=2))
    else:
        print("\n".join(map(_as_text, SCENES)))
    return ExitCode.OK
