"""What the overlay can show: each panel names the records it reads and says in WGSL how they look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from framescope.scenes import records
from framescope.scenes.scene import load_wgsl
from framescope.scenes.sponza.shader_library import shader_text
from framescope.shade.extensions.frame_record import RecordKey

__all__ = ["PANELS", "Panel"]


@dataclass(frozen=True, slots=True)
class Panel:
    """A small picture of what a frame's passes made.

    Attributes:
        title: Shown in errors of its pipeline.
        reads: The records it reads, each with its access kind: binding 0, 1 and so on of group 0.
        code: WGSL that declares and uses each of those bindings, and has ``fn shown(uv: vec2f) -> vec3f``: the display
            colours of a place in the panel, (0, 0) at its upper left. It may call ``texel(size, uv)`` of
            ``panel.wgsl``.
    """

    title: str
    reads: tuple[tuple[RecordKey[Any], Any], ...]
    code: str


def _picture(record: RecordKey[Any], look: str, *, level: int = 0, kind: str = "texture_2d<f32>") -> Panel:
    """A panel of one texture; ``look`` turns ``value``, what is in a texel, into a colour."""
    code = (
        f"@group(0) @binding(0) var image: {kind};\n"
        "fn shown(uv: vec2f) -> vec3f {\n"
        f"    let level = min({level}u, textureNumLevels(image) - 1u);\n"
        "    let value = textureLoad(image, texel(textureDimensions(image, level), uv), level);\n"
        f"    return {look};\n"
        "}\n"
    )
    return Panel(record.name, ((record, "texture-sampled"),), code)


PANELS = (
    _picture(records.SHADOW_MAP, "vec3f(value)", kind="texture_depth_2d"),
    _picture(records.DEPTH_PYRAMID, "vec3f(value.r / 30.0)", level=2),
    _picture(records.ALBEDO, "sqrt(value.rgb)"),
    _picture(records.NORMAL, "value.rgb"),
    _picture(records.OCCLUSION, "vec3f(value.r)"),
    _picture(records.SCENE_COLOR, "sqrt(value.rgb / (1.0 + value.rgb))"),
    Panel(
        "lights per cluster",
        (
            (records.FRAME_CONSTANTS, "buffer-uniform"),
            (records.LIGHT_RANGES, "buffer-storage-read"),
            (records.LINEAR_DEPTH, "texture-sampled"),
        ),
        shader_text("frame", "clusters") + load_wgsl(__file__, "lights_per_cluster.wgsl"),
    ),
    Panel(
        "luminance histogram",
        (
            (records.FRAME_CONSTANTS, "buffer-uniform"),
            (records.LUMINANCE_HISTOGRAM, "buffer-storage-read"),
            (records.EXPOSURE, "buffer-storage-read"),
        ),
        shader_text("frame", "exposure") + load_wgsl(__file__, "luminance_histogram.wgsl"),
    ),
)
"""In the order in which they stand along the lower edge. A scene gets those whose records it publishes."""
