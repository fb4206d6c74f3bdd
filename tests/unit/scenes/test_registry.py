"""The list of scenes and what is behind it."""

from __future__ import annotations

import math

import pytest

from framescope.scenes.registry import SCENES, UnknownScene, load_scene
from framescope.scenes.scene import Parameter, Scene
from framescope.scenes.shadow_cubes.layout import cube_data, frame_data, to_sun

CONTRACT = [name for name in vars(Scene) if not name.startswith("_")]
CONTRACT += [name for name, kind in Scene.__annotations__.items() if kind.startswith("ClassVar")]


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_what_the_list_says(name: str) -> None:
    """Name and summary are written twice, so that a list needs no import; they agree."""
    scene = load_scene(name)
    assert (scene.name, scene.summary) == (name, SCENES[name].summary)
    assert [part for part in CONTRACT if not hasattr(scene, part)] == []


@pytest.mark.parametrize("name", SCENES)
def test_a_scenes_defaults_are_legal(name: str) -> None:
    """A scene runs with no flags at all, on either kind of adapter."""
    scene = load_scene(name)
    for parameter in scene.parameters:
        parameter.check(parameter.default)
    sizes = [scene.default_size(software) for software in (True, False)]
    assert all(math.prod(size) > 0 for size in sizes)
    assert math.prod(sizes[0]) <= math.prod(sizes[1])


def test_an_unknown_scene_names_those_there_are() -> None:
    """Who mistypes a name finds the right one in the error."""
    with pytest.raises(UnknownScene) as caught:
        load_scene("sponsa")
    assert [name for name in ["sponsa", *SCENES] if name not in str(caught.value)] == []


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        (Parameter("passes", 50, "", minimum=1), 0),
        (Parameter("scale", 1.0, "", minimum=0.5), 0.25),
        (Parameter("mode", "a", "", choices=("a", "b")), "c"),
    ],
)
def test_a_parameter_refuses_what_the_scene_cannot_do(parameter: Parameter, value: int | float | str) -> None:
    """The error names the parameter and what it may be."""
    with pytest.raises(ValueError, match=parameter.name):
        parameter.check(value)


def test_cubes_stand_on_the_floor_and_apart() -> None:
    """Every cube's bottom is at height 0, and the same count gives the same cubes."""
    data = cube_data(48)
    cubes = data[1:]
    assert cubes[:, 1] == pytest.approx(cubes[:, 5])
    assert (cube_data(48) == data).all()
    assert (cube_data(10) == data[:11]).all()


def test_the_sun_goes_round_above_the_floor() -> None:
    """A unit vector, always above, back where it was after a day."""
    suns = [to_sun(frame) for frame in range(0, 720, 60)]
    assert all(sun @ sun == pytest.approx(1.0) and sun[1] > 0.5 for sun in suns)
    assert to_sun(720) == pytest.approx(to_sun(0))
    assert len(frame_data(0, 1.5, 1024)) == 176
