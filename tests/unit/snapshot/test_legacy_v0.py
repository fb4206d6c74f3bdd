"""The unversioned Legacy V0 capture: what it becomes, and each of its own checks broken once."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest
from snapshot_builders import ABSENT, changed, found, legacy_v0, region

from framescope.profile.snapshot.codec import DecodeResult, decode
from framescope.profile.snapshot.vocabulary import ACCESS_KINDS, NODE_KINDS

C = "/compilation"
WHOLE = ("legacy-number", "Expected a non-negative safe integer.")
POSITIVE = ("legacy-number", "Expected a positive safe integer.")
NUMBER = ("legacy-number", "Expected a finite non-negative number.")
OBJECT = ("legacy-structure", "Expected an object.")
ARRAY = ("legacy-structure", "Expected an array.")
STRING = ("legacy-string", "Expected a string.")
NON_EMPTY = ("legacy-string", "Expected a non-empty string.")
BOOLEAN = ("legacy-boolean", "Expected a boolean.")
ONE = ("legacy-root", "Legacy root must reference exactly one node or resource.")
NODES = ("legacy-root", "Only side-effect roots may reference nodes.")
INTERVAL = (
    "legacy-texture-region",
    "Legacy texture region must contain exactly one complete array-layer or depth-slice interval.",
)
CONTENTS = ("legacy-access-contents", "Legacy read access cannot declare contents.")
VALUE = ("legacy-access-value", "Legacy read access must set producesValue to false.")


def enum(*words: str) -> tuple[str, str]:
    """None of the words."""
    return "legacy-enum", f"Expected one of: {', '.join(words)}."


def usage(kind: str, bits: str) -> tuple[str, str]:
    """Bits that mean nothing."""
    return "legacy-unknown-usage", f"Legacy {kind} usage contains unknown bits {bits}."


REASON = enum("present", "output", "readback", "side-effect", "debug-capture")
_REGION = f"{C}/accesses/0/textureRegion"

Told = list[tuple[tuple[str, str], str]]

WRONG: list[tuple[dict[str, Any], Told]] = [
    ({"/gpuTiming": ABSENT, "/resourcePool": []}, [(OBJECT, "/gpuTiming"), (OBJECT, "/resourcePool")]),
    *(
        ({f"{C}/{table}": None}, [(ARRAY, f"{C}/{table}")])
        for table in (
            "nodes culledNodes resources debugGroups accesses dependencies roots allocations executionSegments"
        ).split()
    ),
    (
        {f"{C}/roots/0": 1, f"{C}/roots/1/reason": ""},
        [
            (OBJECT, f"{C}/roots/0"),
            (REASON, f"{C}/roots/0/reason"),
        ],
    ),
    ({f"{C}/nodes/0/id": -1}, [(WHOLE, f"{C}/nodes/0/id")] * 2),
    ({f"{C}/culledNodes/0/id": "3"}, [(WHOLE, f"{C}/culledNodes/0/id")]),
    ({f"{C}/nodes/0/kind": "draw"}, [(enum(*NODE_KINDS), f"{C}/nodes/0/kind")]),
    ({f"{C}/nodes/0/sideEffect": 0}, [(BOOLEAN, f"{C}/nodes/0/sideEffect")]),
    ({f"{C}/nodes/0/label": None}, [(STRING, f"{C}/nodes/0/label")]),
    ({f"{C}/nodes/0/debugGroupId": None}, [(WHOLE, f"{C}/nodes/0/debugGroupId")]),
    ({f"{C}/culledNodes/0/reason": ""}, [(NON_EMPTY, f"{C}/culledNodes/0/reason")]),
    ({f"{C}/resources/0/kind": "image"}, [(enum("texture", "buffer"), f"{C}/resources/0/kind")]),
    (
        {f"{C}/resources/0/origin": "window"},
        [(enum("transient", "imported", "swapchain", "surface"), f"{C}/resources/0/origin")],
    ),
    (
        {f"{C}/resources/0/usage": 2**32},
        [(("legacy-number", "Expected an unsigned 32-bit integer."), f"{C}/resources/0/usage")],
    ),
    ({f"{C}/resources/0/usage": 0x120}, [(usage("texture", "0x120"), f"{C}/resources/0/usage")]),
    ({f"{C}/resources/1/usage": 2**32 - 1}, [(usage("buffer", "0xfffffc00"), f"{C}/resources/1/usage")]),
    ({f"{C}/resources/0/physicalAllocationId": 0.5}, [(WHOLE, f"{C}/resources/0/physicalAllocationId")]),
    ({f"{C}/resources/0/estimatedByteSize": True}, [(WHOLE, f"{C}/resources/0/estimatedByteSize")]),
    ({f"{C}/resources/0/lifetime": {"firstUse": 0}}, [(WHOLE, f"{C}/resources/0/lifetime/lastUse")]),
    ({f"{C}/resources/0/lifetime": 0}, [(OBJECT, f"{C}/resources/0/lifetime")]),
    ({f"{C}/resources/0/descriptor": None}, [(OBJECT, f"{C}/resources/0/descriptor")]),
    (
        {f"{C}/resources/0/descriptor/size": 8},
        [
            (OBJECT, f"{C}/resources/0/descriptor/size"),
            *((WHOLE, f"{C}/resources/0/descriptor/size/{name}") for name in ("width", "height", "depthOrArrayLayers")),
        ],
    ),
    ({f"{C}/resources/0/descriptor/size/width": 0}, [(POSITIVE, f"{C}/resources/0/descriptor/size/width")]),
    ({f"{C}/resources/0/descriptor/format": ""}, [(NON_EMPTY, f"{C}/resources/0/descriptor/format")]),
    ({f"{C}/resources/0/descriptor/viewFormats/0": ""}, [(NON_EMPTY, f"{C}/resources/0/descriptor/viewFormats/0")]),
    ({f"{C}/resources/0/descriptor/viewFormats": ABSENT}, [(ARRAY, f"{C}/resources/0/descriptor/viewFormats")]),
    ({f"{C}/resources/1/descriptor/size": ABSENT}, [(WHOLE, f"{C}/resources/1/descriptor/size")]),
    ({f"{C}/accesses/0/access": "texture"}, [(enum(*ACCESS_KINDS), f"{C}/accesses/0/access")]),
    ({f"{C}/accesses/0/mode": "both"}, [(enum("read", "write"), f"{C}/accesses/0/mode")]),
    ({f"{C}/accesses/0/contents": ABSENT}, [(enum("overwrite", "preserve"), f"{C}/accesses/0/contents")]),
    ({f"{C}/accesses/1/contents": "preserve"}, [(CONTENTS, f"{C}/accesses/1/contents")]),
    ({f"{C}/accesses/1/producesValue": True}, [(VALUE, f"{C}/accesses/1/producesValue")]),
    ({f"{C}/accesses/0/textureViewId": "v"}, [(WHOLE, f"{C}/accesses/0/textureViewId")]),
    ({_REGION: region(baseDepthSlice=0, depthSliceCount=1)}, [(INTERVAL, _REGION)]),
    ({f"{_REGION}/baseArrayLayer": ABSENT}, [(INTERVAL, _REGION)]),
    ({f"{_REGION}/arrayLayerCount": 0}, [(INTERVAL, _REGION), (POSITIVE, f"{_REGION}/arrayLayerCount")]),
    ({_REGION: {"baseMipLevel": 0, "mipLevelCount": 1, "aspect": "all"}}, [(INTERVAL, _REGION)]),
    ({f"{_REGION}/aspect": ""}, [(NON_EMPTY, f"{_REGION}/aspect")]),
    (
        {f"{C}/accesses/1/bufferRange": {"size": -1}},
        [(WHOLE, f"{C}/accesses/1/bufferRange/{n}") for n in ("offset", "size")],
    ),
    ({f"{C}/debugGroups/1/label": ""}, [(NON_EMPTY, f"{C}/debugGroups/1/label")]),
    ({f"{C}/debugGroups/1/parentId": None}, [(WHOLE, f"{C}/debugGroups/1/parentId")]),
    ({f"{C}/dependencies/0/kind": "war"}, [(enum("value", "ordering"), f"{C}/dependencies/0/kind")]),
    ({f"{C}/dependencies/0/toNodeId": ABSENT}, [(WHOLE, f"{C}/dependencies/0/toNodeId")]),
    ({f"{C}/roots/0/nodeId": ABSENT}, [(ONE, f"{C}/roots/0")]),
    ({f"{C}/roots/0/resourceId": 1}, [(ONE, f"{C}/roots/0")]),
    ({f"{C}/roots/0/reason": "output"}, [(NODES, f"{C}/roots/0")]),
    ({f"{C}/roots/1/reason": "side-effect"}, [(NODES, f"{C}/roots/1")]),
    (
        {f"{C}/roots/1/reason": "persistent-state"},
        [(REASON, f"{C}/roots/1/reason")],
    ),
    ({f"{C}/allocations/0/compatibilityClassId": None}, [(WHOLE, f"{C}/allocations/0/compatibilityClassId")]),
    ({f"{C}/executionSegments/0/index": -1}, [(WHOLE, f"{C}/executionSegments/0/index")]),
    (
        {f"{C}/executionSegments/0/kind": "graph"},
        [(enum("frame-graph", "external-submission"), f"{C}/executionSegments/0/kind")],
    ),
    ({f"{C}/executionSegments/0/nodeIds/1": None}, [(WHOLE, f"{C}/executionSegments/0/nodeIds/1")]),
    ({f"{C}/executionSegments/0/nodeIds": 1}, [(ARRAY, f"{C}/executionSegments/0/nodeIds")]),
    ({"/gpuTiming/frameIndex": 1.5}, [(WHOLE, "/gpuTiming/frameIndex")]),
    ({"/gpuTiming/status": "lost"}, [(enum("available", "unavailable"), "/gpuTiming/status")]),
    ({"/gpuTiming/status": "unavailable"}, [(NON_EMPTY, "/gpuTiming/reason")]),
    ({"/gpuTiming/frameDurationMicros": -1}, [(NUMBER, "/gpuTiming/frameDurationMicros")]),
    ({"/gpuTiming/nodes/0/durationMicros": None}, [(NUMBER, "/gpuTiming/nodes/0/durationMicros")]),
    ({"/gpuTiming/nodes/0/kind": ""}, [(NON_EMPTY, "/gpuTiming/nodes/0/kind")]),
    ({"/gpuTiming/nodes": ABSENT}, [(ARRAY, "/gpuTiming/nodes")]),
    ({"/resourcePool/reuseCount": None}, [(WHOLE, "/resourcePool/reuseCount")]),
    ({"/resourcePool/estimatedRetainedBytes": None}, [(WHOLE, "/resourcePool/estimatedRetainedBytes")]),
]


def decoded(capture: dict[str, Any]) -> DecodeResult:
    """A capture, by way of its text."""
    return decode(json.dumps(capture))


@pytest.mark.parametrize(("changes", "said"), WRONG, ids=lambda case: str(case)[:60])
def test_a_wrong_value_gives_exactly_its_issues(
    changes: dict[str, Any], said: list[tuple[tuple[str, str], str]]
) -> None:
    """All of them are told, with paths into the capture, and nothing is migrated."""
    result = decoded(changed(legacy_v0(), changes))
    issues = Counter((code, path, message) for (code, message), path in said)

    assert (result.ok, result.source, result.migrated, found(result.issues)) == (False, "legacy-v0", False, issues)


def test_a_capture_becomes_a_snapshot() -> None:
    """Numbers become ids with a prefix, bits words, both tables of nodes one; a warning says that it happened."""
    capture = legacy_v0()
    before = copy.deepcopy(capture)
    result = decoded(capture)
    assert result.snapshot is not None
    graph = result.snapshot["graph"]

    assert capture == before
    assert (result.source, result.migrated, [issue.code for issue in result.issues]) == (
        "legacy-v0",
        True,
        ["legacy-v0-migrated"],
    )
    assert [(node["id"], node["compileState"]) for node in graph["nodes"]] == [
        ("node:1", {"status": "retained", "executionOrder": 0}),
        ("node:2", {"status": "retained", "executionOrder": 1}),
        ("node:3", {"status": "culled", "reason": "unused"}),
    ]
    assert [resource["usageFlags"] for resource in graph["resources"]] == [
        ["texture-binding", "render-attachment"],
        ["storage"],
    ]
    assert ["initialContents" in resource for resource in graph["resources"]] == [True, False]
    assert graph["groups"] == [
        {"id": "group:0", "label": "all"},
        {"id": "group:1", "parentId": "group:0", "label": "some"},
    ]
    assert result.snapshot["capture"] == {
        "frameIndex": 3,
        "migration": {
            "sourceFormat": "legacy-v0",
            "unavailableFacts": [
                "graph.textureViews",
                "graph.nodes.recordingOrder",
                "graph.roots.range",
                "graph.roots.resolution",
            ],
        },
    }
    assert result.snapshot["timings"] == {
        "gpu": {"status": "available", "frameSpanMicros": 5, "nodes": [{"nodeId": "node:1", "durationMicros": 2}]},
        "cpu": {"status": "unavailable", "reason": "not-collected"},
    }


@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({f"{C}/roots/1": ABSENT}, []),
        ({}, ["graph.roots.range", "graph.roots.resolution"]),
        (
            {f"{C}/accesses/1/bufferRange": ABSENT},
            ["graph.roots.range", "graph.roots.resolution", "graph.accesses.regions"],
        ),
        ({f"{C}/accesses/0/textureRegion": ABSENT, f"{C}/roots/1": ABSENT}, ["graph.accesses.regions"]),
        ({f"{C}/debugGroups": ABSENT, f"{C}/roots/1": ABSENT}, ["graph.groups"]),
    ],
    ids=str,
)
def test_what_the_capture_does_not_say_is_called_unknown(changes: dict[str, Any], facts: list[str]) -> None:
    """Views and recording order always; the others where they are missing, and no group is referenced then."""
    snapshot = decoded(changed(legacy_v0(), changes)).snapshot
    assert snapshot is not None
    always = ["graph.textureViews", "graph.nodes.recordingOrder"]
    groups = [fact for fact in facts if fact == "graph.groups"]
    others = [fact for fact in facts if fact != "graph.groups"]

    assert snapshot["capture"]["migration"]["unavailableFacts"] == groups + always + others
    assert any("groupId" in node for node in snapshot["graph"]["nodes"]) == (not groups)


def test_a_window_of_then_is_a_surface() -> None:
    """`swapchain` is the older word, and its contents were undefined."""
    changes = {f"{C}/resources/0/origin": "swapchain", f"{C}/culledNodes/0/reason": ABSENT}
    snapshot = decoded(changed(legacy_v0(), changes)).snapshot
    assert snapshot is not None
    resource = snapshot["graph"]["resources"][0]
    assert (resource["origin"], resource["initialContents"]) == ("surface", "undefined")
    assert snapshot["graph"]["nodes"][2]["compileState"]["reason"] == "not-reachable-from-root"


def test_a_surface_of_unknown_contents_fails_as_a_snapshot() -> None:
    """What passes the checks of the capture must still be a valid 1.2."""
    result = decoded(changed(legacy_v0(), {f"{C}/resources/0/origin": "surface"}))
    assert [(issue.code, issue.path) for issue in result.issues] == [
        ("invalid-initial-contents", "/graph/resources/0/initialContents")
    ]


def test_a_culled_node_with_the_id_of_a_retained_one_is_there_twice() -> None:
    """It is taken for that one, and the validator says so."""
    result = decoded(changed(legacy_v0(), {f"{C}/culledNodes/0/id": 2}))
    assert {issue.code for issue in result.issues} >= {"duplicate-id", "invalid-execution-order"}


@pytest.mark.parametrize("part", ["compilation", "gpuTiming", "resourcePool"])
def test_one_part_is_enough_to_know_it(part: str) -> None:
    """The others are then missing; with a format of any name it is no such capture."""
    others = {f"/{name}" for name in ("compilation", "gpuTiming", "resourcePool") if name != part}
    assert {issue.path for issue in decoded({part: {}}).issues} == others
    assert [issue.code for issue in decoded({part: {}, "format": None}).issues] == ["unsupported-format"]
