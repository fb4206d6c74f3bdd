"""What a migration could not recover is absent, and nothing else is (FrameGraph Snapshot 1.2 §4)."""

from __future__ import annotations

from typing import Final

from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.tables import Tables

__all__ = ["AVAILABILITY_RULES"]

_CODE: Final = "invalid-migration-availability"


def groups_are_absent(tables: Tables, issues: Issues) -> None:
    """Table and references, where groups are unavailable."""
    if "graph.groups" not in tables.unavailable:
        return
    if tables.graph["groups"]:
        message = "Unavailable groups require Legacy migration provenance and an empty groups table."
        issues.add(_CODE, "/graph/groups", message)
    for table in ("nodes", "resources"):
        message = "Group references must be absent when groups are unavailable."
        _refuse(tables, table, "groupId", message, issues)


def views_are_absent(tables: Tables, issues: Issues) -> None:
    """Table and references, where texture views are unavailable."""
    if "graph.textureViews" not in tables.unavailable:
        return
    if tables.graph["textureViews"]:
        message = "Unavailable texture views require Legacy migration provenance and an empty textureViews table."
        issues.add(_CODE, "/graph/textureViews", message)
    message = "Texture view references must be absent when texture views are unavailable."
    _refuse(tables, "accesses", "textureViewId", message, issues)


def recording_order_is_the_index(tables: Tables, issues: Issues) -> None:
    """Of every node, or of none where it is unavailable."""
    if "graph.nodes.recordingOrder" in tables.unavailable:
        message = "recordingOrder must be absent when recording order is unavailable."
        _refuse(tables, "nodes", "recordingOrder", message, issues)
        return
    for index, (path, node) in enumerate(tables.rows("nodes")):
        if node.get("recordingOrder") != index:
            message = "Node recordingOrder must equal its array index."
            issues.add("invalid-recording-order", f"{path}/recordingOrder", message)


def some_region_is_absent(tables: Tables, issues: Issues) -> None:
    """Where access regions are unavailable; those that are there stay valid."""
    if "graph.accesses.regions" not in tables.unavailable:
        return
    for access in tables.graph["accesses"]:
        field = "textureRegion" if access["access"].startswith("texture-") else "bufferRange"
        if field not in access:
            return
    message = "Access regions may be marked unavailable only when at least one access region is missing."
    issues.add(_CODE, "/capture/migration/unavailableFacts", message)


def _refuse(tables: Tables, table: str, field: str, message: str, issues: Issues) -> None:
    for path, row in tables.rows(table):
        if field in row:
            issues.add(_CODE, f"{path}/{field}", message)


AVAILABILITY_RULES = (groups_are_absent, views_are_absent, recording_order_is_the_index, some_region_is_absent)
