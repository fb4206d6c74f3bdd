"""The whole atrium: each part modelled once, set up at its places, and packed into draws."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from framescope.scenes.sponza.assets import (
    balustrade,
    doors,
    drapery,
    entablature,
    galleries,
    lamps,
    relief,
    vaults,
    vessels,
)
from framescope.scenes.sponza.assets.arches import arch_stones, spandrel
from framescope.scenes.sponza.assets.columns import base_and_capital, pedestal, shaft
from framescope.scenes.sponza.assets.lights import BRAZIERS, GALLERY_LAMPS, HALL_LAMPS
from framescope.scenes.sponza.assets.packing import Atrium, Draw, Parts
from framescope.scenes.sponza.assets.palette import MATERIALS, material
from framescope.scenes.sponza.assets.plan import (
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

__all__ = ["Atrium", "Draw", "build_atrium"]

Samples = Callable[[int], int]

_COLUMN_RADIUS = (0.28, 0.2)
_POST = 0.30  # half the width of the upper columns' pedestals
_VAULT_DEPTH = GALLERY - 0.3
_FABRICS = ("fabric_red", "fabric_green", "fabric_blue")
_VASE_PLACES = tuple((x, z) for x in (-6.75, -1.35, 1.35, 6.75) for z in (-2.95, 2.95))


def build_atrium(detail: float = 1.0) -> Atrium:
    """Build the atrium; equal arguments give equal bytes.

    Args:
        detail: Scales the samples along every curve; 1 gives about 260 000 triangles, 0.5 about a third of that.

    Raises:
        ValueError: ``detail`` is not above 0.
    """
    if not detail > 0.0:
        raise ValueError(f"build_atrium: detail must be above 0, got {detail}")

    def samples(count: int) -> int:
        return max(3, round(count * detail))

    parts = Parts()
    for level in (0, 1):
        _add_arcades(parts, level, samples)
        _add_galleries(parts, level)
    _add_ceilings(parts, samples)
    _add_attic_and_roof(parts, samples)
    _add_paving(parts)
    _add_drapery(parts, samples)
    _add_furniture(parts, samples)
    _add_lamps(parts, samples)
    return parts.packed()


def _metres(name: str) -> float:
    return MATERIALS[material(name)].metres


def _group(side: int, number: int) -> str:
    """Three neighbouring bays share one draw where a bay alone has few triangles."""
    return f"{side}.{number // 3}"


def _mitres(side: int, number: int) -> tuple[float, float]:
    """The mitres of a moulding that faces the court, at the ends of a side."""
    last = (BAYS_ACROSS if side % 2 else BAYS_ALONG) - 1
    return (1.0 if number == 0 else 0.0, -1.0 if number == last else 0.0)


def _add_arcades(parts: Parts, level: int, samples: Samples) -> None:
    storey, radius = STOREYS[level], _COLUMN_RADIUS[level]
    carved, low, high = base_and_capital(
        storey.column_base, storey.spring, radius, samples((20, 14)[level]), _metres("carved_stone")
    )
    stem = shaft(
        low, high, radius, (18, 8)[level], (0.0, 0.5)[level], samples(3), samples((3, 8)[level]), _metres("shaft_stone")
    )
    for number, (x, z, at_corner) in enumerate(column_places()):
        parts.add(f"column {level}.{number}", "shaft_stone", stem.moved(x=x, z=z))
        parts.add(f"column {level}.{number}", "carved_stone", carved.moved(x=x, z=z))
        if at_corner:
            pier = block(
                (-0.335, storey.spring, -0.335), (0.335, storey.wall_top + 0.1, 0.335), 0.02, _metres("ashlar")
            )
            parts.add(f"corner piers {int(x > 0)}", "ashlar", pier.moved(x=x, z=z))
    stones = arch_stones(storey, 13, _metres("arch_stone"))
    wall = spandrel(storey, samples(24), _metres("ashlar"))
    for side, number, offset in bay_places():
        parts.add(f"arch {level}.{side}.{number}", "arch_stone", placed(stones, side, offset))
        parts.add(f"spandrels {level}.{_group(side, number)}", "ashlar", placed(wall, side, offset))
        moulding = entablature.cornice(storey.wall_top, _mitres(side, number), False, _metres("trim_stone"))
        parts.add(f"cornice {level}.{_group(side, number)}", "trim_stone", placed(moulding, side, offset))
    if level == 1:
        rails = balustrade.balustrade(storey, _POST, samples(8), _metres("trim_stone"))
        post = pedestal(storey.floor, storey.column_base, _POST - 0.04, _metres("trim_stone"))
        for side, number, offset in bay_places():
            parts.add(f"balustrade {side}.{number}", "trim_stone", placed(rails, side, offset))
            parts.add(f"balustrade {side}.{number}", "trim_stone", placed(post, side, offset - BAY / 2.0))


def _add_galleries(parts: Parts, level: int) -> None:
    storey = STOREYS[level]
    wall_name = "plaster"
    top = STOREYS[1].floor if level == 0 else ATTIC_TOP
    post = galleries.pilaster(storey, _metres("ashlar"))
    for side in range(4):
        count = BAYS_ACROSS if side % 2 else BAYS_ALONG
        half = count * BAY / 2.0
        for group in range(count // 3):
            low_x, high_x = -half + group * 3 * BAY, -half + (group + 1) * 3 * BAY
            ends = (group == 0, group == count // 3 - 1)
            low_x, high_x = low_x - GALLERY * ends[0], high_x + GALLERY * ends[1]
            name = f"gallery {level}.{side}.{group}"
            wall = galleries.outer_wall(low_x, high_x, storey.floor, top, _metres(wall_name))
            mitres = (1.0 if ends[0] else 0.0, -1.0 if ends[1] else 0.0)
            mouldings = galleries.wall_mouldings(low_x, high_x, storey, mitres, _metres("trim_stone"))
            low_z = (galleries.FLOOR_EDGE, -0.1)[level]
            reach = GALLERY - low_z if side % 2 else 0.0  # the long sides' floors cover the corners
            floor_ends = (low_x + reach * ends[0], high_x - reach * ends[1])
            floor = galleries.gallery_floor(*floor_ends, low_z, storey.floor, _metres("gallery_tiles"))
            parts.add(name, wall_name, placed(wall, side, 0.0))
            parts.add(f"gallery {level}.{side}", "trim_stone", placed(mouldings, side, 0.0))
            parts.add(name, "gallery_tiles", placed(floor, side, 0.0))
            for line in range(4):
                x = -half + (group * 3 + line) * BAY
                if line < 3 or ends[1]:
                    parts.add(f"gallery {level}.{side}", "ashlar", placed(post.moved(x=x), side, 0.0))
            if level == 0:
                shell = galleries.outside(low_x - 0.3 * ends[0], high_x + 0.3 * ends[1], _metres("brick"))
                parts.add(f"outside {side}", "brick", placed(shell, side, 0.0))


def _add_ceilings(parts: Parts, samples: Samples) -> None:
    below, above = STOREYS
    rise = below.ceiling - below.spring
    middle = 0.3 + _VAULT_DEPTH / 2.0
    vault = vaults.groin_vault(BAY, _VAULT_DEPTH, below.spring, rise, samples(5), _metres("vault_plaster")).moved(
        z=middle
    )
    rib = vaults.rib(_VAULT_DEPTH, rise, 0.3, 0.1, samples(16), below.spring, _metres("arch_stone")).moved(z=middle)
    end_rib = vaults.rib(_VAULT_DEPTH, rise, 0.66, 0.1, samples(16), below.spring, _metres("arch_stone")).moved(
        z=middle
    )
    wood = _metres("ceiling_wood")
    panels = vaults.coffers((-BAY / 2.0, 0.3), (BAY / 2.0, GALLERY), (3, 3), above.ceiling - 0.2, wood)
    for side, number, offset in bay_places():
        group = _group(side, number)
        parts.add(f"vault {side}.{number}", "vault_plaster", placed(vault, side, offset))
        parts.add(f"coffers {group}", "ceiling_wood", placed(panels, side, offset))
        if number > 0:
            parts.add(f"ribs {side}", "arch_stone", placed(rib, side, offset - BAY / 2.0))
    corner = vaults.groin_vault(_VAULT_DEPTH, _VAULT_DEPTH, below.spring, rise, samples(5), _metres("vault_plaster"))
    corner_panels = vaults.coffers((0.0, 0.0), (GALLERY, GALLERY), (3, 3), above.ceiling - 0.2, wood)
    for number, (x, z) in enumerate(corner_places()):
        away_x, away_z = np.sign(x) * middle, np.sign(z) * middle
        parts.add(f"corner vault {number}", "vault_plaster", corner.moved(x=x + away_x, z=z + away_z))
        parts.add(
            f"coffers {2 * (number // 2) + 1}.0",
            "ceiling_wood",
            corner_panels.moved(min(x, x + np.sign(x) * GALLERY), 0, min(z, z + np.sign(z) * GALLERY)),
        )
    for side in range(4):
        half = (COURT_Z if side % 2 else COURT_X) + 0.15
        for end in (-half, half):
            parts.add(f"ribs {side}", "arch_stone", placed(end_rib, side, float(end)))


def _add_attic_and_roof(parts: Parts, samples: Samples) -> None:
    low = STOREYS[1].wall_top + 0.5
    wall, windows = entablature.attic_wall(low, _metres("brick")), entablature.attic_windows(_metres("trim_stone"))
    shutter = entablature.shutter(_metres("door_wood"))
    for side, number, offset in bay_places():
        group, mitres = _group(side, number), _mitres(side, number)
        crown = entablature.cornice(ATTIC_TOP, mitres, True, _metres("trim_stone"))
        timber = entablature.eaves_timber(mitres, _metres("ceiling_wood"))
        tiles = entablature.roof_tiles(mitres, samples(6), _metres("roof_tile"))
        for name, material_name, mesh in (
            ("attic", "brick", wall),
            ("attic", "trim_stone", windows),
            ("attic", "trim_stone", crown),
            ("shutters", "door_wood", shutter),
            ("eaves", "ceiling_wood", timber),
            ("roof", "roof_tile", tiles),
        ):
            parts.add(f"{name} {group}", material_name, placed(mesh, side, offset))


def _add_paving(parts: Parts) -> None:
    for quarter_x in (0, 1):
        for quarter_z in (0, 1):
            paving = galleries.court_paving(quarter_x, quarter_z, _metres("court_flags"))
            parts.add(f"court {quarter_x}.{quarter_z}", "court_flags", paving)
    parts.add("stylobate", "trim_stone", galleries.stylobate(_metres("trim_stone")))


def _add_drapery(parts: Parts, samples: Samples) -> None:
    half = STOREYS[0].radius
    curtains = drapery.curtain_pair(3.5, 0.06, half, samples(28), samples(18), _metres("fabric_red") * 1.2)
    drape = drapery.thin_drape(8.5, 6.8, STOREYS[1].radius + 0.08, samples(40), samples(10), _metres("gauze"))
    banner = drapery.banner(drapery.over_the_cornice(samples(6)), 1.25, samples(18), 1.25)
    lower_rod = drapery.rod(3.52, half + 0.02, 0.022, 8, _metres("bronze"))
    upper_rod = drapery.rod(8.52, STOREYS[1].radius + 0.1, 0.018, 8, _metres("bronze"))
    for side in (0, 2):
        for order, number in enumerate((1, 4, 7)):
            offset = (number - 4) * BAY
            fabric = _FABRICS[(order + side // 2) % 3]
            parts.add(f"curtains {side}.{number}", fabric, placed(curtains, side, offset))
            parts.add(f"rods {side}", "bronze", placed(lower_rod, side, offset))
            parts.add(f"drape {side}.{number}", "gauze", placed(drape, side, offset))
            parts.add(f"rods {side}", "bronze", placed(upper_rod, side, offset))
        for order, number in enumerate((0, 2, 6, 8)):
            fabric = _FABRICS[(order + side) % 3]
            parts.add(f"banner {side}.{number}", fabric, placed(banner, side, (number - 4) * BAY))


def _add_furniture(parts: Parts, samples: Samples) -> None:
    vase, soil = vessels.vase(samples(32), _metres("terracotta")), vessels.soil(samples(16), _metres("soil"))
    for number, (x, z) in enumerate(_VASE_PLACES):
        leaves = vessels.plant(samples(44), 6, 100 + number)
        parts.add(f"vase {number}", "terracotta", vase.moved(x=x, z=z))
        parts.add(f"vases {int(z > 0)}", "soil", soil.moved(x=x, z=z))
        parts.add(f"plant {number}", "leaf", leaves.moved(x=x, z=z))
    head = relief.lion(0.78, samples(36), samples(110), _metres("relief_marble"))
    frame = relief.lion_frame(0.78, samples(48), _metres("relief_marble"))
    for side in (1, 3):
        parts.add(f"lion {side}", "relief_marble", placed(head.moved(y=1.95, z=GALLERY - 0.08), side, 0.0))
        parts.add(f"lion {side}", "relief_marble", placed(frame.moved(y=1.95, z=GALLERY), side, 0.0))
    for level, storey in enumerate(STOREYS):
        for side in (0, 2):
            for number in (2, 6):
                place = (number - 4) * BAY
                parts.add(
                    f"doors {level}.{side}",
                    "trim_stone",
                    placed(doors.door_frame(storey.floor, _metres("trim_stone")), side, place),
                )
                parts.add(
                    f"doors {level}.{side}",
                    "door_wood",
                    placed(doors.door_leaves(storey.floor, _metres("door_wood")), side, place),
                )
                parts.add(
                    f"doors {side}", "bronze", placed(doors.door_rings(storey.floor, _metres("bronze")), side, place)
                )


def _add_lamps(parts: Parts, samples: Samples) -> None:
    body, drop = lamps.lantern(samples(12), _metres("bronze")), lamps.flame(0.085, samples(10), _metres("ember"))
    for level, places in enumerate((HALL_LAMPS, GALLERY_LAMPS)):
        ceiling = (STOREYS[0].ceiling, STOREYS[1].ceiling - 0.1)[level]
        for number, (x, y, z) in enumerate(places):
            hanging = lamps.chain(ceiling - y - 0.5, 8, _metres("iron"))
            parts.add(f"lanterns {level}.{number // (1, 2)[level]}", "bronze", body.moved(x, y, z))
            parts.add(f"chains {level}.{int(x > 0)}", "iron", hanging.moved(x, y, z))
            parts.add(f"flames {level}", "ember", drop.moved(x, y, z))
    for number, (x, y, z) in enumerate(BRAZIERS):
        bowl = lamps.brazier(-y, samples(28), _metres("bronze"))
        parts.add(f"brazier {number}", "bronze", bowl.moved(x, y, z))
        parts.add(f"coals {int(x > 0)}", "ember", lamps.coals(samples(20), _metres("ember")).moved(x, y, z))
