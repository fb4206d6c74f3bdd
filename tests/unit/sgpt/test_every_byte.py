"""A recording of the atrium, ten frames at WORKLOAD, cut at every byte and with every byte flipped in turn.

The campaign takes all bytes, ``make test`` every tenth, other ones for cutting than for flipping.
"""

from __future__ import annotations

import pytest
from damage_cases import DATA, check_recovery, cut, flip, said_of

from framescope.profile.verify import independent_checksum

CHECKSUM = independent_checksum()
SLICES, CAMPAIGN_SLICES = 20, 60
STEP = 10
RECOVERED = 151  # one case in so many is recovered and verified too; the campaign takes twice as many


def check(places: range, recovered: int) -> None:
    """Nothing but the damage is lost, and all of it is told."""
    for at in places:
        for damage in (cut, flip):
            data, expected = damage(at)
            assert (damage.__name__, at, said_of(data)) == (damage.__name__, at, expected)
            if expected is not None and at // STEP % recovered == 0:
                check_recovery(data, expected, CHECKSUM)


@pytest.mark.parametrize("part", range(SLICES))
def test_a_tenth_of_all_bytes_cut_and_flipped(part: int) -> None:
    """Every undamaged record is there, the loss has its offset and length, and there is no other."""
    check(range(part * STEP + part % STEP, len(DATA), SLICES * STEP), RECOVERED)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(CAMPAIGN_SLICES))
def test_all_bytes_cut_and_flipped(part: int) -> None:
    """The same for every byte of the file, the header and the directory included."""
    check(range(part, len(DATA), CAMPAIGN_SLICES), RECOVERED // 2)
