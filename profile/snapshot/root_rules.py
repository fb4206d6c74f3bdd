"""What leaves the frame: where it lies, and who wrote it (FrameGraph Snapshot 1.2 §7)."""

from __future__ import annotations

from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.tables import Row, Tables, is_retained, missing, order_of

__all__ = ["ROOT_RULES"]

_FACTS = ("range", "resolution")


def roots_are_resolved(tables: Tables, issues: Issues) -> None:
    """A side effect runs; a resource root has its range and its final writers."""
    for path, root in tables.rows("roots"):
        if "nodeId" in root and root["nodeId"] not in tables.nodes:
            missing("node", root["nodeId"], f"{path}/nodeId", issues)
        if "resourceId" in root and root["resourceId"] not in tables.resources:
            missing("resource", root["resourceId"], f"{path}/resourceId", issues)
        if root["reason"] == "side-effect":
            _side_effect_runs(tables, root, path, issues)
        else:
            _facts_are_there(tables, root, path, issues)
            _range_fits(tables.resources.get(root["resourceId"]), root, f"{path}/range", issues)
            _resolution_holds(tables, root, f"{path}/resolution", issues)


def _side_effect_runs(tables: Tables, root: Row, path: str, issues: Issues) -> None:
    node = tables.nodes.get(root["nodeId"])
    if node is not None and not is_retained(node):
        issues.add("invalid-root", path, "Side effect must reference a retained node.")


def _facts_are_there(tables: Tables, root: Row, path: str, issues: Issues) -> None:
    for fact in _FACTS:
        if fact not in root and f"graph.roots.{fact}" not in tables.unavailable:
            message = f"Root {fact} requires explicit Legacy unavailability when absent."
            issues.add("missing-root-fact", f"{path}/{fact}", message)


def _range_fits(resource: Row | None, root: Row, path: str, issues: Issues) -> None:
    part = root.get("range")
    if part is None or resource is None:
        return
    descriptor = resource.get("descriptor")
    if part["kind"] != resource["kind"]:
        issues.add("invalid-root-range", path, "Root range and resource kinds must match.")
    elif descriptor is None:
        return
    elif part["kind"] == "buffer":
        if part["offset"] + part["size"] > descriptor["size"]:
            issues.add("invalid-root-range", path, "Root range exceeds buffer size.")
    else:
        for region in part["regions"]:
            if not _lies_in(region, descriptor):
                message = "Root texture region exceeds or mismatches the texture."
                issues.add("invalid-root-range", path, message)


def _lies_in(region: Row, descriptor: Row) -> bool:
    """Depth halves from mip to mip and the region's last one has the least; array layers stay as many."""
    end_mip = int(region["baseMipLevel"] + region["mipLevelCount"])
    extent = int(descriptor["size"]["depthOrArrayLayers"])
    if end_mip > descriptor["mipLevelCount"]:
        return False
    if descriptor["dimension"] != "3d":
        return "baseArrayLayer" in region and region["baseArrayLayer"] + region["arrayLayerCount"] <= extent
    depth = max(1, extent >> (end_mip - 1))
    return "baseDepthSlice" in region and region["baseDepthSlice"] + region["depthSliceCount"] <= depth


def _resolution_holds(tables: Tables, root: Row, path: str, issues: Issues) -> None:
    resolution = root.get("resolution")
    if resolution is None:
        return
    previous = -1
    for number in resolution["producerNodeIds"]:
        node = tables.nodes.get(number)
        runs = node is not None and is_retained(node)
        if not runs or order_of(tables.nodes[number]) <= previous:
            message = "Producers must be unique retained nodes in execution order."
            issues.add("invalid-root-producer", f"{path}/producerNodeIds", message)
        if runs:
            previous = order_of(tables.nodes[number])
    if not resolution["usesInitialContents"]:
        if not resolution["producerNodeIds"]:
            message = "Non-empty output must have a producer or initial contents."
            issues.add("invalid-root-resolution", path, message)
    elif tables.resources.get(root["resourceId"], {}).get("initialContents") != "defined":
        message = "Initial contribution requires defined initial contents."
        issues.add("invalid-root-resolution", path, message)


def missing_facts_are_missed(tables: Tables, issues: Issues) -> None:
    """A fact that is called unavailable is absent from at least one root."""
    for fact in _FACTS:
        if f"graph.roots.{fact}" in tables.unavailable and not any(
            root["reason"] != "side-effect" and fact not in root for root in tables.graph["roots"]
        ):
            message = f"Unavailable root {fact} requires Legacy provenance and missing facts."
            issues.add("invalid-migration-availability", "/capture/migration/unavailableFacts", message)


ROOT_RULES = (roots_are_resolved, missing_facts_are_missed)
