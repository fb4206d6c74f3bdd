"""How large a capture is, how fast it is written and how fast it is summarised, against what other tools write.

Every container gets the same spans and gives the same statistics, which are compared before anything is timed. All
arms take turns, in CPU time, with the cycle collector off: a Chrome trace of 120 000 events is millions of objects.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from framescope.harness.bench.container_content import Content
from framescope.harness.bench.container_peers import CAPTURE, CHROME, PEERS, Figures, Peer
from framescope.harness.bench.ratios import Ratio, alternate, median, ratio

__all__ = ["measure"]

_BYTES_A_SPAN = 12.0
_BYTES_A_FRAME = 6_000.0
_OF_CHROME = {"timing": 1 / 10, "workload": 1 / 6}
_OF_ORJSON = 1 / 20
_MILLISECONDS = 50.0  # to open and summarise 120 000 spans
_BUDGETED_SPANS = 120_000


def measure(
    contents: dict[str, Content], folder: Path, rounds: int = 5
) -> tuple[dict[str, Ratio], dict[str, dict[str, Any]]]:
    """Write and read every content in every container that is installed.

    Args:
        contents: By name; ``synthetic`` is held to every bound, others to those that are ratios.
        folder: Where the files go.
        rounds: Turns of each arm that reads, after one to warm up; those that write take a quarter as many.

    Returns:
        Ratios, the capture's figure over the peer's, so that smaller is better; and per content and level what is
        behind them: bytes, microseconds a frame to write, milliseconds to statistics, by container.
    """
    peers = [peer for peer in PEERS if peer.missing is None]
    ratios: dict[str, Ratio] = {}
    figures: dict[str, dict[str, Any]] = {
        "not measured": {peer.name: f"{peer.missing} is not installed" for peer in PEERS if peer not in peers}
    }
    for name, workload in contents.items():
        for level, content in (("timing", workload.timing()), ("workload", workload)):
            found, told = _measure_one(content, [CAPTURE, *peers], folder, rounds)
            figures[f"{name}, {level}"] = told
            ratios |= {f"{name}, {level}: {what}": held for what, held in _held(name, level, content, found).items()}
    return ratios, figures


def _measure_one(
    content: Content, containers: list[Peer], folder: Path, rounds: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    paths = {peer.name: folder / f"{peer.name}.json" for peer in containers}  # VizTracer insists on the suffix
    writers = {peer.name: partial(_cpu, peer.write, content, paths[peer.name]) for peer in containers}
    readers = {peer.name: partial(_cpu, peer.statistics, paths[peer.name]) for peer in containers}
    writing = alternate(writers, 1 + rounds // 4, warm_up=0)
    _check_same(content, {peer.name: peer.statistics(paths[peer.name]) for peer in containers})
    reading = alternate(readers, rounds, warm_up=1)
    size = {name: path.stat().st_size for name, path in paths.items()}
    frames, spans = len(content.frames), content.spans
    told = {
        "frames": frames,
        "spans": spans,
        **{
            peer.name: {
                "bytes": size[peer.name],
                "bytes_per_span": size[peer.name] / spans,
                "bytes_per_frame": size[peer.name] / frames,
                "write_us_per_frame": median(writing[peer.name]) / frames * 1e6,
                "statistics_ms": median(reading[peer.name]) * 1e3,
            }
            for peer in containers
        },
    }
    return {"size": size, "reading": reading}, told


def _held(name: str, level: str, content: Content, found: dict[str, Any]) -> dict[str, Ratio]:
    """What the figures are held to; a ratio to a peer that is not installed is not there."""
    size, reading = found["size"], found["reading"]
    own = size[CAPTURE.name]
    held: dict[str, Ratio] = {}
    if level == "timing":
        held["bytes a span"] = _exactly(own / content.spans, _BYTES_A_SPAN)
    elif name == "synthetic":
        held["bytes a frame"] = _exactly(own / len(content.frames), _BYTES_A_FRAME)
    if level == "timing" and content.spans == _BUDGETED_SPANS:
        samples = [1e3 * seconds for seconds in reading[CAPTURE.name]]
        held["milliseconds to statistics"] = ratio(samples, [1.0] * len(samples), _MILLISECONDS)
    for peer in (peer for peer in PEERS if peer.name in size):
        chrome = peer is CHROME
        held[f"size ÷ {peer.name}"] = _exactly(own / size[peer.name], _OF_CHROME[level] if chrome else None)
        bound = _OF_ORJSON if chrome and (name, level) == ("synthetic", "timing") else None
        held[f"time to statistics ÷ {peer.name}"] = ratio(reading[CAPTURE.name], reading[peer.name], bound)
    return held


def _exactly(figure: float, target: float | None) -> Ratio:
    """A size: the same in every round."""
    return Ratio(figure, figure, figure, target)


def _check_same(content: Content, found: dict[str, Figures]) -> None:
    """Every container gives the same figures of the passes that open one GPU pass a frame; of others a capture gives
    the union of their spans, which the peers know nothing of.
    """
    several = {
        entry.path
        for passes in {frame.pass_list for frame in content.frames}
        for entry in passes.entries
        if sum(other.path == entry.path for other in passes.entries) > 1
    }
    alike = {
        name: {path: row for path, row in figures.items() if path not in several} for name, figures in found.items()
    }
    for name, figures in alike.items():
        if figures != alike[CAPTURE.name]:
            raise AssertionError(f"{name} does not give the statistics that the capture gives")


def _cpu(work: Callable[..., object], *arguments: object) -> float:
    with _no_collector():
        begin = time.thread_time()
        work(*arguments)
        return time.thread_time() - begin


@contextmanager
def _no_collector() -> Iterator[None]:
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
