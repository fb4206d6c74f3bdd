"""Segments: the runs of passes between one submission and the next.

A pass that submits on its own (``"external-submission"``) cuts the frame: what was encoded before it has to be on
the queue first. So a segment is a maximal run of passes that share one command encoder, or one such pass alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from framescope.shade.graph.plan import PassNode

__all__ = ["EXTERNAL", "Segment", "cut_segments"]

EXTERNAL = "external-submission"


class Segment(NamedTuple):
    """One submission of the frame.

    Attributes:
        kind: Who encodes and submits.
        nodes: Its passes, in order of execution.
    """

    kind: Literal["frame-graph", "external-submission"]
    nodes: tuple[PassNode, ...]


def cut_segments(passes: Iterable[PassNode]) -> tuple[Segment, ...]:
    """The segments of the surviving passes, in order."""
    segments: list[Segment] = []
    for external, run in groupby(passes, key=lambda node: node.kind == EXTERNAL):
        if external:
            segments += [Segment("external-submission", (node,)) for node in run]
        else:
            segments.append(Segment("frame-graph", tuple(run)))
    return tuple(segments)
