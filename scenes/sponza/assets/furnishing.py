"""Where the atrium's furnishings are: cloth, vases, lions, doors and lamps."""

from __future__ import annotations

from framescope.scenes.sponza.assets import doors, drapery, lamps, relief, vessels
from framescope.scenes.sponza.assets.lights import BRAZIERS, GALLERY_LAMPS, HALL_LAMPS
from framescope.scenes.sponza.assets.packing import Parts
from framescope.scenes.sponza.assets.palette import metres_of
from framescope.scenes.sponza.assets.plan import BAY, BAYS_ALONG, GALLERY, STOREYS, placed

__all__ = ["VASE_PLACES", "add_doors", "add_drapery", "add_lamps", "add_lions", "add_vases"]

VASE_PLACES = tuple((x, z) for x in (-6.75, -1.35, 1.35, 6.75) for z in (-2.95, 2.95))

_FABRICS = ("fabric_red", "fabric_green", "fabric_blue")
_LONG_SIDES, _SHORT_SIDES = (0, 2), (1, 3)
_CURTAINED, _BANNERED, _WITH_DOORS = (1, 4, 7), (0, 2, 6, 8), (2, 6)  # bays of the long sides
_LION_HEIGHT, _LION_RADIUS = 1.95, 0.78


def _along(number: int) -> float:
    """Where a bay of a long side is."""
    return (number - BAYS_ALONG // 2) * BAY


def add_drapery(parts: Parts) -> None:
    """Curtains below, thin drapes above them, banners over the balustrade between."""
    samples, below, above = parts.samples, STOREYS[0].radius, STOREYS[1].radius
    curtains = drapery.curtain_pair(3.5, 0.06, below, samples(28), samples(18), 1.2 * metres_of("fabric_red"))
    drape = drapery.thin_drape(8.5, 6.8, above + 0.08, samples(40), samples(10), metres_of("gauze"))
    banner = drapery.banner(drapery.over_the_cornice(samples(6)), 1.25, samples(18), 1.25 * metres_of("fabric_red"))
    lower_rod = drapery.rod(3.52, below + 0.02, 0.022, 8, metres_of("bronze"))
    upper_rod = drapery.rod(8.52, above + 0.1, 0.018, 8, metres_of("bronze"))
    for side in _LONG_SIDES:
        for order, number in enumerate(_CURTAINED):
            offset, fabric = _along(number), _FABRICS[(order + side // 2) % 3]
            parts.add(f"curtains {side}.{number}", fabric, placed(curtains, side, offset))
            parts.add(f"drape {side}.{number}", "gauze", placed(drape, side, offset))
            parts.add(f"rods {side}", "bronze", placed(lower_rod, side, offset))
            parts.add(f"rods {side}", "bronze", placed(upper_rod, side, offset))
        for order, number in enumerate(_BANNERED):
            parts.add(f"banner {side}.{number}", _FABRICS[(order + side) % 3], placed(banner, side, _along(number)))


def add_vases(parts: Parts) -> None:
    """Planted vases along both sides of the court, no two plants alike."""
    vase = vessels.vase(parts.samples(32), metres_of("terracotta"))
    soil = vessels.soil(parts.samples(16), metres_of("soil"))
    for number, (x, z) in enumerate(VASE_PLACES):
        plant = vessels.plant(parts.samples(44), parts.samples(6), 100 + number)
        parts.add(f"vase {number}", "terracotta", vase.moved(x=x, z=z))
        parts.add(f"vases {int(z > 0)}", "soil", soil.moved(x=x, z=z))
        parts.add(f"plant {number}", "leaf", plant.moved(x=x, z=z))


def add_lions(parts: Parts) -> None:
    """A lion's head on each end wall, in the middle of the lower storey."""
    stone = metres_of("relief_marble")
    head = relief.lion(_LION_RADIUS, parts.samples(34), parts.samples(100), stone).moved(
        y=_LION_HEIGHT, z=GALLERY - 0.08
    )
    frame = relief.lion_frame(_LION_RADIUS, parts.samples(48), stone).moved(y=_LION_HEIGHT, z=GALLERY)
    for side in _SHORT_SIDES:
        parts.add(f"lion {side}", "relief_marble", placed(head, side, 0.0))
        parts.add(f"lion {side}", "relief_marble", placed(frame, side, 0.0))


def add_doors(parts: Parts) -> None:
    """Two doors on each long side of both storeys."""
    for level, storey in enumerate(STOREYS):
        frame = doors.door_frame(storey.floor, metres_of("trim_stone"))
        leaves = doors.door_leaves(storey.floor, metres_of("door_wood"))
        rings = doors.door_rings(storey.floor, metres_of("bronze"))
        for side in _LONG_SIDES:
            for offset in map(_along, _WITH_DOORS):
                parts.add(f"doors {level}.{side}", "trim_stone", placed(frame, side, offset))
                parts.add(f"doors {level}.{side}", "door_wood", placed(leaves, side, offset))
                parts.add(f"doors {side}", "bronze", placed(rings, side, offset))


def add_lamps(parts: Parts) -> None:
    """A lantern or a brazier about every point light."""
    body = lamps.lantern(parts.samples(12), metres_of("bronze"))
    drop = lamps.flame(0.085, parts.samples(10), metres_of("ember"))
    for level, places in enumerate((HALL_LAMPS, GALLERY_LAMPS)):
        ceiling = (STOREYS[0].ceiling, STOREYS[1].ceiling - 0.1)[level]
        for number, (x, y, z) in enumerate(places):
            hanging = lamps.chain(ceiling - y - 0.5, 8, metres_of("iron"))
            parts.add(f"lanterns {level}.{number // (1 + level)}", "bronze", body.moved(x, y, z))
            parts.add(f"chains {level}.{int(x > 0)}", "iron", hanging.moved(x, y, z))
            parts.add(f"flames {level}", "ember", drop.moved(x, y, z))
    coals = lamps.coals(parts.samples(20), metres_of("ember"))
    for number, (x, y, z) in enumerate(BRAZIERS):
        bowl = lamps.brazier(-y, parts.samples(28), metres_of("bronze"))
        parts.add(f"brazier {number}", "bronze", bowl.moved(x, y, z))
        parts.add(f"coals {int(x > 0)}", "ember", coals.moved(x, y, z))
