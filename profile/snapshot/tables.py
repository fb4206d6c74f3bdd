"""A snapshot's tables, looked up by id: what the rules across objects share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from framescope.profile.snapshot.issues import Issues

__all__ = ["Row", "Tables", "is_retained", "missing", "order_of"]

Row = dict[str, Any]


class Tables:
    """The tables of a structurally valid snapshot. Of two entries with one id the later is found.

    Attributes:
        migrated: It was migrated from an older format.
        unavailable: Facts that the migration could not recover.
        nodes: By id; ``resources``, ``views``, ``allocations`` alike.
        group_ids: Of all groups.
        retained: Retained nodes with their index in the table, by execution order.
    """

    def __init__(self, snapshot: Row) -> None:
        graph, migration = snapshot["graph"], snapshot["capture"].get("migration")
        report = snapshot["memory"]["allocationReport"]
        self.snapshot, self.graph = snapshot, graph
        self.migrated = migration is not None
        self.unavailable = frozenset(() if migration is None else migration["unavailableFacts"])
        self.allocation_rows: list[Row] = report["allocations"] if report["status"] == "available" else []
        self.group_ids = {group["id"] for group in graph["groups"]}
        self.nodes: dict[str, Row] = {node["id"]: node for node in graph["nodes"]}
        self.resources: dict[str, Row] = {resource["id"]: resource for resource in graph["resources"]}
        self.views: dict[str, Row] = {view["id"]: view for view in graph["textureViews"]}
        self.allocations = {allocation["id"]: allocation for allocation in self.allocation_rows}
        retained = [(index, node) for index, node in enumerate(graph["nodes"]) if is_retained(node)]
        self.retained: list[tuple[int, Row]] = sorted(retained, key=lambda entry: order_of(entry[1]))

    def rows(self, table: str) -> Iterator[tuple[str, Row]]:
        """The entries of a table of the graph, each with its path."""
        return ((f"/graph/{table}/{index}", row) for index, row in enumerate(self.graph[table]))


def is_retained(node: Row) -> bool:
    """True for a node that runs."""
    return bool(node["compileState"]["status"] == "retained")


def order_of(node: Row) -> Any:
    """The execution order of a retained node."""
    return node["compileState"]["executionOrder"]


def missing(kind: str, number: str, path: str, issues: Issues) -> None:
    """Report a reference to nothing."""
    issues.add("missing-reference", path, f'Unknown {kind} id "{number}".')
