"""The atrium's geometry is whole: in scale, in range, turned the right way, and cut into draws that can be culled."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from framescope.scenes.sponza.assets.atrium import Atrium, Draw, build_atrium
from framescope.scenes.sponza.assets.palette import MATERIALS
from framescope.scenes.sponza.assets.plan import COURT_X, COURT_Z, GALLERY

VERTEX_FIELDS = ("positions", "normals", "tangents", "uvs")


def _vertices(atrium: Atrium, draw: Draw) -> np.ndarray:
    indices = atrium.indices[draw.first_index : draw.first_index + draw.index_count]
    return indices.astype(np.int64) + draw.base_vertex


def _all_triangles(atrium: Atrium) -> np.ndarray:
    return np.concatenate([_vertices(atrium, draw) for draw in atrium.draws]).reshape(-1, 3)


def _digest(atrium: Atrium) -> str:
    state = hashlib.sha256()
    for field in (*VERTEX_FIELDS, "indices"):
        state.update(getattr(atrium, field).tobytes())
    state.update(repr(atrium.draws).encode())
    return state.hexdigest()


def test_the_scale_is_sponzas(atrium: Atrium) -> None:
    """About 260 000 triangles in 320 to 420 draws, all 25 materials in use, and less than 40 MB of vertices."""
    assert 250_000 <= len(atrium.indices) // 3 <= 275_000
    assert 320 <= len(atrium.draws) <= 420
    assert {draw.material for draw in atrium.draws} == set(range(25))
    assert sum(getattr(atrium, field).nbytes for field in VERTEX_FIELDS) < 40e6


def test_the_room_has_the_measures_of_the_palace(atrium: Atrium) -> None:
    """The outer walls stand 30 m by 13.8 m apart, nothing is deep under the floor, the roof ends above 14 m."""
    size = 2 * (COURT_X + GALLERY), 2 * (COURT_Z + GALLERY)
    assert size == pytest.approx((30.0, 13.8))
    assert atrium.positions[:, 1].min() >= -0.25
    assert 14.0 < atrium.positions[:, 1].max() < 15.0


def test_arrays_have_the_declared_types_and_shapes(atrium: Atrium) -> None:
    """Arrays are float32 and uint32, one row a vertex, so that they upload as they are."""
    count = len(atrium.positions)
    shapes = {field: (getattr(atrium, field).dtype.name, getattr(atrium, field).shape) for field in VERTEX_FIELDS}
    assert shapes == {
        "positions": ("float32", (count, 3)),
        "normals": ("float32", (count, 3)),
        "tangents": ("float32", (count, 4)),
        "uvs": ("float32", (count, 2)),
    }
    assert atrium.indices.dtype == np.uint32


def test_draws_tile_the_index_buffer_and_stay_inside_the_vertices(atrium: Atrium) -> None:
    """Draws follow one another without a gap, and no index leaves the vertex arrays."""
    firsts = np.cumsum([0, *(draw.index_count for draw in atrium.draws)])
    assert [draw.first_index for draw in atrium.draws] == firsts[:-1].tolist()
    assert firsts[-1] == len(atrium.indices)
    assert _all_triangles(atrium).max() == len(atrium.positions) - 1


def test_draw_names_are_unique_and_alpha_is_the_materials(atrium: Atrium) -> None:
    """A name means one draw, opaque draws come first and blended ones last."""
    kinds = [draw.alpha for draw in atrium.draws]
    assert len({draw.name for draw in atrium.draws}) == len(atrium.draws)
    assert kinds == [MATERIALS[draw.material].alpha for draw in atrium.draws]
    assert kinds == sorted(kinds, key=("opaque", "mask", "blend").index)


@pytest.mark.parametrize("field", VERTEX_FIELDS)
def test_every_number_is_finite(atrium: Atrium, field: str) -> None:
    """Neither NaN nor infinity reaches the GPU."""
    assert np.isfinite(getattr(atrium, field)).all()


def test_normals_and_tangents_are_an_orthonormal_frame(atrium: Atrium) -> None:
    """Normals and tangents are unit and square to each other; the handedness is +1 or -1."""
    normals, tangents = atrium.normals.astype(float), atrium.tangents.astype(float)
    assert np.abs(np.linalg.norm(normals, axis=1) - 1.0).max() < 1e-4
    assert np.abs(np.linalg.norm(tangents[:, :3], axis=1) - 1.0).max() < 1e-4
    assert np.abs(np.einsum("ij,ij->i", normals, tangents[:, :3])).max() < 1e-3
    assert set(np.unique(tangents[:, 3])) == {-1.0, 1.0}


def test_boxes_are_the_tightest_around_each_draws_vertices(atrium: Atrium) -> None:
    """A draw's box is exactly the box of the vertices it uses, so that culling is neither wrong nor slack."""
    for draw in atrium.draws:
        used = atrium.positions[_vertices(atrium, draw)]
        assert draw.bounds_min.tolist() == used.min(axis=0).tolist(), draw.name
        assert draw.bounds_max.tolist() == used.max(axis=0).tolist(), draw.name


def test_triangles_face_the_way_their_normals_point(atrium: Atrium) -> None:
    """At least 99.9 % of the triangles are counter-clockwise seen from the side of their vertex normals."""
    triangles = _all_triangles(atrium)
    a, b, c = (atrium.positions[triangles[:, corner]].astype(float) for corner in range(3))
    facing = np.einsum("ij,ij->i", np.cross(b - a, c - a), atrium.normals[triangles].sum(axis=1))
    assert (facing > 0.0).mean() >= 0.999


def test_no_triangle_has_collapsed(atrium: Atrium) -> None:
    """Every triangle has an area, since one without costs and draws nothing."""
    triangles = _all_triangles(atrium)
    a, b, c = (atrium.positions[triangles[:, corner]].astype(float) for corner in range(3))
    assert np.linalg.norm(np.cross(b - a, c - a), axis=1).min() > 0.0


def test_the_texture_has_about_the_same_grain_everywhere(atrium: Atrium) -> None:
    """On all but cloth and leaves a repeat spans its stated metres within a factor of 1.5, nearly everywhere."""
    triangles = _all_triangles(atrium)
    owner = np.repeat([draw.material for draw in atrium.draws], [draw.index_count // 3 for draw in atrium.draws])
    stated = np.array([info.metres for info in MATERIALS])[owner]
    a, b, c = (atrium.positions[triangles[:, corner]].astype(float) for corner in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2.0
    (u_1, v_1), (u_2, v_2) = (
        (atrium.uvs[triangles[:, k]] - atrium.uvs[triangles[:, 0]]).astype(float).T for k in (1, 2)
    )
    repeats = np.maximum(np.abs(u_1 * v_2 - u_2 * v_1) / 2.0, 1e-12)
    ratio = np.sqrt(area / repeats) / stated
    names = np.array([info.name for info in MATERIALS])[owner]
    building = ~np.isin(names, ("fabric_red", "fabric_green", "fabric_blue", "leaf", "ember"))
    even = building & (ratio > 1.0 / 1.5) & (ratio < 1.5)
    assert area[even].sum() / area[building].sum() > 0.95


def test_draws_are_compact_enough_to_cull(atrium: Atrium) -> None:
    """Most draws span little more than a third of the building, or culling them would have no sense."""
    sizes = [float((draw.bounds_max - draw.bounds_min).max()) for draw in atrium.draws]
    assert np.mean(np.array(sizes) < 11.0) > 0.85


def test_two_builds_are_equal_byte_for_byte(atrium: Atrium) -> None:
    """The atrium depends on nothing but the arguments."""
    assert _digest(build_atrium()) == _digest(atrium)


@pytest.mark.parametrize("detail", [0.25, 0.5])
def test_less_detail_is_fewer_triangles_in_the_same_draws(atrium: Atrium, detail: float) -> None:
    """Detail scales the tessellation and leaves the draws as they are."""
    coarse = build_atrium(detail)
    assert [draw.name for draw in coarse.draws] == [draw.name for draw in atrium.draws]
    assert len(coarse.indices) < len(atrium.indices) * (detail + 0.3)


@pytest.mark.parametrize("detail", [0.0, -1.0, float("nan")])
def test_a_detail_that_cannot_be_is_refused(detail: float) -> None:
    """Detail must be above 0, and the error says what came."""
    with pytest.raises(ValueError, match=f"detail must be above 0, got {detail}"):
        build_atrium(detail)
