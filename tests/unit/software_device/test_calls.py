"""Calls are kept exactly as they were made."""

from __future__ import annotations

import pytest
import wgpu
from software_device import Call, SoftwareDevice


def test_absent_and_none_are_two_calls() -> None:
    """An argument that was not given is not there; one given as None is."""
    encoder = SoftwareDevice().create_command_encoder()
    encoder.begin_compute_pass().end()
    encoder.begin_compute_pass(timestamp_writes=None).end()
    assert encoder.calls == [
        Call("begin_compute_pass"),
        Call("begin_compute_pass", kwargs={"timestamp_writes": None}),
    ]


def test_defaults_are_not_filled_in() -> None:
    """Positional and keyword arguments are told apart, and defaults do not appear."""
    gpu_pass = SoftwareDevice().create_command_encoder().begin_compute_pass()
    gpu_pass.dispatch_workgroups(4)
    gpu_pass.dispatch_workgroups(4, workgroup_count_z=2)
    assert gpu_pass.calls == [
        Call("dispatch_workgroups", (4,)),
        Call("dispatch_workgroups", (4,), {"workgroup_count_z": 2}),
    ]


def test_the_device_keeps_everything_in_order() -> None:
    """The device's calls are those of all it made, in the order in which they came."""
    device = SoftwareDevice()
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass()
    gpu_pass.end()
    device.queue.submit([encoder.finish()])
    assert [(call.method, call.receiver) for call in device.calls] == [
        ("create_command_encoder", device),
        ("begin_compute_pass", encoder),
        ("end", gpu_pass),
        ("finish", encoder),
        ("submit", device.queue),
    ]


def test_a_dict_that_is_filled_again_keeps_its_old_call() -> None:
    """What a call was given does not change when the caller reuses its dict."""
    device = SoftwareDevice()
    writes = {"query_set": device.create_query_set(type="timestamp", count=4), "end_of_pass_write_index": 1}
    encoder = device.create_command_encoder()
    encoder.begin_compute_pass(timestamp_writes=writes).end()
    writes["end_of_pass_write_index"] = 3
    assert encoder.calls[0].kwargs["timestamp_writes"]["end_of_pass_write_index"] == 1


def test_refused_calls_are_kept_too() -> None:
    """A call that raised is among the calls."""
    device = SoftwareDevice()
    with pytest.raises(wgpu.GPUValidationError):
        device.create_query_set(type="timestamp", count=0)
    assert device.calls_of("create_query_set") == [Call("create_query_set", (), {"type": "timestamp", "count": 0})]
