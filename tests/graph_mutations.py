"""The rules of the correctness ledger, each with the smallest change that breaks it and the test that must then fail.

The table in docs/frame-graph.md is this one in words.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """One fix taken out.

    Attributes:
        section: Section of the frame graph correctness ledger.
        file: The file, from the repository's root.
        original: A snippet that is in the file once.
        mutated: What takes its place.
        test: The test that fails then, as pytest names it.
    """

    section: int
    file: str
    original: str
    mutated: str
    test: str


GRAPH = "tests/unit/graph/"

MUTATIONS = [
    Mutation(
        1,
        "shade/graph/pool.py",
        "if made is None or id(made) in self._lent:",
        "if False:",
        GRAPH + "ledger/test_findings.py::test_01_a_backend_that_makes_one_thing_twice_is_named",
    ),
    Mutation(
        1,
        "shade/graph/void.py",
        'return VoidResource(**{"label": "", **attributes})',
        'return self.__dict__.setdefault("_only", VoidResource(**{"label": "", **attributes}))',
        GRAPH + "test_execution.py::test_the_pool_gives_equal_transients_of_one_frame_different_resources",
    ),
    Mutation(
        2,
        "shade/graph/plan.py",
        "        order = [node.index for node in self.passes]\n",
        "        order = [node.index for node in self.passes if not node.side_effect]\n",
        GRAPH + "named/test_01_to_08.py::test_01_a_side_effect_reader_keeps_its_input_alive",
    ),
    Mutation(
        3,
        "shade/graph/brackets.py",
        "            raise\n        resources._execution = None\n",
        "            raise\n",
        GRAPH + "test_pass_resources.py::test_resources_expire_with_the_callback",
    ),
    Mutation(
        3,
        "shade/graph/pool.py",
        "entry = self._lent.pop(id(resource), None)",
        "entry = self._lent.get(id(resource))",
        GRAPH + "test_pool.py::test_a_second_release_is_refused",
    ),
    Mutation(
        4,
        "shade/graph/compiled.py",
        "quietly(error, lambda: pool.release(taken))",
        "quietly(error, lambda: None)",
        GRAPH + "test_execution.py::test_two_hundred_failing_frames_leave_the_pool_flat",
    ),
    Mutation(
        5,
        "shade/graph/allocation.py",
        'if declarations.resources[resource][1] != "transient":',
        'if declarations.resources[resource][1] != "transient" or declarations.resources[resource][4] < 0:',
        GRAPH + "named/test_01_to_08.py::test_03_an_unparented_transient_is_allocated_at_its_first_surviving_user",
    ),
    Mutation(
        6,
        "shade/graph/resources.py",
        "            or handle.__class__ is not BufferHandle\n"
        "            or handle._frame != execution.frame\n"
        "            or handle._index not in self._node.declared\n",
        "            or handle.__class__ is not BufferHandle\n            or handle._frame != execution.frame\n",
        GRAPH + "test_pass_resources.py::test_a_callback_reaches_only_what_its_pass_declared",
    ),
    Mutation(
        7,
        "shade/graph/culling.py",
        "    alive = [False] * len(side_effects)\n",
        '    assert side_effects, "a graph has passes"\n    alive = [False] * len(side_effects)\n',
        GRAPH + "ledger/test_findings.py::test_07_no_check_of_the_graph_is_an_assert",
    ),
    Mutation(
        8,
        "shade/descriptors.py",
        'object.__setattr__(self, "_hash", hash(("buffer", self.size, self.usage)))',
        'object.__setattr__(self, "_hash", hash(("buffer", self.size, self.usage)))\n\n'
        "    def __eq__(self, other: object) -> bool:\n        return hash(self) == hash(other)",
        GRAPH + "ledger/test_findings.py::test_08_descriptors_of_two_types_that_collide_stay_apart",
    ),
    Mutation(
        9,
        "shade/graph/pool.py",
        "        self._backend.retire(entry.resource)\n",
        "",
        GRAPH + "test_pool.py::test_everything_ends_up_somewhere",
    ),
    Mutation(
        10,
        "shade/graph/dot_escape.py",
        '.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")',
        "",
        GRAPH + "test_export_dot.py::test_neither_escaper_lets_its_syntax_through",
    ),
    Mutation(
        10,
        "shade/graph/dot_style.py",
        'INK: Final = "#1f2933"',
        'INK: Final = "#8f9399"',
        GRAPH + "test_export_dot.py::test_colours_are_srgb_and_text_is_readable_on_them",
    ),
    Mutation(
        11,
        "shade/graph/access_recording.py",
        "if handle._pass != self._index:",
        "if True:",
        GRAPH + "test_handles.py::test_a_second_write_of_a_pass_returns_the_version_it_has",
    ),
    Mutation(
        12,
        "shade/extensions/frame_context.py",
        "        self._check_open()\n        return descriptor_of(",
        "        return descriptor_of(",
        "tests/unit/extensions/test_frame_records.py::test_a_context_is_closed_outside_of_the_call",
    ),
    Mutation(
        13,
        "shade/graph/dependencies.py",
        "        if not state.defined:\n",
        "        if __debug__ and not state.defined:\n",
        GRAPH + "ledger/test_findings.py::test_13_what_guards_memory_and_data_guards_in_every_build",
    ),
    Mutation(
        14,
        "shade/signal.py",
        "            except Exception as error:\n                self._refuse(entry, error)\n",
        "            except ZeroDivisionError as error:\n                self._refuse(entry, error)\n",
        GRAPH + "test_execution.py::test_a_raising_listener_is_dropped_and_its_end_still_sent",
    ),
    Mutation(
        15,
        "shade/graph/resource_recording.py",
        "if held and not alias:",
        "if False:",
        GRAPH + "test_handles.py::test_a_second_import_of_one_native_is_refused",
    ),
    Mutation(
        16,
        "shade/graph/pool.py",
        "        waiting = self._waiting.get(descriptor)\n        while waiting:\n",
        "        fits = [w for d, w in self._waiting.items() if d.size >= descriptor.size]\n"
        "        waiting = fits[0] if fits else None\n        while waiting:\n",
        GRAPH + "ledger/test_findings.py::test_16_a_pass_learns_the_size_it_asked_for",
    ),
    Mutation(
        17,
        "scenes/overlay/overlay.py",
        '        new = node.attach(target.read(), load_op="load")\n',
        "        for key in frame.records:\n"
        "            if key != TARGET:\n"
        "                node.read(frame.record(key).read(), panels[0].reads[0][1])\n"
        '        new = node.attach(target.read(), load_op="load")\n',
        "tests/unit/scenes/test_extension_points.py::test_the_overlay_reads_what_its_panels_bind_and_no_more",
    ),
    Mutation(
        18,
        "shade/graph/access_recording.py",
        "        if handle is current or (current._pass == self._index and handle._version == current._version - 1):\n",
        "        if handle is current or handle._version <= current._version:\n",
        GRAPH + "named/test_01_to_08.py::test_05_a_superseded_version_cannot_be_read",
    ),
    Mutation(
        19,
        "scenes/sponza/passes/exposure.py",
        "            frame.exposure = add_compute_pass(",
        "            add_compute_pass(",
        "tests/unit/scenes/test_threaded_handles.py::test_no_helper_of_a_scene_drops_a_handle",
    ),
    Mutation(
        20,
        "shade/graph/binding_guard.py",
        "if known is not None and node.declared.isdisjoint(known):",
        "if False:",
        GRAPH + "test_pass_resources.py::test_binding_around_the_graph_is_refused",
    ),
    Mutation(
        21,
        "shade/renderer.py",
        "                recorder.abort(error, None if failed is None else failed.path)\n",
        "                pass\n",
        "tests/unit/graph/ledger/test_findings.py::test_21_a_pass_that_raises_ends_the_recording_of_its_frame",
    ),
    Mutation(
        22,
        "scenes/sponza/scene.py",
        'frame.pyramid = graph.import_texture("depth pyramid", keep.pyramid, initial="defined")',
        'frame.pyramid = graph.import_texture("depth pyramid", keep.pyramid, initial="defined")\n'
        '        graph.import_texture("again", keep.pyramid, initial="defined", alias=True)',
        "tests/unit/scenes/test_threaded_versions.py::test_no_resource_goes_by_two_names",
    ),
    Mutation(
        23,
        "shade/extensions/frame_context.py",
        '            require_current(self._graph, handle, f"record {key.name!r} at {point!r}", _getframe(1))\n'
        "        self._handles",
        "            pass\n        self._handles",
        "tests/unit/extensions/test_frame_records.py::test_a_scene_that_republishes_what_it_superseded_is_refused",
    ),
    Mutation(
        24,
        "scenes/sponza/passes/shadow_cascades.py",
        'builder.attach(frame.atlas, load_op="load")',
        'builder.attach(frame.atlas, load_op="clear")',
        "tests/unit/scenes/test_threaded_versions.py::test_the_cascades_share_one_atlas_and_know_of_each_other",
    ),
]
