"""The benchmarks by name: what ``framescope bench NAME`` runs, and what each is held to."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from framescope.harness.bench.ratios import Ratio
from framescope.shade.graphics import GraphicsContext

__all__ = ["BENCHES", "Bench", "BenchRequest", "BenchResult"]

_DOUBLING_TOLERANCE = 0.10
_BRACKET_TOLERANCE = 0.05
_ATRIUM_FRAMES = 60


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What a benchmark found.

    Attributes:
        ratios: Figures held to a bound, or comparable between machines.
        figures: Everything else, JSON-able; absolute figures say as much of the machine as of the code.
    """

    ratios: dict[str, Ratio] = field(default_factory=dict)
    figures: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BenchRequest:
    """What a benchmark is run with.

    Attributes:
        graphics: A fresh graphics context.
        rounds: A number of rounds, or None for the benchmark's own.
        capture: A capture to measure on, or None; for the benchmarks that take one.
    """

    graphics: GraphicsContext
    rounds: int | None = None
    capture: Path | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """One benchmark.

    Attributes:
        summary: One line.
        run: Called with what was asked for.
        takes_capture: Whether it can measure on a capture that is there already.
    """

    summary: str
    run: Callable[[BenchRequest], BenchResult]
    takes_capture: bool = False


def _encode_cost(asked: BenchRequest) -> BenchResult:
    from framescope.harness.bench.encode_cost import measure

    result = measure(asked.graphics, **_given(rounds=asked.rounds))
    return BenchResult(result["ratios"], {"pass_ns": result["pass_ns"]})


def _submit(asked: BenchRequest) -> BenchResult:
    from framescope.harness.bench.submit_cost import measure

    load = (
        {"passes": 10, "work": 16, "grid": 64}
        if asked.graphics.is_software
        else {"passes": 50, "work": 4000, "grid": 1024}
    )
    ratio, figures = measure(asked.graphics, **load, **_given(frames=asked.rounds))
    return BenchResult({"submit, recording on ÷ off": ratio}, dict(figures))


def _clock(asked: BenchRequest) -> BenchResult:
    from framescope.harness.bench.clock import bracket, doubling

    work, passes = (1_000, 4) if asked.graphics.is_software else (20_000, 20)
    twice = doubling(asked.graphics, work=work, **_given(rounds=asked.rounds))
    around = bracket(asked.graphics, work=work, passes=passes, **_given(rounds=asked.rounds))
    ratios = {
        "twice the work ÷ (2 × once), off by": _off_by(twice.ratio / 2, _DOUBLING_TOLERANCE),
        "disjoint passes ÷ the bracket around them, off by": _off_by(around.sum_over_bracket, _BRACKET_TOLERANCE),
    }
    return BenchResult(ratios, {"doubling": asdict(twice), "bracket": asdict(around)})


def _off_by(ratio: float, tolerance: float) -> Ratio:
    """How far a ratio is from 1; the medians are of enough rounds that an interval would add nothing."""
    error = abs(ratio - 1)
    return Ratio(error, error, error, tolerance)


def _soak(asked: BenchRequest) -> BenchResult:
    from framescope.harness.bench.soak import soak

    return BenchResult({}, soak(asked.graphics, **_given(frames=asked.rounds)).as_dict())


def _topologies(asked: BenchRequest) -> BenchResult:
    from framescope.harness.bench.topologies import count_topologies

    with tempfile.TemporaryDirectory() as folder:
        report = count_topologies(asked.graphics, Path(folder) / "topologies.sgpt", **_given(frames=asked.rounds))
    return BenchResult({}, report.as_dict())


def _container(asked: BenchRequest) -> BenchResult:
    from framescope.harness.bench.container import measure
    from framescope.harness.bench.container_content import record_atrium, recorded, synthetic

    with tempfile.TemporaryDirectory() as name:
        folder, capture = Path(name), asked.capture
        if capture is None:
            capture = folder / "atrium.sgpt"
            record_atrium(asked.graphics, capture, _ATRIUM_FRAMES)
        contents = {"synthetic": synthetic(), "recorded": recorded(capture)}
        ratios, figures = measure(contents, folder, **_given(rounds=asked.rounds))
    return BenchResult(ratios, dict(figures))


def _graph(asked: BenchRequest) -> BenchResult:
    from framescope.harness.bench import graph_cost, graph_scale

    ratios, figures = graph_cost.measure(asked.graphics, **_given(rounds=asked.rounds))
    growth, growth_figures = graph_scale.measure(**_given(rounds=asked.rounds))
    return BenchResult({**ratios, **growth}, {**figures, **growth_figures})


def _given(**values: int | None) -> dict[str, Any]:
    """Only what was asked for, so that the rest keeps each benchmark's own default."""
    return {name: value for name, value in values.items() if value is not None}


BENCHES: Mapping[str, Bench] = MappingProxyType(
    {
        "encode-cost": Bench("CPU cost of encoding and of the whole frame, against a plain wgpu-py loop", _encode_cost),
        "submit": Bench("whether recording makes a submit wait; needs a graphics card to mean anything", _submit),
        "clock": Bench("GPU times against themselves: twice the work, and a bracket of timestamps", _clock),
        "soak": Bench("what grows over 2000 recorded frames of the compute chain", _soak),
        "graph": Bench(
            "what the frame graph costs beside a plain encode, and how planning grows to 5000 passes", _graph
        ),
        "container": Bench(
            "size and speed of a capture against Chrome JSON, VizTracer and Perfetto", _container, takes_capture=True
        ),
        "topologies": Bench("how many graphs 600 frames of the atrium have while its settings change", _topologies),
    }
)
