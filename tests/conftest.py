"""What every tier shares."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import settings

from framescope.harness.environment import ensure_runtime_dir

# Plain asserts in helper modules vanish under `python -O`; rewritten ones do not.
pytest.register_assert_rewrite(
    "behaviours", "command_line", "damage_cases", "graph_oracle", "software_device", "sgpt_dump", "sgpt_fuzz"
)

ensure_runtime_dir()

# The same examples every time: a run that fails here fails on the next machine too. Campaigns draw afresh.
settings.register_profile("house", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("house")

# Data of the public conformance suite, no part of the repository.
_BESIDE = Path(__file__).parents[1] / "../shared/zenfg-conformance"
CONFORMANCE = Path(os.environ.get("FRAMESCOPE_CONFORMANCE", _BESIDE))


@pytest.fixture(scope="session")
def conformance() -> Path:
    """The folder of the conformance suite. Without it: a failure where it is required, elsewhere a loud skip."""
    if not (CONFORMANCE / "conformance" / "manifest.json").is_file():
        lack = f"the conformance suite is not at {CONFORMANCE}; FRAMESCOPE_CONFORMANCE says where it is"
        if os.environ.get("FRAMESCOPE_REQUIRE_CONFORMANCE") == "1":
            pytest.fail(lack)
        pytest.skip(f"NOT CHECKED: {lack}")
    return CONFORMANCE


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a case of the suite; one that has no case where there is no suite."""
    if "conformance_case" in metafunc.fixturenames:
        manifest = CONFORMANCE / "conformance" / "manifest.json"
        cases = json.loads(manifest.read_bytes())["cases"] if manifest.is_file() else [{"id": "none"}]
        metafunc.parametrize("conformance_case", cases, ids=[case["id"] for case in cases])
