"""Snapshots to break: one with every table filled, an earlier one of each kind, and what it takes to change them."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from typing import Any

from framescope.profile.snapshot.issues import Issue

__all__ = ["ABSENT", "Said", "chain", "changed", "found", "full", "legacy_v0", "region", "unknown", "value_at"]

Said = list[tuple[str, str, str]]
"""Issues as they are compared: code, path, message."""

ABSENT = object()
"""The value of a property that is taken away."""


def region(**fields: Any) -> dict[str, Any]:
    """All of a texture of one mip and one layer, unless told otherwise."""
    return {"baseMipLevel": 0, "mipLevelCount": 1, "baseArrayLayer": 0, "arrayLayerCount": 1, "aspect": "all", **fields}


def full() -> dict[str, Any]:
    """A valid snapshot: four nodes in three segments, one of them external, and one that is culled."""
    nodes = [_node("draw", 0, "render", groupId="group:inner"), _node("submit", 1, "external-submission")]
    nodes += [_node("show", 2, "compute"), {**_node("dead", 3, "copy"), "compileState": _CULLED}]
    return {
        "format": "zenfg.frame-graph-snapshot",
        "version": {"major": 1, "minor": 2},
        "producer": {"name": "p", "version": "1", "language": "l", "runtime": {"implementation": "i", "backend": "b"}},
        "capture": {"frameIndex": 7, "capturedAt": "now"},
        "graph": {
            "groups": [
                {"id": "group:outer", "label": "outer", "stableKey": "k"},
                {"id": "group:inner", "label": "inner", "parentId": "group:outer"},
            ],
            "nodes": nodes,
            "resources": [_texture(), _buffer()],
            "textureViews": [_view()],
            "accesses": _accesses(),
            "dependencies": [
                {"fromNodeId": "node:draw", "toNodeId": "node:show", "resourceId": "resource:tex", "kind": "value"}
            ],
            "roots": _roots(),
            "segments": [
                {"id": "segment:0", "order": 0, "kind": "frame-graph", "nodeIds": ["node:draw"]},
                {"id": "segment:1", "order": 1, "kind": "external-submission", "nodeIds": ["node:submit"]},
                {"id": "segment:2", "order": 2, "kind": "frame-graph", "nodeIds": ["node:show"]},
            ],
        },
        "memory": {
            "allocationReport": {
                "status": "available",
                "allocations": [
                    {"id": "allocation:0", "kind": "texture", "compatibilityClassId": "compatibility:0"},
                    {"id": "allocation:1", "kind": "buffer", "compatibilityClassId": "compatibility:1"},
                ],
            },
            "poolReport": _POOL,
        },
        "timings": {
            "cpu": {"status": "available", "executionDurationMicros": 5.5, "nodes": [_time("draw"), _time("submit")]},
            "gpu": {"status": "available", "frameSpanMicros": 9, "nodes": [_time("draw"), _time("show")]},
        },
        "diagnostics": [
            {
                "severity": "info",
                "code": "c",
                "message": "",
                "nodeId": "node:draw",
                "resourceId": "resource:tex",
            }
        ],
        "extensions": {"dev.example": {"any": [None, True, 1.5, "x", {}]}},
    }


_CULLED = {"status": "culled", "reason": "not-reachable-from-root"}
_POOL = {
    "status": "available",
    "acquireCount": 3,
    "reuseCount": 2,
    "createdCount": 1,
    "retainedCount": 1,
    "estimatedRetainedBytes": 4,
}


def _node(name: str, order: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"node:{name}",
        "kind": kind,
        "sideEffect": kind == "external-submission",
        "label": name,
        "recordingOrder": order,
        "compileState": {"status": "retained", "executionOrder": order},
        **fields,
    }


def _texture() -> dict[str, Any]:
    return {
        "id": "resource:tex",
        "kind": "texture",
        "origin": "transient",
        "initialContents": "undefined",
        "usageFlags": ["texture-binding", "render-attachment"],
        "groupId": "group:outer",
        "lifetime": {"firstUse": 0, "lastUse": 2},
        "allocationId": "allocation:0",
        "estimatedByteSize": 256,
        "descriptor": {
            "kind": "texture",
            "format": "rgba8unorm",
            "size": {"width": 8, "height": 8, "depthOrArrayLayers": 2},
            "dimension": "2d",
            "mipLevelCount": 2,
            "sampleCount": 1,
            "viewFormats": ["rgba8unorm-srgb"],
        },
    }


def _buffer() -> dict[str, Any]:
    return {
        "id": "resource:buf",
        "kind": "buffer",
        "origin": "imported",
        "initialContents": "defined",
        "usageFlags": ["storage"],
        "label": "buf",
        "descriptor": {"kind": "buffer", "size": 64},
    }


def _view() -> dict[str, Any]:
    return {
        "id": "view:0",
        "resourceId": "resource:tex",
        "label": "v",
        "format": "rgba8unorm",
        "dimension": "2d",
        "aspect": "all",
        "baseMipLevel": 0,
        "mipLevelCount": 1,
        "baseArrayLayer": 0,
        "arrayLayerCount": 1,
        "swizzle": "rgba",
    }


def _accesses() -> list[dict[str, Any]]:
    write = {"mode": "write", "contents": "overwrite", "producesValue": True}
    read = {"mode": "read", "producesValue": False}
    texture, buffer = {"resourceId": "resource:tex"}, {"resourceId": "resource:buf"}
    attach, sample = {"access": "texture-color-attachment-write"}, {"access": "texture-sampled"}
    return [
        {"id": "access:0", "nodeId": "node:draw", **texture, **attach, **write, "textureRegion": region()},
        {
            "id": "access:1",
            "nodeId": "node:show",
            **texture,
            **sample,
            **read,
            "textureViewId": "view:0",
            "textureRegion": region(),
        },
        {
            "id": "access:2",
            "nodeId": "node:show",
            **buffer,
            "access": "buffer-storage-write",
            **write,
            "bufferRange": {"offset": 0, "size": 16},
        },
    ]


def _roots() -> list[dict[str, Any]]:
    by_show = {"producerNodeIds": ["node:show"], "usesInitialContents": True}
    by_draw = {"producerNodeIds": ["node:draw"], "usesInitialContents": False}
    return [
        {
            "reason": "output",
            "resourceId": "resource:buf",
            "range": {"kind": "buffer", "offset": 0, "size": 64},
            "resolution": by_show,
        },
        {
            "reason": "debug-capture",
            "resourceId": "resource:tex",
            "range": {"kind": "texture", "regions": [region()]},
            "resolution": by_draw,
        },
        {"reason": "side-effect", "nodeId": "node:submit"},
    ]


def _time(name: str) -> dict[str, Any]:
    return {"nodeId": f"node:{name}", "durationMicros": 1.25}


def legacy_v0() -> dict[str, Any]:
    """A capture of the unversioned format that migrates."""
    write = {"mode": "write", "contents": "overwrite", "producesValue": True}
    size = {"width": 8, "height": 8, "depthOrArrayLayers": 1}
    texture = {"format": "rgba8unorm", "size": size, "dimension": "2d", "mipLevelCount": 1, "sampleCount": 1}
    return {
        "compilation": {
            "debugGroups": [{"id": 0, "label": "all"}, {"id": 1, "parentId": 0, "label": "some"}],
            "nodes": [
                {"id": 1, "kind": "render", "sideEffect": False, "label": "a", "debugGroupId": 1},
                {"id": 2, "kind": "command", "sideEffect": True},
            ],
            "culledNodes": [{"id": 3, "kind": "compute", "sideEffect": False, "reason": "unused"}],
            "resources": [
                {
                    "id": 1,
                    "kind": "texture",
                    "origin": "transient",
                    "usage": 20,
                    "lifetime": {"firstUse": 0, "lastUse": 1},
                    "physicalAllocationId": 0,
                    "estimatedByteSize": 256,
                    "descriptor": {**texture, "viewFormats": ["rgba8unorm-srgb"]},
                },
                {"id": 2, "kind": "buffer", "origin": "imported", "usage": 128, "descriptor": {"size": 64}},
            ],
            "accesses": [
                {
                    "id": 0,
                    "nodeId": 1,
                    "resourceId": 1,
                    "access": "texture-color-attachment-write",
                    **write,
                    "textureRegion": region(),
                },
                {
                    "id": 1,
                    "nodeId": 2,
                    "resourceId": 2,
                    "access": "buffer-storage-read",
                    "mode": "read",
                    "producesValue": False,
                    "bufferRange": {"offset": 0, "size": 16},
                },
            ],
            "dependencies": [{"fromNodeId": 1, "toNodeId": 2, "resourceId": 1, "kind": "ordering"}],
            "roots": [{"reason": "side-effect", "nodeId": 2}, {"reason": "output", "resourceId": 1}],
            "allocations": [{"id": 0, "kind": "texture", "compatibilityClassId": 0, "estimatedByteSize": 256}],
            "executionSegments": [{"index": 0, "kind": "frame-graph", "nodeIds": [1, 2]}],
        },
        "gpuTiming": {
            "status": "available",
            "frameIndex": 3,
            "frameDurationMicros": 5.0,
            "nodes": [{"nodeId": 1, "durationMicros": 2, "kind": "render"}],
        },
        "resourcePool": {"acquireCount": 1, "reuseCount": 0, "createdCount": 1, "retainedCount": 1},
    }


def value_at(value: Any, path: str) -> Any:
    """What a JSON Pointer leads to."""
    for token in path.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


def changed(value: Any, changes: dict[str, Any]) -> Any:
    """A copy with something else at each path: ABSENT removes, a path that ends in ``/-`` appends."""
    value = copy.deepcopy(value)
    for path, entry in changes.items():
        around, _, name = path.rpartition("/")
        target, entry = value_at(value, around), copy.deepcopy(entry) if entry is not ABSENT else ABSENT
        if name == "-":
            target.append(entry)
        elif entry is ABSENT:
            del target[int(name) if isinstance(target, list) else name]
        else:
            target[int(name) if isinstance(target, list) else name] = entry
    return value


def chain(depth: int) -> Any:
    """Arrays in arrays; ``chain(0)`` is no container."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def found(issues: Iterable[Issue]) -> Counter[tuple[str, str, str]]:
    """Issues as the protocol compares them: code, path and message, however often, in no order."""
    return Counter((issue.code, issue.path, issue.message) for issue in issues)


def unknown(kind: str, number: str, path: str) -> tuple[str, str, str]:
    """A reference to nothing."""
    return "missing-reference", path, f'Unknown {kind} id "{number}".'
