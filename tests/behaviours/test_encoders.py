"""What encoders and passes refuse at the call, and what only ``finish()`` tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import wgpu

from behaviours.recipes import USAGE, buffer, compute_pass, compute_pipeline, render_pass, target


def test_no_arguments_are_legal(device: Any) -> None:
    """A compute pass may be begun without any argument."""
    encoder = device.create_command_encoder()
    compute_pass(encoder)
    device.queue.submit([encoder.finish()])


def test_ending_a_pass_twice_raises_at_the_call(device: Any) -> None:
    """The second end() of a pass is refused."""
    gpu_pass = device.create_command_encoder().begin_compute_pass()
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="must not have ended"):
        gpu_pass.end()


@pytest.mark.parametrize(
    "use",
    [
        lambda gpu_pass: gpu_pass.dispatch_workgroups(1),
        lambda gpu_pass: gpu_pass.push_debug_group("late"),
        lambda gpu_pass: gpu_pass.insert_debug_marker("late"),
    ],
    ids=["dispatch", "debug group", "marker"],
)
def test_an_ended_compute_pass_takes_no_command(device: Any, use: Callable[[Any], None]) -> None:
    """Every command after end() raises at the call."""
    gpu_pass = device.create_command_encoder().begin_compute_pass()
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="must not have ended"):
        use(gpu_pass)


@pytest.mark.parametrize(
    "use",
    [
        lambda gpu_pass: gpu_pass.draw(3),
        lambda gpu_pass: gpu_pass.set_viewport(0, 0, 1, 1, 0, 1),
        lambda gpu_pass: gpu_pass.set_stencil_reference(1),
        lambda gpu_pass: gpu_pass.set_blend_constant((0, 0, 0, 0)),
        lambda gpu_pass: gpu_pass.begin_occlusion_query(0),
        lambda gpu_pass: gpu_pass.execute_bundles([]),
    ],
    ids=["draw", "viewport", "stencil", "blend", "occlusion", "bundles"],
)
def test_an_ended_render_pass_takes_no_command(device: Any, use: Callable[[Any], None]) -> None:
    """Every command after end() raises at the call."""
    gpu_pass = render_pass(device.create_command_encoder(), target(device))
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="must not have ended"):
        use(gpu_pass)


def test_a_bind_group_after_the_end_is_refused(device: Any) -> None:
    """set_bind_group after end() raises at the call."""
    layout = device.create_bind_group_layout(entries=[])
    group = device.create_bind_group(layout=layout, entries=[])
    gpu_pass = device.create_command_encoder().begin_compute_pass()
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError):
        gpu_pass.set_bind_group(0, group)


def test_two_open_passes_are_told_at_the_second_end_and_at_finish(device: Any) -> None:
    """Beginning a second pass goes through; ending it is refused, and so is finishing."""
    encoder = device.create_command_encoder()
    first = encoder.begin_compute_pass()
    second = encoder.begin_compute_pass()
    first.end()
    with pytest.raises(wgpu.GPUValidationError, match="locked"):
        second.end()
    with pytest.raises(wgpu.GPUValidationError, match="locked"):
        encoder.finish()


def test_a_copy_beside_an_open_pass_is_told_at_finish(device: Any) -> None:
    """An encoder command while a pass is open goes through and spoils the encoder."""
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass()
    encoder.clear_buffer(buffer(device, USAGE.COPY_DST))
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="locked"):
        encoder.finish()


def test_an_open_pass_keeps_the_encoder_from_finishing(device: Any) -> None:
    """finish() with an open pass is refused, and the pass cannot be ended afterwards."""
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass()
    with pytest.raises(wgpu.GPUValidationError, match="locked"):
        encoder.finish()
    with pytest.raises(wgpu.GPUValidationError, match="must not have ended"):
        gpu_pass.end()


@pytest.mark.parametrize(
    "use",
    [
        lambda device, encoder: encoder.finish(),
        lambda device, encoder: encoder.begin_compute_pass(),
        lambda device, encoder: encoder.push_debug_group("late"),
        lambda device, encoder: encoder.clear_buffer(buffer(device, USAGE.COPY_DST)),
    ],
    ids=["finish", "begin", "debug group", "clear"],
)
def test_a_finished_encoder_takes_no_command(device: Any, use: Callable[[Any, Any], None]) -> None:
    """Every command after finish() raises at the call, a second finish() too."""
    encoder = device.create_command_encoder()
    encoder.finish()
    with pytest.raises(wgpu.GPUValidationError, match="must not have ended"):
        use(device, encoder)


def test_a_dispatch_without_pipeline_is_told_at_finish(device: Any) -> None:
    """A dispatch with no pipeline bound fails at finish, which does not name the pass."""
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass(label="the culprit")
    gpu_pass.dispatch_workgroups(1)
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError) as caught:
        encoder.finish()
    assert "the culprit" not in str(caught.value)


def test_a_draw_without_pipeline_is_told_at_finish(device: Any) -> None:
    """A draw with no pipeline bound fails at finish."""
    encoder = device.create_command_encoder()
    gpu_pass = render_pass(encoder, target(device))
    gpu_pass.draw(3)
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="must be set"):
        encoder.finish()


def test_a_missing_bind_group_is_told_at_finish(device: Any) -> None:
    """A dispatch without a bind group that the pipeline's layout names fails at finish."""
    entry = {"binding": 0, "visibility": wgpu.ShaderStage.COMPUTE, "buffer": {"type": "storage"}}
    layout = device.create_pipeline_layout(bind_group_layouts=[device.create_bind_group_layout(entries=[entry])])
    module = device.create_shader_module(code="@compute @workgroup_size(1) fn main() {}")
    pipeline = device.create_compute_pipeline(layout=layout, compute={"module": module, "entry_point": "main"})
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass()
    gpu_pass.set_pipeline(pipeline)
    gpu_pass.dispatch_workgroups(1)
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="index 0"):
        encoder.finish()


def test_too_many_workgroups_are_told_at_finish(device: Any) -> None:
    """More than 65535 workgroups in a dimension fail at finish."""
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass()
    gpu_pass.set_pipeline(compute_pipeline(device))
    gpu_pass.dispatch_workgroups(65536)
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError):
        encoder.finish()


@pytest.mark.parametrize(("count", "error"), [(-1, OverflowError), (1.5, TypeError), (None, TypeError)])
def test_counts_that_are_no_unsigned_integers_raise_at_the_call(
    device: Any, count: Any, error: type[Exception]
) -> None:
    """Negative, fractional and absent counts never reach the library."""
    gpu_pass = device.create_command_encoder().begin_compute_pass()
    with pytest.raises(error):
        gpu_pass.dispatch_workgroups(count)


def test_null_is_no_bind_group_to_wgpu_py(device: Any) -> None:
    """set_bind_group(i, None) and set_pipeline(None) are AttributeErrors, though WebGPU permits a null group."""
    gpu_pass = device.create_command_encoder().begin_compute_pass()
    with pytest.raises(AttributeError):
        gpu_pass.set_bind_group(0, None)
    with pytest.raises(AttributeError):
        gpu_pass.set_pipeline(None)


@pytest.mark.parametrize("balance", ["push", "pop"])
@pytest.mark.parametrize("inside", ["encoder", "pass"])
def test_unbalanced_debug_groups_are_told_at_finish(device: Any, balance: str, inside: str) -> None:
    """A group left open or closed too often, in the encoder or in a pass, fails at finish."""
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass() if inside == "pass" else None
    scope = encoder if gpu_pass is None else gpu_pass
    scope.push_debug_group("open") if balance == "push" else scope.pop_debug_group()
    if gpu_pass is not None:
        gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="debug group"):
        encoder.finish()


def test_a_scissor_outside_the_target_is_told_at_finish(device: Any) -> None:
    """A scissor rectangle larger than the attachments fails at finish."""
    encoder = device.create_command_encoder()
    gpu_pass = render_pass(encoder, target(device))
    gpu_pass.set_scissor_rect(0, 0, 99, 99)
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError):
        encoder.finish()


def test_a_viewport_of_nan_is_accepted(device: Any) -> None:
    """NaN in a viewport is nobody's error."""
    encoder = device.create_command_encoder()
    gpu_pass = render_pass(encoder, target(device))
    gpu_pass.set_viewport(float("nan"), 0, 1, 1, 0, 1)
    gpu_pass.end()
    encoder.finish()


def test_a_target_needs_its_usage(device: Any) -> None:
    """A colour attachment without RENDER_ATTACHMENT fails at finish."""
    encoder = device.create_command_encoder()
    render_pass(encoder, target(device, wgpu.TextureUsage.COPY_SRC)).end()
    with pytest.raises(wgpu.GPUValidationError):
        encoder.finish()


def test_a_render_pass_needs_an_attachment(device: Any) -> None:
    """A render pass without attachments fails at finish."""
    encoder = device.create_command_encoder()
    encoder.begin_render_pass(color_attachments=[]).end()
    with pytest.raises(wgpu.GPUValidationError):
        encoder.finish()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"view": None}, TypeError),
        ({"load_op": "guess"}, KeyError),
        ({"colour": 1}, ValueError),
    ],
    ids=["no view", "unknown load op", "unknown key"],
)
def test_malformed_attachments_raise_at_the_call(device: Any, change: dict[str, Any], error: type[Exception]) -> None:
    """What wgpu-py checks in an attachment it refuses when the pass begins."""
    attachment = {"view": target(device).create_view(), "load_op": "clear", "store_op": "store"} | change
    with pytest.raises(error):
        device.create_command_encoder().begin_render_pass(color_attachments=[attachment])


@pytest.mark.parametrize("label", [None, "", "nul \0 inside", "\N{GRINNING FACE}"])
def test_labels_are_any_text_or_none(device: Any, label: str | None) -> None:
    """None, the empty string, NUL and emoji are labels and are read back as given."""
    assert device.create_command_encoder(label=label).label == label


def test_a_lone_surrogate_is_no_label(device: Any) -> None:
    """A label that UTF-8 cannot carry raises UnicodeEncodeError."""
    with pytest.raises(UnicodeEncodeError):
        device.create_command_encoder(label="\ud800")


def test_labels_cannot_be_set(device: Any) -> None:
    """wgpu-py's label has no setter."""
    with pytest.raises(AttributeError):
        device.create_command_encoder().label = "later"


def test_a_pipeline_s_layout_is_a_new_object_each_time(device: Any) -> None:
    """get_bind_group_layout makes another object at each call, so it cannot be a cache's key by identity."""
    layout = device.create_pipeline_layout(bind_group_layouts=[device.create_bind_group_layout(entries=[])])
    module = device.create_shader_module(code="@compute @workgroup_size(1) fn main() {}")
    pipeline = device.create_compute_pipeline(layout=layout, compute={"module": module, "entry_point": "main"})
    assert pipeline.get_bind_group_layout(0) is not pipeline.get_bind_group_layout(0)
