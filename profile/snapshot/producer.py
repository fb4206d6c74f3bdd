"""``export_snapshot``: a compiled frame graph as a FrameGraph Snapshot 1.2.

A function of the model alone, so that a frame that is running and one that was recorded years ago come out alike::

    compiled = graph.compile()
    text = encode(export_snapshot(compiled.model(), frame_index=7), pretty=True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from framescope.profile.snapshot.issues import InvalidSnapshot
from framescope.profile.snapshot.model_tables import allocations, graph
from framescope.profile.snapshot.own_extension import EXTENSION, extension
from framescope.profile.snapshot.times import NOT_REQUESTED, PassTimes, PoolCounts, Unavailable, micros
from framescope.profile.snapshot.validation import validate
from framescope.profile.snapshot.vocabulary import FORMAT, VERSION

__all__ = ["TIMED_KINDS", "export_snapshot", "our_producer"]

TIMED_KINDS = ("render", "compute")
"""The kinds of nodes whose GPU time the protocol has a place for."""


def export_snapshot(
    model: Mapping[str, Any],
    frame_index: int,
    *,
    gpu: PassTimes | Unavailable = NOT_REQUESTED,
    cpu: PassTimes | Unavailable = NOT_REQUESTED,
    pool: PoolCounts | Unavailable = NOT_REQUESTED,
    producer: Mapping[str, Any] | None = None,
    captured_at: str | None = None,
    diagnostics: Sequence[Mapping[str, Any]] = (),
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The snapshot of one frame; equal arguments give equal snapshots, to the byte.

    Args:
        model: ``CompiledGraph.model()``, or ``topology.model`` of a captured frame.
        frame_index: Which frame it is.
        gpu: GPU times by recording index. Only render and compute nodes have a place for theirs in the protocol; what
            other nodes took goes into our extension.
        cpu: CPU times by recording index.
        pool: What the pool of transients counted.
        producer: Who made it; None for this version of framescope.
        captured_at: When, as text; None for unknown.
        diagnostics: Rows of the table ``diagnostics``, which may name ``node:<recording index>``.
        more: What our extension says besides (:mod:`~framescope.profile.snapshot.own_extension`).

    Raises:
        InvalidSnapshot: The model is no compiled model, or says what cannot be.
    """
    snapshot = {
        "format": FORMAT,
        "version": dict(VERSION),
        "producer": dict(our_producer() if producer is None else producer),
        "capture": {"frameIndex": frame_index, **({} if captured_at is None else {"capturedAt": captured_at})},
        "graph": graph(model),
        "memory": {
            "allocationReport": {"status": "available", "allocations": allocations(model)},
            "poolReport": _pool(pool),
        },
        "timings": {"cpu": _cpu(cpu), "gpu": _gpu(gpu, model)},
        "diagnostics": [dict(row) for row in diagnostics],
        "extensions": {EXTENSION: {**extension(model, gpu), **(more or {})}},
    }
    issues = validate(snapshot)
    if issues:
        raise InvalidSnapshot(issues)
    return snapshot


def our_producer(**runtime: str) -> dict[str, Any]:
    """This version of framescope as a producer; ``runtime`` may name ``implementation`` and ``backend``."""
    try:
        ours = {"version": version("framescope")}
    except PackageNotFoundError:  # a checkout that was never installed
        ours = {}
    return {"name": "framescope", **ours, "language": "Python", "runtime": {**runtime, "graphicsApi": "WebGPU"}}


def _unavailable(why: Unavailable) -> dict[str, Any]:
    return {"status": "unavailable", "reason": why.reason}


def _nodes(times: PassTimes, indices: Sequence[int]) -> list[dict[str, Any]]:
    return [
        {"nodeId": f"node:{index}", "durationMicros": micros(times.pass_ns[index])}
        for index in indices
        if index in times.pass_ns
    ]


def _gpu(times: PassTimes | Unavailable, model: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(times, Unavailable):
        return _unavailable(times)
    timed = [node["index"] for node in model["passes"] if node["order"] is not None and node["kind"] in TIMED_KINDS]
    return {"status": "available", "frameSpanMicros": micros(times.total_ns), "nodes": _nodes(times, timed)}


def _cpu(times: PassTimes | Unavailable) -> dict[str, Any]:
    if isinstance(times, Unavailable):
        return _unavailable(times)
    nodes = _nodes(times, sorted(times.pass_ns))
    return {"status": "available", "executionDurationMicros": micros(times.total_ns), "nodes": nodes}


def _pool(pool: PoolCounts | Unavailable) -> dict[str, Any]:
    if isinstance(pool, Unavailable):
        return _unavailable(pool)
    retained = {} if pool.retained_bytes is None else {"estimatedRetainedBytes": pool.retained_bytes}
    return {
        "status": "available",
        "acquireCount": pool.acquired,
        "reuseCount": pool.reused,
        "createdCount": pool.created,
        "retainedCount": pool.retained,
        **retained,
    }
