"""Scope paths: the names under which passes are told apart everywhere downstream.

Labels are joined by ``/``; ``%`` and ``/`` inside a label are percent-escaped; the k-th equal sibling in
recording order gets ``#k`` from the second on. Scopes and passes under one parent are siblings of each other,
so no two of them share a path. Opening a scope of an equal label again makes a new scope.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from framescope.shade.graph.unique_names import UniqueNames

__all__ = ["PathSpeller", "ScopeDeclaration", "spell_paths"]

ScopeDeclaration = tuple[str, int, int]
"""Label, parent scope (-1 for none), number of passes recorded before it was opened."""

PassLike = tuple[str, str, bool, int]


class PathSpeller:
    """Spells paths in recording order.

    Attributes:
        scopes: The path of every scope so far, in order of opening.
    """

    def __init__(self) -> None:
        self._siblings: defaultdict[int, UniqueNames] = defaultdict(UniqueNames)  # by parent scope
        self.scopes: list[str] = []

    def of_pass(self, index: int, label: str, scope: int, scopes: Sequence[ScopeDeclaration]) -> str:
        """The path of the next pass, number ``index``; ``scopes`` are all that were opened."""
        while len(self.scopes) < len(scopes) and scopes[len(self.scopes)][2] <= index:
            self.of_scope(scopes[len(self.scopes)])
        return self._place(label, scope)

    def of_scope(self, scope: ScopeDeclaration) -> None:
        """Spell the next scope."""
        label, parent, _ = scope
        self.scopes.append(self._place(label, parent))

    def _place(self, label: str, parent: int) -> str:
        segment = self._siblings[parent].claim(label.replace("%", "%25").replace("/", "%2F"))
        return segment if parent < 0 else f"{self.scopes[parent]}/{segment}"


def spell_paths(passes: Sequence[PassLike], scopes: Sequence[ScopeDeclaration]) -> tuple[list[str], list[str]]:
    """The path of every pass in recording order, and of every scope in order of opening."""
    speller = PathSpeller()
    names = [speller.of_pass(index, label, scope, scopes) for index, (label, _, _, scope) in enumerate(passes)]
    for scope in scopes[len(speller.scopes) :]:
        speller.of_scope(scope)
    return names, speller.scopes
