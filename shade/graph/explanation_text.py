"""Answers of ``explain`` as text for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from framescope.shade.graph.explanation import (
    AccessFact,
    EdgeFact,
    Lifeline,
    PassExplanation,
    ResourceExplanation,
    RootFact,
)
from framescope.shade.graph.model_text import bytes_text
from framescope.shade.graph.places import from_here

__all__ = ["pass_text", "resource_text"]


def pass_text(answer: PassExplanation) -> str:
    """Why the pass runs or does not, what it uses, what comes before and after it."""
    when = "culled" if answer.order is None else f"runs as number {answer.order}"
    lines = [f"pass {answer.path!r} ({answer.kind}), {when}; declared at {from_here(answer.declared_at)}"]
    if answer.alive_by is not None:
        lines += _section("it runs because", _lifeline(answer.alive_by))
    else:
        lines += _section("it does not run", [str(answer.cull_reason)])
        lines += _section("it would run if", answer.would_keep)
    lines += _section("it uses", map(_access, answer.accesses))
    lines += _section("it waits for", _edges(answer.waits_for, "source"))
    lines += _section("it is waited for by", _edges(answer.waited_for_by, "target"))
    return "\n".join(lines)


def resource_text(answer: ResourceExplanation) -> str:
    """What the resource is, who keeps it, who wrote it last, and where it lives."""
    what = f"{answer.kind} {answer.name!r} ({answer.origin}, {answer.initial} at first): {answer.descriptor}"
    lines = [f"{what}; declared at {from_here(answer.declared_at)}"]
    lines += _section("the frame keeps it as", map(_root, answer.roots))
    if answer.alive_by is None:
        lines += _section("nothing that runs uses it", ["it has no lifetime and no memory"])
    else:
        lines += _section(f"its first user {answer.first_use!r} runs because", _lifeline(answer.alive_by))
        lines += _section("lifetime", [f"from {answer.first_use!r} to {answer.last_use!r}"])
    if answer.allocation is not None:
        held = answer.allocation
        others = [repr(name) for name in held.tenants if name != answer.name]
        shared = f"shared with {', '.join(others)}" if others else "shared with nobody"
        lines += _section("memory", [f"allocation {held.index}, {bytes_text(held.declared_bytes)}, {shared}"])
    lines += _section("uses, in the order in which they take effect", map(_access_of_pass, answer.accesses))
    last = [
        f"{fact.region}: {_access_of_pass(fact.access)}{'' if fact.runs else ', which is culled'}"
        for fact in answer.last_writes
    ]
    last += [f"{answer.initial_region}: nobody"] if answer.initial_region else []
    lines += _section("last written", last)
    lines += _section("edges", _edges(answer.edges, None))
    return "\n".join(lines)


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"    {line}" for line in lines]
    return [f"  {title}:", *found] if found else []


def _lifeline(lifeline: Lifeline) -> Iterator[str]:
    for edge in lifeline.edges:
        yield f"{edge.target!r} needs {edge.resource!r} of {edge.source!r}: {_cause(edge)}"
    root = lifeline.root
    if root.reason == "culling-off":
        yield f"culling is off, and nothing needs {root.pass_path!r}"
    elif root.resource is None:
        yield f"{root.pass_path!r} is a side effect, declared at {from_here(root.declared_at)}"
    else:
        yield f"{root.pass_path!r} makes {_root(root)}"


def _root(root: RootFact) -> str:
    how = "a write to an import, declared at" if root.implicit else "marked at"
    return f"{root.reason!r} of {root.resource!r} ({root.region}), {how} {from_here(root.declared_at)}"


def _access(access: AccessFact) -> str:
    """``'depth' version 1: texture-depth-write, overwrite, all; scene.py:12``."""
    words = [access.access, *([access.contents] if access.contents is not None else [])]
    words += ["discarded"] if access.stores is False else []
    how = ", ".join([*words, access.region])
    return f"{access.resource!r} version {access.version}: {how}; {from_here(access.declared_at)}"


def _access_of_pass(access: AccessFact) -> str:
    return f"pass {access.pass_path!r}, {_access(access)}"


def _cause(edge: EdgeFact) -> str:
    first = edge.causes[0]
    more = f", and {len(edge.causes) - 1} more" if len(edge.causes) > 1 else ""
    return (
        f"{first.source.access} ({from_here(first.source.declared_at)}), then {first.target.access} "
        f"({from_here(first.target.declared_at)}), {first.region}{more}"
    )


def _edges(edges: Sequence[EdgeFact], end: str | None) -> Iterator[str]:
    """One line a cause. ``end`` is the end of the edge to name; None for both."""
    for edge in edges:
        who = f"{edge.source!r} -> {edge.target!r}" if end is None else repr(getattr(edge, end))
        for cause in edge.causes:
            what = f"{cause.hazard}, {edge.resource!r} {cause.region}"
            yield f"{who} ({what}): {_step(cause.source)}, then {_step(cause.target)}"


def _step(access: AccessFact) -> str:
    return f"{access.access} at {from_here(access.declared_at)}"
