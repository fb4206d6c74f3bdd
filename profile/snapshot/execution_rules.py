"""Segments run every retained node once and in order; times are of nodes that ran (FrameGraph Snapshot 1.2 §5, §8)."""

from __future__ import annotations

from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.tables import Row, Tables, is_retained, missing

__all__ = ["EXECUTION_RULES"]

_EXTERNAL = "external-submission"


def segments_hold_what_they_may(tables: Tables, issues: Issues) -> None:
    """In their order, external submissions alone, no node in two of them."""
    placed: set[str] = set()
    for index, (path, segment) in enumerate(tables.rows("segments")):
        if segment["order"] != index:
            issues.add("invalid-segment-order", f"{path}/order", "Segment order must equal its array index.")
        if segment["kind"] == _EXTERNAL and len(segment["nodeIds"]) != 1:
            message = "External-submission segment must contain exactly one node."
            issues.add("invalid-segment-kind", f"{path}/nodeIds", message)
        for place, number in enumerate(segment["nodeIds"]):
            _node_belongs(tables, segment, number, f"{path}/nodeIds/{place}", issues)
            if number in placed:
                message = "Retained node may appear in only one execution segment."
                issues.add("duplicate-segment-node", f"{path}/nodeIds/{place}", message)
            placed.add(number)


def _node_belongs(tables: Tables, segment: Row, number: str, path: str, issues: Issues) -> None:
    node = tables.nodes.get(number)
    if node is None:
        missing("node", number, path, issues)
    elif not is_retained(node):
        issues.add("reference-state", path, "Execution segment may only reference retained nodes.")
    elif segment["kind"] == _EXTERNAL != node["kind"]:
        message = "External-submission segment must contain an external-submission node."
        issues.add("invalid-segment-kind", path, message)
    elif segment["kind"] != _EXTERNAL == node["kind"]:
        message = "FrameGraph segment cannot contain an external-submission node."
        issues.add("invalid-segment-kind", path, message)


def segments_run_every_node(tables: Tables, issues: Issues) -> None:
    """One after the other they are the retained nodes in execution order."""
    sequence = [number for segment in tables.graph["segments"] for number in segment["nodeIds"]]
    placed = set(sequence)
    for node in tables.graph["nodes"]:
        if is_retained(node) and node["id"] not in placed:
            message = f'Retained node "{node["id"]}" is not assigned to an execution segment.'
            issues.add("missing-segment-node", "/graph/segments", message)
    expected = [node["id"] for _, node in tables.retained]
    if len(sequence) == len(expected) and sequence != expected:
        message = "Concatenated segment nodes must follow retained execution order."
        issues.add("invalid-segment-sequence", "/graph/segments", message)


def times_are_of_nodes_that_ran(tables: Tables, issues: Issues) -> None:
    """The CPU times every kind of node, the GPU render and compute nodes; each at most once."""
    _times(tables, "cpu", ("CPU", "a retained node"), None, issues)
    _times(tables, "gpu", ("GPU", "a retained render or compute node"), ("render", "compute"), issues)


def _times(tables: Tables, clock: str, words: tuple[str, str], kinds: tuple[str, ...] | None, issues: Issues) -> None:
    report = tables.snapshot["timings"].get(clock)  # 1.1 has no CPU times
    if report is None or report["status"] != "available":
        return
    timed: set[str] = set()
    for index, timing in enumerate(report["nodes"]):
        path, node = f"/timings/{clock}/nodes/{index}/nodeId", tables.nodes.get(timing["nodeId"])
        if node is None:
            missing("node", timing["nodeId"], path, issues)
        elif not is_retained(node) or (kinds is not None and node["kind"] not in kinds):
            issues.add("reference-state", path, f"{words[0]} timing must reference {words[1]}.")
        if timing["nodeId"] in timed:
            issues.add("duplicate-timing", path, f"A node may have only one {words[0]} timing.")
        timed.add(timing["nodeId"])


EXECUTION_RULES = (segments_hold_what_they_may, segments_run_every_node, times_are_of_nodes_that_ran)
