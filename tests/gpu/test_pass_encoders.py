"""The pass decorators against the live wgpu classes: names, signatures, forwarded arguments, tallies."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import pytest
import wgpu

from framescope.shade.adapter import open_graphics
from framescope.shade.compute_pass import ShadeGPUComputePassEncoder
from framescope.shade.errors import SubmitError
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.render_pass import ShadeGPURenderPassEncoder

PAIRS = [
    (ShadeGPUComputePassEncoder, wgpu.GPUComputePassEncoder),
    (ShadeGPURenderPassEncoder, wgpu.GPURenderPassEncoder),
]
# Told apart by name here, by counting arguments there (the pass encoder proposal §3.2).
SPLIT_IN_TWO = {"set_bind_group"}
# Optional arguments are given on exactly as received.
PASSED_ON = {"set_immediates", "set_vertex_buffer", "set_index_buffer"}
METHODS = [
    pytest.param(ours, theirs, name, id=f"{theirs.__name__}.{name}")
    for ours, theirs in PAIRS
    for name in dir(theirs)
    if not name.startswith("_") and callable(getattr(theirs, name))
]


@pytest.mark.parametrize(("ours", "theirs", "name"), METHODS)
def test_every_method_of_the_live_class_is_there_with_its_signature(ours: type, theirs: type, name: str) -> None:
    """A decorator has every method of wgpu-py's encoder, with the same parameters."""
    theirs_signature = inspect.signature(getattr(theirs, name)).parameters
    ours_signature = inspect.signature(getattr(ours, name)).parameters
    required = [p for p, info in theirs_signature.items() if info.default is inspect.Parameter.empty]
    if name in SPLIT_IN_TWO:
        assert list(ours_signature) == list(theirs_signature)[:4]
    elif name in PASSED_ON:
        assert list(ours_signature) == [*required, "args", "kwargs"]
    else:
        assert list(ours_signature) == list(theirs_signature)
        defaults = [info.default for info in theirs_signature.values()]
        assert [info.default for info in ours_signature.values()] == defaults


class RecordingPass:
    """Stands in for wgpu-py's encoder and keeps each call exactly as it came."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **kwargs: self.calls.append((name, args, kwargs))


def _encoder(kind: type) -> tuple[Any, RecordingPass]:
    graphics = SimpleNamespace(
        hot_compute=lambda gpu_pass: gpu_pass,
        hot_render=lambda gpu_pass: gpu_pass,
        import_resource=lambda resource: None,
    )
    context: Any = SimpleNamespace(given=[], binding_guard=None, open_pass=None, graphics=graphics)
    gpu_pass = RecordingPass()
    return kind(context, gpu_pass, None, "p"), gpu_pass


@pytest.mark.parametrize(
    ("call", "args", "kwargs"),
    [
        ("set_bind_group", (0, "group"), {}),
        ("set_bind_group", (0, "group", []), {}),
        ("set_bind_group", (0, "group", (256,)), {}),
        ("set_vertex_buffer", (0, "buffer"), {}),
        ("set_vertex_buffer", (0, "buffer", 16), {}),
        ("set_vertex_buffer", (0, "buffer", 0, 0), {}),
        ("set_vertex_buffer", (0, "buffer", 0, None), {}),
        ("set_vertex_buffer", (0, "buffer"), {"size": None}),
        ("set_index_buffer", ("buffer", "uint32"), {}),
        ("set_index_buffer", ("buffer", "uint32", 4), {"size": 8}),
        ("set_immediates", (0, b"1234"), {}),
        ("set_immediates", (0, b"1234", 0, None), {}),
    ],
)
def test_a_forwarder_gives_on_exactly_what_it_was_given(
    call: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """0, None and absent are three things, and the decorator keeps them apart."""
    encoder, gpu_pass = _encoder(ShadeGPURenderPassEncoder)
    getattr(encoder, call)(*args, **kwargs)
    assert gpu_pass.calls == [(call, args, kwargs)]


def test_the_slice_form_of_dynamic_offsets_has_its_own_name() -> None:
    """set_bind_group_range gives all five arguments on."""
    encoder, gpu_pass = _encoder(ShadeGPUComputePassEncoder)
    encoder.set_bind_group_range(1, "group", [0, 256, 512], 1, 2)
    assert gpu_pass.calls == [("set_bind_group", (1, "group", [0, 256, 512], 1, 2), {})]


def test_ending_twice_is_refused_and_a_with_block_after_an_end_is_not() -> None:
    """A second explicit end raises; leaving a with block after an explicit end does not."""
    encoder, gpu_pass = _encoder(ShadeGPUComputePassEncoder)
    with encoder:
        encoder.end()
    with pytest.raises(SubmitError, match="compute pass 'p' was already ended"):
        encoder.end()
    assert [call[0] for call in gpu_pass.calls] == ["end"]


def test_an_error_inside_a_with_block_reaches_the_caller_unchanged() -> None:
    """The pass is left open for its context to be abandoned, and nothing covers the error."""
    encoder, gpu_pass = _encoder(ShadeGPUComputePassEncoder)
    with pytest.raises(KeyError, match="mine"), encoder:
        raise KeyError("mine")
    assert gpu_pass.calls == []


def test_the_label_is_readable_and_writable() -> None:
    """wgpu-py's label has no setter, ours has."""
    encoder, _ = _encoder(ShadeGPURenderPassEncoder)
    encoder.label = "renamed"
    assert encoder.label == "renamed"


def test_a_pass_begun_without_arguments_runs(shared_graphics: GraphicsContext) -> None:
    """begin_compute_pass() needs no descriptor."""
    context = shared_graphics.create_command_context()
    context.begin_compute_pass().end()
    assert context.finish().wait() == ("ok", None)


def test_statistics_and_timestamps_are_methods_of_ours(
    shared_graphics: GraphicsContext, capsys: pytest.CaptureFixture[str]
) -> None:
    """What wgpu-py offers as functions on its own encoders works on ours, and prints nothing."""
    graphics = shared_graphics
    if not {"timestamp-query-inside-passes", "pipeline-statistics-query"} <= set(graphics.features_granted):
        pytest.skip("the adapter lacks the native query features")
    from wgpu.backends.wgpu_native.extras import create_statistics_query_set

    timestamps = graphics.create_query_set(type="timestamp", count=2)
    statistics = create_statistics_query_set(graphics.device, count=1, statistics=["compute-shader-invocations"])
    context = graphics.create_command_context("queries")
    with context.begin_compute_pass(label="p") as encoder:
        encoder.write_timestamp(timestamps, 0)
        encoder.begin_pipeline_statistics_query(statistics, 0)
        encoder.end_pipeline_statistics_query()
    context.write_timestamp(timestamps, 1)
    assert context.finish().wait() == ("ok", None)
    assert capsys.readouterr().out == ""


def _mistakes() -> dict[str, Any]:
    def no_pipeline(encoder: Any, _pipeline: Any, _group: Any) -> None:
        encoder.dispatch_workgroups(1)

    def no_group(encoder: Any, pipeline: Any, _group: Any) -> None:
        encoder.set_pipeline(pipeline)
        encoder.dispatch_workgroups(1)

    def group_index(encoder: Any, pipeline: Any, group: Any) -> None:
        encoder.set_pipeline(pipeline)
        encoder.set_bind_group(99, group)

    def too_many(encoder: Any, pipeline: Any, group: Any) -> None:
        encoder.set_pipeline(pipeline)
        encoder.set_bind_group(0, group)
        encoder.dispatch_workgroups(100_000)

    def none(encoder: Any, _pipeline: Any, _group: Any) -> None:
        encoder.set_pipeline(None)

    def wrong_kind(encoder: Any, _pipeline: Any, group: Any) -> None:
        encoder.set_pipeline(group)

    def out_of_range(encoder: Any, pipeline: Any, group: Any) -> None:
        encoder.dispatch_workgroups(-1)

    def after_the_end(encoder: Any, pipeline: Any, _group: Any) -> None:
        encoder.end()
        encoder.set_pipeline(pipeline)

    return {call.__name__: call for call in locals().values()}


MISTAKES = _mistakes()
KERNEL = ComputePipelineDescriptor(
    "kernel",
    "@group(0) @binding(0) var<storage, read_write> x: array<u32>;@compute @workgroup_size(1) fn main() { x[0] = 1u; }",
)


def _outcome(native: str, mistake: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Exception class, and where it was raised: at the call or at finish()."""
    monkeypatch.setenv("FRAMESCOPE_NATIVE", native)
    graphics = open_graphics()
    pipeline = graphics.compute_pipeline(KERNEL)
    buffer = graphics.create_buffer(size=4, usage=wgpu.BufferUsage.STORAGE)
    group = graphics.bind_group(pipeline.get_bind_group_layout(0), {0: buffer})
    context = graphics.create_command_context()
    encoder = context.begin_compute_pass()
    where = "call"
    try:
        MISTAKES[mistake](encoder, pipeline, group)
        where = "finish"
        if not encoder.ended:
            encoder.end()
        context.finish()
    except Exception as error:
        return type(error).__name__, where
    finally:
        context.abandon("test")
        graphics.close()
    return "none", "accepted"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_native_calls_report_a_mistake_as_the_public_ones_do(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving out the error capture loses no error: same exception, same place."""
    native, public = (_outcome(path, mistake, monkeypatch) for path in ("1", "0"))
    assert native == public
    assert native[1] != "accepted"
