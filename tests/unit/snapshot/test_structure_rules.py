"""Each structural rule of the format, broken once: all issues that this gives, and no other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from snapshot_builders import ABSENT, chain, changed, found, full, region
from snapshot_messages import (
    ARRAY,
    BOOLEAN,
    CONTENTS,
    DEPTH,
    EMPTY,
    ID,
    INTERVAL,
    NAME,
    NUMBER,
    OBJECT,
    POSITIVE,
    RANGE_KIND,
    REGIONS,
    SIDE_EFFECT,
    STATUS,
    STRING,
    SUBJECT,
    UNDEFINED,
    WHOLE,
    duplicate,
    enum,
    expected,
    extra,
    literal,
    prefix,
)

from framescope.profile.snapshot.validation import validate
from framescope.profile.snapshot.vocabulary import (
    ACCESS_KINDS,
    BUFFER_USAGE,
    NODE_KINDS,
    ROOT_REASONS,
    SOURCE_FORMATS,
    TEXTURE_USAGE,
    UNAVAILABLE_FACTS,
)

MIGRATION = {"sourceFormat": "legacy-v0", "unavailableFacts": []}

# What is put where, and all that is said of it: under the changed path, or with `/..` under the one around it.
WRONG: list[tuple[str, Any, dict[str, list[tuple[str, str]]]]] = [
    ("/version/minor", 1, {"": [literal("2")]}),
    ("/version/major", True, {"": [literal("1")]}),
    ("/producer/name", "", {"": [EMPTY]}),
    ("/producer/version", "", {"": [EMPTY]}),
    ("/producer/language", None, {"": [STRING]}),
    ("/producer/runtime", [], {"": [OBJECT]}),
    ("/producer/runtime/graphicsApi", "", {"": [EMPTY]}),
    ("/producer/runtime/os", "", {"": [extra("os")]}),
    ("/capture/frameIndex", -1, {"": [WHOLE]}),
    ("/capture/frameIndex", 2**53, {"": [WHOLE]}),
    ("/capture/frameIndex", 1.5, {"": [WHOLE]}),
    ("/capture/frameIndex", False, {"": [WHOLE]}),
    ("/capture/frameIndex", float("inf"), {"": [WHOLE]}),
    ("/capture/frameIndex", "1", {"": [WHOLE]}),
    ("/capture/capturedAt", 1, {"": [STRING]}),
    ("/capture/migration", None, {"": [OBJECT]}),
    ("/capture/migration", {**MIGRATION, "sourceFormat": "v1"}, {"/sourceFormat": [enum(*SOURCE_FORMATS)]}),
    (
        "/capture/migration",
        {**MIGRATION, "unavailableFacts": ["graph.nothing", 1, "graph.nothing"]},
        {
            "/unavailableFacts/0": [enum(*UNAVAILABLE_FACTS)],
            "/unavailableFacts/1": [STRING],
            "/unavailableFacts/2": [enum(*UNAVAILABLE_FACTS), duplicate("graph.nothing")],
        },
    ),
    ("/graph/passes", [], {"": [extra("passes")]}),
    ("/graph/groups", {}, {"": [ARRAY, ARRAY]}),
    ("/graph/groups/0", None, {"": [OBJECT]}),
    ("/graph/groups/0/label", "", {"": [EMPTY]}),
    ("/graph/groups/0/stableKey", 0, {"": [STRING]}),
    ("/graph/groups/0/id", "", {"": [EMPTY, ID]}),
    ("/graph/groups/0/id", "group:", {"": [ID]}),
    ("/graph/groups/0/id", "Group:1", {"": [ID]}),
    ("/graph/groups/0/id", "group:a\n", {"": [ID]}),
    ("/graph/groups/0/id", "group:a\u2028b", {"": [ID]}),
    ("/graph/groups/0/id", "group:\rb", {"": [ID]}),
    ("/graph/groups/0/id", "node:draw", {"": [prefix("group")]}),
    ("/graph/groups/1/parentId", "node:draw", {"": [prefix("group")]}),
    ("/graph/nodes/0/kind", "draw", {"": [enum(*NODE_KINDS)]}),
    ("/graph/nodes/0/kind", ["render"], {"": [enum(*NODE_KINDS)]}),
    ("/graph/nodes/0/sideEffect", 0, {"": [BOOLEAN]}),
    ("/graph/nodes/0/recordingOrder", None, {"": [WHOLE]}),
    ("/graph/nodes/0/label", None, {"": [STRING]}),
    ("/graph/nodes/0/groupId", None, {"": [STRING]}),
    ("/graph/nodes/0/compileState", {}, {"/status": [("invalid-enum", "Expected retained or culled.")]}),
    ("/graph/nodes/0/compileState/reason", "r", {"": [extra("reason")]}),
    ("/graph/nodes/3/compileState/reason", "", {"": [EMPTY]}),
    ("/graph/resources/0/origin", "swapchain", {"": [enum("transient", "imported", "surface")]}),
    ("/graph/resources/0/initialContents", "defined", {"": [("invalid-initial-contents", f"transient {UNDEFINED}")]}),
    ("/graph/resources/0/initialContents", ABSENT, {"": [("invalid-initial-contents", f"transient {UNDEFINED}")]}),
    (
        "/graph/resources/1/origin",
        "surface",
        {"/../initialContents": [("invalid-initial-contents", f"surface {UNDEFINED}")]},
    ),
    (
        "/graph/resources/0/initialContents",
        "both",
        {"": [enum("defined", "undefined"), ("invalid-initial-contents", f"transient {UNDEFINED}")]},
    ),
    (
        "/graph/resources/0/lifetime",
        {"firstUse": 2, "lastUse": 1},
        {"": [("invalid-lifetime", "lastUse must be greater than or equal to firstUse.")]},
    ),
    ("/graph/resources/0/lifetime", 1, {"": [OBJECT]}),
    ("/graph/resources/0/usageFlags/0", "storage", {"": [enum(*TEXTURE_USAGE)]}),
    ("/graph/resources/1/usageFlags/0", "texture-binding", {"": [enum(*BUFFER_USAGE)]}),
    ("/graph/resources/0/usageFlags/1", "texture-binding", {"": [duplicate("texture-binding")]}),
    ("/graph/resources/0/usageFlags/1", 4, {"": [STRING]}),
    ("/graph/resources/0/descriptor", None, {"": [OBJECT]}),
    ("/graph/resources/0/descriptor/kind", "buffer", {"": [literal('"texture"')]}),
    ("/graph/resources/0/descriptor/usage", 4, {"": [extra("usage")]}),
    ("/graph/resources/0/descriptor/mipLevelCount", 0, {"": [POSITIVE]}),
    ("/graph/resources/0/descriptor/sampleCount", 0, {"": [POSITIVE]}),
    ("/graph/resources/0/descriptor/size/width", 0, {"": [POSITIVE]}),
    ("/graph/resources/0/descriptor/viewFormats", ["", "a", "a"], {"/0": [EMPTY], "/2": [duplicate("a")]}),
    ("/graph/resources/1/descriptor/size", -1, {"": [WHOLE]}),
    ("/graph/resources/0/allocationId", "resource:0", {"": [prefix("allocation")]}),
    ("/graph/resources/0/estimatedByteSize", 0.5, {"": [WHOLE]}),
    ("/graph/textureViews/0/swizzle", "", {"": [EMPTY]}),
    ("/graph/textureViews/0/mipLevelCount", 0, {"": [POSITIVE]}),
    ("/graph/textureViews/0/arrayLayerCount", 0, {"": [POSITIVE]}),
    ("/graph/accesses/0/access", "texture-read", {"": [enum(*ACCESS_KINDS)]}),
    (
        "/graph/accesses/1/mode",
        "write",
        {
            "": [("invalid-access-mode", 'Access kind "texture-sampled" requires mode "read".')],
            "/../contents": [enum("overwrite", "preserve")],
        },
    ),
    (
        "/graph/accesses/0/mode",
        None,
        {
            "": [
                ("invalid-enum", "Expected read or write."),
                ("invalid-access-mode", 'Access kind "texture-color-attachment-write" requires mode "write".'),
            ]
        },
    ),
    ("/graph/accesses/0/contents", ABSENT, {"": [enum("overwrite", "preserve")]}),
    ("/graph/accesses/0/contents", "discard", {"": [enum("overwrite", "preserve")]}),
    (
        "/graph/accesses/1/contents",
        "preserve",
        {"": [("unexpected-property", "Read access cannot declare contents.")]},
    ),
    (
        "/graph/accesses/1/producesValue",
        True,
        {"": [("invalid-read", "Read access must set producesValue to false.")]},
    ),
    (
        "/graph/accesses/1/producesValue",
        0,
        {"": [BOOLEAN, ("invalid-read", "Read access must set producesValue to false.")]},
    ),
    (
        "/graph/accesses/0/bufferRange",
        {"offset": 0},
        {"": [("invalid-access-range", "Texture access cannot contain bufferRange.")]},
    ),
    (
        "/graph/accesses/2/textureRegion",
        region(),
        {"": [("invalid-access-range", "Buffer access cannot contain textureRegion.")]},
    ),
    (
        "/graph/accesses/2/textureViewId",
        "view:0",
        {"": [("invalid-access-view", "Buffer access cannot reference a texture view.")]},
    ),
    (
        "/graph/accesses/1/access",
        "texture-copy-src",
        {"/../textureViewId": [("invalid-access-view", "Texture copy access cannot reference a texture view.")]},
    ),
    ("/graph/accesses/2/bufferRange/size", None, {"": [WHOLE]}),
    ("/graph/accesses/2/bufferRange/end", 4, {"": [extra("end")]}),
    ("/graph/accesses/0/textureRegion", "all", {"": [OBJECT]}),
    ("/graph/accesses/0/textureRegion/layers", 1, {"": [extra("layers")]}),
    (
        "/graph/accesses/0/textureRegion",
        {"baseMipLevel": 0, "mipLevelCount": 1, "aspect": "all"},
        {"": [INTERVAL]},
    ),
    ("/graph/accesses/0/textureRegion", region(baseDepthSlice=0, depthSliceCount=1), {"": [INTERVAL]}),
    (
        "/graph/accesses/0/textureRegion",
        region(depthSliceCount=0),
        {"": [INTERVAL], "/baseDepthSlice": [WHOLE], "/depthSliceCount": [POSITIVE]},
    ),
    ("/graph/accesses/0/textureRegion/arrayLayerCount", ABSENT, {"": [WHOLE]}),
    ("/graph/accesses/0/textureRegion/baseArrayLayer", ABSENT, {"": [WHOLE]}),
    ("/graph/accesses/0/textureRegion/arrayLayerCount", 0, {"": [POSITIVE]}),
    ("/graph/accesses/0/textureRegion/aspect", "", {"": [EMPTY]}),
    ("/graph/roots/0/reason", "final", {"": [enum(*ROOT_REASONS)]}),
    ("/graph/roots/0/resourceId", ABSENT, {"/..": [SUBJECT]}),
    ("/graph/roots/0/nodeId", "node:draw", {"/..": [SUBJECT, SIDE_EFFECT]}),
    ("/graph/roots/0/reason", "side-effect", {"/..": [SIDE_EFFECT, CONTENTS]}),
    ("/graph/roots/2/reason", "output", {"/..": [SIDE_EFFECT]}),
    ("/graph/roots/2/resolution", {"producerNodeIds": [], "usesInitialContents": False}, {"/..": [CONTENTS]}),
    ("/graph/roots/0/range", None, {"": [OBJECT], "/kind": [RANGE_KIND]}),
    ("/graph/roots/0/range/kind", "texel", {"": [RANGE_KIND]}),
    ("/graph/roots/0/range/size", 0, {"": [POSITIVE]}),
    ("/graph/roots/1/range/regions", [], {"": [REGIONS]}),
    ("/graph/roots/1/range/regions", [0], {"/0": [OBJECT]}),
    ("/graph/roots/1/range/offset", 0, {"": [extra("offset")]}),
    ("/graph/roots/0/resolution", [], {"": [OBJECT]}),
    ("/graph/roots/0/resolution/producerNodeIds", ["node:show", "node:show"], {"/1": [duplicate("node:show")]}),
    ("/graph/roots/0/resolution/producerNodeIds", ["resource:buf", 0], {"/0": [prefix("node")], "/1": [STRING]}),
    ("/graph/segments/0/order", -1, {"": [WHOLE]}),
    (
        "/graph/segments/0/nodeIds",
        [],
        {"": [("invalid-segment-sequence", "Execution segment must contain at least one node.")]},
    ),
    ("/graph/segments/0/nodeIds", ["node:draw", "node:draw"], {"/1": [duplicate("node:draw")]}),
    ("/memory/allocationReport/status", "lost", {"": [STATUS]}),
    ("/memory/poolReport", {"status": "unavailable", "reason": ""}, {"/reason": [EMPTY]}),
    ("/memory/poolReport/reason", "r", {"": [extra("reason")]}),
    ("/memory/poolReport/estimatedRetainedBytes", -1, {"": [WHOLE]}),
    ("/memory/allocationReport/allocations/0/compatibilityClassId", "class:0", {"": [prefix("compatibility")]}),
    ("/timings/cpu/status", None, {"": [STATUS]}),
    ("/timings/cpu/executionDurationMicros", -1, {"": [NUMBER]}),
    ("/timings/cpu/nodes/0/durationMicros", True, {"": [NUMBER]}),
    ("/timings/cpu/nodes/0/kind", "render", {"": [extra("kind")]}),
    (
        "/timings/gpu",
        {"status": "unavailable"},
        {"/reason": [("missing-property", 'Required property "reason" is missing.'), STRING]},
    ),
    ("/timings/gpu/frameSpanMicros", float("nan"), {"": [NUMBER]}),
    ("/timings/gpu/nodes/0", [], {"": [OBJECT]}),
    ("/diagnostics/0/severity", "fatal", {"": [enum("info", "warning", "error")]}),
    ("/diagnostics/0/code", "", {"": [EMPTY]}),
    ("/diagnostics/0/nodeId", "draw", {"": [ID]}),
    ("/extensions", [], {"": [OBJECT]}),
    ("/extensions/plain", 1, {"": [NAME]}),
    ("/extensions/.plain", 1, {"": [NAME]}),
    ("/extensions/plain.", 1, {"": [NAME]}),
    ("/extensions/a.b\n", 1, {"": [NAME]}),
    ("/extensions/a.b", chain(65), {"": [DEPTH]}),
    ("/extensions/a.b", {"x": chain(70), "y": chain(64)}, {"": [DEPTH]}),
    ("/extensions/a.b", [float("nan")], {"/0": [("invalid-json-value", "JSON numbers must be finite.")]}),
    ("/extensions/a.b", {"x/y": {1}}, {"/x~1y": [("invalid-json-value", "Expected a JSON value.")]}),
    ("/extensions/a.b", {1: 0}, {"/1": [("invalid-json-value", "Names in JSON objects are strings.")]}),
    ("/extensions/a.b", "\ud800", {"": [("invalid-json-value", "Strings must not contain lone surrogates.")]}),
    ("/graph/nodes/0/label", "\udc00", {"": [("invalid-json-value", "Strings must not contain lone surrogates.")]}),
]

# What stays valid.
RIGHT: list[tuple[str, Any]] = [
    ("/capture/frameIndex", 7.0),
    ("/capture/frameIndex", -0.0),
    ("/capture/frameIndex", 2**53 - 1),
    ("/capture/capturedAt", ""),
    ("/producer", {"name": "p", "runtime": {}}),
    ("/graph/nodes/0/label", ""),
    ("/graph/nodes/0/stableKey", ""),
    ("/graph/groups/0/label", "ünï  code\u00a0"),
    ("/graph/segments/0/id", "segment: with blanks\u00a0ü"),
    ("/graph/resources/0/descriptor", ABSENT),
    ("/graph/resources/0/usageFlags", []),
    ("/graph/resources/1/initialContents", "defined"),
    ("/graph/accesses/0/contents", "preserve"),
    ("/graph/accesses/2/bufferRange", {"offset": 0}),
    ("/graph/accesses/2/bufferRange/size", 0),
    ("/memory/poolReport", {"status": "unavailable", "reason": "r"}),
    ("/timings/cpu", {"status": "unavailable", "reason": "not-requested"}),
    ("/timings/gpu/frameSpanMicros", 1e300),
    ("/timings/gpu/frameSpanMicros", 0),
    ("/timings/gpu/nodes", []),
    ("/diagnostics/0/message", ""),
    ("/extensions", {}),
    ("/extensions/a.b", chain(64)),
    ("/extensions/a.b", None),
    ("/extensions/a b.\u00e4", {"": [2**70, -0.0]}),
]


def test_the_snapshot_to_break_is_whole() -> None:
    """Without a change there is no issue, so that each below comes from its change."""
    assert validate(full()) == []


@pytest.mark.parametrize(("path", "value", "said"), WRONG, ids=lambda case: str(case)[:50])
def test_a_wrong_value_gives_exactly_its_issues(path: str, value: Any, said: dict[str, list[tuple[str, str]]]) -> None:
    """Code, place and message of all of them, none twice, none missing."""
    assert found(validate(changed(full(), {path: value}))) == expected(path, said)


@pytest.mark.parametrize(("path", "value"), RIGHT, ids=lambda case: str(case)[:50])
def test_what_the_format_permits_gives_none(path: str, value: Any) -> None:
    """The other side of each bound."""
    assert validate(changed(full(), {path: value})) == []


@pytest.mark.parametrize("value", [None, 1, "x", [], True], ids=repr)
def test_a_value_that_is_no_object_gives_one_issue(value: object) -> None:
    """Nothing can be said of what is not there."""
    assert found(validate(value)) == Counter([("invalid-type", "", "Expected an object.")])


def test_names_are_escaped_in_paths() -> None:
    """A path is a JSON Pointer: `~` and `/` of a name are no separators."""
    snapshot = full()
    snapshot["capture"]["a~b/c"] = 0
    assert found(validate(snapshot)) == expected("/capture/a~0b~1c", {"": [extra("a~b/c")]})


def test_a_resource_of_unknown_kind_keeps_its_secrets() -> None:
    """Usage and descriptor are read in the light of the kind, so without one only the kind is reported."""
    snapshot = changed(full(), {"/graph/resources/0/kind": "image", "/graph/resources/0/usageFlags": 3})
    assert found(validate(snapshot)) == expected("/graph/resources/0/kind", {"": [enum("texture", "buffer")]})


def test_a_value_that_contains_itself_is_an_issue() -> None:
    """Only a program can make one; the walk comes to an end."""
    ring: list[object] = [0]
    ring += [ring, ring]
    said = ("invalid-json-value", "JSON values cannot contain cycles.")
    snapshot = full() | {"extensions": {"a.b": ring}}
    assert found(validate(snapshot)) == expected("/extensions/a.b", {"/1": [said], "/2": [said]})


def test_no_rule_across_objects_is_asked_of_a_broken_one() -> None:
    """A reference that leads nowhere is not reported beside a structural fault."""
    snapshot = changed(full(), {"/graph/accesses/0/nodeId": "node:none", "/producer/name": ""})
    assert found(validate(snapshot)) == expected("/producer/name", {"": [EMPTY]})
