"""Which passes run. This is the only place that decides it; everything later asks its answer.

A pass survives if it has a side effect, if its writes are part of a root, or if a survivor needs a value it wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from framescope.shade.graph.edges import Edge

__all__ = ["CULL_REASON", "cull_detail", "survivors"]

CULL_REASON = "not-reachable-from-root"


def survivors(side_effects: Sequence[bool], needed: Iterable[tuple[int, int]], producers: Iterable[int]) -> list[bool]:
    """Whether each pass runs, in recording order.

    Args:
        side_effects: Of each pass, whether it is kept for its own sake.
        needed: Pairs of a pass and one that needs a value of it.
        producers: Passes whose writes are part of a root.
    """
    needs: list[list[int]] = [[] for _ in side_effects]
    for source, target in needed:
        needs[target].append(source)
    alive = [False] * len(side_effects)
    stack = [index for index, kept in enumerate(side_effects) if kept]
    stack += producers
    while stack:  # a list, not recursion: a line of 5000 passes is a legal frame
        index = stack.pop()
        if not alive[index]:
            alive[index] = True
            stack += needs[index]
    return alive


def cull_detail(writes: Sequence[str], outgoing: Sequence[Edge], paths: Sequence[str]) -> str:
    """Why a culled pass is not needed, in words.

    Args:
        writes: Names of the resources it writes.
        outgoing: The edges that start at it.
        paths: Path of every pass.
    """
    if not writes:
        return "it writes nothing and has no side effect"
    names = ", ".join(repr(name) for name in dict.fromkeys(writes))
    readers = sorted({edge.target for edge in outgoing if edge.kind == "value"})
    if readers:
        return f"what it writes ({names}) is used only by culled passes: {', '.join(paths[r] for r in readers)}"
    replaced = sorted({edge.target for edge in outgoing if edge.hazard == "waw"})
    if replaced:
        return f"what it writes ({names}) is overwritten unread by {', '.join(paths[r] for r in replaced)}"
    return f"nobody uses what it writes ({names})"
