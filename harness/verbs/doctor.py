"""``framescope doctor``: what this machine has, and what will work on it."""

from __future__ import annotations

import argparse
import json

from framescope.harness.arguments import add_adapter_choice, add_json
from framescope.harness.diagnosis import diagnose, has_device, render_diagnosis
from framescope.harness.exit_codes import ExitCode

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adapter choice as for ``record``; ``--json`` prints :func:`~framescope.harness.diagnosis.diagnose`."""
    add_adapter_choice(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the page; the exit status says whether a scene can be recorded here."""
    facts = diagnose(args.adapter, args.power)
    print(json.dumps(facts, indent=2) if args.json else render_diagnosis(facts))
    return ExitCode.OK if has_device(facts) else ExitCode.UNAVAILABLE
