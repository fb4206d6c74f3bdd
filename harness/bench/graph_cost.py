"""What the frame graph costs a frame, against the plain wgpu-py encode of its passes.

CPU time of the thread, per graph pass, on one device; debug groups off, nobody listening, the cycle collector off.
*Plain* is :class:`PlainPasses`: as many GPU passes of each kind as the frame encodes. *Reused* is what the graph adds
to a frame whose plan is there: recording, the key and its look-up, and ``execute`` with callbacks that do nothing.
*New* is the same where the plan has to be made. *Bracket* is what ``execute`` does around the callback of a pass that
declares nothing.

A turn of an arm is a few frames in a row, as in a program, so that no arm pays for the caches that another left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import wgpu

from framescope.harness.bench.cpu_time import cpu_seconds
from framescope.harness.bench.graph_floor import FlatGraph, plan_barely
from framescope.harness.bench.plain_passes import PlainPasses
from framescope.harness.bench.ratios import Ratio, alternate, median, ratio
from framescope.harness.bench.recorded_calls import SceneFrame, frame_of_scene, nothing
from framescope.harness.offscreen import open_offscreen
from framescope.scenes.sponza.scene import SponzaScene
from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.plan import build_plan
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graphics import GraphicsContext

__all__ = ["COUNTS", "TARGETS", "measure"]

COUNTS = (100, 1000)
TARGETS = {"reused plan": 0.6, "new plan": 1.1}
_BRACKET_US = 0.3
_KEPT = 8  # plans that live on while others are made; a device keeps 64
_PASSES_A_TURN = 1000
_SCENE_FRAME = 4  # by then the histories of the scene are there, and its shadow cascades take turns
_SCRATCH = BufferDescriptor(4096)

Record = Callable[[FrameGraph], object]


def line_of(count: int, constants: Any, source: Any, graph: FrameGraph) -> None:
    """``count`` passes in a line, three accesses each: constants, what the pass before made, what this one makes."""
    uniform = graph.import_buffer("constants", constants, initial="defined")
    made = graph.import_buffer("source", source, initial="defined")
    for number in range(count):
        builder = graph.add("step", kind="compute", execute=nothing, side_effect=number == count - 1)
        builder.read(uniform, "buffer-uniform")
        builder.read(made, "buffer-storage-read")
        scratch = builder.create_buffer("scratch", _SCRATCH)
        made = builder.write(scratch, "buffer-storage-write", contents="overwrite")


def bare_passes(count: int, graph: FrameGraph) -> None:
    """``count`` passes with nothing but a callback."""
    for _ in range(count):
        graph.add("step", kind="compute", execute=nothing, side_effect=True)


class GraphCost:
    """The arms for one graph on one device.

    Args:
        graphics: The device.
        plain: What it is measured against.
        frame: What declares the graph, and what its passes encode.

    Attributes:
        counts: How large it is: ``passes`` that run, their ``accesses``, ``gpu_passes``.
    """

    def __init__(self, graphics: GraphicsContext, plain: PlainPasses, frame: SceneFrame) -> None:
        record, self._gpu_passes = frame
        plan = build_plan(_recorded(record)._declarations)
        accesses = sum(len(part) for node in plan.passes for part in plan.accesses[node.index])
        self.counts = {"passes": len(plan.passes), "accesses": accesses, "gpu_passes": len(self._gpu_passes)}
        self._kinds = [node.kind for node in plan.passes]
        self._graphics = graphics
        self._plain = plain
        self._record = record
        self._flat = FlatGraph.of(plan)
        self._plans = PlanCache()
        self._kept: deque[PlanCache] = deque(maxlen=_KEPT)
        self._frames = max(1, _PASSES_A_TURN // len(self._kinds))

    def arms(self) -> dict[str, Callable[[], float]]:
        """Every arm by name; each call gives its CPU seconds per pass."""
        return {
            "plain": self._turn(lambda: self._plain.encode(self._gpu_passes)),
            "plain, one GPU pass each": self._turn(lambda: self._plain.encode(self._kinds)),
            "reused plan": self._turn(self._reusing),
            "new plan": self._turn(self._planning),
            "new plan, collector on": self._turn(partial(self._planning, collecting=True)),
            "record": self._turn(lambda: cpu_seconds(partial(_recorded, self._record))),
            "floor": self._turn(lambda: cpu_seconds(partial(plan_barely, self._flat))),
        }

    def _turn(self, frame: Callable[[], float]) -> Callable[[], float]:
        return lambda: sum(frame() for _ in range(self._frames)) / (self._frames * len(self._kinds))

    def _reusing(self) -> float:
        return self._frame(self._plans)

    def _planning(self, *, collecting: bool = False) -> float:
        """A frame that finds no plan among those kept, as after a change of settings."""
        cache = PlanCache()
        self._kept.append(cache)
        return self._frame(cache, collecting=collecting)

    def _frame(self, cache: PlanCache, *, collecting: bool = False) -> float:
        context = self._graphics.create_command_context("bench")
        cost = cpu_seconds(partial(self._run, cache, context), collecting=collecting)
        context.abandon("only the graph is timed")
        return cost

    def _run(self, cache: PlanCache, context: Any) -> CompiledGraph:
        compiled = _recorded(self._record).compile(cache=cache)
        compiled.execute(context)
        return compiled


def _recorded(record: Record) -> FrameGraph:
    graph = FrameGraph("bench")
    record(graph)
    return graph


def bracket(graphics: GraphicsContext, count: int) -> float:
    """Seconds that executing a pass takes around its callback, nobody listening."""
    compiled = _recorded(partial(bare_passes, count)).compile(cache=graphics.plans)
    callbacks = [nothing] * count
    context = graphics.create_command_context("bench")
    ran = cpu_seconds(partial(compiled.execute, context))
    context.abandon("only the graph is timed")
    return (ran - cpu_seconds(lambda: [callback(None, None) for callback in callbacks])) / count


def measure(
    graphics: GraphicsContext, rounds: int = 40, counts: tuple[int, ...] = COUNTS
) -> tuple[dict[str, Ratio], dict[str, dict[str, Any]]]:
    """Time the atrium's graph, lines of passes, and the bracket of a pass.

    Args:
        graphics: The device.
        rounds: Turns of every arm.
        counts: Passes of the lines.

    Returns:
        Per graph the ratios to plain of a reused and of a new plan, and the bracket in µs, each with its bound; and
        ``{graph: {"passes": …, "accesses": …, "gpu_passes": …, "us_per_pass": {arm: …}}}``.
    """
    ratios: dict[str, Ratio] = {}
    figures: dict[str, dict[str, Any]] = {}
    plain = PlainPasses(graphics)
    with ExitStack() as stack:
        for name, frame in _frames(graphics, counts, stack).items():
            cost = GraphCost(graphics, plain, frame)
            samples = alternate(cost.arms(), rounds)
            for arm, target in TARGETS.items():
                ratios[f"{name}: {arm} ÷ plain encode"] = ratio(samples[arm], samples["plain"], target)
            us_per_pass = {arm: median(costs) * 1e6 for arm, costs in samples.items()}
            figures[name] = {**cost.counts, "us_per_pass": us_per_pass}
    around = alternate({"bracket": partial(bracket, graphics, _PASSES_A_TURN)}, rounds)["bracket"]
    ratios["bracket of a pass, nobody listening, µs"] = ratio(around, [1e-6] * rounds, _BRACKET_US)
    return ratios, figures


def _frames(graphics: GraphicsContext, counts: tuple[int, ...], stack: ExitStack) -> Mapping[str, SceneFrame]:
    """What is timed, by name; ``stack`` ends what it lives on."""
    target = open_offscreen(graphics, SponzaScene, None)
    stack.callback(target.close)
    scene = SponzaScene(graphics, target.size, target.texture_format)
    stack.callback(scene.close)
    frames = {"sponza": frame_of_scene(graphics, scene, target.texture, _SCENE_FRAME)}
    usage = wgpu.BufferUsage.UNIFORM | wgpu.BufferUsage.STORAGE
    constants, source = (graphics.create_buffer(label="bench", size=4096, usage=usage) for _ in range(2))
    for buffer in (constants, source):
        stack.callback(graphics.retire, buffer)
    for count in counts:
        frames[f"{count} passes"] = SceneFrame(partial(line_of, count, constants, source), ["compute"] * count)
    return frames
