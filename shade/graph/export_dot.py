"""A compiled model as a picture: Graphviz DOT.

Passes and the versions of resources are nodes. A pass leads to the versions it writes, a version to the passes that
need the value, each with the accesses on the line; where a pass only has to come later (write after read, write
after write) a line leads from pass to pass. Scopes are clusters, roots the ends of paths.

Takes the dict that ``CompiledGraph.model()`` returns, so the topology of a capture can be drawn by a machine that has
neither wgpu nor a device. Nothing but the standard library is imported here and in the modules it stands on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from framescope.shade.graph.dot_edges import edge_lines, root_lines
from framescope.shade.graph.dot_escape import html_text
from framescope.shade.graph.dot_nodes import allocation_table, input_table, legend, pass_node, root_node, version_node
from framescope.shade.graph.dot_style import INK, SCOPE_FILL

__all__ = ["model_to_dot"]

Model = Mapping[str, Any]

_FEW = 3  # so many readers of an input still get a line each

_HEAD = f"""\
  graph [rankdir=TB nodesep=0.22 ranksep=0.4 fontname="Helvetica" fontcolor="{INK}" bgcolor="#ffffff" newrank=true]
  node [fontname="Helvetica" fontsize=11 fontcolor="{INK}" color="{INK}"]
  edge [fontname="Helvetica" fontsize=8 arrowsize=0.6 color="{INK}" fontcolor="#52606d"]"""


def model_to_dot(model: Model, title: str = "frame") -> str:
    """The frame graph as DOT text, which ``dot -Tsvg`` draws.

    Args:
        model: What ``CompiledGraph.model()`` returned, or the model of a captured topology.
        title: Shown above the picture.

    Returns:
        One digraph. Whatever the labels hold, Graphviz accepts it and shows them: what XML cannot hold is shown by
        a symbol, a long label is shortened and stands in the tooltip.
    """
    inputs = _shared_inputs(model)
    lines = ["digraph frame {", _HEAD, f"  label=<<B>{html_text(title, 120)}</B>> labelloc=t fontsize=16"]
    lines += [f"  {line}" for line in (*_nodes(model, inputs), *edge_lines(model, inputs), *root_lines(model))]
    lines += [f"  {line}" for line in _margin(model, inputs)]
    return "\n".join([*lines, "}", ""])


def _margin(model: Model, inputs: Collection[int]) -> Iterator[str]:
    """The legend and the tables, one under the other."""
    names = ["legend"]
    yield legend(model)
    if inputs:
        names.append("inputs")
        yield input_table([model["resources"][index] for index in sorted(inputs)])
    if model["allocations"]:
        names.append("allocations")
        yield allocation_table(model["allocations"], model["resources"])
    if len(names) > 1:
        yield f"{' -> '.join(names)} [style=invis];"


def _shared_inputs(model: Model) -> dict[int, set[int]]:
    """Resources that more than a few passes read and none writes, each with those passes."""
    readers: dict[int, set[int]] = {}
    written = {access["resource"] for access in model["accesses"] if access["mode"] == "write"}
    for access in model["accesses"]:
        if access["resource"] not in written:
            readers.setdefault(access["resource"], set()).add(access["pass"])
    return {resource: passes for resource, passes in readers.items() if len(passes) > _FEW}


def _nodes(model: Model, inputs: Mapping[int, set[int]]) -> Iterator[str]:
    """Every node, those of a scope inside its cluster: its passes and what they write."""
    members: dict[int | None, list[str]] = {}
    segments = _segments(model)
    for node in model["passes"]:
        names = [model["resources"][index]["name"] for index, passes in inputs.items() if node["index"] in passes]
        members.setdefault(node["scope"], []).append(pass_node(node, segments.get(node["index"]), names))
    initial = _initial_versions(model)
    for resource in model["resources"]:
        for entry in resource["versions"] if resource["index"] not in inputs else ():
            if entry["version"] > 0 or resource["index"] in initial or len(resource["versions"]) == 1:
                home = None if entry["producer"] is None else model["passes"][entry["producer"]]["scope"]
                members.setdefault(home, []).append(version_node(resource, entry["version"]))
    yield from members.get(None, ())
    yield from _clusters(model["scopes"], members)
    yield from (root_node(resource, reasons) for resource, reasons in _reasons(model).items())


def _clusters(scopes: Sequence[Model], members: Mapping[int | None, Sequence[str]]) -> Iterator[str]:
    """Scopes as nested clusters; a stack, since nesting has no bound."""
    children: dict[int | None, list[Model]] = {}
    for child in scopes:
        children.setdefault(child["parent"], []).append(child)
    stack: list[Model | None] = list(reversed(children.get(None, [])))
    while stack:
        scope = stack.pop()
        if scope is None:
            yield "}"
            continue
        yield f"subgraph cluster{scope['index']} {{"
        yield f'label=<{html_text(scope["label"])}> style="filled,rounded" color="#cbd2d9" fillcolor="{SCOPE_FILL}"'
        yield from members.get(scope["index"], ())
        stack += [None, *reversed(children.get(scope["index"], []))]


def _segments(model: Model) -> dict[int, int]:
    """The segment of each pass, empty where the frame is one."""
    segments = model.get("segments", [])
    if len(segments) < 2:
        return {}
    return {index: number for number, segment in enumerate(segments) for index in segment["passes"]}


def _initial_versions(model: Model) -> set[int]:
    """Resources whose contents from before the frame somebody uses."""
    used = {access["resource"] for access in model["accesses"] if access["uses_initial"]}
    return used | {root["resource"] for root in model["roots"] if root.get("uses_initial")}


def _reasons(model: Model) -> dict[int, list[str]]:
    """By resource, why it matters after the frame; a side effect is told on its pass."""
    reasons: dict[int, list[str]] = {}
    for root in model["roots"]:
        if "resource" in root and root["reason"] not in reasons.setdefault(root["resource"], []):
            reasons[root["resource"]].append(root["reason"])
    return reasons
