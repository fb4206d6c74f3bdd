"""``export_frame``: a frame of a capture as a FrameGraph Snapshot 1.2.

Our extension says of it besides:

``capture``
    ``frame, rendererIndex, status``; of the recording ``captureId, startedAt, level, note, adapter`` where
    they are known.
``gpu``
    ``unionMicros`` (time in which at least one pass ran; absent where there is none) and ``spans``, every GPU pass:
    ``state`` (``timed``, or why there is no time), ``nodeId`` (absent where no graph pass opened it), ``label, kind``,
    ``beginMicros`` (after the frame's earliest begin), ``durationMicros``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.captured_graph import graph_of, why_no_graph
from framescope.profile.errors import CaptureDamaged
from framescope.profile.snapshot.checks import is_whole
from framescope.profile.snapshot.distinct_labels import plain_text
from framescope.profile.snapshot.frame_times import cpu_times, gpu_spans, gpu_times
from framescope.profile.snapshot.issues import InvalidSnapshot
from framescope.profile.snapshot.producer import export_snapshot, our_producer
from framescope.profile.snapshot.times import PoolCounts, Unavailable, micros
from framescope.shade.errors import FramescopeError

__all__ = ["NoGraph", "export_frame"]

_RECORDING = {"captureId": "capture_id", "startedAt": "started_at", "level": "level", "note": "note"}


class NoGraph(FramescopeError, ValueError):
    """The frame was recorded without its frame graph, and the protocol cannot say that there is none."""


def export_frame(capture: Capture, number: int) -> dict[str, Any]:
    """The snapshot of one captured frame; the same to the byte each time.

    Args:
        capture: Recorded at level STRUCTURE or above.
        number: Of the frame in the capture.

    Raises:
        NoGraph: The capture is below STRUCTURE, or the frame was skipped before it had a graph.
        IndexError: There is no such frame.
        CaptureDamaged: The frame's record is damaged, or its graph was lost or is none.
    """
    frame = capture.frame(number)
    if frame.topology_id is None:
        raise NoGraph(plain_text(why_no_graph(capture.meta, frame)))
    try:
        return graph_of(frame, lambda model: _export(capture, frame, model))
    except InvalidSnapshot as error:
        raise CaptureDamaged(
            f"the frame graph of frame {frame.number} says what cannot be",
            offset=frame.offset,
            expected="a compiled model",
            found=f"one whose snapshot has at {error.issues[0].path or '/'}: {error.issues[0].message}",
        ) from error


def _export(capture: Capture, frame: CapturedFrame, model: Mapping[str, Any]) -> dict[str, Any]:
    scale = capture.ns_per_tick
    survivors = sorted((node["order"], node["index"]) for node in model["passes"] if node["order"] is not None)
    return export_snapshot(
        model,
        frame.number,
        gpu=gpu_times(frame, scale),
        cpu=cpu_times(frame, [index for _, index in survivors]),
        pool=_pool(frame.counters),
        producer=_producer(capture.meta),
        diagnostics=_diagnostics(frame, model),
        more={"capture": _origin(capture.meta, frame), "gpu": _gpu(frame, scale)},
    )


def _text(facts: object, name: str) -> str | None:
    """What META holds under a name, where that is text: it is whatever its writer put there."""
    value = facts.get(name) if isinstance(facts, Mapping) else None
    return plain_text(value) if isinstance(value, str) and value else None


def _producer(meta: Mapping[str, Any]) -> dict[str, Any]:
    """What recorded the frame, not what reads it."""
    versions, adapter = meta.get("versions"), meta.get("adapter")
    wgpu, backend = _text(versions, "wgpu"), _text(adapter, "backend_type")
    runtime = {} if wgpu is None else {"implementation": f"wgpu-py {wgpu}"}
    made = our_producer(**runtime, **({} if backend is None else {"backend": backend}))
    made.pop("version", None)
    recorded_by = _text(versions, "framescope")
    return made if recorded_by is None else {**made, "version": recorded_by}


def _origin(meta: Mapping[str, Any], frame: CapturedFrame) -> dict[str, Any]:
    known = {name: _text(meta, field) for name, field in _RECORDING.items()}
    known["adapter"] = _text(meta.get("adapter"), "device")
    told = {name: value for name, value in known.items() if value is not None}
    return {"frame": frame.number, "rendererIndex": frame.renderer_index, "status": frame.status, **told}


def _pool(counters: Mapping[str, Any]) -> PoolCounts | Unavailable:
    """What this frame took from the pool, and what the pool held after it."""
    names = ("pool_acquired", "pool_reused", "pool_created", "pool_retained", "pool_bytes")
    counts = [counters.get(name) for name in names]
    known = [int(count) for count in counts if is_whole(count)]
    return PoolCounts(*known) if len(known) == len(names) else Unavailable("not-recorded")


def _gpu(frame: CapturedFrame, ns_per_tick: float | None) -> dict[str, Any]:
    union = frame.gpu_union_ns
    return {**({} if union is None else {"unionMicros": micros(union)}), "spans": gpu_spans(frame, ns_per_tick)}


def _diagnostics(frame: CapturedFrame, model: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A frame that was not recorded to its end says so."""
    if frame.status == "complete":
        return []
    failed = [node["index"] for node in model["passes"] if frame.failed_pass and node["path"] == frame.failed_pass]
    where = {"nodeId": f"node:{failed[0]}"} if failed else {}
    code = f"frame-{frame.status}".replace(" ", "-")
    return [{"severity": "error", "code": code, "message": plain_text(frame.reason), **where}]
