"""Groups stand after their parents, and no chain of parents comes back to itself (FrameGraph Snapshot 1.2 §5)."""

from __future__ import annotations

from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.tables import Tables

__all__ = ["GROUP_RULES"]


def parents_come_first(tables: Tables, issues: Issues) -> None:
    """The first declaration of the parent stands before the child."""
    first: dict[str, int] = {}
    for index, group in enumerate(tables.graph["groups"]):
        first.setdefault(group["id"], index)
    for index, (path, group) in enumerate(tables.rows("groups")):
        if "parentId" in group and first.get(group["parentId"], -1) >= index:
            issues.add("invalid-group-order", f"{path}/parentId", "A group parent must appear before its child.")


def chains_end(tables: Tables, issues: Issues) -> None:
    """A chain starts at a group and goes on along the first declaration of each parent; one that repeats is a cycle."""
    parents: dict[str, str | None] = {}
    for group in tables.graph["groups"]:
        parents.setdefault(group["id"], group.get("parentId"))
    entered, left = _walk_down(parents)
    for path, group in tables.rows("groups"):
        number, parent = group["id"], group.get("parentId")
        if parent not in parents:
            continue
        # Only a later declaration of an id can hang below the first one; the others are below or on a ring of parents.
        if parent not in entered or (number in entered and entered[number] <= entered[parent] < left[number]):
            issues.add("group-cycle", f"{path}/parentId", "Group parent references form a cycle.")


def _walk_down(parents: dict[str, str | None]) -> tuple[dict[str, int], dict[str, int]]:
    """When a walk from the outermost groups enters each group, and leaves it.

    A group lies in another exactly if it is entered while that one is open. What is never entered hangs on a ring.
    """
    children: dict[str | None, list[str]] = {}
    for group, parent in parents.items():
        children.setdefault(parent if parent in parents else None, []).append(group)
    entered: dict[str, int] = {}
    left: dict[str, int] = {}
    pending = children.get(None, [])
    while pending:
        group = pending.pop()
        if group in entered:
            left[group] = len(entered)
        else:
            entered[group] = len(entered)
            pending += [group, *children.get(group, ())]
    return entered, left


GROUP_RULES = (parents_come_first, chains_end)
