"""Snapshot 1.1 and Legacy Candidate V1 become Snapshot 1.2 (FrameGraph Snapshot 1.2 §9).

Each of these returns the 1.2 snapshot, or the issues of what it was given. The input is not changed; what is not
touched is shared with it.
"""

from __future__ import annotations

from typing import Any

from framescope.profile.snapshot.issues import Issue
from framescope.profile.snapshot.validation import validate_1_1
from framescope.profile.snapshot.vocabulary import FORMAT, VERSION

__all__ = ["from_candidate", "from_snapshot_1_1"]

_NOT_COLLECTED = {"status": "unavailable", "reason": "not-collected"}
_UNKNOWN_OF_ROOTS = ["graph.roots.range", "graph.roots.resolution"]


def from_snapshot_1_1(value: dict[str, Any]) -> dict[str, Any] | list[Issue]:
    """CPU times were not collected then; an earlier migration stays told, and otherwise this one is."""
    issues = validate_1_1(value)
    if issues:
        return issues
    return _with_cpu({**value, "capture": {"migration": _migration("snapshot-v1.1", []), **value["capture"]}})


def from_candidate(value: dict[str, Any]) -> dict[str, Any] | list[Issue]:
    """A candidate 1.0 has the tables of 1.1; what it says of imported contents, and says not of roots, is unknown."""
    candidate = {**value, "format": FORMAT, "version": {"major": 1, "minor": 1}}
    capture, graph = value.get("capture"), value.get("graph")
    if isinstance(capture, dict) and isinstance(graph, dict) and isinstance(graph.get("resources"), list):
        migration = _migration("legacy-candidate-v1", _UNKNOWN_OF_ROOTS if _names_a_resource(graph) else [])
        candidate["capture"] = {**capture, "migration": migration}
        candidate["graph"] = {**graph, "resources": [_with_initial_contents(entry) for entry in graph["resources"]]}
    issues = validate_1_1(candidate)
    return issues if issues else _with_cpu(candidate)


def _with_cpu(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {**snapshot, "version": dict(VERSION), "timings": {**snapshot["timings"], "cpu": dict(_NOT_COLLECTED)}}


def _migration(source: str, unavailable: list[str]) -> dict[str, Any]:
    return {"sourceFormat": source, "unavailableFacts": list(unavailable)}


def _names_a_resource(graph: dict[str, Any]) -> bool:
    roots = graph.get("roots")
    return isinstance(roots, list) and any(isinstance(root, dict) and "resourceId" in root for root in roots)


def _with_initial_contents(resource: Any) -> Any:
    if not isinstance(resource, dict):
        return resource
    if resource.get("origin") in ("transient", "surface"):
        return {**resource, "initialContents": "undefined"}
    if resource.get("origin") == "imported":
        return {name: value for name, value in resource.items() if name != "initialContents"}
    return resource
