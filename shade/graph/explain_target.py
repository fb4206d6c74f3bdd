"""What ``explain`` was asked about: a pass or a resource, by object or by name."""

from __future__ import annotations

from typing import Literal, NoReturn

from framescope.shade.errors import GraphError
from framescope.shade.graph.handles import ResourceHandle
from framescope.shade.graph.near_names import nearest
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.plan import PassNode, Plan
from framescope.shade.graph.unique_names import unique_names

__all__ = ["Target", "find_target"]

Target = tuple[Literal["pass", "resource"], int]


def find_target(what: object, kind: str | None, plan: Plan, frame: int) -> Target:
    """The pass or resource that ``what`` stands for.

    Args:
        what: A pass builder, a pass node, a handle of any version, a pass's path, a resource's name (``#k`` behind
            the k-th of equal ones).
        kind: ``"pass"`` or ``"resource"`` where a name is both; None for whichever it is.
        plan: The plan.
        frame: Number of the recording.

    Raises:
        GraphError: FG2001 for something of another frame, FG2013 for a name that nothing has, or both a pass and
            a resource have.
    """
    if isinstance(what, PassBuilder):
        return ("pass", what._index) if what._graph._frame == frame else _foreign(what)
    if isinstance(what, PassNode):
        known = what.index < len(plan.nodes) and plan.nodes[what.index] is what
        return ("pass", what.index) if known else _foreign(what)
    if isinstance(what, ResourceHandle):
        return ("resource", what._index) if what._frame == frame else _foreign(what)
    return _named(what, kind, plan)


def _named(name: object, kind: str | None, plan: Plan) -> Target:
    found: list[Target] = []
    names = unique_names(resource[0] for resource in plan.resources)
    if kind in (None, "pass"):
        found += [("pass", node.index) for node in plan.nodes if node.path == name]
    if kind in (None, "resource"):
        found += [("resource", index) for index, own in enumerate(names) if own == name]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"{name!r} is a pass and a resource; say kind='pass' or kind='resource'"
    else:
        known = [node.path for node in plan.nodes] if kind != "resource" else []
        known += names if kind != "pass" else []
        what = kind or "pass or resource"
        message = f"no {what} is called {name!r}; {nearest(name, known, f'no {what} at all')}"
    raise GraphError("FG2013", message, phase="compile")


def _foreign(what: object) -> NoReturn:
    raise GraphError("FG2001", f"{what!r} belongs to another frame than the one asked about it", phase="compile")
