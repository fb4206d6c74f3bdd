"""Submits that are merely wrong, and what is left of a device that was destroyed."""

from __future__ import annotations

from typing import Any

import pytest
import wgpu
from software_device.limits import LIMITS

from behaviours.recipes import USAGE, buffer, query_set, target


def test_an_empty_submit_is_fine(device: Any) -> None:
    """Submitting no command buffers does nothing."""
    device.queue.submit([])


def test_an_encoder_is_no_command_buffer(device: Any) -> None:
    """Submitting an encoder that was not finished is a TypeError."""
    with pytest.raises(TypeError):
        device.queue.submit([device.create_command_encoder()])


def test_none_is_no_command_buffer(device: Any) -> None:
    """Submitting None is an AttributeError."""
    with pytest.raises(AttributeError):
        device.queue.submit([None])


def test_a_submit_takes_a_sequence(device: Any) -> None:
    """Submitting a bare command buffer is a TypeError."""
    with pytest.raises(TypeError):
        device.queue.submit(device.create_command_encoder().finish())


def test_nothing_is_made_on_a_destroyed_device(device: Any) -> None:
    """Buffers, textures, views, samplers, query sets and writes are refused; destroying twice is fine."""
    existing, texture = buffer(device, USAGE.COPY_DST), target(device)
    device.destroy()
    device.destroy()
    for refused in (
        lambda: buffer(device, USAGE.COPY_DST),
        lambda: target(device),
        lambda: query_set(device),
        lambda: device.create_sampler(),
        lambda: device.create_shader_module(code="@compute @workgroup_size(1) fn main() {}"),
        lambda: device.queue.write_buffer(existing, 0, b"abcd"),
        texture.create_view,
    ):
        with pytest.raises(wgpu.GPUValidationError, match="Parent device is lost"):
            refused()


def test_encoding_on_a_destroyed_device_is_told_at_finish(device: Any) -> None:
    """An encoder and its passes still work on a destroyed device; finish() is refused."""
    device.destroy()
    encoder = device.create_command_encoder()
    encoder.begin_compute_pass().end()
    with pytest.raises(wgpu.GPUValidationError, match="Parent device is lost"):
        encoder.finish()


def test_a_destroyed_device_maps_nothing(device: Any) -> None:
    """map_async on a destroyed device is refused at the call."""
    readback = buffer(device, USAGE.MAP_READ | USAGE.COPY_DST)
    device.destroy()
    with pytest.raises(wgpu.GPUValidationError, match="Parent device is lost"):
        readback.map_async("READ")


def test_work_done_cannot_be_asked_for(device: Any) -> None:
    """wgpu-py 0.32 raises TypeError for on_submitted_work_done, always."""
    with pytest.raises(TypeError):
        device.queue.on_submitted_work_done_sync()


def test_both_devices_speak_of_the_same_limits(device: Any) -> None:
    """A device's limits are a dict with wgpu-py's names."""
    assert set(device.limits) == set(LIMITS)


def test_features_are_a_set(device: Any) -> None:
    """A device has just the features asked for."""
    assert device.features == {"timestamp-query"}
