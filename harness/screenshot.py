"""Writing a frame as a PNG file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from framescope.profile.export.whole_file import whole_file

__all__ = ["write_png"]


def write_png(path: Path, texels: npt.NDArray[np.uint8], texture_format: str) -> None:
    """Write what a texture held. The file has its name once it is whole.

    Alpha is dropped: what a window shows has none.

    Args:
        path: The file to write.
        texels: Height × width × 4, as the texture stores them.
        texture_format: ``"rgba8unorm-srgb"`` or another 8-bit RGBA or BGRA format.

    Raises:
        OSError: The file cannot be written.
    """
    from PIL import Image  # only this verb needs it, and a reader of captures should not wait for it

    order = [2, 1, 0] if texture_format.startswith("bgra") else [0, 1, 2]
    image = Image.fromarray(np.ascontiguousarray(texels[..., order]))
    with whole_file(path) as file:
        image.save(file, format="PNG")
