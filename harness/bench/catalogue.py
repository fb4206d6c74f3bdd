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

__all__ = ["BENCHES", "Bench", "BenchResult"]

_DOUBLING_TOLERANCE = 0.10
_BRACKET_TOLERANCE = 0.05


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
class Bench:
    """One benchmark.

    Attributes:
        summary: One line.
        run: Called with a fresh graphics context and a number of rounds, or None for the benchmark's own.
    """

    summary: str
    run: Callable[[GraphicsContext, int | None], BenchResult]


def _encode_cost(graphics: GraphicsContext, rounds: int | None) -> BenchResult:
    from framescope.harness.bench.encode_cost import measure

    result = measure(graphics, **_given(rounds=rounds))
    return BenchResult(result["ratios"], {"pass_ns": result["pass_ns"]})


def _submit(graphics: GraphicsContext, rounds: int | None) -> BenchResult:
    from framescope.harness.bench.submit_cost import measure

    load = (
        {"passes": 10, "work": 16, "grid": 64} if graphics.is_software else {"passes": 50, "work": 4000, "grid": 1024}
    )
    ratio, figures = measure(graphics, **load, **_given(frames=rounds))
    return BenchResult({"submit, recording on ÷ off": ratio}, dict(figures))


def _clock(graphics: GraphicsContext, rounds: int | None) -> BenchResult:
    from framescope.harness.bench.clock import bracket, doubling

    work, passes = (1_000, 4) if graphics.is_software else (20_000, 20)
    twice = doubling(graphics, work=work, **_given(rounds=rounds))
    around = bracket(graphics, work=work, passes=passes, **_given(rounds=rounds))
    ratios = {
        "twice the work ÷ (2 × once), off by": _off_by(twice.ratio / 2, _DOUBLING_TOLERANCE),
        "disjoint passes ÷ the bracket around them, off by": _off_by(around.sum_over_bracket, _BRACKET_TOLERANCE),
    }
    return BenchResult(ratios, {"doubling": asdict(twice), "bracket": asdict(around)})


def _off_by(ratio: float, tolerance: float) -> Ratio:
    """How far a ratio is from 1; the medians are of enough rounds that an interval would add nothing."""
    error = abs(ratio - 1)
    return Ratio(error, error, error, tolerance)


def _soak(graphics: GraphicsContext, rounds: int | None) -> BenchResult:
    from framescope.harness.bench.soak import soak

    return BenchResult({}, soak(graphics, **_given(frames=rounds)).as_dict())


def _topologies(graphics: GraphicsContext, rounds: int | None) -> BenchResult:
    from framescope.harness.bench.topologies import count_topologies

    with tempfile.TemporaryDirectory() as folder:
        report = count_topologies(graphics, Path(folder) / "topologies.sgpt", **_given(frames=rounds))
    return BenchResult({}, report.as_dict())


def _graph(graphics: GraphicsContext, rounds: int | None) -> BenchResult:
    from framescope.harness.bench.graph_scale import measure

    ratios, figures = measure(**_given(rounds=rounds))
    return BenchResult(ratios, dict(figures))


def _given(**values: int | None) -> dict[str, Any]:
    """Only what was asked for, so that the rest keeps each benchmark's own default."""
    return {name: value for name, value in values.items() if value is not None}


BENCHES: Mapping[str, Bench] = MappingProxyType(
    {
        "encode-cost": Bench("CPU cost of encoding and of the whole frame, against a plain wgpu-py loop", _encode_cost),
        "submit": Bench("whether recording makes a submit wait; needs a graphics card to mean anything", _submit),
        "clock": Bench("GPU times against themselves: twice the work, and a bracket of timestamps", _clock),
        "soak": Bench("what grows over 2000 recorded frames of the compute chain", _soak),
        "graph": Bench("how planning grows with the frame, to 5000 passes; needs no device", _graph),
        "topologies": Bench("how many graphs 600 frames of the atrium have while its settings change", _topologies),
    }
)
