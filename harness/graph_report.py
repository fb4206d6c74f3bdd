"""What ``framescope graph`` prints of a compiled graph: as text, or as a value for ``--json``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from framescope.harness.exit_codes import UsageError
from framescope.harness.text_table import format_bytes, format_table, wrapped
from framescope.profile.counted import counted
from framescope.shade.errors import GraphError
from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.explanation import PassExplanation, ResourceExplanation
from framescope.shade.graph.lint import Lint
from framescope.shade.graph.near_names import nearest
from framescope.shade.graph.unique_names import unique_names

__all__ = [
    "explanations",
    "explanations_text",
    "explanations_value",
    "lint_text",
    "lint_value",
    "summary_text",
    "summary_value",
]

_GOES_ON = 8

Explanation = PassExplanation | ResourceExplanation


def explanations(compiled: CompiledGraph, name: str) -> list[Explanation]:
    """The answers about a name: one, or two where a pass and a resource have it.

    Raises:
        UsageError: Nothing is called so; the message says which names come near.
    """
    found: list[Explanation] = []
    for kind in ("pass", "resource"):
        try:
            found.append(compiled.explain(name, kind=kind))
        except GraphError as error:
            if error.code != "FG2013":
                raise
    if not found:
        known = [node.path for node in compiled.plan.nodes]
        known += unique_names(resource[0] for resource in compiled.plan.resources)
        near = nearest(name, known, "none at all")
        raise UsageError(f"no pass or resource of this frame is called {name!r}; {near}")
    return found


def explanations_text(found: list[Explanation]) -> str:
    """The answers, wrapped; a line that goes on stands further in than any that begins."""
    return "\n\n".join("\n".join(wrapped(line, _GOES_ON) for line in str(answer).splitlines()) for answer in found)


def explanations_value(found: list[Explanation]) -> dict[str, Any]:
    """``{"pass": … or null, "resource": … or null}``, the fields of the dataclasses."""
    passes = [asdict(answer) for answer in found if isinstance(answer, PassExplanation)]
    resources = [asdict(answer) for answer in found if isinstance(answer, ResourceExplanation)]
    return {"pass": passes[0] if passes else None, "resource": resources[0] if resources else None}


def lint_text(lints: tuple[Lint, ...]) -> str:
    """The findings, each wrapped."""
    return "\n".join(wrapped(str(lint), _GOES_ON) for lint in lints) if lints else "no findings"


def lint_value(lints: tuple[Lint, ...]) -> dict[str, Any]:
    """``{"lints": [{"code", "message", "pass", "resource", "region", "declared_at"}]}``."""
    return {
        "lints": [
            {
                "code": lint.code,
                "message": lint.message,
                "pass": lint.pass_path,
                "resource": lint.resource,
                "region": lint.region,
                "declared_at": list(lint.declared_at),
            }
            for lint in lints
        ]
    }


def summary_value(compiled: CompiledGraph) -> dict[str, Any]:
    """Counts, declared bytes, and the passes in recording order."""
    model = compiled.model()
    sizes = [held["declared_bytes"] for held in model["allocations"]]
    return {
        "passes": [
            {"pass": node["path"], "kind": node["kind"], "order": node["order"], "culled": node["cull_detail"]}
            for node in model["passes"]
        ],
        "resources": len(model["resources"]),
        "allocations": len(sizes),
        "transient_bytes": None if None in sizes else sum(sizes),
        "edges": {kind: sum(edge["kind"] == kind for edge in model["edges"]) for kind in ("value", "ordering")},
    }


def summary_text(value: dict[str, Any]) -> str:
    """The passes as a table, and one line of counts."""
    rows = [
        (entry["pass"], entry["kind"], "culled" if entry["order"] is None else str(entry["order"]))
        for entry in value["passes"]
    ]
    lines = [format_table(["pass", "kind", "order"], rows, left=2)]
    lines += [f"{entry['pass']}: {entry['culled']}" for entry in value["passes"] if entry["culled"] is not None]
    edges = value["edges"]
    lines.append(
        f"{counted(value['resources'], 'resource')}, {counted(value['allocations'], 'transient allocation')} of "
        f"{format_bytes(value['transient_bytes'])}, {counted(edges['value'], 'value edge')}, "
        f"{counted(edges['ordering'], 'ordering edge')}"
    )
    return "\n".join(lines)
