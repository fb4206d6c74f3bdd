"""Rules of roots, each broken once: all issues that this gives, and no other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from snapshot_builders import ABSENT, Said, changed, found, full, region, unknown

from framescope.profile.snapshot.validation import validate

PRODUCERS = "Producers must be unique retained nodes in execution order."
BAD_REGION = "Root texture region exceeds or mismatches the texture."
R = "/graph/resources"
ROOTS = "/graph/roots"


WRONG: dict[str, tuple[dict[str, Any], Said]] = {
    "a side effect of nothing": (
        {f"{ROOTS}/2/nodeId": "node:none"},
        [unknown("node", "node:none", f"{ROOTS}/2/nodeId")],
    ),
    "a side effect that is culled": (
        {f"{ROOTS}/2/nodeId": "node:dead"},
        [("invalid-root", f"{ROOTS}/2", "Side effect must reference a retained node.")],
    ),
    "a root of nothing": (
        {f"{ROOTS}/0/resourceId": "resource:none"},
        [
            unknown("resource", "resource:none", f"{ROOTS}/0/resourceId"),
            (
                "invalid-root-resolution",
                f"{ROOTS}/0/resolution",
                "Initial contribution requires defined initial contents.",
            ),
        ],
    ),
    "a root without its facts": (
        {f"{ROOTS}/0/range": ABSENT, f"{ROOTS}/0/resolution": ABSENT},
        [
            (
                "missing-root-fact",
                f"{ROOTS}/0/{fact}",
                f"Root {fact} requires explicit Legacy unavailability when absent.",
            )
            for fact in ("range", "resolution")
        ],
    ),
    "a range of the other kind": (
        {f"{ROOTS}/0/range": {"kind": "texture", "regions": [region()]}},
        [("invalid-root-range", f"{ROOTS}/0/range", "Root range and resource kinds must match.")],
    ),
    "a range beyond the buffer": (
        {f"{ROOTS}/0/range/offset": 1},
        [("invalid-root-range", f"{ROOTS}/0/range", "Root range exceeds buffer size.")],
    ),
    "regions beyond the texture": (
        {
            f"{ROOTS}/1/range/regions": [
                region(baseMipLevel=2),
                region(baseArrayLayer=1, arrayLayerCount=2),
                {"baseMipLevel": 0, "mipLevelCount": 1, "aspect": "all", "baseDepthSlice": 0, "depthSliceCount": 1},
                region(baseMipLevel=2**53 - 1),
                region(baseMipLevel=1, baseArrayLayer=1),
            ]
        },
        [("invalid-root-range", f"{ROOTS}/1/range", BAD_REGION)] * 4,
    ),
    "a depth that is no longer there in the last mip": (
        {
            f"{R}/0/descriptor/dimension": "3d",
            f"{ROOTS}/1/range/regions": [
                {"baseMipLevel": 0, "mipLevelCount": 1, "aspect": "all", "baseDepthSlice": 0, "depthSliceCount": 2},
                {"baseMipLevel": 0, "mipLevelCount": 2, "aspect": "all", "baseDepthSlice": 0, "depthSliceCount": 2},
                region(),
            ],
        },
        [("invalid-root-range", f"{ROOTS}/1/range", BAD_REGION)] * 2,
    ),
    "producers of every wrong kind": (
        {f"{ROOTS}/0/resolution/producerNodeIds": ["node:show", "node:draw", "node:dead", "node:none"]},
        [("invalid-root-producer", f"{ROOTS}/0/resolution/producerNodeIds", PRODUCERS)] * 3,
    ),
    "an output that nobody wrote": (
        {f"{ROOTS}/1/resolution/producerNodeIds": []},
        [
            (
                "invalid-root-resolution",
                f"{ROOTS}/1/resolution",
                "Non-empty output must have a producer or initial contents.",
            )
        ],
    ),
    "initial contents that are undefined": (
        {f"{ROOTS}/1/resolution/usesInitialContents": True},
        [
            (
                "invalid-root-resolution",
                f"{ROOTS}/1/resolution",
                "Initial contribution requires defined initial contents.",
            )
        ],
    ),
}

RIGHT: dict[str, dict[str, Any]] = {
    "a root of a resource without a descriptor": {f"{R}/1/descriptor": ABSENT, f"{ROOTS}/0/range/size": 10**9},
    "a slice of the last mip": {
        f"{R}/0/descriptor/dimension": "3d",
        f"{ROOTS}/1/range/regions": [
            {"baseMipLevel": 1.0, "mipLevelCount": 1.0, "aspect": "all", "baseDepthSlice": 0, "depthSliceCount": 1}
        ],
    },
}


@pytest.mark.parametrize("case", WRONG)
def test_a_broken_rule_gives_exactly_its_issues(case: str) -> None:
    """Code, place and message of all of them, none twice, none missing."""
    changes, said = WRONG[case]
    assert found(validate(changed(full(), changes))) == Counter(said)


@pytest.mark.parametrize("case", RIGHT)
def test_what_the_rules_permit_gives_none(case: str) -> None:
    """The other side of each rule."""
    assert validate(changed(full(), RIGHT[case])) == []
