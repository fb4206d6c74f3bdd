"""The nodes of the drawn graph: passes, versions of resources, roots, allocations, and what the lines mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from framescope.shade.graph.dot_escape import html_text, quoted
from framescope.shade.graph.dot_style import (
    CULLED,
    CULLED_FILL,
    CULLED_INK,
    HAZARD_EDGES,
    INK,
    ORIGIN_FILLS,
    PASS_FILLS,
    RESOURCE_LINE,
    ROOT_FILL,
    VALUE_EDGE,
)
from framescope.shade.graph.model_text import bytes_text, descriptor_text

__all__ = ["allocation_table", "input_table", "legend", "pass_node", "root_node", "version_node"]

Fields = Mapping[str, Any]

_SMALL = '<FONT POINT-SIZE="8">'


def _label(title: str, *lines: str) -> str:
    """One line a row of a table: text of two sizes under one another would overlap."""
    rows = "".join(f"<TR><TD>{_SMALL}{line}</FONT></TD></TR>" for line in lines)
    return f'<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1"><TR><TD>{title}</TD></TR>{rows}</TABLE>>'


def pass_node(node: Fields, segment: int | None, inputs: Sequence[str]) -> str:
    """A pass: filled by kind, with its place in the order of execution; a culled one grey, with the reason.

    Args:
        node: One of ``passes``.
        segment: The segment it runs in, None where the frame has one alone or it does not run.
        inputs: Names of what it reads from the table of inputs.
    """
    culled = node["order"] is None
    lines = [f"{node['kind']}, culled" if culled else f"{node['kind']} · {node['order']}"]
    if segment is not None:
        lines[0] += f" · segment {segment}"
    if node["side_effect"]:
        lines[0] += " · side effect"
    if culled:
        lines.append(str(node["cull_detail"]).partition(": ")[2])
        style = f'style="filled,dashed,rounded" fillcolor="{CULLED_FILL}" color="{CULLED}" fontcolor="{CULLED_INK}"'
    else:
        width = 2.2 if node["side_effect"] else 1
        style = f'style="filled,rounded" fillcolor="{PASS_FILLS.get(node["kind"], "#ffffff")}" penwidth={width}'
    small = [html_text(line, 72) for line in lines]
    if inputs:
        small.append(f"<I>{html_text(', '.join(inputs), 72)}</I>")
    tooltip = quoted("\n".join([node["path"], *lines[1:], *inputs]))
    label = _label(f"<B>{html_text(node['label'])}</B>", *small)
    return f"p{node['index']} [shape=box {style} label={label} tooltip={tooltip}];"


def version_node(resource: Fields, version: int) -> str:
    """A version of a resource: where it comes from, what it is, and the memory it lives in."""
    used = resource["first_use"] is not None
    facts = [descriptor_text(resource["descriptor"]), bytes_text(resource["declared_bytes"])]
    memory = resource["origin"] if resource["allocation"] is None else f"memory {resource['allocation']}"
    facts.append(memory if used else "unused")
    lifetime = f"passes {resource['first_use']} to {resource['last_use']}" if used else "used by no pass that runs"
    tooltip = f"{resource['name']}\n{resource['origin']}, {resource['initial']} at first\n{lifetime}"
    name = resource["name"] if resource["name"] else "(no name)"
    label = _label(f"{html_text(name)} <I>v{version}</I>", html_text(", ".join(facts), 72))
    style = f'style=filled fillcolor="{ORIGIN_FILLS.get(resource["origin"], "#ffffff")}" color="{RESOURCE_LINE}"'
    if not used:
        style = f'style="filled,dashed" fillcolor="{CULLED_FILL}" color="{CULLED}" fontcolor="{CULLED_INK}"'
    shape = f'shape={"box" if resource["kind"] == "texture" else "ellipse"} margin="0.06,0.02"'
    return f"r{resource['index']}v{version} [{shape} {style} label={label} tooltip={quoted(tooltip)}];"


def root_node(resource: int, reasons: Sequence[str]) -> str:
    """What the frame is for: the end of every path."""
    style = f'style="filled" fillcolor="{ROOT_FILL}" color="{ROOT_FILL}" fontcolor="#ffffff"'
    return f"root{resource} [shape=cds {style} label=<<B>{html_text(', '.join(reasons))}</B>>];"


def _table(name: str, title: str, rows: Sequence[Sequence[str]]) -> str:
    cells = [title, *("".join(f'<TD ALIGN="LEFT">{html_text(cell, 110)}</TD>' for cell in row) for row in rows)]
    cells[0] = f'<TD COLSPAN="{len(rows[0])}"><B>{html_text(title, 120)}</B></TD>'
    body = "".join(f"<TR>{row}</TR>" for row in cells)
    head = '<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="3" COLOR="#cbd2d9">'
    return f"{name} [shape=plain fontsize=9 label=<{head}{body}</TABLE>>];"


def allocation_table(allocations: Sequence[Fields], resources: Sequence[Fields]) -> str:
    """Who lives in which memory, one row an allocation, its tenants in order of use."""
    rows = [
        (
            str(held["index"]),
            descriptor_text(held["descriptor"]),
            bytes_text(held["declared_bytes"]),
            ", then ".join(resources[tenant]["name"] for tenant in held["resources"]),
        )
        for held in allocations
    ]
    return _table("allocations", "memory of the transients, in order of first use", rows)


def input_table(inputs: Sequence[Fields]) -> str:
    """What many passes read and none writes: a line to each of them would hide all others."""
    rows = [
        (
            resource["name"],
            resource["origin"],
            descriptor_text(resource["descriptor"]),
            bytes_text(resource["declared_bytes"]),
        )
        for resource in inputs
    ]
    return _table("inputs", "inputs that many passes read, named in italics on each", rows)


def legend(model: Fields) -> str:
    """What colours and lines mean, of those that occur."""
    kinds = sorted({node["kind"] for node in model["passes"] if node["order"] is not None})
    fills = {kind: PASS_FILLS.get(kind, "#ffffff") for kind in kinds}
    if any(node["order"] is None for node in model["passes"]):
        fills["culled"] = CULLED_FILL
    hazards = {cause["hazard"] for edge in model["edges"] for cause in edge["causes"] if edge["kind"] == "ordering"}
    lines = [(INK, "—▶ write"), (VALUE_EDGE, "—▶ value")]
    lines += [(HAZARD_EDGES["war"][0], "- -▶ write after read")] if "war" in hazards else []
    lines += [(HAZARD_EDGES["waw"][0], "···▶ write after write")] if "waw" in hazards else []
    rows = (
        "".join(f'<TD BGCOLOR="{fill}">{html_text(kind)}</TD>' for kind, fill in fills.items()),
        "".join(f'<TD><FONT COLOR="{color}">{what}</FONT></TD>' for color, what in lines),
        "<TD>□ texture</TD><TD>○ buffer</TD>",
    )
    inner = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="6" CELLPADDING="3">'
    tables = "".join(f"<TR><TD>{inner}<TR>{row}</TR></TABLE></TD></TR>" for row in rows if row)
    return f'legend [shape=plain fontsize=9 label=<<TABLE BORDER="0" CELLBORDER="0">{tables}</TABLE>>];'
