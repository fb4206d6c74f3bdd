"""Refuses, while developing, to bind a resource the graph knows and the pass did not declare.

A pass that reaches around the graph has no edge to whoever fills what it binds: culling may drop the producer,
and every report shows a dependency that is not there. Resources the graph does not know are none of its business.
Where it is asked to, it writes down what it lets through, for the lint of reads that bind less than they declare.
"""

from __future__ import annotations

from typing import Any

from framescope.shade.errors import GraphError
from framescope.shade.graph.bindings import BindingLog, Part
from framescope.shade.graph.plan import PassNode
from framescope.shade.graph.resources import Execution

__all__ = ["BindingGuard"]


class BindingGuard:
    """Callable that command contexts hand each resource they bind or attach.

    Args:
        execution: What the passes share.
        log: Where to note what is bound, or None.

    Attributes:
        node: The pass in progress.
    """

    __slots__ = ("_execution", "_holders", "_log", "node")

    def __init__(self, execution: Execution, log: BindingLog | None = None) -> None:
        self._execution = execution
        self._holders: dict[int, list[int]] | None = None  # id of a native -> graph resources that hold it
        self.node: PassNode | None = None
        self._log = log

    def __call__(self, resource: Any, part: Part = None) -> None:
        """Look at what is bound.

        Args:
            resource: A buffer, texture or query set; a bind group that does not know its resources.
            part: What of it; None for all of it, or where that is not known.

        Raises:
            GraphError: FG4010 if ``resource`` is one of the graph's and the pass declared none of its names.
        """
        node = self.node
        if node is None:
            return
        if self._holders is None:
            self._holders = self._index()
        known = self._holders.get(id(resource))
        if known is not None and node.declared.isdisjoint(known):
            self._refuse(node, known)
        if self._log is not None and (known is not None or not hasattr(resource, "destroy")):
            self._log.append((node.index, known, part))  # None stands for what has no resources to tell

    def _index(self) -> dict[int, list[int]]:
        holders: dict[int, list[int]] = {}
        for index, native in enumerate(self._execution.natives):
            if native is not None:
                holders.setdefault(id(native), []).append(index)
        return holders

    def _refuse(self, node: PassNode, known: list[int]) -> None:
        names = [self._execution.plan.resources[index][0] for index in known]
        message = (
            f"pass {node.path!r} binds {' alias '.join(map(repr, names))}, which this graph knows, without declaring "
            "it; add a read or write to the pass"
        )
        raise GraphError("FG4010", message, phase="execute", pass_label=node.path, resource=names[0])
