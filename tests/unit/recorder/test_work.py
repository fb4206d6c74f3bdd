"""The counters of one GPU pass."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from framescope.profile.sgpt.model import PipelineRef
from framescope.profile.work import GPUProfileWork


def pipeline(label: str, workgroup_size: tuple[int, int, int] | None) -> Any:
    """A compiled pipeline as our caches leave it."""
    return SimpleNamespace(label="", framescope_descriptor=SimpleNamespace(label=label, workgroup_size=workgroup_size))


def foreign_pipeline(label: str | None) -> Any:
    """A compiled pipeline that our caches did not make."""
    return SimpleNamespace(label=label)


@pytest.fixture
def work() -> GPUProfileWork:
    """The counters of a pass that has just begun."""
    return GPUProfileWork()


def test_invocations_use_the_workgroup_size_bound_at_each_dispatch(work: GPUProfileWork) -> None:
    """Invocations are the sum over dispatches of x·y·z times the size of the pipeline bound then."""
    work.bind_pipeline(pipeline("wide", (64, 1, 1)))
    work.dispatch(10, 2, 1)
    work.bind_pipeline(pipeline("tile", (8, 8, 1)))
    work.dispatch(3, 3, 3)
    assert (work.invocations, work.partial) == (10 * 2 * 64 + 27 * 64, False)
    assert (work.dispatches, work.workgroups_x, work.workgroups_y, work.workgroups_z) == (2, 13, 5, 4)


def test_a_dispatch_of_unknown_workgroup_size_makes_the_sum_partial(work: GPUProfileWork) -> None:
    """One dispatch of unknown size leaves the sum of the others standing, as a lower bound."""
    work.bind_pipeline(pipeline("known", (4, 1, 1)))
    work.dispatch(1, 1, 1)
    work.bind_pipeline(foreign_pipeline("theirs"))
    work.dispatch(5, 1, 1)
    assert (work.dispatches, work.invocations, work.partial) == (2, 4, True)


def test_a_dispatch_without_a_pipeline_is_unknown_not_zero(work: GPUProfileWork) -> None:
    """Nothing bound means nothing known: counted, its invocations missing and marked so."""
    work.dispatch(7, 1, 1)
    assert (work.dispatches, work.workgroups_x, work.invocations, work.partial) == (1, 7, 0, True)


def test_an_override_without_a_value_is_unknown(work: GPUProfileWork) -> None:
    """A descriptor of ours whose workgroup size is None makes the sum partial too."""
    work.bind_pipeline(pipeline("override", None))
    work.dispatch(2, 1, 1)
    assert (work.workgroup_size, work.invocations, work.partial) == (None, 0, True)


def test_an_indirect_dispatch_is_counted_and_marks_the_sum_partial(work: GPUProfileWork) -> None:
    """An indirect dispatch is one of the dispatches, and its size is known to nobody here."""
    work.bind_pipeline(pipeline("known", (4, 1, 1)))
    work.dispatch(1, 1, 1)
    work.dispatch_indirect()
    assert (work.dispatches, work.indirect_dispatches, work.invocations, work.partial) == (2, 1, 4, True)


def test_draws_count_vertices_and_indices_apart(work: GPUProfileWork) -> None:
    """Vertices come from plain draws and indices from indexed ones, each times its instances."""
    work.draw(3, 2)
    work.draw_indexed(36, 10)
    assert (work.draws, work.vertices, work.indices, work.instances) == (2, 6, 360, 12)
    assert not work.partial


def test_indirect_draws_count_their_upper_bound(work: GPUProfileWork) -> None:
    """A multi-draw of at most n counts n draws, all of them indirect, and the sums are lower bounds."""
    work.draw(3, 1)
    work.draw_indirect(5)
    assert (work.draws, work.indirect_draws, work.vertices, work.partial) == (6, 5, 3, True)


def test_an_empty_multi_draw_encodes_nothing(work: GPUProfileWork) -> None:
    """No draw at all leaves nothing unknown: the pass is empty and its sums are whole."""
    work.draw_indirect(0)
    assert (work.empty, work.partial) == (True, False)


def test_pipelines_are_listed_in_order_of_first_use(work: GPUProfileWork) -> None:
    """A pipeline bound again is not listed again."""
    for bound in (pipeline("b", (1, 1, 1)), pipeline("a", (2, 1, 1)), pipeline("b", (1, 1, 1))):
        work.bind_pipeline(bound)
    assert work.pipelines == (PipelineRef("b", (1, 1, 1)), PipelineRef("a", (2, 1, 1)))


def test_pipelines_that_differ_only_in_workgroup_size_are_two(work: GPUProfileWork) -> None:
    """Two variants under one label stay apart."""
    work.bind_pipeline(pipeline("blur", (8, 8, 1)))
    work.bind_pipeline(pipeline("blur", (16, 16, 1)))
    assert [ref.workgroup_size for ref in work.pipelines] == [(8, 8, 1), (16, 16, 1)]


def test_a_foreign_pipeline_is_named_but_its_size_is_unknown(work: GPUProfileWork) -> None:
    """The label is on the compiled pipeline; the workgroup size is not."""
    work.bind_pipeline(foreign_pipeline("theirs"))
    assert work.pipelines == (PipelineRef("theirs", None),)


def test_recording_the_descriptor_names_a_foreign_pipeline(work: GPUProfileWork) -> None:
    """A pipeline bound the long way is listed once, under the descriptor the caller states."""
    work.bind_pipeline(foreign_pipeline(""))
    work.record_pipeline(SimpleNamespace(label="culling", workgroup_size=(32, 1, 1)))
    work.dispatch(2, 1, 1)
    assert work.pipelines == (PipelineRef("culling", (32, 1, 1)),)
    assert (work.invocations, work.partial) == (64, False)


def test_recording_the_descriptor_of_a_known_pipeline_changes_nothing(work: GPUProfileWork) -> None:
    """``construct_compute_pass`` binds and records the same descriptor."""
    bound = pipeline("culling", (32, 1, 1))
    work.bind_pipeline(bound)
    work.record_pipeline(bound.framescope_descriptor)
    assert work.pipelines == (PipelineRef("culling", (32, 1, 1)),)


def test_recording_a_descriptor_does_not_hide_what_our_caches_bound(work: GPUProfileWork) -> None:
    """Only a pipeline of unknown make takes the recorded name; one that is known stays listed."""
    work.bind_pipeline(SimpleNamespace(label="", framescope_descriptor=SimpleNamespace(label="forward")))
    work.record_pipeline(SimpleNamespace(label="outline"))
    assert [ref.label for ref in work.pipelines] == ["forward", "outline"]


def test_a_render_pipeline_descriptor_has_no_workgroup_size(work: GPUProfileWork) -> None:
    """Render pipelines are listed by label alone."""
    work.bind_pipeline(SimpleNamespace(label="", framescope_descriptor=SimpleNamespace(label="forward")))
    assert work.pipelines == (PipelineRef("forward", None),)


def test_equal_pipelines_of_two_passes_are_one_object() -> None:
    """Passes of successive frames compare by pointer."""
    first, second = GPUProfileWork(), GPUProfileWork()
    first.bind_pipeline(pipeline("a", (1, 2, 3)))
    second.bind_pipeline(pipeline("a", (1, 2, 3)))
    assert first.pipelines[0] is second.pipelines[0]


def test_counts_of_numpy_do_not_wrap_around(work: GPUProfileWork) -> None:
    """Counts often come out of arrays; their narrow integers are added up as plain ones."""
    work.bind_pipeline(pipeline("wide", (64, 1, 1)))
    for _ in range(2):
        work.dispatch(np.uint8(200), np.uint8(200), np.uint8(1))
        work.draw(np.uint16(60000), np.uint16(3))
        work.draw_indexed(np.int32(2_000_000), np.int32(2_000))
        work.draw_indirect(np.uint8(200))
    assert (work.workgroups_x, work.invocations) == (400, 2 * 200 * 200 * 64)
    assert (work.vertices, work.indices, work.instances) == (360_000, 8_000_000_000, 4_006)
    assert (work.draws, work.indirect_draws) == (404, 400)


def test_a_pipeline_without_a_label_has_the_empty_one(work: GPUProfileWork) -> None:
    """None is no label to wgpu too."""
    work.bind_pipeline(foreign_pipeline(None))
    assert work.pipelines == (PipelineRef("", None),)
