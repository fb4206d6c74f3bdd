"""Scope paths: the names under which passes are told apart everywhere downstream.

Labels are joined by ``/``; ``%`` and ``/`` inside a label are percent-escaped; the k-th equal sibling in
recording order gets ``#k`` from the second on. Scopes and passes under one parent are siblings of each other,
so no two of them share a path. Opening a scope of an equal label again makes a new scope.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

__all__ = ["ScopeDeclaration", "spell_paths"]

ScopeDeclaration = tuple[str, int, int]
"""Label, parent scope (-1 for none), number of passes recorded before it was opened."""

PassLike = tuple[str, str, bool, int]


class _Siblings:
    """Hands out segments under one parent so that each is used once."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._taken: set[str] = set()

    def segment(self, label: str) -> str:
        escaped = label.replace("%", "%25").replace("/", "%2F")
        count = self._counts.get(escaped, 0) + 1
        segment = escaped if count == 1 else f"{escaped}#{count}"
        while segment in self._taken:  # a label may itself end in "#2"
            count += 1
            segment = f"{escaped}#{count}"
        self._counts[escaped] = count
        self._taken.add(segment)
        return segment


def spell_paths(passes: Sequence[PassLike], scopes: Sequence[ScopeDeclaration]) -> tuple[list[str], list[str]]:
    """The path of every pass in recording order, and of every scope in order of opening."""
    siblings: defaultdict[int, _Siblings] = defaultdict(_Siblings)  # by parent scope
    scope_names: list[str] = []
    pass_names: list[str] = []

    def place(label: str, parent: int) -> str:
        segment = siblings[parent].segment(label)
        return segment if parent < 0 else f"{scope_names[parent]}/{segment}"

    for index, (label, _, _, scope) in enumerate(passes):
        while len(scope_names) < len(scopes) and scopes[len(scope_names)][2] <= index:
            scope_label, parent, _ = scopes[len(scope_names)]
            scope_names.append(place(scope_label, parent))
        pass_names.append(place(label, scope))
    for scope_label, parent, _ in scopes[len(scope_names) :]:
        scope_names.append(place(scope_label, parent))
    return pass_names, scope_names
