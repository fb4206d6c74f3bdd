"""How two frame graphs differ, in words: passes, kinds, culling, order, resources, dependencies, roots.

Everything is found by name, since a position in a list says nothing across two captures. A model comes from a file and
may hold anything, so what is not as it should be is read as absent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

__all__ = ["TopologyDifference", "topology_differences"]

Model = Mapping[str, Any]
Facts = dict[str, Any]
Aspect = Literal["pass", "order", "resource", "dependency", "root"]


@dataclass(frozen=True, slots=True)
class TopologyDifference:
    """One difference: what it is about, which one, and the difference in words."""

    aspect: Aspect
    name: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, with stable keys."""
        return {"aspect": self.aspect, "name": self.name, "text": self.text}

    def __str__(self) -> str:
        return f"{self.aspect} {self.name}: {self.text}"


def topology_differences(a: Model, b: Model) -> Iterator[TopologyDifference]:
    """All of them, none for equal graphs."""
    names_a, names_b = _Names(a), _Names(b)
    yield from _compared("pass", _passes(names_a), _passes(names_b))
    yield from _order(_execution_order(names_a), _execution_order(names_b))
    yield from _compared("resource", _resources(names_a), _resources(names_b))
    yield from _compared("dependency", _dependencies(names_a), _dependencies(names_b))
    yield from _compared("root", _roots(names_a), _roots(names_b))


class _Names:
    """A model, and what its passes and resources are called."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.passes = [_text(entry.get("path")) for entry in self.list("passes")]
        scopes = [_text(entry.get("path")) for entry in self.list("scopes")]
        self.resources = _numbered(
            "/".join(filter(None, (_at(scopes, entry.get("scope")), _text(entry.get("name")))))
            for entry in self.list("resources")
        )

    def list(self, key: str) -> list[dict[str, Any]]:
        entries = self.model.get(key)
        return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _compared(aspect: Aspect, a: Mapping[str, Facts], b: Mapping[str, Facts]) -> Iterator[TopologyDifference]:
    for name in dict.fromkeys((*a, *b)):
        if name not in b:
            yield TopologyDifference(aspect, name, "only in A")
        elif name not in a:
            yield TopologyDifference(aspect, name, "only in B")
        else:
            for fact in dict.fromkeys((*a[name], *b[name])):
                one, other = a[name].get(fact), b[name].get(fact)
                if one != other:
                    yield TopologyDifference(aspect, name, f"{fact} {_said(one)} in A, {_said(other)} in B")


def _passes(names: _Names) -> dict[str, Facts]:
    return {
        path: {
            "kind": entry.get("kind"),
            "state": "runs" if entry.get("cull_reason") is None else "culled",
            "side effect": entry.get("side_effect"),
        }
        for path, entry in zip(names.passes, names.list("passes"), strict=True)
    }


def _execution_order(names: _Names) -> list[str]:
    placed = [(entry.get("order"), path) for path, entry in zip(names.passes, names.list("passes"), strict=True)]
    return [path for _, path in sorted((order, path) for order, path in placed if isinstance(order, int))]


def _order(a: Sequence[str], b: Sequence[str]) -> Iterator[TopologyDifference]:
    common = set(a) & set(b)
    ours, theirs = ([path for path in paths if path in common] for paths in (a, b))
    first = next((pair for pair in zip_longest(ours, theirs) if pair[0] != pair[1]), None)
    if first is not None:
        moved = sum(one != other for one, other in zip_longest(ours, theirs))
        text = f"{moved} passes run at another place: where A runs {first[0]}, B runs {first[1]}"
        yield TopologyDifference("order", "of execution", text)


def _resources(names: _Names) -> dict[str, Facts]:
    found: dict[str, Facts] = {}
    for name, entry in zip(names.resources, names.list("resources"), strict=True):
        descriptor = entry.get("descriptor")
        found[name] = {
            "kind": entry.get("kind"),
            "origin": entry.get("origin"),
            "initial contents": entry.get("initial"),
            "versions": len(entry["versions"]) if isinstance(entry.get("versions"), list) else None,
            **(descriptor if isinstance(descriptor, dict) else {}),
            "declared bytes": entry.get("declared_bytes"),
        }
    return found


def _dependencies(names: _Names) -> dict[str, Facts]:
    return {
        f"{_at(names.passes, edge.get('from'))} -> {_at(names.passes, edge.get('to'))} by "
        f"{_at(names.resources, edge.get('resource'))}, {_text(edge.get('hazard') or edge.get('kind'))}": {}
        for edge in names.list("edges")
    }


def _roots(names: _Names) -> dict[str, Facts]:
    found: dict[str, Facts] = {}
    for root in names.list("roots"):
        of = _at(names.passes, root["pass"]) if "pass" in root else _at(names.resources, root.get("resource"))
        found[f"{_text(root.get('reason'))} of {of}"] = {}
    return found


def _numbered(names: Iterator[str]) -> list[str]:
    """Equal names told apart as paths are: ``#2`` on the second."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return found


def _at(names: Sequence[str], index: object) -> str:
    return names[index] if isinstance(index, int) and 0 <= index < len(names) else ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _said(value: object) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "x".join(map(str, value)) if value else "none"
    return str(value)
