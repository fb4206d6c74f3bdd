"""Ids are declared once, references lead to what they name, orders run on (FrameGraph Snapshot 1.2 §3–6)."""

from __future__ import annotations

from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.tables import Row, Tables, is_retained, missing, order_of

__all__ = ["REFERENCE_RULES"]


def ids_are_declared_once(tables: Tables, issues: Issues) -> None:
    """Over all entities; the first declaration counts."""
    names = ("groups", "nodes", "resources", "textureViews", "accesses", "segments")
    declared = [(f"{path}/id", row["id"]) for name in names for path, row in tables.rows(name)]
    place = "/memory/allocationReport/allocations"
    declared += [(f"{place}/{index}/id", row["id"]) for index, row in enumerate(tables.allocation_rows)]
    first: dict[str, str] = {}
    for path, number in declared:
        if first.setdefault(number, path) != path:
            issues.add("duplicate-id", path, f'Entity id "{number}" is already declared at {first[number]}.')


def groups_exist(tables: Tables, issues: Issues) -> None:
    """Wherever one is named."""
    for name, field in (("groups", "parentId"), ("nodes", "groupId"), ("resources", "groupId")):
        for path, row in tables.rows(name):
            if field in row and row[field] not in tables.group_ids:
                missing("group", row[field], f"{path}/{field}", issues)


def execution_orders_are_contiguous(tables: Tables, issues: Issues) -> None:
    """From 0, each once."""
    for expected, (index, node) in enumerate(tables.retained):
        if order_of(node) != expected:
            path = f"/graph/nodes/{index}/compileState/executionOrder"
            message = "Retained node executionOrder values must form the contiguous range 0..N-1."
            issues.add("invalid-execution-order", path, message)


def resources_are_whole(tables: Tables, issues: Issues) -> None:
    """Initial contents are declared, allocations are of the kind, lifetimes lie in the frame."""
    for path, resource in tables.rows("resources"):
        if not tables.migrated and "initialContents" not in resource:
            message = "ZenFG producers must declare the resource initial contents."
            issues.add("missing-initial-contents", f"{path}/initialContents", message)
        if "allocationId" in resource:
            _allocation_matches(tables, resource, f"{path}/allocationId", issues)
        if "lifetime" in resource and resource["lifetime"]["lastUse"] >= len(tables.retained):
            message = "Resource lifetime must use retained execution-order indices."
            issues.add("invalid-lifetime", f"{path}/lifetime", message)


def _allocation_matches(tables: Tables, resource: Row, path: str, issues: Issues) -> None:
    allocation = tables.allocations.get(resource["allocationId"])
    if allocation is None:
        missing("allocation", resource["allocationId"], path, issues)
    elif allocation["kind"] != resource["kind"]:
        issues.add("reference-kind", path, "Resource and allocation kinds must match.")


def views_are_of_textures(tables: Tables, issues: Issues) -> None:
    """A view looks at a texture."""
    for path, view in tables.rows("textureViews"):
        resource = tables.resources.get(view["resourceId"])
        if resource is None:
            missing("resource", view["resourceId"], f"{path}/resourceId", issues)
        elif resource["kind"] != "texture":
            issues.add("reference-kind", f"{path}/resourceId", "Texture view must reference a texture resource.")


def accesses_fit_their_resource(tables: Tables, issues: Issues) -> None:
    """Node, resource and view exist and belong together, and the part that is accessed is told."""
    for path, access in tables.rows("accesses"):
        if access["nodeId"] not in tables.nodes:
            missing("node", access["nodeId"], f"{path}/nodeId", issues)
        resource = tables.resources.get(access["resourceId"])
        if resource is None:
            missing("resource", access["resourceId"], f"{path}/resourceId", issues)
        else:
            _kind_and_range_fit(tables, access, resource["kind"], path, issues)
        if "textureViewId" in access:
            _view_fits(tables, access, f"{path}/textureViewId", issues)


def _kind_and_range_fit(tables: Tables, access: Row, kind: str, path: str, issues: Issues) -> None:
    if not access["access"].startswith(f"{kind}-"):
        message = "Access kind does not match the referenced resource kind."
        issues.add("reference-kind", f"{path}/access", message)
    field = "textureRegion" if kind == "texture" else "bufferRange"
    if field not in access and "graph.accesses.regions" not in tables.unavailable:
        message = f"{kind.capitalize()} access requires {field} when access regions are available."
        issues.add("invalid-access-range", f"{path}/{field}", message)


def _view_fits(tables: Tables, access: Row, path: str, issues: Issues) -> None:
    view = tables.views.get(access["textureViewId"])
    if view is None:
        missing("texture view", access["textureViewId"], path, issues)
    elif view["resourceId"] != access["resourceId"]:
        issues.add("reference-mismatch", path, "Texture view and access must reference the same resource.")


def dependencies_go_forward(tables: Tables, issues: Issues) -> None:
    """Between nodes that run, from an earlier to a later one, each tuple once."""
    seen: set[tuple[str, str, str, str]] = set()
    for path, dependency in tables.rows("dependencies"):
        start = _order(tables, dependency["fromNodeId"], f"{path}/fromNodeId", issues)
        end = _order(tables, dependency["toNodeId"], f"{path}/toNodeId", issues)
        if dependency["resourceId"] not in tables.resources:
            missing("resource", dependency["resourceId"], f"{path}/resourceId", issues)
        if start is not None and end is not None and start >= end:
            message = "Dependency edges must point from an earlier retained node to a later retained node."
            issues.add("invalid-dependency-order", f"{path}/toNodeId", message)
        key = (dependency["fromNodeId"], dependency["toNodeId"], dependency["resourceId"], dependency["kind"])
        if key in seen:
            issues.add("duplicate-dependency", path, "Duplicate dependency tuple.")
        seen.add(key)


def _order(tables: Tables, number: str, path: str, issues: Issues) -> int | None:
    node = tables.nodes.get(number)
    if node is None:
        missing("node", number, path, issues)
    elif not is_retained(node):
        issues.add("reference-state", path, "Dependency nodes must be retained.")
    else:
        return int(order_of(node))
    return None


def diagnostics_name_what_exists(tables: Tables, issues: Issues) -> None:
    """If they name anything."""
    for index, diagnostic in enumerate(tables.snapshot["diagnostics"]):
        for field, kind, known in (("nodeId", "node", tables.nodes), ("resourceId", "resource", tables.resources)):
            if field in diagnostic and diagnostic[field] not in known:
                missing(kind, diagnostic[field], f"/diagnostics/{index}/{field}", issues)


REFERENCE_RULES = (
    ids_are_declared_once,
    groups_exist,
    execution_orders_are_contiguous,
    resources_are_whole,
    views_are_of_textures,
    accesses_fit_their_resource,
    dependencies_go_forward,
    diagnostics_name_what_exists,
)
