"""What every tier shares."""

from __future__ import annotations

import pytest

from framescope.harness.environment import ensure_runtime_dir

# Plain asserts in helper modules vanish under `python -O`; rewritten ones do not.
pytest.register_assert_rewrite("behaviours", "command_line", "software_device")

ensure_runtime_dir()
