"""Colours of the drawn graph. All are sRGB, as Graphviz reads a ``#rrggbb``, and readable for the colour-blind."""

from __future__ import annotations

from typing import Final

__all__ = [
    "CULLED",
    "CULLED_FILL",
    "CULLED_INK",
    "HAZARD_EDGES",
    "INK",
    "ORIGIN_FILLS",
    "PASS_FILLS",
    "RESOURCE_LINE",
    "ROOT_FILL",
    "SCOPE_FILL",
    "VALUE_EDGE",
]

INK: Final = "#1f2933"
PASS_FILLS: Final = {
    "render": "#9ecbff",
    "compute": "#ffd08a",
    "copy": "#a8e6cf",
    "clear-buffer": "#a8e6cf",
    "command": "#d9bfff",
    "external-submission": "#ffb3c7",
}
ORIGIN_FILLS: Final = {"transient": "#ffffff", "imported": "#fff6d6", "surface": "#ffe9a8"}
RESOURCE_LINE: Final = "#52606d"
CULLED: Final = "#9aa5b1"
CULLED_FILL: Final = "#eceff3"
CULLED_INK: Final = "#616e7c"
ROOT_FILL: Final = "#2f855a"
SCOPE_FILL: Final = "#f4f6f8"
VALUE_EDGE: Final = "#2b6cb0"
HAZARD_EDGES: Final = {"war": ("#c05621", "dashed"), "waw": ("#b83280", "dotted")}
"""Colour and line of each hazard that only orders; a read after write is a value edge."""
