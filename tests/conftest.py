"""What every tier shares."""

from __future__ import annotations

import pytest
from hypothesis import settings

from framescope.harness.environment import ensure_runtime_dir

# Plain asserts in helper modules vanish under `python -O`; rewritten ones do not.
pytest.register_assert_rewrite("behaviours", "command_line", "graph_oracle", "software_device")

ensure_runtime_dir()

# The same examples every time: a run that fails here fails on the next machine too. Campaigns draw afresh.
settings.register_profile("house", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("house")
