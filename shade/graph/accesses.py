"""Declared accesses with names, resolved regions, and in the order in which they take effect.

Within a pass reads come before writes, whatever order they were declared in: a pass sees one value from before it.
"""

from __future__ import annotations

from typing import NamedTuple

from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.regions import Box, resolve, whole
from framescope.shade.graph.views import ViewPart

__all__ = ["Access", "PassAccesses", "by_pass"]


class Access(NamedTuple):
    """One declared access.

    Attributes:
        position: Its place among the declarations, by which its place is found.
        pass_index: The declaring pass.
        resource: The resource.
        version: For a read the version read, for a write the version made.
        kind: Access kind.
        boxes: Its region, resolved against the descriptor.
        contents: ``"overwrite"`` or ``"preserve"``; None for a read.
        stores: Whether a write leaves a value behind; False for a read.
        root: Whether a write to an import is an output of the frame; False for a read.
        view: Index of the declared view it goes through, or None.
    """

    position: int
    pass_index: int
    resource: int
    version: int
    kind: str
    boxes: tuple[Box, ...]
    contents: str | None = None
    stores: bool = False
    root: bool = False
    view: int | None = None


class PassAccesses(NamedTuple):
    """The accesses of one pass."""

    reads: list[Access]
    writes: list[Access]


_new = tuple.__new__  # half of what a NamedTuple's own constructor costs, and there is one for every access


def by_pass(declarations: Declarations) -> list[PassAccesses]:
    """The accesses of each pass, in recording order of the passes."""
    descriptors = [resource[3] for resource in declarations.resources]
    wholes = [whole(descriptor) for descriptor in descriptors]
    table = [PassAccesses([], []) for _ in declarations.passes]
    for index, declared in enumerate(declarations.accesses):
        pass_index, resource, version, kind, part = declared[:5]
        view = None
        if part is None:
            boxes = wholes[resource]
        else:
            if part.__class__ is ViewPart:
                view, part = part
            boxes = resolve(part, descriptors[resource])
        if len(declared) == 5:
            read = (index, pass_index, resource, version, kind, boxes, None, False, False, view)
            table[pass_index].reads.append(_new(Access, read))
        else:
            write = (index, pass_index, resource, version, kind, boxes, *declared[5:], view)
            table[pass_index].writes.append(_new(Access, write))
    return table
