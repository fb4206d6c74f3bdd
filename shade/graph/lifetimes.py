"""From when to when a resource is in use, over surviving passes only.

Both ends are inclusive positions in the order of execution, so two lifetimes that touch in one pass overlap.
"""

from __future__ import annotations

from collections.abc import Sequence

from framescope.shade.graph.access import ACCESS_USAGE
from framescope.shade.graph.accesses import PassAccesses
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.plan_errors import usage_mismatch

__all__ = ["Lifetime", "lifetimes", "usages"]

Lifetime = tuple[int, int]


def lifetimes(passes: Sequence[PassAccesses], order: Sequence[int], resource_count: int) -> list[Lifetime | None]:
    """First and last use of each resource, None for one that no surviving pass uses."""
    first: list[int | None] = [None] * resource_count
    last = [0] * resource_count
    for position, pass_index in enumerate(order):
        for accesses in passes[pass_index]:
            for access in accesses:
                last[access.resource] = position
                if first[access.resource] is None:
                    first[access.resource] = position
    return [None if start is None else (start, end) for start, end in zip(first, last, strict=True)]


def usages(declarations: Declarations, passes: Sequence[PassAccesses], order: Sequence[int]) -> list[int]:
    """The usage bits surviving accesses need of each resource; culled ones add none.

    Raises:
        GraphError: FG1101 when a resource was given a usage that does not cover them.
    """
    needed = [0] * len(declarations.resources)
    usage = [resource[3].usage for resource in declarations.resources]
    for pass_index in order:
        for accesses in passes[pass_index]:
            for access in accesses:
                bit = ACCESS_USAGE[access.kind]
                given = usage[access.resource]
                if given is not None and not given & bit:
                    raise usage_mismatch(access, given, bit, declarations)
                needed[access.resource] |= bit
    return needed
