"""Scope paths: the names under which passes are told apart everywhere downstream.

Labels are joined by ``/``; ``%`` and ``/`` inside a label are percent-escaped; the k-th equal sibling in
recording order gets ``#k`` from the second on. Scopes and passes under one parent are siblings of each other,
so no two of them share a path. Opening a scope of an equal label again makes a new scope.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from framescope.shade.graph.unique_names import UniqueNames

__all__ = ["ScopeDeclaration", "spell_paths"]

ScopeDeclaration = tuple[str, int, int]
"""Label, parent scope (-1 for none), number of passes recorded before it was opened."""

PassLike = tuple[str, str, bool, int]


def spell_paths(passes: Sequence[PassLike], scopes: Sequence[ScopeDeclaration]) -> tuple[list[str], list[str]]:
    """The path of every pass in recording order, and of every scope in order of opening."""
    siblings: defaultdict[int, UniqueNames] = defaultdict(UniqueNames)  # by parent scope
    scope_names: list[str] = []
    pass_names: list[str] = []

    def place(label: str, parent: int) -> str:
        segment = siblings[parent].claim(label.replace("%", "%25").replace("/", "%2F"))
        return segment if parent < 0 else f"{scope_names[parent]}/{segment}"

    for index, (label, _, _, scope) in enumerate(passes):
        while len(scope_names) < len(scopes) and scopes[len(scope_names)][2] <= index:
            scope_label, parent, _ = scopes[len(scope_names)]
            scope_names.append(place(scope_label, parent))
        pass_names.append(place(label, scope))
    for scope_label, parent, _ in scopes[len(scope_names) :]:
        scope_names.append(place(scope_label, parent))
    return pass_names, scope_names
