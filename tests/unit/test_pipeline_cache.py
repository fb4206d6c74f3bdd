"""The cache that makes pipelines of descriptors, each once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from software_device import SoftwareDevice

from framescope.shade.pipelines.cache import PipelineCache
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.pipelines.errors import PipelineError
from framescope.shade.pipelines.render import RenderPipelineDescriptor

BLUR = ComputePipelineDescriptor("blur", "@compute @workgroup_size(4, 2) fn blur() {}")
TWO = "@compute @workgroup_size(8) fn a() {} @compute @workgroup_size(4, 4) fn b() {}"
VERTEX = "@vertex fn vs_main() -> @builtin(position) vec4f { return vec4f(); }"
FRAGMENT = "@fragment fn fs_main() -> @location(0) vec4f { return vec4f(); }"
OPAQUE = RenderPipelineDescriptor("opaque", VERTEX + FRAGMENT, targets=[{"format": "rgba8unorm"}])


@pytest.fixture
def device() -> SoftwareDevice:
    """A device that records what it is asked for."""
    return SoftwareDevice()


@pytest.fixture
def cache(device) -> PipelineCache:
    """The cache of that device."""
    return PipelineCache(device)


def made(device: SoftwareDevice, what: str) -> int:
    """How many of a kind of object the device was asked for."""
    return sum(call.method == f"create_{what}" for call in device.calls)


def test_equal_descriptors_share_one_pipeline(cache, device):
    """A pipeline is made once for all descriptors that are equal."""
    assert cache.compute(BLUR) is cache.compute(replace(BLUR))
    assert cache.render(OPAQUE) is cache.render(replace(OPAQUE))
    assert (made(device, "compute_pipeline"), made(device, "render_pipeline")) == (1, 1)


def test_modules_are_shared_by_code(cache, device):
    """Pipelines of one source share its module, whatever else tells them apart."""
    cache.compute(ComputePipelineDescriptor("a", TWO, "a"))
    cache.compute(ComputePipelineDescriptor("b", TWO, "b"))
    cache.render(replace(OPAQUE, code=VERTEX, fragment_code=FRAGMENT))
    assert made(device, "shader_module") == 3


def test_a_pipeline_carries_its_descriptor(cache):
    """Whoever sees a pipeline bound finds its label and workgroup size on it."""
    assert cache.compute(BLUR).framescope_descriptor.workgroup_size == (4, 2, 1)
    assert cache.render(OPAQUE).framescope_descriptor.label == "opaque"


def test_bind_group_layouts_become_one_pipeline_layout(cache, device):
    """Pipelines with the same bind group layouts and immediate size share a layout made once."""
    layouts = [device.create_bind_group_layout(entries=[]) for _ in range(2)]
    cache.compute(replace(BLUR, layout=layouts))
    cache.render(replace(OPAQUE, layout=tuple(layouts)))
    cache.compute(replace(BLUR, layout=layouts, immediate_size=16))
    assert made(device, "pipeline_layout") == 2


def test_a_layout_that_exists_is_handed_on(cache, device):
    """A pipeline layout of the caller's is used as it is."""
    layout = device.create_pipeline_layout(bind_group_layouts=[])
    cache.compute(replace(BLUR, layout=layout))
    assert made(device, "pipeline_layout") == 1


def test_a_refused_pipeline_is_named_and_not_kept(cache, device):
    """The error names kind and label, keeps the device's own as its cause, and the next call tries again."""
    device.lose()
    for _ in range(2):
        with pytest.raises(PipelineError, match="compute pipeline 'blur'") as raised:
            cache.compute(BLUR)
        assert raised.value.__cause__ is not None


def test_clear_lets_go(cache, device):
    """After clear everything is made anew."""
    first = cache.compute(BLUR)
    cache.clear()
    assert cache.compute(BLUR) is not first
    assert made(device, "shader_module") == 2
