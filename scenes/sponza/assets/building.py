"""Where the parts of the building stand, and which of them share a draw.

A draw is one bay's worth of a part that has many triangles, three bays' worth of one that has few: compact enough that
culling it pays.
"""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets import entablature, galleries, vaults
from framescope.scenes.sponza.assets.arches import arch_stones, spandrel
from framescope.scenes.sponza.assets.balustrade import balustrade
from framescope.scenes.sponza.assets.columns import base_and_capital, pedestal, shaft
from framescope.scenes.sponza.assets.packing import Parts
from framescope.scenes.sponza.assets.palette import metres_of
from framescope.scenes.sponza.assets.plan import (
    ARCADE_HALF,
    ATTIC_TOP,
    BAY,
    BAYS_ACROSS,
    BAYS_ALONG,
    COURT_X,
    COURT_Z,
    GALLERY,
    STOREYS,
    bay_places,
    column_places,
    corner_places,
    placed,
)
from framescope.scenes.sponza.assets.solids import block

__all__ = [
    "add_arcades",
    "add_attic_and_roof",
    "add_balustrade",
    "add_coffers",
    "add_galleries",
    "add_paving",
    "add_vaults",
]

_COLUMN_RADIUS = (0.28, 0.2)
_POST = 0.30  # half the width of the upper columns' pedestals
_VAULT_DEPTH = GALLERY - ARCADE_HALF
_VAULT_MIDDLE = (GALLERY + ARCADE_HALF) / 2.0
_COFFERS = (3, 3)
_STONES = 13


def _group(side: int, number: int) -> str:
    return f"{side}.{number // 3}"


def _mitres(first: bool, last: bool) -> tuple[float, float]:
    """The mitres of a moulding that faces the court, where a side begins and ends."""
    return (1.0 if first else 0.0, -1.0 if last else 0.0)


def _bay_mitres(side: int, number: int) -> tuple[float, float]:
    return _mitres(number == 0, number == (BAYS_ACROSS if side % 2 else BAYS_ALONG) - 1)


def add_arcades(parts: Parts, level: int) -> None:
    """A storey's columns, arches, spandrels and cornice."""
    storey = STOREYS[level]
    _add_columns(parts, level)
    stones = arch_stones(storey, _STONES, metres_of("arch_stone"))
    wall = spandrel(storey, parts.samples(24), metres_of("ashlar"))
    for side, number, offset in bay_places():
        group = f"{level}.{_group(side, number)}"
        moulding = entablature.cornice(storey.wall_top, _bay_mitres(side, number), False, metres_of("trim_stone"))
        parts.add(f"arch {level}.{side}.{number}", "arch_stone", placed(stones, side, offset))
        parts.add(f"spandrels {group}", "ashlar", placed(wall, side, offset))
        parts.add(f"cornice {group}", "trim_stone", placed(moulding, side, offset))
    low, high, half = storey.spring, storey.wall_top + 0.1, ARCADE_HALF + 0.035
    pier = block((-half, low, -half), (half, high, half), 0.02, metres_of("ashlar"))
    for x, z in corner_places():
        parts.add(f"corner piers {int(x > 0)}", "ashlar", pier.moved(x=x, z=z))


def _add_columns(parts: Parts, level: int) -> None:
    storey, radius = STOREYS[level], _COLUMN_RADIUS[level]
    around, flutes, twist, rows = ((18, 18, 0.0, 3), (12, 8, 0.5, 8))[level]
    stone = metres_of("carved_stone")
    carved, low, high = base_and_capital(storey.column_base, storey.spring, radius, parts.samples(around), stone)
    sampling = parts.samples(3), parts.samples(rows)
    stem = shaft(low, high, radius, flutes, twist, *sampling, metres_of("shaft_stone"))
    for number, (x, z) in enumerate(column_places()):
        parts.add(f"column {level}.{number}", "shaft_stone", stem.moved(x=x, z=z))
        parts.add(f"column {level}.{number}", "carved_stone", carved.moved(x=x, z=z))


def add_balustrade(parts: Parts) -> None:
    """The upper gallery's balustrade, and the pedestals that its columns stand on."""
    storey, stone = STOREYS[1], metres_of("trim_stone")
    rails = balustrade(storey, _POST, parts.samples(8), stone)
    post = pedestal(storey.floor, storey.column_base, _POST - 0.04, stone)
    for side, number, offset in bay_places():
        parts.add(f"balustrade {side}.{number}", "trim_stone", placed(rails, side, offset))
        parts.add(f"balustrade {side}.{number}", "trim_stone", placed(post, side, offset - BAY / 2.0))


def add_galleries(parts: Parts, level: int) -> None:
    """A storey's outer walls and floors, three bays at a time; the first and the last three reach into the corners."""
    for side in range(4):
        groups = (BAYS_ACROSS if side % 2 else BAYS_ALONG) // 3
        for group in range(groups):
            start = (group - groups / 2.0) * 3 * BAY
            ends = group == 0, group == groups - 1
            _add_gallery(parts, level, side, group, (start, start + 3 * BAY), ends)
        _add_pilasters(parts, level, side)


def _add_gallery(
    parts: Parts, level: int, side: int, group: int, span: tuple[float, float], ends: tuple[bool, bool]
) -> None:
    storey, name = STOREYS[level], f"gallery {level}.{side}.{group}"
    low_x, high_x = span[0] - GALLERY * ends[0], span[1] + GALLERY * ends[1]
    top = STOREYS[1].floor if level == 0 else ATTIC_TOP
    wall = galleries.outer_wall(low_x, high_x, storey.floor, top, metres_of("plaster"))
    mouldings = galleries.wall_mouldings(low_x, high_x, storey, _mitres(*ends), metres_of("trim_stone"))
    low_z = (galleries.FLOOR_EDGE, -0.1)[level]
    short = GALLERY - low_z if side % 2 else 0.0  # the long sides' floors cover the corners
    floor_span = low_x + short * ends[0], high_x - short * ends[1]
    floor = galleries.gallery_floor(*floor_span, low_z, storey.floor, metres_of("gallery_tiles"))
    parts.add(name, "plaster", placed(wall, side, 0.0))
    parts.add(name, "gallery_tiles", placed(floor, side, 0.0))
    parts.add(f"gallery {level}.{side}", "trim_stone", placed(mouldings, side, 0.0))
    if level == 0:
        shell = galleries.outside(low_x - 0.3 * ends[0], high_x + 0.3 * ends[1], metres_of("brick"))
        parts.add(f"outside {side}", "brick", placed(shell, side, 0.0))


def _add_pilasters(parts: Parts, level: int, side: int) -> None:
    count = BAYS_ACROSS if side % 2 else BAYS_ALONG
    post = galleries.pilaster(STOREYS[level], metres_of("ashlar"))
    for line in range(count + 1):
        parts.add(f"gallery {level}.{side}", "ashlar", placed(post, side, (line - count / 2.0) * BAY))


def add_vaults(parts: Parts) -> None:
    """The lower gallery's vaults and ribs; wider ribs part the corners from the sides."""
    storey, plaster, stone = STOREYS[0], metres_of("vault_plaster"), metres_of("arch_stone")
    spring, rise, web, arc = storey.spring, storey.ceiling - storey.spring, parts.samples(5), parts.samples(16)
    vault = vaults.groin_vault(BAY, _VAULT_DEPTH, spring, rise, web, plaster).moved(z=_VAULT_MIDDLE)
    corner = vaults.groin_vault(_VAULT_DEPTH, _VAULT_DEPTH, spring, rise, web, plaster)
    rib, wide_rib = (
        vaults.rib(_VAULT_DEPTH, rise, width, 0.1, arc, spring, stone).moved(z=_VAULT_MIDDLE) for width in (0.3, 0.66)
    )
    for side, number, offset in bay_places():
        parts.add(f"vault {side}.{number}", "vault_plaster", placed(vault, side, offset))
        if number > 0:
            parts.add(f"ribs {side}", "arch_stone", placed(rib, side, offset - BAY / 2.0))
    for side in range(4):
        half = (COURT_Z if side % 2 else COURT_X) + ARCADE_HALF / 2.0
        for end in (-half, half):
            parts.add(f"ribs {side}", "arch_stone", placed(wide_rib, side, end))
    for number, (x, z) in enumerate(corner_places()):
        away = np.sign((x, z)) * _VAULT_MIDDLE
        parts.add(f"corner vault {number}", "vault_plaster", corner.moved(x=x + away[0], z=z + away[1]))


def add_coffers(parts: Parts) -> None:
    """The upper gallery's timber ceiling with gilded bosses."""
    height, wood, gilt = STOREYS[1].ceiling - 0.2, metres_of("ceiling_wood"), metres_of("gold")
    bay = (-BAY / 2.0, ARCADE_HALF), (BAY / 2.0, GALLERY)
    panels, bosses = vaults.coffers(*bay, _COFFERS, height, wood), vaults.bosses(*bay, _COFFERS, height, gilt)
    for side, number, offset in bay_places():
        parts.add(f"coffers {_group(side, number)}", "ceiling_wood", placed(panels, side, offset))
        parts.add(f"bosses {side}", "gold", placed(bosses, side, offset))
    for x, z in corner_places():
        far_x, far_z = x + np.sign(x) * GALLERY, z + np.sign(z) * GALLERY
        corner = (min(x, far_x), min(z, far_z)), (max(x, far_x), max(z, far_z))
        end = 1 if x > 0 else 3
        parts.add(f"coffers {end}.0", "ceiling_wood", vaults.coffers(*corner, _COFFERS, height, wood))
        parts.add(f"bosses {end}", "gold", vaults.bosses(*corner, _COFFERS, height, gilt))


def add_attic_and_roof(parts: Parts) -> None:
    """Attic, crowning cornice, eaves and roof."""
    wall = entablature.attic_wall(STOREYS[1].wall_top + 0.5, metres_of("brick"))
    windows = entablature.attic_windows(metres_of("trim_stone"))
    shutter = entablature.shutter(metres_of("door_wood"))
    for side, number, offset in bay_places():
        group, mitres = _group(side, number), _bay_mitres(side, number)
        crown = entablature.cornice(ATTIC_TOP, mitres, True, metres_of("trim_stone"))
        timber = entablature.eaves_timber(mitres, metres_of("ceiling_wood"))
        tiles = entablature.roof_tiles(mitres, parts.samples(4), metres_of("roof_tile"))
        parts.add(f"attic {group}", "brick", placed(wall, side, offset))
        parts.add(f"attic {group}", "trim_stone", placed(windows, side, offset))
        parts.add(f"attic {group}", "trim_stone", placed(crown, side, offset))
        parts.add(f"shutters {side}", "door_wood", placed(shutter, side, offset))
        parts.add(f"eaves {group}", "ceiling_wood", placed(timber, side, offset))
        parts.add(f"roof {group}", "roof_tile", placed(tiles, side, offset))


def add_paving(parts: Parts) -> None:
    """The court's paving in four quarters, and the stone strip round it."""
    for quarter_x in (0, 1):
        for quarter_z in (0, 1):
            paving = galleries.court_paving(quarter_x, quarter_z, metres_of("court_flags"))
            parts.add(f"court {quarter_x}.{quarter_z}", "court_flags", paving)
    parts.add("stylobate", "trim_stone", galleries.stylobate(metres_of("trim_stone")))
