"""A scene's parameters as flags of the command line: ``passes`` becomes ``--passes``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from framescope.harness.exit_codes import UsageError
from framescope.scenes.scene import Parameter

__all__ = ["flag_of", "parse_scene_flags"]


def flag_of(parameter: Parameter) -> str:
    """The flag as it is typed: ``--debug-overlay``."""
    return "--" + parameter.name.replace("_", "-")


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
    parser = argparse.ArgumentParser(prog=f"framescope record {scene}", add_help=False, allow_abbrev=False)
    for parameter in parameters:
        _add(parser, parameter)
    values, unknown = parser.parse_known_args(rest)
    if unknown:
        known = " ".join(map(flag_of, parameters))
        raise UsageError(f"scene {scene!r} has no {unknown[0]!r}; it has: {known if known else 'no parameters'}")
    for parameter in parameters:
        try:
            parameter.check(getattr(values, parameter.name))
        except ValueError as error:
            raise UsageError(f"scene {scene!r}: {error}") from None
    return vars(values)
