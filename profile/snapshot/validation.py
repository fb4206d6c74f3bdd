"""``validate``: everything that is wrong with a FrameGraph Snapshot."""

from __future__ import annotations

from framescope.profile.snapshot.availability_rules import AVAILABILITY_RULES
from framescope.profile.snapshot.execution_rules import EXECUTION_RULES
from framescope.profile.snapshot.group_rules import GROUP_RULES
from framescope.profile.snapshot.issues import Issue, Issues
from framescope.profile.snapshot.reference_rules import REFERENCE_RULES
from framescope.profile.snapshot.root_rules import ROOT_RULES
from framescope.profile.snapshot.shapes import Shape
from framescope.profile.snapshot.structure import SNAPSHOT_1_1, SNAPSHOT_1_2
from framescope.profile.snapshot.tables import Tables

__all__ = ["validate", "validate_1_1"]

_RULES = (*REFERENCE_RULES, *AVAILABILITY_RULES, *GROUP_RULES, *ROOT_RULES, *EXECUTION_RULES)


def validate(value: object) -> list[Issue]:
    """All issues of a parsed JSON value as a FrameGraph Snapshot 1.2; none means that it is valid.

    Every object is looked at by itself first. Rules across objects are only asked of a snapshot whose objects are in
    order. Nothing is migrated and ``value`` is not changed. Time grows with the size of the value, the stack does not.

    Args:
        value: Dicts, lists, strings, numbers, booleans and None, as ``json.loads`` gives them; all else is an issue.
    """
    return _validate(value, SNAPSHOT_1_2)


def validate_1_1(value: object) -> list[Issue]:
    """All issues of a parsed JSON value as a FrameGraph Snapshot 1.1, which is only ever read to be migrated."""
    return _validate(value, SNAPSHOT_1_1)


def _validate(value: object, shape: Shape) -> list[Issue]:
    issues = Issues()
    shape(value, "", issues)
    if not issues and isinstance(value, dict):
        tables = Tables(value)
        for rule in _RULES:
            rule(tables, issues)
    return list(issues)
