"""The unversioned Legacy V0 capture becomes Snapshot 1.2 (FrameGraph Snapshot 1.2 §9).

Every value is looked at, and one that is wrong refuses the whole capture: what the functions below make of a faulty row
is never seen. Numbered ids become ids with a prefix; what V0 did not record stays unknown.
"""

from __future__ import annotations

from typing import Any

from framescope.profile.snapshot.issues import Issue, Issues
from framescope.profile.snapshot.legacy_fields import (
    Fields,
    boolean,
    duration,
    entries,
    non_empty,
    one_of,
    string,
    whole,
)
from framescope.profile.snapshot.legacy_resources import buffer_range, known, named, resource, texture_region
from framescope.profile.snapshot.vocabulary import (
    ACCESS_KINDS,
    CONTENTS,
    DEPENDENCY_KINDS,
    FORMAT,
    NODE_KINDS,
    RESOURCE_KINDS,
    ROOT_REASONS,
    SEGMENT_KINDS,
    VERSION,
)

__all__ = ["from_legacy_v0", "is_legacy_v0"]

_PARTS = ("compilation", "gpuTiming", "resourcePool")
_ROOT_REASONS = tuple(reason for reason in ROOT_REASONS if reason != "persistent-state")
_COUNTS = ("acquireCount", "reuseCount", "createdCount", "retainedCount")


def is_legacy_v0(value: object) -> bool:
    """An object that names no format and has a part of such a capture."""
    return isinstance(value, dict) and "format" not in value and any(part in value for part in _PARTS)


def from_legacy_v0(value: dict[str, Any]) -> dict[str, Any] | list[Issue]:
    """The 1.2 snapshot, yet to be validated, or all issues."""
    issues = Issues()
    compilation, timing, pool = (Fields(value, "", issues).inner(part) for part in _PARTS)
    if compilation is None or timing is None or pool is None:
        return list(issues)
    graph = _graph(compilation)
    allocations = [_allocation(row) for row in compilation.table("allocations")]
    frame, gpu, counts = timing.read("frameIndex", whole), _gpu(timing), _pool(pool)
    if issues:
        return list(issues)
    migration = {"sourceFormat": "legacy-v0", "unavailableFacts": _unavailable(graph, "debugGroups" in compilation)}
    return {
        "format": FORMAT,
        "version": dict(VERSION),
        "producer": {"name": "legacy-unversioned"},
        "capture": {"frameIndex": frame, "migration": migration},
        "graph": graph,
        "memory": {
            "allocationReport": {"status": "available", "allocations": allocations},
            "poolReport": counts,
        },
        "timings": {"gpu": gpu, "cpu": {"status": "unavailable", "reason": "not-collected"}},
        "diagnostics": [],
        "extensions": {},
    }


def _unavailable(graph: dict[str, Any], has_groups: bool) -> list[str]:
    facts = [] if has_groups else ["graph.groups"]
    facts += ["graph.textureViews", "graph.nodes.recordingOrder"]
    if any("resourceId" in root for root in graph["roots"]):
        facts += ["graph.roots.range", "graph.roots.resolution"]
    if any(_part_of(access) not in access for access in graph["accesses"]):
        facts.append("graph.accesses.regions")
    return facts


def _part_of(access: dict[str, Any]) -> str:
    return "textureRegion" if access["access"].startswith("texture-") else "bufferRange"


def _graph(compilation: Fields) -> dict[str, Any]:
    has_groups = "debugGroups" in compilation
    retained, culled = compilation.table("nodes"), compilation.table("culledNodes")
    resources = compilation.table("resources")
    groups = compilation.table("debugGroups") if has_groups else []
    orders = {row.read("id", whole): index for index, row in enumerate(retained)}
    nodes = [_node(row, orders, has_groups) for row in retained]
    nodes += [_node(row, orders, has_groups, row.optional("reason", non_empty)) for row in culled]
    return {
        "groups": [_group(row) for row in groups],
        "nodes": nodes,
        "resources": [resource(row, has_groups) for row in resources],
        "textureViews": [],
        "accesses": [_access(row) for row in compilation.table("accesses")],
        "dependencies": [_dependency(row) for row in compilation.table("dependencies")],
        "roots": [_root(row) for row in compilation.table("roots")],
        "segments": [_segment(row) for row in compilation.table("executionSegments")],
    }


def _group(row: Fields) -> dict[str, Any]:
    number, parent, label = row.read("id", whole), row.optional("parentId", whole), row.read("label", non_empty)
    return {"id": f"group:{number}", "label": label, **known(parentId=named("group", parent))}


def _node(row: Fields, orders: dict[int | None, int], has_groups: bool, reason: str | None = None) -> dict[str, Any]:
    number = row.read("id", whole)
    state: dict[str, Any] = {"status": "retained", "executionOrder": orders.get(number)}
    if number not in orders:
        state = {"status": "culled", "reason": "not-reachable-from-root" if reason is None else reason}
    node = {
        "id": f"node:{number}",
        "kind": row.read("kind", one_of(NODE_KINDS)),
        "sideEffect": row.read("sideEffect", boolean),
        "compileState": state,
    }
    label, group = row.optional("label", string), row.optional("debugGroupId", whole)
    return {**node, **known(label=label, groupId=named("group", group) if has_groups else None)}


def _access(row: Fields) -> dict[str, Any]:
    numbers = [row.read(name, whole) for name in ("id", "nodeId", "resourceId")]
    kind, mode = row.read("access", one_of(ACCESS_KINDS)), row.read("mode", one_of(("read", "write")))
    produces = row.read("producesValue", boolean)
    row.optional("textureViewId", whole)  # V0 has no table of views it could lead to
    region, part = texture_region(row), buffer_range(row)
    contents = None
    if None not in (*numbers, kind, mode, produces):
        contents = _contents(row, mode == "write", produces is True)
    return {
        "id": f"access:{numbers[0]}",
        "nodeId": f"node:{numbers[1]}",
        "resourceId": f"resource:{numbers[2]}",
        "access": kind,
        "mode": mode,
        "producesValue": produces,
        **known(contents=contents, textureRegion=region, bufferRange=part),
    }


def _contents(row: Fields, writes: bool, produces: bool) -> str | None:
    if writes:
        return row.read("contents", one_of(CONTENTS))
    if "contents" in row:
        row.add("legacy-access-contents", "contents", "Legacy read access cannot declare contents.")
    if produces:
        row.add("legacy-access-value", "producesValue", "Legacy read access must set producesValue to false.")
    return None


def _dependency(row: Fields) -> dict[str, Any]:
    start, end, subject = (row.read(name, whole) for name in ("fromNodeId", "toNodeId", "resourceId"))
    kind = row.read("kind", one_of(DEPENDENCY_KINDS))
    return {"fromNodeId": f"node:{start}", "toNodeId": f"node:{end}", "resourceId": f"resource:{subject}", "kind": kind}


def _root(row: Fields) -> dict[str, Any]:
    reason = row.read("reason", one_of(_ROOT_REASONS))
    node, subject = row.optional("nodeId", whole), row.optional("resourceId", whole)
    if (node is None) == (subject is None):
        row.issues.add("legacy-root", row.path, "Legacy root must reference exactly one node or resource.")
    elif reason is not None and (reason == "side-effect") != (node is not None):
        row.issues.add("legacy-root", row.path, "Only side-effect roots may reference nodes.")
    return {"reason": reason, **known(nodeId=named("node", node), resourceId=named("resource", subject))}


def _segment(row: Fields) -> dict[str, Any]:
    order, kind = row.read("index", whole), row.read("kind", one_of(SEGMENT_KINDS))
    numbers = row.read("nodeIds", entries(whole)) or []
    nodes = [f"node:{number}" for number in numbers]
    return {"id": f"segment:{order}", "order": order, "kind": kind, "nodeIds": nodes}


def _allocation(row: Fields) -> dict[str, Any]:
    number, kind = row.read("id", whole), row.read("kind", one_of(RESOURCE_KINDS))
    compatibility = f"compatibility:{row.read('compatibilityClassId', whole)}"
    size = row.optional("estimatedByteSize", whole)
    return {
        "id": f"allocation:{number}",
        "kind": kind,
        "compatibilityClassId": compatibility,
        **known(estimatedByteSize=size),
    }


def _gpu(timing: Fields) -> dict[str, Any]:
    status = timing.read("status", one_of(("available", "unavailable")))
    if status == "unavailable":
        return {"status": status, "reason": timing.read("reason", non_empty)}
    if status is None:
        return {}
    span = timing.read("frameDurationMicros", duration)
    return {"status": status, "frameSpanMicros": span, "nodes": [_node_time(row) for row in timing.table("nodes")]}


def _node_time(row: Fields) -> dict[str, Any]:
    row.optional("kind", non_empty)  # the node says what it is
    return {"nodeId": f"node:{row.read('nodeId', whole)}", "durationMicros": row.read("durationMicros", duration)}


def _pool(pool: Fields) -> dict[str, Any]:
    counts = {name: pool.read(name, whole) for name in _COUNTS}
    return {
        "status": "available",
        **counts,
        **known(estimatedRetainedBytes=pool.optional("estimatedRetainedBytes", whole)),
    }
