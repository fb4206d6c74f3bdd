"""The workgroup sizes we read are those the device runs with, and what we cannot read it does not take."""

from __future__ import annotations

from typing import Any

import pytest
import wgpu
from wgsl_cases import CASES, Case

from framescope.shade.wgsl.errors import WorkgroupSizeError
from framescope.shade.wgsl.workgroup_size import workgroup_size

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module")
def device() -> Any:
    """One device for the whole list; a shader it refuses leaves it as it was."""
    return wgpu.gpu.request_adapter_sync().request_device_sync()


def compiled(device: Any, case: Case) -> Any:
    """The pipeline of a case, as the device makes it."""
    stage: dict[str, Any] = {"module": device.create_shader_module(code=case.code)}
    if case.entry_point is not None:
        stage["entry_point"] = case.entry_point
    if case.constants is not None:
        stage["constants"] = dict(case.constants)
    return device.create_compute_pipeline(layout="auto", compute=stage)


def size_seen_by(device: Any, pipeline: Any) -> tuple[int, int, int]:
    """Run one workgroup that counts itself, and return its extents."""
    seen = device.create_buffer(size=16, usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
    entries = [{"binding": 0, "resource": {"buffer": seen}}]
    bindings = device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
    encoder = device.create_command_encoder()
    compute_pass = encoder.begin_compute_pass()
    compute_pass.set_pipeline(pipeline)
    compute_pass.set_bind_group(0, bindings)
    compute_pass.dispatch_workgroups(1)
    compute_pass.end()
    device.queue.submit([encoder.finish()])
    count, x, y, z = device.queue.read_buffer(seen).cast("I")
    assert count == x * y * z
    return x, y, z


@pytest.mark.parametrize("case", [case for case in CASES if case.size is not None], ids=lambda case: case.name)
def test_the_device_runs_with_the_size_we_read(device, case):
    """One workgroup has as many invocations along each axis as the scanner read."""
    assert case.size == workgroup_size(case.code, case.entry_point, case.constants)
    assert case.size == size_seen_by(device, compiled(device, case))


@pytest.mark.parametrize("case", [case for case in CASES if case.size is None], ids=lambda case: case.name)
def test_the_device_refuses_what_we_refuse(device, case):
    """A shader in which no size can be read is not taken by the device either."""
    with pytest.raises(WorkgroupSizeError):
        workgroup_size(case.code, case.entry_point, case.constants)
    with pytest.raises(wgpu.GPUError):
        compiled(device, case)


def test_the_device_refuses_an_override_without_a_value(device):
    """Where the size is unknown for want of a value, the device wants the value too."""
    case = Case("", "override n: u32; @compute @workgroup_size(n) fn main(LID) { BODY }", None)
    assert workgroup_size(case.code) is None
    with pytest.raises(wgpu.GPUError):
        compiled(device, case)
