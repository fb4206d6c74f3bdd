"""Rules of segments and times, each broken once: all issues that this gives, and no other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from snapshot_builders import ABSENT, Said, changed, found, full, unknown

from framescope.profile.snapshot.validation import validate

A = "/graph/accesses"
S = "/graph/segments"
GPU = "/timings/gpu/nodes"
CPU = "/timings/cpu/nodes"


def twice(number: str, first: str, path: str) -> tuple[str, str, str]:
    """An id that two entities have."""
    return "duplicate-id", path, f'Entity id "{number}" is already declared at {first}.'


WRONG: dict[str, tuple[dict[str, Any], Said]] = {
    "an access three times": (
        {f"{A}/1/id": "access:0", f"{A}/2/id": "access:0"},
        [twice("access:0", f"{A}/0/id", f"{A}/1/id"), twice("access:0", f"{A}/0/id", f"{A}/2/id")],
    ),
    "segments out of order": (
        {f"{S}/0/order": 1, f"{S}/1/order": 0},
        [
            ("invalid-segment-order", f"{S}/{index}/order", "Segment order must equal its array index.")
            for index in (0, 1)
        ],
    ),
    "a node in two segments": (
        {f"{S}/2/nodeIds": ["node:draw", "node:show"]},
        [
            (
                "duplicate-segment-node",
                f"{S}/2/nodeIds/0",
                "Retained node may appear in only one execution segment.",
            )
        ],
    ),
    "a node in no segment": (
        {f"{S}/2": ABSENT},
        [
            (
                "missing-segment-node",
                "/graph/segments",
                'Retained node "node:show" is not assigned to an execution segment.',
            )
        ],
    ),
    "segments in another order than the nodes": (
        {f"{S}/0/nodeIds": ["node:show"], f"{S}/2/nodeIds": ["node:draw"]},
        [
            (
                "invalid-segment-sequence",
                "/graph/segments",
                "Concatenated segment nodes must follow retained execution order.",
            )
        ],
    ),
    "nodes that no segment may have": (
        {f"{S}/0/nodeIds": ["node:draw", "node:dead", "node:none"]},
        [
            ("reference-state", f"{S}/0/nodeIds/1", "Execution segment may only reference retained nodes."),
            unknown("node", "node:none", f"{S}/0/nodeIds/2"),
        ],
    ),
    "an external node among others": (
        {f"{S}/1/kind": "frame-graph"},
        [
            (
                "invalid-segment-kind",
                f"{S}/1/nodeIds/0",
                "FrameGraph segment cannot contain an external-submission node.",
            )
        ],
    ),
    "an external segment of two others": (
        {f"{S}/2/kind": "external-submission", f"{S}/2/nodeIds": ["node:show", "node:dead"]},
        [
            (
                "invalid-segment-kind",
                f"{S}/2/nodeIds",
                "External-submission segment must contain exactly one node.",
            ),
            (
                "invalid-segment-kind",
                f"{S}/2/nodeIds/0",
                "External-submission segment must contain an external-submission node.",
            ),
            ("reference-state", f"{S}/2/nodeIds/1", "Execution segment may only reference retained nodes."),
        ],
    ),
    "GPU times of what has none": (
        {
            f"{GPU}/-": {"nodeId": "node:submit", "durationMicros": 1},
            f"{GPU}/0/nodeId": "node:dead",
            f"{GPU}/1/nodeId": "node:none",
        },
        [
            ("reference-state", f"{GPU}/0/nodeId", "GPU timing must reference a retained render or compute node."),
            unknown("node", "node:none", f"{GPU}/1/nodeId"),
            ("reference-state", f"{GPU}/2/nodeId", "GPU timing must reference a retained render or compute node."),
        ],
    ),
    "CPU times of what has none": (
        {f"{CPU}/0/nodeId": "node:dead", f"{CPU}/1/nodeId": "node:none"},
        [
            ("reference-state", f"{CPU}/0/nodeId", "CPU timing must reference a retained node."),
            unknown("node", "node:none", f"{CPU}/1/nodeId"),
        ],
    ),
    "times twice": (
        {f"{CPU}/1/nodeId": "node:draw", f"{GPU}/1/nodeId": "node:draw"},
        [
            ("duplicate-timing", f"{CPU}/1/nodeId", "A node may have only one CPU timing."),
            ("duplicate-timing", f"{GPU}/1/nodeId", "A node may have only one GPU timing."),
        ],
    ),
}

RIGHT: dict[str, dict[str, Any]] = {
    "a CPU time of an external node": {f"{CPU}/0/nodeId": "node:show"},
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
