"""Rules of what a migration left unknown, each broken once: all issues that this gives, and no other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from snapshot_builders import ABSENT, Said, changed, found, full

from framescope.profile.snapshot.validation import validate

FACTS = "/capture/migration/unavailableFacts"
N = "/graph/nodes"
R = "/graph/resources"
A = "/graph/accesses"
ROOTS = "/graph/roots"


def unavailable(*facts: str) -> dict[str, Any]:
    """What a migration says that it could not recover."""
    return {"sourceFormat": "legacy-v0", "unavailableFacts": list(facts)}


WRONG: dict[str, tuple[dict[str, Any], Said]] = {
    "groups that should be unknown": (
        {"/capture/migration": unavailable("graph.groups")},
        [
            (
                "invalid-migration-availability",
                "/graph/groups",
                "Unavailable groups require Legacy migration provenance and an empty groups table.",
            ),
            *(
                (
                    "invalid-migration-availability",
                    f"{row}/groupId",
                    "Group references must be absent when groups are unavailable.",
                )
                for row in (f"{N}/0", f"{R}/0")
            ),
        ],
    ),
    "views that should be unknown": (
        {"/capture/migration": unavailable("graph.textureViews")},
        [
            (
                "invalid-migration-availability",
                "/graph/textureViews",
                "Unavailable texture views require Legacy migration provenance and an empty textureViews table.",
            ),
            (
                "invalid-migration-availability",
                f"{A}/1/textureViewId",
                "Texture view references must be absent when texture views are unavailable.",
            ),
        ],
    ),
    "a recording order that should be unknown": (
        {"/capture/migration": unavailable("graph.nodes.recordingOrder"), f"{N}/1/recordingOrder": ABSENT},
        [
            (
                "invalid-migration-availability",
                f"{N}/{index}/recordingOrder",
                "recordingOrder must be absent when recording order is unavailable.",
            )
            for index in (0, 2, 3)
        ],
    ),
    "regions that are all there": (
        {"/capture/migration": unavailable("graph.accesses.regions")},
        [
            (
                "invalid-migration-availability",
                FACTS,
                "Access regions may be marked unavailable only when at least one access region is missing.",
            )
        ],
    ),
    "facts of roots that are all there": (
        {"/capture/migration": unavailable("graph.roots.range", "graph.roots.resolution")},
        [
            (
                "invalid-migration-availability",
                FACTS,
                f"Unavailable root {fact} requires Legacy provenance and missing facts.",
            )
            for fact in ("range", "resolution")
        ],
    ),
}

RIGHT: dict[str, dict[str, Any]] = {
    "one migration that misses everything": {
        "/capture/migration": unavailable(
            "graph.groups",
            "graph.textureViews",
            "graph.nodes.recordingOrder",
            "graph.accesses.regions",
            "graph.roots.range",
            "graph.roots.resolution",
        ),
        "/graph/groups": [],
        f"{N}/0/groupId": ABSENT,
        f"{R}/0/groupId": ABSENT,
        "/graph/textureViews": [],
        f"{A}/1/textureViewId": ABSENT,
        f"{A}/1/textureRegion": ABSENT,
        **{f"{N}/{index}/recordingOrder": ABSENT for index in range(4)},
        f"{ROOTS}/0/range": ABSENT,
        f"{ROOTS}/1/resolution": ABSENT,
        f"{R}/1/initialContents": ABSENT,
        f"{ROOTS}/0/resolution": ABSENT,
    },
}


@pytest.mark.parametrize("case", WRONG)
def test_a_broken_rule_gives_exactly_its_issues(case: str) -> None:
    """Code, place and message of all of them, none twice, none missing."""
    changes, said = WRONG[case]
    assert found(validate(changed(full(), changes))) == Counter(said)


@pytest.mark.parametrize("case", RIGHT)
def test_what_the_rules_permit_gives_none(case: str) -> None:
    """The other side of each rule."""
    assert validate(changed(full(), RIGHT[case])) == []
