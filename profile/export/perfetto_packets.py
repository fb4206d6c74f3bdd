"""The packets of a Perfetto trace, and the numbers by which they refer to tracks, stages and counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import (
    GpuCounterDescriptor,
    InternedGpuRenderStageSpecification,
    InternedGraphicsContext,
    TracePacket,
    TrackEvent,
)
from perfetto.trace_builder.proto_builder import StreamingTraceProtoBuilder

__all__ = ["Packets"]

_PROCESS = 1  # the uuid of the process's track, its pid, and the id of our packet sequence
_CLEARED, _NEEDED = 1, 2  # sequence_flags
_CONTEXT = 1
_QUEUE = 1
_LATEST = (1 << 63) - 1
_INT64 = range(-(1 << 63), 1 << 63)


class Packets:
    """Writes packets, and before the first use of a track, a stage or a counter, what it is.

    Args:
        file: A binary file.
        vulkan: True where the adapter runs on Vulkan.
        unit_known: False where the times on the GPU are ticks of an unknown unit.
    """

    def __init__(self, file: IO[bytes], *, vulkan: bool, unit_known: bool) -> None:
        self._builder = StreamingTraceProtoBuilder(file)
        self._tracks: dict[str, int] = {}
        self._stages: dict[tuple[str, str | None], int] = {}
        self._counters: dict[str, int] = {}
        self._events = 0
        self._describe(vulkan, unit_known)

    def slice_begin(self, track: str, at: int, name: str, facts: Mapping[str, object]) -> None:
        """Begin a slice on a track of the CPU's process; slices of a track nest."""
        event = self._track_event(track, at, TrackEvent.TYPE_SLICE_BEGIN, name)
        for key, value in facts.items():
            annotation = event.track_event.debug_annotations.add(name=key)
            if isinstance(value, int):
                annotation.int_value = value
            else:
                annotation.string_value = str(value)
        self._builder.write_packet(event)

    def slice_end(self, track: str, at: int) -> None:
        """End the slice that was begun last on this track."""
        self._builder.write_packet(self._track_event(track, at, TrackEvent.TYPE_SLICE_END))

    def instant(self, track: str, at: int, name: str) -> None:
        """Something that has no duration."""
        self._builder.write_packet(self._track_event(track, at, TrackEvent.TYPE_INSTANT, name))

    def render_stage(
        self, begin: int, end: int, name: str, kind: str | None, frame: int, facts: Mapping[str, object]
    ) -> None:
        """A GPU pass; ``kind`` is ``"compute"``, ``"render"``, what a newer writer knows, or None where it was lost."""
        packet = self._packet(begin)
        stage = self._stages.get((name, kind))
        if stage is None:
            stage = self._stages[name, kind] = _QUEUE + 1 + len(self._stages)
            packet.interned_data.gpu_specifications.add(iid=stage, name=name, category=_category(kind))
        event = packet.gpu_render_stage_event
        event.event_id, event.duration, event.gpu_id = self._events, end - begin, 0
        event.hw_queue_iid, event.stage_iid, event.context = _QUEUE, stage, _CONTEXT
        event.submission_id = frame & 0xFFFFFFFF
        event.extra_data.add(name="frame", value=str(frame))
        for key, value in facts.items():
            event.extra_data.add(name=key, value=str(value))
        self._events += 1
        self._builder.write_packet(packet)

    def counter(self, at: int, name: str, value: int | float) -> None:
        """A number; NaN and the infinities are numbers of a double."""
        number = self._counters.get(name)
        if number is None:
            number = self._counters[name] = 1 + len(self._counters)
            described = self._packet(at)
            described.gpu_counter_event.gpu_id = 0
            described.gpu_counter_event.counter_descriptor.specs.append(
                GpuCounterDescriptor.GpuCounterSpec(counter_id=number, name=name)
            )
            self._builder.write_packet(described)
        packet = self._packet(at)
        packet.gpu_counter_event.gpu_id = 0
        sample = packet.gpu_counter_event.counters.add(counter_id=number)
        if isinstance(value, int) and value in _INT64:
            sample.int_value = value
        else:
            sample.double_value = value
        self._builder.write_packet(packet)

    def _describe(self, vulkan: bool, unit_known: bool) -> None:
        packet = TracePacket(trusted_packet_sequence_id=_PROCESS, sequence_flags=_CLEARED)
        packet.track_descriptor.uuid = _PROCESS
        packet.track_descriptor.process.pid = _PROCESS
        packet.track_descriptor.process.process_name = "framescope"
        self._builder.write_packet(packet)
        packet = self._packet(0)
        queue = "GPU passes, placed nominally among CPU times"
        if not unit_known:
            queue += "; clock's unit unknown, 1 tick is drawn as 1 ns"
        packet.interned_data.gpu_specifications.add(iid=_QUEUE, name=queue)
        api = InternedGraphicsContext.VULKAN if vulkan else InternedGraphicsContext.UNDEFINED
        packet.interned_data.graphics_contexts.add(iid=_CONTEXT, pid=_PROCESS, api=api)
        self._builder.write_packet(packet)

    def _packet(self, at: int) -> Any:
        at = min(at, _LATEST)  # what lies behind the end of Perfetto's axis is shown there
        return TracePacket(timestamp=at, trusted_packet_sequence_id=_PROCESS, sequence_flags=_NEEDED)

    def _track_event(self, track: str, at: int, kind: int, name: str | None = None) -> Any:
        packet = self._packet(at)
        packet.track_event.type = kind
        packet.track_event.track_uuid = self._track(track)
        if name is not None:
            packet.track_event.name = name
        return packet

    def _track(self, name: str) -> int:
        uuid = self._tracks.get(name)
        if uuid is None:
            uuid = self._tracks[name] = _PROCESS + 1 + len(self._tracks)
            packet = TracePacket(trusted_packet_sequence_id=_PROCESS)
            packet.track_descriptor.uuid = uuid
            packet.track_descriptor.parent_uuid = _PROCESS
            packet.track_descriptor.name = name
            self._builder.write_packet(packet)
        return uuid


def _category(kind: str | None) -> int:
    categories = InternedGpuRenderStageSpecification
    known = {"compute": categories.COMPUTE, "render": categories.GRAPHICS}
    return int(categories.OTHER if kind is None else known.get(kind, categories.OTHER))
