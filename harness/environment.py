"""What the process's environment must hold before the first Vulkan instance is made."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile

__all__ = ["ensure_runtime_dir", "has_display"]


def ensure_runtime_dir() -> None:
    """Give the process a private ``XDG_RUNTIME_DIR`` where the login gave it none.

    Without one the loader prints a line of noise on stderr for every instance. The folder ends with the process.
    """
    if sys.platform == "win32" or "XDG_RUNTIME_DIR" in os.environ:
        return
    folder = tempfile.mkdtemp(prefix="framescope-")  # mkdtemp makes it 0700, which the specification asks for
    os.environ["XDG_RUNTIME_DIR"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def has_display() -> bool:
    """True where a window can be hoped for: always on Windows and macOS, elsewhere with an X or Wayland display."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
