"""Figures that Python and the inspector's page must both come to: ``tests/data/page_vectors.json``.

The page's tests read that file too. Run as a script, this module writes it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from framescope.profile.analysis.block_bootstrap import block_length, rank_error
from framescope.profile.analysis.median_interval import sides_of_median
from framescope.profile.analysis.pass_samples import Samples
from framescope.profile.analysis.pass_verdict import compare_pass, tail_of
from framescope.profile.analysis.percentiles import Distribution
from framescope.profile.analysis.seeded_draws import seeded_draws
from framescope.profile.sgpt.intervals import union_ticks
from framescope.profile.sgpt.ticks import scale_ticks

VECTORS = Path(__file__).parent / "data" / "page_vectors.json"


def vectors() -> dict[str, Any]:
    """All of them, JSON-able."""
    return {
        "ticks_to_ns": [[ticks, unit, scale_ticks(ticks, unit)] for ticks, unit in _TICKS],
        "percentiles": [_percentiles(values) for values in _DISTRIBUTIONS],
        "intervals": [_intervals(spans) for spans in _SPANS],
        "draws": [[seed, below, seeded_draws(seed, below, (1, 20))[0].tolist()] for seed, below in _DRAWS],
        "series": [_series(name, values) for name, values in _noises(137)],
        "verdicts": list(_verdicts()),
    }


_TICKS = [
    (1, 0.5),
    (3, 0.5),
    (5, 0.5),
    (7, 41.666666666666664),
    (2**53, 1.0),
    (2**40 + 1, 52.08),
    (0, 3.0),
    (2**31, 83.33),
]

_DISTRIBUTIONS = [
    [7],
    [2, 1],
    [3, 1, 2],
    [0, 0, 0, 5],
    list(range(20, 0, -1)),
    list(range(21)),
    [2**40, 1, 2**33, 9],
    [5] * 40,
]

_SPANS = [
    [[0, 5], [2, 3], [9, 1]],
    [[10, 0]],
    [[4, 4], [0, 4], [8, 1], [8, 9]],
    [[3, 1], [1, 9], [2, 2], [2**33, 5]],
]

_DRAWS = [(1, 100), (0, 1), (7, 3), (1, 12_345_678)]


def _percentiles(values: list[int]) -> dict[str, Any]:
    found = Distribution.of(np.array(values, np.uint64))
    assert found is not None
    return {
        "values": values,
        "minimum": found.minimum,
        "median": found.median,
        "p95": found.p95,
        "maximum": found.maximum,
        "total": found.total,
    }


def _intervals(spans: list[list[int]]) -> dict[str, Any]:
    begin = np.array([span[0] for span in spans], np.uint64)
    end = np.array([span[0] + span[1] for span in spans], np.uint64)
    union = union_ticks(begin[None], end[None], np.ones((1, len(spans)), bool))
    return {"spans": spans, "extent": int(end.max() - begin.min()), "union": int(union[0])}


def _noises(count: int) -> Iterator[tuple[str, list[int]]]:
    """Series of times of many kinds, made of whole numbers alone."""
    words = seeded_draws(3, 1_000_000, (1, 4 * count))[0].tolist()
    noise = [sum(words[4 * frame : 4 * frame + 4]) for frame in range(count)]  # nearly normal, about 2 000 000
    yield "independent", [100_000 + each // 100 for each in noise]
    yield "coarse", [(100_000 + each // 100) // 2000 * 2000 for each in noise]
    yield "spiky", [100_000 + each // 100 + 500_000 * (words[frame] < 50_000) for frame, each in enumerate(noise)]
    yield "two modes", [100_000 + 30_000 * (words[frame] < 500_000) + each // 1000 for frame, each in enumerate(noise)]
    yield "drifting", _drifting(noise)
    yield "on a path", [80_000 + abs(frame * 7 % 200 - 100) * 500 + each // 1000 for frame, each in enumerate(noise)]
    yield "constant", [5000] * count
    yield "with zeros", [max(0, each - 2_000_000) for each in noise]


def _drifting(noise: list[int]) -> list[int]:
    found, held = [], 0
    for each in noise:
        held = (held * 7 + 3 * (each - 2_000_000)) // 10
        found.append(100_000 + held // 100)
    return found


def _series(name: str, values: list[int]) -> dict[str, Any]:
    sides = sides_of_median(np.array(values, np.float64))
    block = block_length(sides)
    return {
        "name": name,
        "values": values,
        "block": block,
        "rank_error": rank_error(sides, block, 1),
    }


_CHANGES: dict[str, Callable[[int], int]] = {
    "the same": lambda time: time,
    "slower by 8 %": lambda time: time * 108 // 100,
    "faster by a tenth": lambda time: time * 9 // 10,
}


def _verdicts() -> Iterator[dict[str, Any]]:
    for count, rows in ((30, 60), (137, 5), (600, 60)):
        for name, a in _noises(count):
            if count == 600 and name not in ("drifting", "spiky"):
                continue  # a few long ones are enough
            for change, changed in _CHANGES.items():
                for turned in (0, count // 3):  # at 0 a frame's counterpart in B does the same work
                    b = [changed(time) for time in a[turned:] + a[:turned]]
                    yield _verdict(f"{name}, {change}, {count} frames, turned by {turned}", a, b, (1.0, 1.0), rows)
    yield _verdict("few", [5, 6, 7] * 3, [5, 6, 7] * 30, (1.0, 1.0), 1)
    a = next(_noises(137))[1]
    yield _verdict("two clocks", a, [time // 2 for time in a[3:]], (1.0, 2.5), 4)
    yield _verdict("nothing in B", a, [], (1.0, 1.0), 4)
    yield _verdict("A took no time", [0] * 50, [3, 4] * 25, (1.0, 1.0), 4)


def _verdict(name: str, a: list[int], b: list[int], scales: tuple[float, float], rows: int) -> dict[str, Any]:
    samples = [Samples(np.arange(len(times)), np.array(times, np.uint64)) for times in (a, b)]
    found = compare_pass((name, True), *samples, scales, tail_of(rows)).to_dict()
    told = {
        key: found[key]
        for key in ("a_median_ns", "b_median_ns", "change", "low", "high", "paired", "verdict", "reason")
    }
    return {"name": name, "a": a, "b": b, "scales": list(scales), "rows": rows, **told}


def agree(stored: Any, made: Any) -> bool:
    """Equal, but for the last bits of logarithms, which mathematical libraries differ in."""
    if isinstance(stored, dict):
        return stored.keys() == made.keys() and all(agree(stored[key], made[key]) for key in stored)
    if isinstance(stored, list):
        return len(stored) == len(made) and all(map(agree, stored, made))
    if isinstance(stored, float):
        return math.isclose(stored, made, rel_tol=1e-12, abs_tol=1e-12)
    return bool(stored == made)


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), separators=(",", ":")).replace('{"', '\n{"') + "\n", encoding="ascii")
