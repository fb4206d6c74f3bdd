"""A scene's parameters as flags of the command line: ``passes`` becomes ``--passes``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from framescope.harness.arguments import OneLineParser
from framescope.harness.exit_codes import UsageError
from framescope.scenes.scene import Parameter

__all__ = ["flag_of", "parse_scene_flags", "spelling_of"]


def flag_of(parameter: Parameter) -> str:
    """The flag as it is typed: ``--debug-overlay``."""
    return "--" + parameter.name.replace("_", "-")


def spelling_of(parameter: Parameter) -> str:
    """The flag with what may follow it: ``--passes N``, ``--camera path|still``, ``--[no-]taa``."""
    flag = flag_of(parameter)
    if isinstance(parameter.default, bool):
        return f"--[no-]{flag[2:]}"
    if parameter.choices:
        return f"{flag} {'|'.join(parameter.choices)}"
    return f"{flag} {'TEXT' if isinstance(parameter.default, str) else 'N'}"


def _add(parser: argparse.ArgumentParser, parameter: Parameter) -> None:
    common: dict[str, Any] = {"dest": parameter.name, "default": parameter.default, "help": parameter.help}
    if isinstance(parameter.default, bool):
        parser.add_argument(flag_of(parameter), action=argparse.BooleanOptionalAction, **common)
    else:
        parser.add_argument(flag_of(parameter), type=type(parameter.default), **common)


def parse_scene_flags(scene: str, parameters: Sequence[Parameter], rest: Sequence[str]) -> Mapping[str, Any]:
    """Read what the verb left over as the scene's flags.

    Returns:
        Every parameter with its value, defaults included, so that the capture can say them all.

    Raises:
        UsageError: A flag the scene does not have, or a value it refuses.
    """
    parser = OneLineParser(prog=f"framescope record {scene}", add_help=False, allow_abbrev=False)
    for parameter in parameters:
        _add(parser, parameter)
    values, unknown = parser.parse_known_args(rest)
    if unknown:
        known = "; it has: " + (", ".join(map(spelling_of, parameters)) or "no parameters")
        if not unknown[0].startswith("-"):
            raise UsageError(f"scene {scene!r}: {unknown[0]!r} is no flag{known}")
        raise UsageError(f"scene {scene!r} has no {unknown[0]!r}{known}")
    for parameter in parameters:
        try:
            parameter.check(getattr(values, parameter.name))
        except ValueError as error:
            raise UsageError(f"scene {scene!r}: {error}") from None
    return vars(values)
