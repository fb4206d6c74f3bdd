"""Does planning a frame grow with the frame, or with its square?

Graphs of one shape at growing counts, planned without a device: a new plan, and a plan found again in the cache.
Both are CPU time of ``compile()`` alone, per pass; recording is told beside them. *Linear* is that the largest
graph costs per pass what the smallest does, and a little for memory that no longer fits the caches. The cycle
collector is off meanwhile: a full pass of it costs what the whole process has on its heap, however large the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from types import MappingProxyType
from typing import Final

from framescope.harness.bench.cpu_time import cpu_seconds
from framescope.harness.bench.ratios import Ratio, alternate, median, ratio
from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import BufferHandle
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.regions import BufferRegion

__all__ = ["COUNTS", "SHAPES", "measure"]

COUNTS = (500, 1000, 2000, 5000)
_TOLERANCE = 1.5
_BUFFER = BufferDescriptor(256)
_WRITE: Final = "buffer-storage-write"

Shape = Callable[[int], FrameGraph]


def _pass(graph: FrameGraph, label: str, reads: list[BufferHandle], *, keep: bool = False) -> BufferHandle:
    """A pass that reads some buffers and makes one."""
    builder = graph.add(label, kind="compute", side_effect=keep)
    for handle in reads:
        builder.read(handle, "buffer-storage-read")
    return builder.write(builder.create_buffer(label, _BUFFER), _WRITE, contents="overwrite")


def line(count: int) -> FrameGraph:
    """Each pass reads what the one before it made: a chain as deep as the frame is long."""
    graph = FrameGraph("line")
    made: list[BufferHandle] = []
    for number in range(count):
        made = [_pass(graph, f"pass {number}", made, keep=number == count - 1)]
    return graph


def fans(count: int) -> FrameGraph:
    """Every 200th pass reads what the 200 before it made."""
    graph = FrameGraph("fans")
    made: list[BufferHandle] = []
    for number in range(count):
        gathers = len(made) == 200 or number == count - 1
        handle = _pass(graph, f"pass {number}", made if gathers else [], keep=gathers)
        made = [] if gathers else [*made, handle]
    return graph


def ranges(count: int) -> FrameGraph:
    """Every pass writes its own range of one buffer, and the last reads all of it."""
    graph = FrameGraph("ranges")
    shared = graph.create_buffer("shared", BufferDescriptor(16 * count))
    for number in range(count - 1):
        builder = graph.add(f"pass {number}", kind="compute")
        region = BufferRegion(16 * number, 16)
        shared = builder.write(shared, _WRITE, contents="overwrite", region=region)
    builder = graph.add("sum", kind="compute", side_effect=True)
    builder.read(shared, "buffer-storage-read", region=BufferRegion(0, 16 * (count - 1)))
    return graph


def scopes(count: int) -> FrameGraph:
    """Passes at the bottom of nested scopes, up to a thousand deep."""
    graph = FrameGraph("scopes")
    for start in range(0, count, 1000):
        with ExitStack() as stack:
            for number in range(start, min(start + 1000, count)):
                stack.enter_context(graph.scope("s"))
                _pass(graph, f"pass {number}", [], keep=True)
    return graph


SHAPES: Mapping[str, Shape] = MappingProxyType({"line": line, "fans of 200": fans, "ranges": ranges, "scopes": scopes})


def _arms(shape: Shape, counts: tuple[int, ...]) -> dict[str, Callable[[], float]]:
    """Seconds per pass, by what is done and for how many."""
    arms: dict[str, Callable[[], float]] = {}
    for count in counts:
        arms[f"record {count}"] = partial(_recording, shape, count)
        arms[f"new plan {count}"] = partial(_compiling, shape, count, None)
        arms[f"reused plan {count}"] = partial(_compiling, shape, count, PlanCache())
    return arms


def _recording(shape: Shape, count: int) -> float:
    return cpu_seconds(lambda: shape(count)) / count


def _compiling(shape: Shape, count: int, cache: PlanCache | None) -> float:
    graph = shape(count)
    return cpu_seconds(lambda: graph.compile(cache=cache)) / count


def measure(
    rounds: int = 5, counts: tuple[int, ...] = COUNTS
) -> tuple[dict[str, Ratio], dict[str, dict[str, dict[str, float]]]]:
    """Plan every shape at every count.

    Args:
        rounds: Turns of each; the first of them, which fills the cache of plans, comes on top.
        counts: Passes of the graphs, in rising order.

    Returns:
        Per shape the cost per pass at the largest count by that at the smallest, for new and for reused plans; and
        the microseconds per pass behind it: ``{shape: {"record 500": …, "new plan 500": …, "reused plan 500": …}}``.
    """
    ratios: dict[str, Ratio] = {}
    figures: dict[str, dict[str, dict[str, float]]] = {}
    for name, shape in SHAPES.items():
        samples = alternate(_arms(shape, counts), rounds, warm_up=1)
        for what in ("new plan", "reused plan"):
            key = f"{name}, {what}: per pass at {counts[-1]} ÷ at {counts[0]}"
            target = _TOLERANCE if what == "new plan" else None  # microseconds in all at 500: told, not judged
            ratios[key] = ratio(samples[f"{what} {counts[-1]}"], samples[f"{what} {counts[0]}"], target)
        figures[name] = {"us_per_pass": {arm: median(costs) * 1e6 for arm, costs in samples.items()}}
    return ratios, figures
