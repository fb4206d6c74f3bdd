"""CPU time of a piece of work on its thread."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

__all__ = ["cpu_seconds"]


def cpu_seconds(work: Callable[[], object], *, collecting: bool = False) -> float:
    """CPU time of ``work``, by default without the cycle collector's.

    A full pass of the collector costs what the whole process has on its heap, and falls to whoever makes the next
    object: it says nothing of the work.
    """
    enabled = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        start = time.thread_time()
        made = work()
        cost = time.thread_time() - start
    finally:
        (gc.enable if enabled else gc.disable)()
    del made  # freed off the clock
    return cost
