"""Plans of earlier frames, found again by the declarations themselves.

The lookup hashes and compares the whole declarations, not a digest or a hand-kept list of settings, so a frame that
declares anything else can never get another frame's plan.
"""

from __future__ import annotations

from framescope.shade.graph.declarations import Declarations, Key
from framescope.shade.graph.plan import Plan, build_plan

__all__ = ["PlanCache"]


class PlanCache:
    """The plans used most recently.

    Args:
        capacity: Plans kept; the one unused for longest goes first.

    Attributes:
        hits: Frames that found their plan.
        misses: Frames that were planned.
    """

    __slots__ = ("_clock", "_plans", "capacity", "hits", "misses")

    def __init__(self, capacity: int = 64) -> None:
        if capacity < 1:
            raise ValueError(f"a plan cache of capacity {capacity}; at least 1")
        self.capacity = capacity
        self.hits = 0
        self.misses = 0
        self._clock = 0
        self._plans: dict[Key, Plan] = {}

    def __len__(self) -> int:
        return len(self._plans)

    def plan_for(self, declarations: Declarations) -> Plan:
        """The plan of ``declarations``, made if there is none. A failed planning leaves nothing behind."""
        self._clock += 1
        key = declarations.key()
        plan = self._plans.get(key)
        if plan is None:
            self.misses += 1
            plan = build_plan(declarations)
            if len(self._plans) >= self.capacity:
                self._evict()
            self._plans[key] = plan
        else:
            self.hits += 1
        plan.last_used = self._clock
        return plan

    def clear(self) -> None:
        """Forget every plan."""
        self._plans.clear()

    def _evict(self) -> None:
        del self._plans[min(self._plans, key=lambda key: self._plans[key].last_used)]
