"""Each required property of the format, taken away."""

from __future__ import annotations

import pytest
from snapshot_builders import ABSENT, changed, found, full
from snapshot_messages import ARRAY, BOOLEAN, NUMBER, OBJECT, REGIONS, STRING, WHOLE, enum, expected, literal

from framescope.profile.snapshot.validation import validate
from framescope.profile.snapshot.vocabulary import ACCESS_KINDS, NODE_KINDS, ROOT_REASONS

# Every required property, with what its own check says of an absent value.
REQUIRED: dict[str, list[tuple[str, str]]] = {
    "/format": [literal('"zenfg.frame-graph-snapshot"')],
    "/version": [OBJECT],
    "/version/major": [literal("1")],
    "/version/minor": [literal("2")],
    "/producer": [OBJECT],
    "/producer/name": [STRING],
    "/capture": [OBJECT],
    "/capture/frameIndex": [WHOLE],
    "/graph": [OBJECT],
    **{
        f"/graph/{table}": [ARRAY, ARRAY]
        for table in "groups nodes resources textureViews accesses dependencies roots segments".split()
    },
    "/graph/groups/0/id": [STRING],
    "/graph/groups/0/label": [STRING],
    "/graph/nodes/0/id": [STRING],
    "/graph/nodes/0/kind": [enum(*NODE_KINDS)],
    "/graph/nodes/0/sideEffect": [BOOLEAN],
    "/graph/nodes/0/compileState": [OBJECT],
    "/graph/nodes/0/compileState/executionOrder": [WHOLE],
    "/graph/nodes/3/compileState/reason": [STRING],
    "/graph/resources/0/id": [STRING],
    "/graph/resources/0/kind": [enum("texture", "buffer")],
    "/graph/resources/0/origin": [enum("transient", "imported", "surface")],
    "/graph/resources/0/usageFlags": [ARRAY],
    "/graph/resources/0/lifetime/firstUse": [WHOLE],
    "/graph/resources/0/lifetime/lastUse": [WHOLE],
    "/graph/resources/0/descriptor/kind": [literal('"texture"')],
    "/graph/resources/0/descriptor/format": [STRING],
    "/graph/resources/0/descriptor/size": [OBJECT],
    "/graph/resources/0/descriptor/size/width": [WHOLE],
    "/graph/resources/0/descriptor/size/height": [WHOLE],
    "/graph/resources/0/descriptor/size/depthOrArrayLayers": [WHOLE],
    "/graph/resources/0/descriptor/dimension": [STRING],
    "/graph/resources/0/descriptor/mipLevelCount": [WHOLE],
    "/graph/resources/0/descriptor/sampleCount": [WHOLE],
    "/graph/resources/0/descriptor/viewFormats": [ARRAY],
    "/graph/resources/1/descriptor/kind": [literal('"buffer"')],
    "/graph/resources/1/descriptor/size": [WHOLE],
    **{f"/graph/textureViews/0/{name}": [STRING] for name in "id resourceId format dimension aspect swizzle".split()},
    **{
        f"/graph/textureViews/0/{name}": [WHOLE]
        for name in "baseMipLevel mipLevelCount baseArrayLayer arrayLayerCount".split()
    },
    "/graph/accesses/0/id": [STRING],
    "/graph/accesses/0/nodeId": [STRING],
    "/graph/accesses/0/resourceId": [STRING],
    "/graph/accesses/0/access": [enum(*ACCESS_KINDS)],
    "/graph/accesses/0/mode": [("invalid-enum", "Expected read or write.")],
    "/graph/accesses/0/producesValue": [BOOLEAN],
    "/graph/accesses/0/textureRegion/baseMipLevel": [WHOLE],
    "/graph/accesses/0/textureRegion/mipLevelCount": [WHOLE],
    "/graph/accesses/0/textureRegion/aspect": [STRING],
    "/graph/accesses/2/bufferRange/offset": [WHOLE],
    "/graph/dependencies/0/fromNodeId": [STRING],
    "/graph/dependencies/0/toNodeId": [STRING],
    "/graph/dependencies/0/resourceId": [STRING],
    "/graph/dependencies/0/kind": [enum("value", "ordering")],
    "/graph/roots/0/reason": [enum(*ROOT_REASONS)],
    "/graph/roots/0/range/offset": [WHOLE],
    "/graph/roots/0/range/size": [WHOLE],
    "/graph/roots/1/range/regions": [REGIONS],
    "/graph/roots/0/resolution/producerNodeIds": [ARRAY],
    "/graph/roots/0/resolution/usesInitialContents": [BOOLEAN],
    "/graph/segments/0/id": [STRING],
    "/graph/segments/0/order": [WHOLE],
    "/graph/segments/0/kind": [enum("frame-graph", "external-submission")],
    "/graph/segments/0/nodeIds": [ARRAY],
    "/memory": [OBJECT],
    "/memory/allocationReport": [OBJECT],
    "/memory/allocationReport/allocations": [ARRAY],
    "/memory/allocationReport/allocations/0/id": [STRING],
    "/memory/allocationReport/allocations/0/kind": [enum("texture", "buffer")],
    "/memory/allocationReport/allocations/0/compatibilityClassId": [STRING],
    "/memory/poolReport": [OBJECT],
    **{f"/memory/poolReport/{name}Count": [WHOLE] for name in "acquire reuse created retained".split()},
    "/timings": [OBJECT],
    "/timings/gpu": [OBJECT],
    "/timings/gpu/frameSpanMicros": [NUMBER],
    "/timings/gpu/nodes": [ARRAY],
    "/timings/gpu/nodes/0/nodeId": [STRING],
    "/timings/gpu/nodes/0/durationMicros": [NUMBER],
    "/timings/cpu": [OBJECT],
    "/timings/cpu/executionDurationMicros": [NUMBER],
    "/timings/cpu/nodes": [ARRAY],
    "/diagnostics": [ARRAY],
    "/diagnostics/0/severity": [enum("info", "warning", "error")],
    "/diagnostics/0/code": [STRING],
    "/diagnostics/0/message": [STRING],
    "/extensions": [OBJECT],
}


@pytest.mark.parametrize("path", REQUIRED)
def test_a_missing_property_is_missing_and_not_what_it_should_be(path: str) -> None:
    """Both are said: that it is not there, and what its own check says of nothing."""
    name = path.rpartition("/")[2]
    snapshot = changed(full(), {path: ABSENT})
    missing = ("missing-property", f'Required property "{name}" is missing.')

    assert found(validate(snapshot)) == expected(path, {"": [missing, *REQUIRED[path]]})
