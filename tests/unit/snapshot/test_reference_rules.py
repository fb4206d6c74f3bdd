"""Rules across tables, each broken once: all issues that this gives, and no other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from snapshot_builders import ABSENT, Said, changed, found, full, unknown

from framescope.profile.snapshot.validation import validate

RING = "Group parent references form a cycle."
ORDER = "Retained node executionOrder values must form the contiguous range 0..N-1."
EDGE = "Dependency edges must point from an earlier retained node to a later retained node."
MEMORY = "/memory/allocationReport/allocations"
G = "/graph/groups"
N = "/graph/nodes"
R = "/graph/resources"
A = "/graph/accesses"
D = "/graph/dependencies"
ROOTS = "/graph/roots"
MEMORY = "/memory/allocationReport/allocations"


def twice(number: str, first: str, path: str) -> tuple[str, str, str]:
    """An id that two entities have."""
    return "duplicate-id", path, f'Entity id "{number}" is already declared at {first}.'


def node(name: str, order: int, execution: int | None) -> dict[str, Any]:
    """A node and its place; None: culled."""
    state: dict[str, Any] = {"status": "retained", "executionOrder": execution}
    if execution is None:
        state = {"status": "culled", "reason": "r"}
    return {
        "id": f"node:{name}",
        "kind": "command",
        "sideEffect": False,
        "recordingOrder": order,
        "compileState": state,
    }


WRONG: dict[str, tuple[dict[str, Any], Said]] = {
    "an id of one table twice": (
        {f"{G}/1/id": "group:outer", f"{N}/0/groupId": "group:outer", f"{G}/1/parentId": ABSENT},
        [twice("group:outer", f"{G}/0/id", f"{G}/1/id")],
    ),
    "an allocation twice": (
        {f"{MEMORY}/-": {"id": "allocation:1", "kind": "buffer", "compatibilityClassId": "compatibility:0"}},
        [twice("allocation:1", f"{MEMORY}/1/id", f"{MEMORY}/2/id")],
    ),
    "a group of a group": ({f"{G}/1/parentId": "group:none"}, [unknown("group", "group:none", f"{G}/1/parentId")]),
    "a group of a node": ({f"{N}/0/groupId": "group:none"}, [unknown("group", "group:none", f"{N}/0/groupId")]),
    "a group of a resource": ({f"{R}/0/groupId": "group:none"}, [unknown("group", "group:none", f"{R}/0/groupId")]),
    "a parent behind its child": (
        {f"{G}/0/parentId": "group:inner", f"{G}/1/parentId": ABSENT},
        [("invalid-group-order", f"{G}/0/parentId", "A group parent must appear before its child.")],
    ),
    "groups in a ring": (
        {f"{G}/0/parentId": "group:inner"},
        [
            ("invalid-group-order", f"{G}/0/parentId", "A group parent must appear before its child."),
            ("group-cycle", f"{G}/0/parentId", RING),
            ("group-cycle", f"{G}/1/parentId", RING),
        ],
    ),
    "a group in itself, and one that hangs on it": (
        {f"{G}/0/parentId": "group:outer"},
        [
            ("invalid-group-order", f"{G}/0/parentId", "A group parent must appear before its child."),
            ("group-cycle", f"{G}/0/parentId", RING),
            ("group-cycle", f"{G}/1/parentId", RING),
        ],
    ),
    "a second declaration below the first": (
        {f"{G}/-": {"id": "group:outer", "label": "again", "parentId": "group:inner"}},
        [
            twice("group:outer", f"{G}/0/id", f"{G}/2/id"),
            ("group-cycle", f"{G}/2/parentId", RING),
        ],
    ),
    "a hole in the recording order": (
        {f"{N}/1/recordingOrder": 2},
        [("invalid-recording-order", f"{N}/1/recordingOrder", "Node recordingOrder must equal its array index.")],
    ),
    "no recording order": (
        {f"{N}/3/recordingOrder": ABSENT},
        [("invalid-recording-order", f"{N}/3/recordingOrder", "Node recordingOrder must equal its array index.")],
    ),
    "execution orders that begin at 1": (
        {f"{N}/{index}/compileState/executionOrder": index + 1 for index in range(3)},
        [("invalid-execution-order", f"{N}/{index}/compileState/executionOrder", ORDER) for index in range(3)],
    ),
    "an execution order twice": (
        {f"{N}/2/compileState/executionOrder": 1},
        [("invalid-execution-order", f"{N}/2/compileState/executionOrder", ORDER)],
    ),
    "no initial contents": (
        {f"{R}/1/initialContents": ABSENT, f"{ROOTS}/0/resolution/usesInitialContents": False},
        [
            (
                "missing-initial-contents",
                f"{R}/1/initialContents",
                "ZenFG producers must declare the resource initial contents.",
            )
        ],
    ),
    "an allocation that is not there": (
        {f"{R}/0/allocationId": "allocation:9"},
        [unknown("allocation", "allocation:9", f"{R}/0/allocationId")],
    ),
    "allocations that are not told": (
        {"/memory/allocationReport": {"status": "unavailable", "reason": "r"}},
        [unknown("allocation", "allocation:0", f"{R}/0/allocationId")],
    ),
    "an allocation of the other kind": (
        {f"{R}/0/allocationId": "allocation:1"},
        [("reference-kind", f"{R}/0/allocationId", "Resource and allocation kinds must match.")],
    ),
    "a lifetime beyond the frame": (
        {f"{R}/0/lifetime/lastUse": 3},
        [("invalid-lifetime", f"{R}/0/lifetime", "Resource lifetime must use retained execution-order indices.")],
    ),
    "a view of nothing": (
        {"/graph/textureViews/0/resourceId": "resource:none"},
        [
            unknown("resource", "resource:none", "/graph/textureViews/0/resourceId"),
            ("reference-mismatch", f"{A}/1/textureViewId", "Texture view and access must reference the same resource."),
        ],
    ),
    "a view of a buffer": (
        {"/graph/textureViews/0/resourceId": "resource:buf", f"{A}/1/textureViewId": ABSENT},
        [
            (
                "reference-kind",
                "/graph/textureViews/0/resourceId",
                "Texture view must reference a texture resource.",
            )
        ],
    ),
    "an access through a view that is not there": (
        {f"{A}/1/textureViewId": "view:9"},
        [unknown("texture view", "view:9", f"{A}/1/textureViewId")],
    ),
    "an access by and of nothing": (
        {f"{A}/0/nodeId": "node:none", f"{A}/0/resourceId": "resource:none"},
        [
            unknown("node", "node:none", f"{A}/0/nodeId"),
            unknown("resource", "resource:none", f"{A}/0/resourceId"),
        ],
    ),
    "a texture read as a buffer": (
        {f"{A}/2/resourceId": "resource:tex"},
        [
            ("reference-kind", f"{A}/2/access", "Access kind does not match the referenced resource kind."),
            (
                "invalid-access-range",
                f"{A}/2/textureRegion",
                "Texture access requires textureRegion when access regions are available.",
            ),
        ],
    ),
    "no region": (
        {f"{A}/0/textureRegion": ABSENT},
        [
            (
                "invalid-access-range",
                f"{A}/0/textureRegion",
                "Texture access requires textureRegion when access regions are available.",
            )
        ],
    ),
    "no range": (
        {f"{A}/2/bufferRange": ABSENT},
        [
            (
                "invalid-access-range",
                f"{A}/2/bufferRange",
                "Buffer access requires bufferRange when access regions are available.",
            )
        ],
    ),
    "a dependency between nothing": (
        {
            f"{D}/0/fromNodeId": "node:none",
            f"{D}/0/toNodeId": "node:nobody",
            f"{D}/0/resourceId": "resource:none",
        },
        [
            unknown("node", "node:none", f"{D}/0/fromNodeId"),
            unknown("node", "node:nobody", f"{D}/0/toNodeId"),
            unknown("resource", "resource:none", f"{D}/0/resourceId"),
        ],
    ),
    "a dependency of a culled node": (
        {f"{D}/0/toNodeId": "node:dead"},
        [("reference-state", f"{D}/0/toNodeId", "Dependency nodes must be retained.")],
    ),
    "a dependency on itself": (
        {f"{D}/0/toNodeId": "node:draw"},
        [("invalid-dependency-order", f"{D}/0/toNodeId", EDGE)],
    ),
    "a dependency twice": (
        {
            f"{D}/-": {
                "fromNodeId": "node:draw",
                "toNodeId": "node:show",
                "resourceId": "resource:tex",
                "kind": "value",
            }
        },
        [("duplicate-dependency", f"{D}/1", "Duplicate dependency tuple.")],
    ),
    "a diagnostic of nothing": (
        {"/diagnostics/0/nodeId": "node:none", "/diagnostics/0/resourceId": "resource:none"},
        [
            unknown("node", "node:none", "/diagnostics/0/nodeId"),
            unknown("resource", "resource:none", "/diagnostics/0/resourceId"),
        ],
    ),
}

RIGHT: dict[str, dict[str, Any]] = {
    "an edge of both kinds": {
        f"{D}/-": {
            "fromNodeId": "node:draw",
            "toNodeId": "node:show",
            "resourceId": "resource:tex",
            "kind": "ordering",
        }
    },
    "compatibility classes are shared": {f"{MEMORY}/1/compatibilityClassId": "compatibility:0"},
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


def test_of_two_nodes_with_one_id_the_later_is_found() -> None:
    """References are looked up in a table that keeps the last entry of each id."""
    snapshot = full()
    snapshot["graph"]["nodes"] = [node("x", 0, None), node("x", 1, 0)]
    for table in ("groups", "resources", "textureViews", "accesses", "dependencies", "roots"):
        snapshot["graph"][table] = []
    snapshot["graph"]["segments"] = [{"id": "segment:0", "order": 0, "kind": "frame-graph", "nodeIds": ["node:x"]}]
    snapshot |= {"timings": {clock: {"status": "unavailable", "reason": "r"} for clock in ("cpu", "gpu")}}
    snapshot["diagnostics"] = []

    assert found(validate(snapshot)) == Counter([twice("node:x", f"{N}/0/id", f"{N}/1/id")])


def test_chains_of_groups_cost_no_more_than_their_length() -> None:
    """Fifty thousand groups in one chain, and its end declared again at its top, are a cycle of one group."""
    snapshot = full()
    groups: list[dict[str, Any]] = [{"id": "group:outer", "label": "g"}, {"id": "group:inner", "label": "g"}]
    groups += [{"id": "group:0", "label": "g"}]
    groups += [{"id": f"group:{n}", "label": "g", "parentId": f"group:{n - 1}"} for n in range(1, 50_000)]
    groups += [{"id": f"group:{n}", "label": "g", "parentId": f"group:{n + 1}"} for n in range(49_999)]
    snapshot["graph"]["groups"] = groups

    codes = Counter(issue.code for issue in validate(snapshot))
    assert codes == {"duplicate-id": 49_999, "group-cycle": 49_999}
