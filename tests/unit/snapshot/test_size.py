"""Large snapshots."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

from snapshot_builders import full, region

from framescope.profile.snapshot.codec import encode
from framescope.profile.snapshot.validation import validate

NODES = 5000


def long_frame(nodes: int) -> dict[str, Any]:
    """A chain of render nodes: each writes its texture and reads two others; grouped, and timed on both clocks."""
    texture = full()["graph"]["resources"][0]
    write = {
        "access": "texture-color-attachment-write",
        "mode": "write",
        "contents": "overwrite",
        "producesValue": True,
    }
    read = {"access": "texture-sampled", "mode": "read", "producesValue": False}
    pairs = [(before, node) for node in range(nodes) for before in range(max(0, node - 2), node)]
    graph = {
        "groups": [{"id": f"group:{n}", "label": "g", **_parent(n)} for n in range(nodes // 10)],
        "nodes": [_node(n) for n in range(nodes)],
        "resources": [
            {
                **texture,
                "id": f"resource:{n}",
                "groupId": f"group:{n // 10}",
                "allocationId": f"allocation:{n}",
                "lifetime": {"firstUse": n, "lastUse": min(n + 2, nodes - 1)},
            }
            for n in range(nodes)
        ],
        "textureViews": [],
        "accesses": [_access(f"w{n}", n, n, write) for n in range(nodes)]
        + [_access(f"r{before}.{n}", n, before, read) for before, n in pairs],
        "dependencies": [
            {"fromNodeId": f"node:{a}", "toNodeId": f"node:{b}", "resourceId": f"resource:{a}", "kind": "value"}
            for a, b in pairs
        ],
        "roots": [],
        "segments": [
            {"id": "segment:0", "order": 0, "kind": "frame-graph", "nodeIds": [f"node:{n}" for n in range(nodes)]}
        ],
    }
    allocations = [
        {"id": f"allocation:{n}", "kind": "texture", "compatibilityClassId": "compatibility:0"} for n in range(nodes)
    ]
    times = [{"nodeId": f"node:{n}", "durationMicros": n / 8} for n in range(nodes)]
    snapshot = full() | {"graph": graph, "diagnostics": []}
    snapshot["memory"]["allocationReport"]["allocations"] = allocations
    snapshot["timings"]["cpu"]["nodes"] = snapshot["timings"]["gpu"]["nodes"] = times
    return snapshot


def _parent(group: int) -> dict[str, str]:
    return {"parentId": f"group:{group - 1}"} if group else {}


def _node(n: int) -> dict[str, Any]:
    state = {"status": "retained", "executionOrder": n}
    return {
        "id": f"node:{n}",
        "kind": "render",
        "sideEffect": False,
        "label": f"pass {n}",
        "groupId": f"group:{n // 10}",
        "recordingOrder": n,
        "compileState": state,
    }


def _access(name: str, node: int, resource: int, access: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": f"access:{name}",
        "nodeId": f"node:{node}",
        "resourceId": f"resource:{resource}",
        "textureRegion": region(),
        **access,
    }


def test_a_snapshot_of_five_thousand_nodes_validates_within_a_second() -> None:
    """Of CPU time, the best of three: 15 000 accesses and 10 000 edges, two timings a node."""
    snapshot, seconds = long_frame(NODES), []
    for _ in range(3):
        begin = time.process_time()
        assert validate(snapshot) == []
        seconds.append(time.process_time() - begin)
    assert min(seconds) < 1.0


def test_time_grows_with_the_snapshot_and_not_with_its_square() -> None:
    """Four times the nodes take less than eight times the time."""
    seconds = {}
    for nodes in (1000, 4000):
        snapshot = long_frame(nodes)
        seconds[nodes] = min(_timed(snapshot) for _ in range(3))
    assert seconds[4000] < 8 * seconds[1000]


def _timed(snapshot: dict[str, Any]) -> float:
    begin = time.process_time()
    encode(snapshot)
    return time.process_time() - begin


def test_a_name_of_a_hundred_thousand_dots_is_refused_at_once() -> None:
    """An extension's name is looked at once, however often it looks like a namespace before its line ends."""
    snapshot = full() | {"extensions": {"." * 100_000 + "\n": 0}}
    begin = time.process_time()

    assert [issue.code for issue in validate(snapshot)] == ["invalid-extension-name"]
    assert time.process_time() - begin < 1.0


def test_long_names_around_many_values_take_no_memory_of_their_product() -> None:
    """Twenty thousand values below a name of twenty thousand characters are not as many paths of that length."""
    snapshot = full() | {"extensions": {"a.b": {"k" * 20_000: [0] * 20_000}}}
    tracemalloc.start()
    try:
        assert validate(snapshot) == []
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
