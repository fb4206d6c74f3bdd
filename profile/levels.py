"""How much a capture holds: four levels, each adding to the one below (the profiler proposal §4.1)."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["GPUProfileLevel"]


class GPUProfileLevel(IntEnum):
    """What a session records. Levels 0 to 2 are the product; VERBOSE is for a repro."""

    TIMING = 0
    """Spans with scope path, label and kind; frame stamps on the CPU clock."""

    STRUCTURE = 1
    """Also the frame graph: topology, descriptors, declared footprints."""

    WORKLOAD = 2
    """Also counts, pipelines, attachments with load and store ops, CPU time of each graph pass."""

    VERBOSE = 3
    """Also bindings, indirect readback, encode stamps."""
