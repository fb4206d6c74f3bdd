"""``framescope scenes``: what can be recorded, and the flags each scene takes."""

from __future__ import annotations

import argparse
import json
from typing import Any

from framescope.harness.arguments import add_json
from framescope.harness.exit_codes import ExitCode
from framescope.harness.scene_flags import flag_of
from framescope.scenes.registry import SCENES, load_scene
from framescope.scenes.scene import Parameter

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``: ``{"scenes": [{"name", "summary", "parameters": [{"flag", "default", "help"}]}]}``."""
    add_json(parser)


def _describe_parameter(parameter: Parameter) -> dict[str, Any]:
    return {"flag": flag_of(parameter), "default": parameter.default, "help": parameter.help}


def list_scenes() -> list[dict[str, Any]]:
    """Every scene with its parameters."""
    return [
        {
            "name": name,
            "summary": entry.summary,
            "parameters": [_describe_parameter(parameter) for parameter in load_scene(name).parameters],
        }
        for name, entry in SCENES.items()
    ]


def _as_text(scene: dict[str, Any]) -> str:
    lines = [f"{scene['name']:14} {scene['summary']}"]
    for parameter in scene["parameters"]:
        lines.append(f"{'':14}   {parameter['flag']:18} {parameter['help']} (default {parameter['default']})")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the list."""
    scenes = list_scenes()
    if args.json:
        print(json.dumps({"scenes": scenes}, indent=2))
    else:
        print("\n".join(map(_as_text, scenes)))
    return ExitCode.OK
