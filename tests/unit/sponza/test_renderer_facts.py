"""What the atrium's renderer says twice, in Python and in WGSL, and what it decides without a device."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from framescope.scenes.sponza import frame_constants
from framescope.scenes.sponza.assets.camera import camera_at
from framescope.scenes.sponza.assets.lights import sun_direction
from framescope.scenes.sponza.passes import bounce, exposure, light_clusters
from framescope.scenes.sponza.settings import PARAMETERS, Settings, sizes_for
from framescope.scenes.sponza.shader_library import shader_text
from framescope.scenes.sponza.shadow_views import ShadowViews

BOUNDS = np.array([(-15.0, 0.0, -7.0), (15.0, 14.5, 7.0)], np.float32)
SIZES = {"mat4x4f": 64, "array<mat4x4f, 4>": 256, "array<vec4f, 4>": 64, "vec4f": 16, "vec4u": 16}


def numbers(shader: str, constant: str) -> list[int]:
    """The whole numbers in the definition of a WGSL constant."""
    found = re.search(rf"const {constant} = (?:vec\du)?\(?([^;)]*)", shader_text(shader))
    assert found is not None
    return [int(text) for text in re.findall(r"\d+(?=u)", found[1])]


def test_the_frame_struct_is_as_long_as_what_is_uploaded() -> None:
    """Python packs as many bytes as the shaders' ``Frame`` has, member by member."""
    body = re.search(r"struct Frame \{(.*?)\n\}", shader_text("frame"), re.S)
    assert body is not None
    members = re.findall(r"^    (\w+): ([^/\n]+),", body[1], re.M)
    assert [name for name, _ in members] == list(frame_constants._CONSTANTS.names)
    assert sum(SIZES[kind] for _, kind in members) == frame_constants.CONSTANTS_BYTES


@pytest.mark.parametrize(
    ("shader", "constant", "expected"),
    [
        ("clusters", "GRID", [16, 9, 24]),
        ("clusters", "CLUSTERS", [light_clusters.CLUSTERS]),
        ("clusters", "SCAN_BLOCKS", [light_clusters._SCAN_BLOCKS]),
        ("clusters", "LIST_CAPACITY", [light_clusters._LIST_CAPACITY]),
        ("bounce", "POINTS", list(bounce._POINTS)),
        ("bounce", "PROBES", [12, 6, 8]),
        ("exposure", "BINS", [exposure._BINS]),
    ],
)
def test_a_size_is_the_same_in_python_and_wgsl(shader: str, constant: str, expected: list[int]) -> None:
    """Buffers are as long as the shaders that index them think."""
    assert numbers(shader, constant) == expected


def test_parameters_and_settings_have_equal_defaults() -> None:
    """What the command line lists is what the scene does when nothing is said."""
    assert {parameter.name: parameter.default for parameter in PARAMETERS} == {
        name: getattr(Settings(), name) for name in Settings.__dataclass_fields__
    }


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"fog": 1}, TypeError),
        ({"camera": "fly"}, ValueError),
        ({"frame_offset": -1}, ValueError),
        ({"texture_size": "100"}, ValueError),
    ],
)
def test_a_setting_that_cannot_be_is_refused(values: dict[str, Any], error: type[Exception]) -> None:
    """An unknown name or a value out of range is an error that names the parameter."""
    with pytest.raises(error, match=next(iter(values))):
        Settings.of(**values)


def test_a_software_adapter_gets_smaller_textures_unless_told_otherwise() -> None:
    """Sizes follow the adapter; a size that was asked for is taken on both."""
    assert sizes_for(True, Settings()).texture < sizes_for(False, Settings()).texture
    assert {sizes_for(software, Settings(texture_size="128")).texture for software in (True, False)} == {128}


def refreshed(refresh: str, frames: range) -> list[tuple[int, ...]]:
    """The cascades drawn in each of some frames."""
    views = ShadowViews(BOUNDS, 512)
    return [views.update(camera_at(n, 16 / 9), sun_direction(n, False), n, refresh) for n in frames]


def test_cascades_are_refreshed_in_turn() -> None:
    """All of them first, then the nearest always, the second every other frame, the others every fourth."""
    assert refreshed("turn", range(5)) == [(0, 1, 2, 3), (0, 1), (0, 3), (0, 1), (0, 2)]


@pytest.mark.parametrize(("refresh", "then"), [("all", (0, 1, 2, 3)), ("hold", ())])
def test_refreshing_can_be_forced_or_held(refresh: str, then: tuple[int, ...]) -> None:
    """Every frame draws all cascades, or none after the first; the first draws all of them either way."""
    assert refreshed(refresh, range(3)) == [(0, 1, 2, 3), then, then]


def test_a_cascade_that_is_not_drawn_keeps_its_matrix() -> None:
    """A map is read through the matrix that it was drawn with, however far the camera went since."""
    views = ShadowViews(BOUNDS, 512)
    sun = sun_direction(0, False)
    views.update(camera_at(0, 16 / 9), sun, 0, "turn")
    before = views.matrices.copy()
    views.update(camera_at(40, 16 / 9), sun, 1, "turn")
    kept = [number for number in range(4) if np.array_equal(before[number], views.matrices[number])]
    assert kept == [2, 3]


@pytest.mark.parametrize("frame", [0, 150, 300, 450])
def test_the_last_cascade_holds_the_whole_scene(frame: int) -> None:
    """Every corner of the bounds lies in its box, wherever the sun stands."""
    views = ShadowViews(BOUNDS, 512)
    views.update(camera_at(0, 16 / 9), sun_direction(frame, True), frame, "all")
    corners = np.array([[BOUNDS[(i >> axis) & 1, axis] for axis in range(3)] + [1.0] for i in range(8)])
    clip = corners @ views.matrices[3].T
    assert np.abs(clip[:, :2]).max() <= 1.0
    assert clip[:, 2].min() >= 0.0
    assert clip[:, 2].max() <= 1.0
