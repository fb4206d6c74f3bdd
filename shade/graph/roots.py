"""Roots: what the frame is for, and whose writes make it.

A root is a resource, a reason and a region. Its producers are every pass whose write stands in the region at the
end of the frame. Explicit roots are marked; a write to an import is one by itself (``output``), unless it opted
out. Identical roots are one, overlapping different ones stay apart.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from framescope.shade.graph.accesses import PassAccesses
from framescope.shade.graph.box_index import BoxIndex, remainder
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.dependencies import LastWrite
from framescope.shade.graph.plan_errors import root_undefined
from framescope.shade.graph.regions import Box, resolve

__all__ = ["Root", "find_roots", "normalised"]


class Root(NamedTuple):
    """A part of a resource that the frame must leave right.

    Attributes:
        resource: The resource.
        reason: Why it matters after the frame.
        boxes: The part, one box per mip and aspect, in order.
        producers: Passes whose writes it consists of, in order.
        uses_initial: Whether contents from before the frame are part of it.
        implicit: Whether a write to an import made it a root.
    """

    resource: int
    reason: str
    boxes: tuple[Box, ...]
    producers: tuple[int, ...]
    uses_initial: bool
    implicit: bool


def find_roots(
    declarations: Declarations, passes: list[PassAccesses], final_writes: list[BoxIndex[LastWrite]]
) -> list[Root]:
    """Every root with its producers.

    Raises:
        GraphError: FG1004 when a marked region is undefined at the end of the frame.
    """
    roots: dict[tuple[int, str, tuple[Box, ...]], Root] = {}
    for (resource, reason, region), place in zip(declarations.roots, declarations.root_places, strict=True):
        boxes = normalised(resolve(region, declarations.resources[resource][3]))
        writes = final_writes[resource]
        producers, missing, discarder = _resolution(boxes, writes)
        defined = declarations.resources[resource][2] == "defined"
        if discarder is not None or (missing and not defined):
            raise root_undefined(resource, reason, missing or boxes, discarder, place, declarations)
        roots.setdefault((resource, reason, boxes), Root(resource, reason, boxes, producers, bool(missing), False))
    for root in _implicit(declarations, passes, final_writes):
        roots.setdefault((root.resource, root.reason, root.boxes), root)
    return list(roots.values())


def _implicit(
    declarations: Declarations, passes: list[PassAccesses], final_writes: list[BoxIndex[LastWrite]]
) -> list[Root]:
    found = []
    imports = (index for index, declared in enumerate(declarations.resources) if declared[1] != "transient")
    standing = {last.access: last for index in imports for last in final_writes[index]}
    for accesses in passes:
        for write in accesses.writes:
            if not (write.root and write.stores) or declarations.resources[write.resource][1] == "transient":
                continue
            writes = final_writes[write.resource]
            if (last := standing.get(write.position)) is not None and write.boxes == (last.box,):
                root = Root(write.resource, "output", normalised(write.boxes), (last.pass_index,), False, True)
                found.append(root)  # what most come to: nobody wrote there again
                continue
            # What a later pass discarded is no output: nobody claimed it, so it is no error either.
            kept = [
                piece
                for box in write.boxes
                for piece in remainder(box, [last.box for last in writes.meeting(box) if not last.stores])
            ]
            if kept:
                boxes = normalised(tuple(kept))
                producers, missing, _ = _resolution(boxes, writes)
                found.append(Root(write.resource, "output", boxes, producers, bool(missing), True))
    return found


def _resolution(
    boxes: tuple[Box, ...], writes: BoxIndex[LastWrite]
) -> tuple[tuple[int, ...], tuple[Box, ...], int | None]:
    """The passes behind ``boxes``, what of them nobody wrote, and a write that discarded some of them."""
    producers: set[int] = set()
    missing: list[Box] = []
    discarder = None
    for box in boxes:
        found = writes.meeting(box)
        producers.update(last.pass_index for last in found if last.stores)
        missing += remainder(box, [last.box for last in found])
        if discarder is None:
            discarder = next((last.access for last in found if not last.stores), None)
    return tuple(sorted(producers)), tuple(missing), discarder


@lru_cache(maxsize=1024)  # a frame has the roots of the frame before
def normalised(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """One box per mip and aspect, so that equal regions are equal however they were declared."""
    pieces = [
        (1 << bit, mip, mip + 1, low, high)
        for mask, first, end, low, high in boxes
        for mip in range(first, end)
        for bit in range(3)
        if mask & (1 << bit)
    ]
    return tuple(sorted(pieces))
