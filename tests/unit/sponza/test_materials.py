"""The 25 materials: their arrays, their alpha, and that they differ."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.scenes.sponza.assets.materials import MaterialSet, build_materials
from framescope.scenes.sponza.assets.palette import MATERIALS, material, metres_of


def test_there_are_25_materials_of_the_declared_shape(materials: MaterialSet) -> None:
    """Every texture array is uint8 (25, S, S, 4), the parameters are float32 (25, 8)."""
    arrays = (materials.base_color, materials.normal, materials.surface)
    assert [(array.dtype.name, array.shape) for array in arrays] == [("uint8", (25, 64, 64, 4))] * 3
    assert (materials.parameters.dtype.name, materials.parameters.shape) == ("float32", (25, 8))
    assert len(set(materials.names)) == 25


def test_no_two_materials_look_alike(materials: MaterialSet) -> None:
    """Each base colour texture is its own."""
    assert len({layer.tobytes() for layer in materials.base_color}) == 25


def test_textures_are_not_flat(materials: MaterialSet) -> None:
    """Every material has a pattern in its colour and relief in its normals."""
    assert materials.base_color[..., :3].std(axis=(1, 2)).max(axis=1).min() > 2.0
    assert materials.normal[..., :2].std(axis=(1, 2)).max(axis=1).min() > 1.0


def test_normals_are_unit_and_point_outward(materials: MaterialSet) -> None:
    """A decoded normal has length 1 within a texel's rounding, and never points into the surface."""
    decoded = materials.normal[..., :3].astype(float) / 127.5 - 1.0
    assert np.abs(np.linalg.norm(decoded, axis=-1) - 1.0).max() < 0.02
    assert decoded[..., 2].min() > 0.0


@pytest.mark.parametrize("name", [info.name for info in MATERIALS if info.alpha == "mask"])
def test_masked_materials_have_holes_and_cloth(materials: MaterialSet, name: str) -> None:
    """A mask leaves some texels out and keeps most of its area or shape."""
    kept = (materials.base_color[material(name), ..., 3] / 255.0 >= materials.parameters[material(name), 6]).mean()
    assert 0.4 < kept < 0.99


def test_opaque_materials_cover_everything(materials: MaterialSet) -> None:
    """Nothing shows through an opaque material."""
    opaque = [number for number, alpha in enumerate(materials.alpha) if alpha == "opaque"]
    assert materials.base_color[opaque, ..., 3].min() == 255
    assert materials.parameters[opaque, 6].tolist() == [0.0] * len(opaque)


def test_only_the_embers_glow(materials: MaterialSet) -> None:
    """Emission is 0 on all materials but one."""
    glowing = np.flatnonzero(materials.surface[..., 3].max(axis=(1, 2)))
    assert glowing.tolist() == [material("ember")]


def test_two_paintings_are_equal(materials: MaterialSet) -> None:
    """The textures depend on nothing but their size."""
    again = build_materials(64)
    for field in ("base_color", "normal", "surface", "parameters"):
        assert (getattr(again, field) == getattr(materials, field)).all()


@pytest.mark.parametrize("size", [0, 4, 100, -64])
def test_a_size_that_has_no_mips_is_refused(size: int) -> None:
    """Sizes are powers of two from 8 on, and the error says what came."""
    with pytest.raises(ValueError, match=f"power of two of at least 8, got {size}"):
        build_materials(size)


@pytest.mark.parametrize("size", [8, 16, 256])
def test_other_sizes_are_painted_too(size: int) -> None:
    """Any power of two from 8 on gives textures of that size, for small adapters and large ones."""
    assert build_materials(size).base_color.shape == (25, size, size, 4)


def test_an_unknown_material_is_a_key_error() -> None:
    """Asking for a material that is not there names it."""
    with pytest.raises(KeyError, match="velvet"):
        metres_of("velvet")


def test_textures_repeat_without_a_seam(materials: MaterialSet) -> None:
    """Across the edge neighbouring texels differ no more than twice as much as inside, for materials that tile."""
    tiling = [n for n, info in enumerate(MATERIALS) if not info.name.startswith(("fabric", "leaf"))]
    colour = materials.base_color[tiling, ..., :3].astype(float)
    for axis in (1, 2):
        steps = np.abs(np.diff(colour, axis=axis)).mean(axis=-1)
        seam = np.abs(np.take(colour, 0, axis) - np.take(colour, -1, axis)).mean(axis=(1, 2))
        largest_inside = steps.mean(axis=3 - axis).max(axis=1)
        assert (seam <= 2.0 * largest_inside).all()
