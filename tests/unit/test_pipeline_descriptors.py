"""Pipeline descriptors as keys, and what they tell a device."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

import pytest
import wgpu

from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.pipelines.errors import PipelineError
from framescope.shade.pipelines.freeze import FrozenDict, freeze, thaw
from framescope.shade.pipelines.render import RenderPipelineDescriptor
from framescope.shade.wgsl.errors import WorkgroupSizeError

BLUR = "override n: u32 = 4; @compute @workgroup_size(n, 2) fn blur() {}"
TWO = "@compute @workgroup_size(8) fn a() {} @compute @workgroup_size(4, 4) fn b() {}"
VERTEX = "override bias: f32 = 0; @vertex fn vs_main() -> @builtin(position) vec4f { return vec4f(bias); }"
FRAGMENT = "@id(2) override gain: f32 = 1; @fragment fn fs_main() -> @location(0) vec4f { return vec4f(gain); }"

STENCIL_MASKS: tuple[dict[str, Any], ...] = ({}, {"stencil_read_mask": None}, {"stencil_read_mask": 0})


def compute(**changes: Any) -> ComputePipelineDescriptor:
    """A compute pipeline with the fields given instead of its own."""
    return ComputePipelineDescriptor(**{"label": "blur", "code": BLUR, **changes})


def render(**changes: Any) -> RenderPipelineDescriptor:
    """A render pipeline with the fields given instead of its own."""
    fields: dict[str, Any] = {
        "code": VERTEX + FRAGMENT,
        "targets": [{"format": "rgba8unorm"}],
        "primitive": {"cull_mode": "back", "front_face": "cw"},
    }
    return RenderPipelineDescriptor("opaque", **{**fields, **changes})


class TestWorkgroupSize:
    def test_it_is_read_when_the_descriptor_is_made(self):
        """A descriptor states the size of its own entry point with its own constants."""
        assert compute(constants={"n": 16}).workgroup_size == (16, 2, 1)

    def test_every_factory_reads_it_again(self):
        """Whatever replaces code, constants or entry point replaces the size with it."""
        first = ComputePipelineDescriptor("two", TWO, "a")
        assert first.with_entry_point("b").workgroup_size == (4, 4, 1)
        assert first.with_code("@compute @workgroup_size(64) fn a() {}").workgroup_size == (64, 1, 1)
        assert compute().with_constants({"n": 9}).workgroup_size == (9, 2, 1)
        assert compute(constants={"n": 9}).with_constants(None).workgroup_size == (4, 2, 1)
        assert dataclasses.replace(compute(), code=TWO, entry_point="a").workgroup_size == (8, 1, 1)

    def test_a_factory_leaves_its_descriptor_alone(self):
        """Factories return a new descriptor and keep every other field."""
        first = compute(constants={"n": 16}, layout=())
        second = first.with_code(f"{BLUR} ")
        assert (first.workgroup_size, first.code) == ((16, 2, 1), BLUR)
        assert (second.label, second.constants, second.layout) == ("blur", first.constants, ())

    def test_a_factory_refuses_code_without_a_size(self):
        """Replaced code is held to the same rule as the first."""
        with pytest.raises(WorkgroupSizeError, match="'blur'"):
            compute().with_code("fn main() {}")

    def test_code_without_a_size_is_refused_with_the_label(self):
        """A shader that states no readable size is refused where it is written down."""
        with pytest.raises(WorkgroupSizeError, match="shader 'cull lights'"):
            ComputePipelineDescriptor("cull lights", "@compute fn main() {}")

    def test_an_override_without_a_value_is_unknown(self):
        """Unknown is None, until a constant is given."""
        unknown = compute(code=BLUR.replace(" = 4", ""))
        assert unknown.workgroup_size is None
        assert unknown.with_constants({"n": 8}).workgroup_size == (8, 2, 1)

    def test_it_takes_no_part_in_equality(self):
        """The size follows from the code; a descriptor with another one in it is still the same key."""
        first, second = compute(), compute()
        object.__setattr__(second, "workgroup_size", (99, 99, 99))
        assert first == second
        assert hash(first) == hash(second)


class TestComputeKey:
    @pytest.mark.parametrize(
        "changes",
        [
            {"label": "blur 2"},
            {"code": BLUR + " "},
            {"entry_point": "blur"},
            {"constants": {}},
            {"constants": {"n": 4}},
            {"layout": ()},
            {"layout": (), "immediate_size": 16},
        ],
        ids=str,
    )
    def test_whatever_the_device_would_notice_makes_another_key(self, changes):
        """Two descriptors that differ in any field are two keys."""
        assert compute(**changes) != compute()
        assert compute(**changes) == compute(**changes)
        assert hash(compute(**changes)) == hash(compute(**changes))

    def test_constants_are_kept_as_the_device_takes_them(self):
        """Numbers as names and integers as values come to the same key as their text and float."""
        source = "@id(3) override n: u32; @compute @workgroup_size(n) fn main() {}"
        by_number = ComputePipelineDescriptor("n", source, constants={3: 8})
        assert by_number == ComputePipelineDescriptor("n", source, constants={"3": 8.0})
        assert by_number.workgroup_size == (8, 1, 1)

    def test_minus_zero_is_another_constant(self):
        """A shader can tell -0.0 from 0.0, so a key does too."""
        assert compute(constants={"x": 0.0}) != compute(constants={"x": -0.0})

    def test_constants_cannot_change_afterwards(self):
        """The mapping given is copied, and the copy takes no writes."""
        given = {"n": 8}
        descriptor = compute(constants=given)
        given["n"] = 16
        assert descriptor.constants == FrozenDict({"n": 8.0})
        with pytest.raises(TypeError):
            descriptor.constants["n"] = 16

    @pytest.mark.parametrize("constants", [{"n": "8"}, {"n": None}, {1.5: 8}], ids=str)
    def test_constants_that_are_no_numbers_are_refused(self, constants):
        """A pipeline constant is a number with a name or number for a name."""
        with pytest.raises(TypeError, match="pipeline constant"):
            compute(constants=constants)

    @pytest.mark.parametrize("layout", [None, "automatic", [None]])
    def test_a_layout_that_is_none_is_refused_with_the_label(self, layout):
        """A layout is 'auto', a pipeline layout or bind group layouts; what is not is refused by label."""
        with pytest.raises(PipelineError, match="'blur'"):
            compute(layout=layout)

    def test_immediate_data_needs_a_layout_of_ours(self):
        """A layout that exists already, or follows from the shader, has its immediate size decided."""
        with pytest.raises(PipelineError, match="immediate_size"):
            compute(immediate_size=16)

    def test_fields_cannot_be_written(self):
        """A key that changes is lost in its table."""
        with pytest.raises(dataclasses.FrozenInstanceError):
            compute().code = BLUR
        with pytest.raises((AttributeError, TypeError)):
            compute().note = "no such field"

    def test_a_copy_is_the_same_key(self):
        """Copying keeps the key equal and findable."""
        assert {compute(): 1}[copy.copy(compute())] == 1


class TestRenderKey:
    def test_the_order_of_keys_does_not_matter(self):
        """Two dicts with the same items are the same state, at any depth."""
        blend = {"color": {"src_factor": "one", "dst_factor": "zero"}, "alpha": {}}
        reordered = {"alpha": {}, "color": {"dst_factor": "zero", "src_factor": "one"}}
        first = render(targets=[{"format": "rgba8unorm", "blend": blend}])
        second = render(targets=({"blend": reordered, "format": "rgba8unorm"},))
        assert first == second
        assert hash(first) == hash(second)

    def test_absent_none_and_zero_are_three_keys(self):
        """A state key that is absent, None or 0 makes three descriptors."""
        absent, none, zero = (render(depth_stencil={"format": "depth32float", **more}) for more in STENCIL_MASKS)
        assert len({absent, none, zero}) == 3
        assert ["stencil_read_mask" in d.to_wgpu(1, 1, "auto")["depth_stencil"] for d in (absent, none, zero)] == [
            False,
            True,
            True,
        ]
        assert render(depth_stencil={}) != render(depth_stencil=None)

    @pytest.mark.parametrize(
        "changes",
        [
            {"vertex_entry": None},
            {"fragment_entry": "fs_other"},
            {"fragment_entry": None, "targets": ()},
            {"fragment_code": FRAGMENT},
            {"buffers": [{"array_stride": 12, "attributes": []}]},
            {"targets": [{"format": "rgba16float"}]},
            {"targets": [{"format": "rgba8unorm"}, None]},
            {"primitive": None},
            {"depth_stencil": {"format": "depth32float"}},
            {"multisample": {"count": 4}},
            {"constants": {"bias": 1}},
            {"layout": ()},
            {"layout": (), "immediate_size": 16},
        ],
        ids=str,
    )
    def test_whatever_the_device_would_notice_makes_another_key(self, changes):
        """Two descriptors that differ in any field are two keys."""
        assert render(**changes) != render()
        assert render(**changes) == render(**changes)
        assert hash(render(**changes)) == hash(render(**changes))

    def test_states_cannot_change_afterwards(self):
        """Dicts and lists given are copied deeply, and what is handed on is fresh each time."""
        targets = [{"format": "rgba8unorm"}]
        descriptor = render(targets=targets)
        targets[0]["format"] = "rgba16float"
        descriptor.to_wgpu(1, 1, "auto")["primitive"].pop("cull_mode")
        assert descriptor == render()
        assert descriptor.to_wgpu(1, 1, "auto") == render().to_wgpu(1, 1, "auto")

    def test_wgpu_structs_are_dicts_without_their_absent_fields(self):
        """In a wgpu-py struct None stands for absent; given as a dict, it must be absent."""
        struct = wgpu.VertexBufferLayout(array_stride=12, attributes=[])
        assert thaw(freeze([struct]))[0]["array_stride"] == 12
        assert None not in thaw(freeze([wgpu.PrimitiveState()]))[0].values()

    def test_only_plain_values_are_frozen(self):
        """A state holds dicts, lists, texts and numbers; anything else is refused by its type's name."""
        with pytest.raises(TypeError, match="object"):
            render(primitive={"topology": object()})

    @pytest.mark.parametrize(
        "changes", [{"targets": [{"format": "rgba8unorm"}]}, {"fragment_code": FRAGMENT, "targets": ()}]
    )
    def test_targets_need_a_fragment_stage(self, changes):
        """Colour targets or fragment code without a fragment entry point are a slip, told by label."""
        with pytest.raises(PipelineError, match="'opaque'"):
            render(fragment_entry=None, **changes)

    def test_arguments_not_given_are_not_given_on(self):
        """States left out are not handed to the device; a pipeline without fragment stage names none."""
        arguments = RenderPipelineDescriptor("depth", VERTEX, fragment_entry=None).to_wgpu("module", None, "auto")
        vertex = {"module": "module", "entry_point": "vs_main", "buffers": []}
        assert arguments == {"label": "depth", "layout": "auto", "vertex": vertex}

    def test_constants_go_to_the_stage_whose_module_declares_them(self):
        """With two modules each stage gets its own constants; what neither declares stays for the device to name."""
        descriptor = render(code=VERTEX, fragment_code=FRAGMENT, constants={"bias": 1, 2: 3, "typo": 4})
        arguments = descriptor.to_wgpu("v", "f", "auto")
        assert arguments["vertex"]["constants"] == {"bias": 1.0, "typo": 4.0}
        assert arguments["fragment"]["constants"] == {"2": 3.0, "typo": 4.0}
