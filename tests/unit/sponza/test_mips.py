"""Mip chains keep light, length and coverage."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.scenes.sponza.assets.materials import MaterialSet
from framescope.scenes.sponza.assets.mips import mip_chain


def _filled(size: int, texel: tuple[int, int, int, int]) -> np.ndarray:
    return np.broadcast_to(np.array(texel, np.uint8), (1, size, size, 4)).copy()


@pytest.mark.parametrize("kind", ["color", "normal", "linear"])
def test_levels_halve_down_to_one_texel(materials: MaterialSet, kind: str) -> None:
    """A 64-texel texture has 7 levels, and the first one is the texture itself."""
    chain = mip_chain(materials.base_color, kind)  # type: ignore[arg-type]
    assert [level.shape for level in chain] == [(25, size, size, 4) for size in (64, 32, 16, 8, 4, 2, 1)]
    assert chain[0] is materials.base_color


@pytest.mark.parametrize("kind", ["color", "linear"])
def test_a_plain_texture_stays_what_it_is(kind: str) -> None:
    """Averaging equal texels changes nothing, through the sRGB curve or not."""
    chain = mip_chain(_filled(8, (10, 100, 200, 255)), kind)  # type: ignore[arg-type]
    assert [level.reshape(-1, 4)[0].tolist() for level in chain] == [[10, 100, 200, 255]] * 4


def test_colours_average_as_light() -> None:
    """Half black and half white is sRGB 188, not 128."""
    checker = _filled(2, (0, 0, 0, 255))
    checker[0, 0, 0] = checker[0, 1, 1] = 255
    assert mip_chain(checker, "color")[1].ravel().tolist() == [188, 188, 188, 255]


def test_invisible_texels_lend_no_colour() -> None:
    """A red leaf on invisible white stays red in the next level."""
    leaf = _filled(2, (255, 255, 255, 0))
    leaf[0, 0, 0] = (200, 0, 0, 255)
    red, green, blue, alpha = mip_chain(leaf, "color")[1].ravel().tolist()
    assert (red, alpha) == (200, 64)
    assert max(green, blue) <= 12


def test_normals_stay_unit() -> None:
    """Two normals that lean apart average to one of length 1."""
    leaning = _filled(2, (218, 128, 218, 128))
    leaning[0, :, 1] = (38, 128, 218, 128)
    decoded = mip_chain(leaning, "normal")[1].ravel()[:3].astype(float) / 127.5 - 1.0
    assert np.linalg.norm(decoded) == pytest.approx(1.0, abs=0.01)


def test_masks_keep_their_coverage(materials: MaterialSet) -> None:
    """Down to 8 texels a side, as many texels pass the cutoff as in the full texture, within a few of them."""
    cutoffs = materials.parameters[:, 6]
    chain = mip_chain(materials.base_color, "color", cutoffs)
    masked = np.flatnonzero(cutoffs > 0.0)
    for level in chain[1:4]:
        for layer in masked:
            full, small = (
                (texture[layer, ..., 3] >= round(cutoffs[layer] * 255.0)).mean() for texture in (chain[0], level)
            )
            assert small == pytest.approx(full, abs=0.07), materials.names[layer]


@pytest.mark.parametrize("shape", [(1, 6, 6, 4), (1, 8, 4, 4), (8, 8, 4)])
def test_what_cannot_be_halved_is_refused(shape: tuple[int, ...]) -> None:
    """Only square powers of two have a chain, and the error shows the shape."""
    with pytest.raises(ValueError, match="power of two"):
        mip_chain(np.zeros(shape, np.uint8))
