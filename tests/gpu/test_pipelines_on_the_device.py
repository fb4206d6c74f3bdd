"""Pipelines made from descriptors on a real device."""

from __future__ import annotations

from typing import Any

import pytest
import wgpu

from framescope.shade.pipelines.cache import PipelineCache
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.pipelines.errors import PipelineError
from framescope.shade.pipelines.render import RenderPipelineDescriptor

pytestmark = pytest.mark.gpu

SCALE = "override n: u32 = 4; @compute @workgroup_size(n) fn scale() {}"
VERTEX = "override bias: f32 = 0; @vertex fn vs_main() -> @builtin(position) vec4f { return vec4f(bias); }"
FRAGMENT = "@id(2) override gain: f32 = 1; @fragment fn fs_main() -> @location(0) vec4f { return vec4f(gain); }"
TARGETS = [{"format": "rgba8unorm", "blend": {"color": {"src_factor": "src-alpha"}, "alpha": {}}}]


@pytest.fixture(scope="module")
def device() -> Any:
    """One device for all; what it refuses leaves it as it was."""
    return wgpu.gpu.request_adapter_sync().request_device_sync()


@pytest.fixture
def cache(device) -> PipelineCache:
    """An empty cache."""
    return PipelineCache(device)


def test_a_compute_pipeline_takes_constants_and_layouts(cache, device):
    """Constants and bind group layouts of a descriptor reach the device, and it accepts attributes of ours."""
    layout = device.create_bind_group_layout(entries=[])
    descriptor = ComputePipelineDescriptor("scale", SCALE, constants={"n": 16}, layout=[layout])
    pipeline = cache.compute(descriptor)
    assert pipeline.label == "scale"
    assert pipeline.framescope_descriptor is descriptor
    assert cache.compute(descriptor.with_constants({"n": 16.0})) is pipeline


def test_a_render_pipeline_takes_every_state(cache):
    """Dicts of all states reach the device, and a second pipeline from the same ones finds them unchanged."""
    states: dict[str, Any] = {
        "targets": TARGETS,
        "primitive": {"topology": "triangle-strip", "cull_mode": "back"},
        "depth_stencil": {"format": "depth32float", "depth_write_enabled": True, "depth_compare": "less"},
        "multisample": {"count": 4},
    }
    first = cache.render(RenderPipelineDescriptor("opaque", VERTEX + FRAGMENT, **states))
    assert cache.render(RenderPipelineDescriptor("opaque", VERTEX + FRAGMENT, **states)) is first


def test_a_depth_only_pipeline_has_no_fragment_stage(cache):
    """A descriptor without fragment entry point makes a pipeline that writes depth alone."""
    depth = {"format": "depth32float", "depth_write_enabled": True, "depth_compare": "less"}
    assert cache.render(RenderPipelineDescriptor("depth", VERTEX, fragment_entry=None, depth_stencil=depth))


def test_structs_of_wgpu_make_the_same_pipelines_as_dicts(cache):
    """wgpu-py's own structs are accepted wherever a dict is."""
    buffers = [
        wgpu.VertexBufferLayout(
            array_stride=16, attributes=[wgpu.VertexAttribute(format="float32x4", offset=0, shader_location=0)]
        )
    ]
    code = VERTEX.replace("vs_main()", "vs_main(@location(0) at: vec4f)") + FRAGMENT
    assert cache.render(RenderPipelineDescriptor("mesh", code, buffers=buffers, targets=TARGETS))


def test_two_modules_share_one_set_of_constants(cache):
    """Each stage is given the constants of its own module, without which the device refuses both."""
    descriptor = RenderPipelineDescriptor(
        "graded", VERTEX, fragment_code=FRAGMENT, targets=TARGETS, constants={"bias": 1, 2: 0.5}
    )
    assert cache.render(descriptor)


@pytest.mark.parametrize(
    ("descriptor", "said"),
    [
        (ComputePipelineDescriptor("scale", SCALE, constants={"typo": 8}), "typo"),
        (ComputePipelineDescriptor("scale", SCALE + " fn broken( {}"), "parsing error"),
        (ComputePipelineDescriptor("scale", SCALE.replace("= 4", "")), "Missing value"),
        (ComputePipelineDescriptor("scale", SCALE, constants={"n": 1 << 20}), "Entry point scale"),
        (RenderPipelineDescriptor("scale", VERTEX + FRAGMENT, targets=[{"format": "rgba9"}]), "rgba9"),
        (RenderPipelineDescriptor("scale", VERTEX + FRAGMENT, fragment_entry="fs_typo", targets=TARGETS), "fs_typo"),
    ],
)
def test_what_the_device_refuses_is_named(cache, descriptor, said):
    """A refused shader or pipeline is told by kind and label, with the device's reason."""
    with pytest.raises(PipelineError, match="pipeline 'scale'") as raised:
        cache.compute(descriptor) if isinstance(descriptor, ComputePipelineDescriptor) else cache.render(descriptor)
    assert said in str(raised.value)


def test_immediate_data_is_part_of_a_layout_of_ours():
    """An immediate size reaches the pipeline layout: within the device's limit it is taken, above it refused."""
    adapter = wgpu.gpu.request_adapter_sync()
    if "immediates" not in adapter.features:
        pytest.skip("the adapter has no immediates")
    device = adapter.request_device_sync(required_features=["immediates"], required_limits={"max-immediate-size": 16})
    code = "var<immediate> scale: vec4f; @compute @workgroup_size(1) fn main() { _ = scale; }"
    cache = PipelineCache(device)
    assert cache.compute(ComputePipelineDescriptor("within", code, layout=(), immediate_size=16))
    with pytest.raises(PipelineError, match="'above'"):
        cache.compute(ComputePipelineDescriptor("above", code, layout=(), immediate_size=1 << 20))
