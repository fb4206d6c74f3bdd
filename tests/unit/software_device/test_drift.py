"""The software device has wgpu-py's methods and signatures, so that a new wgpu-py cannot leave it behind unseen."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
import wgpu
from software_device.adapter import SoftwareAdapter
from software_device.buffer import SoftwareBuffer
from software_device.command_encoder import SoftwareCommandBuffer, SoftwareCommandEncoder
from software_device.device import SoftwareDevice
from software_device.passes import SoftwareComputePassEncoder
from software_device.query_set import SoftwareQuerySet
from software_device.queue import SoftwareQueue
from software_device.render_pass import SoftwareRenderBundleEncoder, SoftwareRenderPassEncoder
from software_device.resources import SoftwareComputePipeline, SoftwareRenderPipeline
from software_device.texture import SoftwareTexture, SoftwareTextureView
from wgpu.backends import wgpu_native as live

COUNTERPARTS = {
    "GPUAdapter": SoftwareAdapter,
    "GPUBuffer": SoftwareBuffer,
    "GPUCommandBuffer": SoftwareCommandBuffer,
    "GPUCommandEncoder": SoftwareCommandEncoder,
    "GPUComputePassEncoder": SoftwareComputePassEncoder,
    "GPUComputePipeline": SoftwareComputePipeline,
    "GPUDevice": SoftwareDevice,
    "GPUQuerySet": SoftwareQuerySet,
    "GPUQueue": SoftwareQueue,
    "GPURenderBundleEncoder": SoftwareRenderBundleEncoder,
    "GPURenderPassEncoder": SoftwareRenderPassEncoder,
    "GPURenderPipeline": SoftwareRenderPipeline,
    "GPUTexture": SoftwareTexture,
    "GPUTextureView": SoftwareTextureView,
}

OMITTED = {
    ("GPUAdapter", "request_device"): "wgpu-py's deprecated spelling of request_device_sync, inherited",
    ("GPUBuffer", "map"): "wgpu-py's deprecated spelling of map_sync, inherited",
    ("GPUQueue", "on_submitted_work_done"): "wgpu-py's deprecated spelling of ..._sync, inherited",
}


def public_methods() -> Iterator[tuple[str, str]]:
    """Every public method of the live classes."""
    for name in COUNTERPARTS:
        for attribute, value in inspect.getmembers_static(getattr(live, name)):
            if not attribute.startswith("_") and inspect.isfunction(value):
                yield name, attribute


def signature(method: Any) -> list[tuple[str, Any, Any]]:
    """Names, kinds and defaults of a method's parameters."""
    return [(p.name, p.kind, p.default) for p in inspect.signature(method).parameters.values()]


@pytest.mark.parametrize(("name", "method"), sorted(set(public_methods()) - set(OMITTED)))
def test_every_public_method_has_its_counterpart(name: str, method: str) -> None:
    """A public method of wgpu-py exists on the software class, written there, with the same parameters."""
    counterpart = inspect.unwrap(getattr(COUNTERPARTS[name], method))
    assert counterpart.__module__.startswith("software_device.")
    assert signature(counterpart) == signature(getattr(getattr(live, name), method))


@pytest.mark.parametrize("omitted", OMITTED)
def test_omissions_are_of_things_that_exist(omitted: tuple[str, str]) -> None:
    """The list of omissions names methods that wgpu-py has."""
    assert omitted in set(public_methods())


@pytest.mark.parametrize("name", COUNTERPARTS)
def test_counterparts_are_instances_to_isinstance(name: str) -> None:
    """A software object passes where code asks for wgpu-py's public class."""
    assert issubclass(COUNTERPARTS[name], getattr(wgpu, name))


def test_the_adapter_marks_itself() -> None:
    """No capture can mistake the software device for a machine: its vendor says what it is."""
    assert (SoftwareAdapter().info.vendor, SoftwareAdapter().info["adapter_type"]) == ("software-device", "CPU")
