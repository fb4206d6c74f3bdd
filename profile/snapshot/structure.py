"""The structural table: each object, its properties, the check of each (FrameGraph Snapshot 1.2 §2–8)."""

from __future__ import annotations

from framescope.profile.snapshot.checks import (
    Check,
    all_of,
    any_value,
    array,
    boolean,
    duration,
    entity,
    literal,
    non_empty,
    one_of,
    positive,
    string,
    whole,
)
from framescope.profile.snapshot.extensions import extensions
from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.object_rules import (
    access_follows_its_kind,
    descriptor_and_usage_follow_the_kind,
    lifetime_is_forward,
    origin_says_contents,
    region_has_one_interval,
    root_has_one_subject,
    segment_is_not_empty,
)
from framescope.profile.snapshot.shapes import Shape, Variants, distinct, records
from framescope.profile.snapshot.vocabulary import (
    ACCESS_KINDS,
    DEPENDENCY_KINDS,
    FORMAT,
    INITIAL_CONTENTS,
    NODE_KINDS,
    ORIGINS,
    RESOURCE_KINDS,
    ROOT_REASONS,
    SEGMENT_KINDS,
    SEVERITIES,
    SOURCE_FORMATS,
    UNAVAILABLE_FACTS,
)

__all__ = ["SNAPSHOT_1_1", "SNAPSHOT_1_2"]


def _report(available: Shape) -> Variants:
    """What a producer has, or why it has none."""
    unavailable = Shape({"status": any_value, "reason": non_empty})
    return Variants(
        "status", {"available": available, "unavailable": unavailable}, "Expected available or unavailable."
    )


def _table(shape: Shape) -> Check:
    """A table of the graph; the protocol reports one that is no array twice."""
    return all_of(array, records(shape))


def _capture(source_formats: tuple[str, ...]) -> Shape:
    migration = Shape(
        {"sourceFormat": one_of(source_formats), "unavailableFacts": distinct(string, UNAVAILABLE_FACTS)},
    )
    return Shape({"frameIndex": whole}, {"capturedAt": string, "migration": migration})


_RUNTIME = Shape({}, {"implementation": non_empty, "graphicsApi": non_empty, "backend": non_empty})
_PRODUCER = Shape({"name": non_empty}, {"version": non_empty, "language": non_empty, "runtime": _RUNTIME})

_GROUP = Shape({"id": entity("group"), "label": non_empty}, {"parentId": entity("group"), "stableKey": string})

_COMPILE_STATE = Variants(
    "status",
    {
        "retained": Shape({"status": any_value, "executionOrder": whole}),
        "culled": Shape({"status": any_value, "reason": non_empty}),
    },
    "Expected retained or culled.",
)
_NODE = Shape(
    {"id": entity("node"), "kind": one_of(NODE_KINDS), "sideEffect": boolean, "compileState": _COMPILE_STATE},
    {"stableKey": string, "recordingOrder": whole, "label": string, "groupId": entity("group")},
)

_LIFETIME = Shape({"firstUse": whole, "lastUse": whole}, rules=(lifetime_is_forward,))
_RESOURCE = Shape(
    {
        "id": entity("resource"),
        "kind": one_of(RESOURCE_KINDS),
        "origin": one_of(ORIGINS),
        "usageFlags": any_value,
    },
    {
        "stableKey": string,
        "label": string,
        "groupId": entity("group"),
        "lifetime": _LIFETIME,
        "allocationId": entity("allocation"),
        "estimatedByteSize": whole,
        "descriptor": any_value,
        "initialContents": one_of(INITIAL_CONTENTS),
    },
    (origin_says_contents, descriptor_and_usage_follow_the_kind),
)

_VIEW = Shape(
    {
        "id": entity("view"),
        "resourceId": entity("resource"),
        "format": non_empty,
        "dimension": non_empty,
        "aspect": non_empty,
        "baseMipLevel": whole,
        "mipLevelCount": positive,
        "baseArrayLayer": whole,
        "arrayLayerCount": positive,
        "swizzle": non_empty,
    },
    {"stableKey": string, "label": string},
)

_REGION = Shape(
    {"baseMipLevel": whole, "mipLevelCount": positive, "aspect": non_empty},
    # Looked at by the rule: half an interval is missing its other half.
    {
        "baseArrayLayer": any_value,
        "arrayLayerCount": any_value,
        "baseDepthSlice": any_value,
        "depthSliceCount": any_value,
    },
    (region_has_one_interval,),
)
_ACCESS = Shape(
    {
        "id": entity("access"),
        "nodeId": entity("node"),
        "resourceId": entity("resource"),
        "access": one_of(ACCESS_KINDS),
        "mode": one_of(("read", "write"), "Expected read or write."),
        "producesValue": boolean,
    },
    {
        "textureViewId": entity("view"),
        "textureRegion": _REGION,
        "bufferRange": Shape({"offset": whole}, {"size": whole}),
        "contents": any_value,
    },
    (access_follows_its_kind,),
)

_DEPENDENCY = Shape(
    {
        "fromNodeId": entity("node"),
        "toNodeId": entity("node"),
        "resourceId": entity("resource"),
        "kind": one_of(DEPENDENCY_KINDS),
    }
)


def _regions(value: object, path: str, issues: Issues) -> None:
    if not isinstance(value, list) or not value:
        issues.add("invalid-root-range", path, "Expected non-empty texture regions.")
    else:
        records(_REGION)(value, path, issues)


_RANGE = Variants(
    "kind",
    {
        "buffer": Shape({"kind": any_value, "offset": whole, "size": positive}),
        "texture": Shape({"kind": any_value, "regions": _regions}),
    },
    "Expected buffer or texture.",
    "invalid-root-range",
)
_RESOLUTION = Shape({"producerNodeIds": distinct(entity("node")), "usesInitialContents": boolean})
_ROOT = Shape(
    {"reason": one_of(ROOT_REASONS)},
    {"nodeId": entity("node"), "resourceId": entity("resource"), "range": _RANGE, "resolution": _RESOLUTION},
    (root_has_one_subject,),
)

_SEGMENT = Shape(
    {
        "id": entity("segment"),
        "order": whole,
        "kind": one_of(SEGMENT_KINDS),
        "nodeIds": distinct(entity("node")),
    },
    rules=(segment_is_not_empty,),
)

_GRAPH = Shape(
    {
        "groups": _table(_GROUP),
        "nodes": _table(_NODE),
        "resources": _table(_RESOURCE),
        "textureViews": _table(_VIEW),
        "accesses": _table(_ACCESS),
        "dependencies": _table(_DEPENDENCY),
        "roots": _table(_ROOT),
        "segments": _table(_SEGMENT),
    }
)

_ALLOCATION = Shape(
    {
        "id": entity("allocation"),
        "kind": one_of(RESOURCE_KINDS),
        "compatibilityClassId": entity("compatibility"),
    },
    {"estimatedByteSize": whole},
)
_POOL = Shape(
    {
        "status": any_value,
        "acquireCount": whole,
        "reuseCount": whole,
        "createdCount": whole,
        "retainedCount": whole,
    },
    {"estimatedRetainedBytes": whole},
)
_MEMORY = Shape(
    {
        "allocationReport": _report(Shape({"status": any_value, "allocations": records(_ALLOCATION)})),
        "poolReport": _report(_POOL),
    }
)

_NODE_TIMES = records(Shape({"nodeId": entity("node"), "durationMicros": duration}))
_GPU = _report(Shape({"status": any_value, "frameSpanMicros": duration, "nodes": _NODE_TIMES}))
_CPU = _report(Shape({"status": any_value, "executionDurationMicros": duration, "nodes": _NODE_TIMES}))

_DIAGNOSTIC = Shape(
    {"severity": one_of(SEVERITIES), "code": non_empty, "message": string},
    {"nodeId": entity("node"), "resourceId": entity("resource")},
)


def _snapshot(minor: int, capture: Shape, timings: Shape) -> Shape:
    return Shape(
        {
            "format": literal(FORMAT),
            "version": Shape({"major": literal(1), "minor": literal(minor)}),
            "producer": _PRODUCER,
            "capture": capture,
            "graph": _GRAPH,
            "memory": _MEMORY,
            "timings": timings,
            "diagnostics": records(_DIAGNOSTIC),
            "extensions": extensions,
        }
    )


SNAPSHOT_1_2 = _snapshot(2, _capture(SOURCE_FORMATS), Shape({"gpu": _GPU, "cpu": _CPU}))
SNAPSHOT_1_1 = _snapshot(1, _capture(SOURCE_FORMATS[:2]), Shape({"gpu": _GPU}))
