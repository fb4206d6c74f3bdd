"""Pass encoders: the states of a pass, what is bound, and the commands both kinds share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import wgpu

from software_device.arguments import handle, unsigned
from software_device.calls import recorded
from software_device.commands import WriteTimestamp
from software_device.errors import refuse
from software_device.scopes import LOCKED, Scope

if TYPE_CHECKING:
    from software_device.command_encoder import SoftwareCommandEncoder

__all__ = ["BindingScope", "SoftwareComputePassEncoder", "SoftwarePass"]

_ENDED = "Encoding must not have ended"


class BindingScope(Scope):
    """Passes and bundles: a pipeline, bind groups, immediates."""

    _pipeline_kind = ""

    def _start_binding(self) -> None:
        self._start_scope()
        self._pipeline: Any = None
        self._groups: set[int] = set()

    def _use(self, resource: Any, usage: int | None = None) -> None:
        """The submit that carries this command will check ``resource``."""
        raise NotImplementedError

    def _bind_pipeline(self, pipeline: Any) -> None:
        if self._enter("SetPipeline"):
            handle(pipeline)
            self._pipeline = pipeline

    def _check_ready(self) -> None:
        """A dispatch or draw needs its pipeline and every bind group of the pipeline's explicit layout."""
        if self._pipeline is None:
            self._defer(f"{self._pipeline_kind} pipeline must be set")
            return
        missing = set(range(self._pipeline.required_bind_groups)) - self._groups
        if missing:
            self._defer(f"The current set pipeline expects a BindGroup to be set at index {min(missing)}")

    @recorded
    def set_bind_group(
        self,
        index: int,
        bind_group: Any,
        dynamic_offsets_data: Sequence[int] = (),
        dynamic_offsets_data_start: int | None = None,
        dynamic_offsets_data_length: int | None = None,
    ) -> None:
        """Bind a group; None is an AttributeError, as in wgpu-py."""
        if (dynamic_offsets_data_start is None) != (dynamic_offsets_data_length is None):
            raise ValueError("Dynamic offsets start and length must be both set or both None.")
        handle(bind_group)
        if not self._enter("SetBindGroup"):
            return
        if index >= self._device.limits["max-bind-groups"]:
            self._defer(f"Bind group index {index} is greater than the device's configured `max_bind_groups` limit")
        self._groups.add(index)
        for resource in bind_group.resources:
            self._use(resource)

    @recorded
    def set_immediates(self, range_offset: int, data: Any, data_offset: int = 0, data_size: int | None = None) -> None:
        """Set immediate data; the size has to be given (None fails in wgpu-py too)."""
        given = memoryview(data).nbytes
        size = int(data_size)  # type: ignore[arg-type]
        if not 0 <= data_offset < given:
            raise ValueError("Invalid data_offset")
        if not 0 <= size <= given:
            raise ValueError("Invalid data_size")
        if size + data_offset > given:
            raise ValueError("data_size + data_offset is too large")
        if self._enter("SetImmediates") and range_offset + size > self._device.limits["max-immediate-size"]:
            self._defer("immediates exceed the device's limit")


class SoftwarePass(BindingScope):
    """States of one pass: open, ended, or lost in an encoder that was locked when it began."""

    _function_prefix = ""

    def _start_pass(self, encoder: SoftwareCommandEncoder, valid: bool) -> None:
        self._start_binding()
        self._encoder = encoder
        self._valid = valid
        self._ended = False

    def _enter(self, function: str) -> bool:
        if self._ended or self._encoder.finished:
            refuse(self._function_prefix + function, _ENDED)
        return self._valid

    def _defer(self, reason: str) -> None:
        self._encoder._defer(reason)

    def _use(self, resource: Any, usage: int | None = None) -> None:
        self._encoder._use(resource, usage)

    @recorded
    def end(self) -> None:
        """End the pass; a second call, and a pass begun while another was open, are refused here."""
        valid = self._enter("End")
        self._ended = True
        if not valid:
            refuse(self._function_prefix + "End", LOCKED)
        self._check_groups()
        self._encoder._pass_ended()

    @recorded
    def _write_timestamp(self, query_set: Any, query_index: int) -> None:
        if self._enter("WriteTimestamp"):
            self._encoder._add_timestamp(WriteTimestamp(query_set, query_index), "timestamp-query-inside-passes")

    @recorded
    def _begin_pipeline_statistics_query(self, query_set: Any, query_index: int) -> None:
        if self._enter("BeginPipelineStatisticsQuery"):
            self._encoder._check_query(query_set, query_index, "pipeline-statistics-query")

    @recorded
    def _end_pipeline_statistics_query(self) -> None:
        self._enter("EndPipelineStatisticsQuery")


class SoftwareComputePassEncoder(SoftwarePass, wgpu.GPUComputePassEncoder):
    """Shaped like ``wgpu.GPUComputePassEncoder``."""

    _function_prefix = "wgpuComputePassEncoder"
    _pipeline_kind = "Compute"

    def __init__(self, label: str, encoder: SoftwareCommandEncoder, valid: bool) -> None:
        super().__init__(label, object(), encoder._device)
        self._start_pass(encoder, valid)

    @recorded
    def set_pipeline(self, pipeline: Any) -> None:
        """Bind a compute pipeline."""
        self._bind_pipeline(pipeline)

    @recorded
    def dispatch_workgroups(
        self, workgroup_count_x: int, workgroup_count_y: int = 1, workgroup_count_z: int = 1
    ) -> None:
        """Dispatch; too many workgroups in a dimension are told at ``finish()``."""
        counts = [unsigned(count) for count in (workgroup_count_x, workgroup_count_y, workgroup_count_z)]
        if not self._enter("DispatchWorkgroups"):
            return
        self._check_ready()
        most = self._device.limits["max-compute-workgroups-per-dimension"]
        if max(counts) > most:
            self._defer(f"Each current dispatch group size dimension ({counts}) must be less or equal to {most}")

    @recorded
    def dispatch_workgroups_indirect(self, indirect_buffer: Any, indirect_offset: int) -> None:
        """Dispatch with counts from a buffer."""
        handle(indirect_buffer)
        if self._enter("DispatchWorkgroupsIndirect"):
            self._check_ready()
            self._use(indirect_buffer, wgpu.BufferUsage.INDIRECT)
