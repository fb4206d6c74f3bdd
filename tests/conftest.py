"""What every tier shares."""

from __future__ import annotations

import os
import tempfile

import pytest

# Plain asserts in helper modules vanish under `python -O`; rewritten ones do not.
pytest.register_assert_rewrite("behaviours", "command_line", "software_device")

if "XDG_RUNTIME_DIR" not in os.environ:  # without it the Vulkan loader prints a line per instance
    os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="framescope-xdg-")
