"""A snapshot reduced to what producers in different languages agree on: labels for ids, no sizes, no GPU times.

Every group, node, resource and view needs a label of its own; without one the projection is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

__all__ = ["projection"]

Row = dict[str, Any]

_VIEW = "format dimension aspect baseMipLevel mipLevelCount baseArrayLayer arrayLayerCount swizzle".split()


def projection(snapshot: Row, case: str) -> Row:
    """The projection, version 1."""
    graph = snapshot["graph"]
    names = _Names(graph)
    return {
        "projectionVersion": 1,
        "case": case,
        "graph": {
            "groups": _by_label(_group(row, names) for row in graph["groups"]),
            "nodes": sorted((_node(row, names) for row in graph["nodes"]), key=lambda row: row["recordingOrder"]),
            "resources": _by_label(_resource(row, names) for row in graph["resources"]),
            "textureViews": _by_label(_view(row, names) for row in graph["textureViews"]),
            "accesses": _accesses(graph, names),
            "dependencies": _by_text(_dependencies(graph, names)),
            "roots": _by_text(_root(row, names) for row in graph["roots"]),
            "segments": [
                {"order": row["order"], "kind": row["kind"], "nodes": [names[number] for number in row["nodeIds"]]}
                for row in graph["segments"]
            ],
        },
        "memory": {"allocationEquivalenceClasses": _by_text(_classes(graph, names))},
        "cpuTiming": _cpu(snapshot["timings"]["cpu"], names),
    }


class _Names(dict[str, str]):
    """Labels by id."""

    def __init__(self, graph: Row) -> None:
        for table in ("groups", "nodes", "resources", "textureViews"):
            labels = [row.get("label", "") for row in graph[table]]
            if "" in labels or len(set(labels)) != len(labels):
                raise ValueError(f"{table}: a label is missing, or there twice")
            self.update(zip((row["id"] for row in graph[table]), labels, strict=True))

    def get(self, row: Row, field: str) -> Any:  # type: ignore[override]
        """The label that a field names, None where it is absent."""
        return self[row[field]] if field in row else None


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def _text(value: Any) -> bytes:
    return _utf16(json.dumps(value, separators=(",", ":"), ensure_ascii=False))


def _by_label(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: _utf16(row["label"]))


def _by_text(rows: Iterable[Any]) -> list[Any]:
    return sorted(rows, key=_text)


def _group(row: Row, names: _Names) -> Row:
    return {"label": row["label"], "parent": names.get(row, "parentId")}


def _node(row: Row, names: _Names) -> Row:
    return {
        "label": row["label"],
        "recordingOrder": row["recordingOrder"],
        "kind": row["kind"],
        "sideEffect": row["sideEffect"],
        "group": names.get(row, "groupId"),
        "compileState": row["compileState"],
    }


def _resource(row: Row, names: _Names) -> Row:
    descriptor = row.get("descriptor")
    if descriptor is not None and descriptor["kind"] == "texture":
        descriptor = {**descriptor, "viewFormats": sorted(descriptor["viewFormats"], key=_utf16)}
    return {
        "label": row["label"],
        "kind": row["kind"],
        "origin": row["origin"],
        "initialContents": row.get("initialContents"),
        "group": names.get(row, "groupId"),
        "descriptor": descriptor,
        "usageFlags": sorted(row["usageFlags"], key=_utf16),
        "lifetime": row.get("lifetime"),
    }


def _view(row: Row, names: _Names) -> Row:
    return {"label": row["label"], "resource": names[row["resourceId"]], **{field: row[field] for field in _VIEW}}


def _accesses(graph: Row, names: _Names) -> list[Row]:
    orders = {row["id"]: row["recordingOrder"] for row in graph["nodes"]}
    rows = []
    for row in graph["accesses"]:
        found = {"node": names[row["nodeId"]], "resource": names[row["resourceId"]]}
        if "textureViewId" in row:
            found["textureView"] = names[row["textureViewId"]]
        for field in ("access", "mode", "contents", "producesValue", "bufferRange", "textureRegion"):
            if field in row:
                found[field] = row[field]
        rows.append((orders[row["nodeId"]], _text(found), found))
    return [found for _, _, found in sorted(rows, key=lambda row: row[:2])]


def _dependencies(graph: Row, names: _Names) -> list[Row]:
    """One of each two nodes and resource: a value beside an ordering says more."""
    kinds: dict[tuple[str, str, str], str] = {}
    for row in graph["dependencies"]:
        key = (names[row["fromNodeId"]], names[row["toNodeId"]], names[row["resourceId"]])
        kinds[key] = "value" if "value" in (row["kind"], kinds.get(key)) else row["kind"]
    return [{"from": a, "to": b, "resource": of, "kind": kind} for (a, b, of), kind in kinds.items()]


def _root(row: Row, names: _Names) -> Row:
    found: Row = {"reason": row["reason"]}
    if "nodeId" in row:
        found["node"] = names[row["nodeId"]]
    if "resourceId" in row:
        found["resource"] = names[row["resourceId"]]
    if "range" in row:
        found["range"] = row["range"]
    if "resolution" in row:
        found["resolution"] = {
            "usesInitialContents": row["resolution"]["usesInitialContents"],
            "producerNodes": [names[number] for number in row["resolution"]["producerNodeIds"]],
        }
    return found


def _classes(graph: Row, names: _Names) -> list[list[str]]:
    classes: dict[str, list[str]] = {}
    for row in graph["resources"]:
        if "allocationId" in row:
            classes.setdefault(row["allocationId"], []).append(names[row["id"]])
    return [sorted(members, key=_utf16) for members in classes.values()]


def _cpu(cpu: Row, names: _Names) -> Row:
    if cpu["status"] != "available":
        return cpu
    nodes = [{"node": names[row["nodeId"]], "durationMicros": row["durationMicros"]} for row in cpu["nodes"]]
    return {"status": cpu["status"], "executionDurationMicros": cpu["executionDurationMicros"], "nodes": nodes}
