"""Labels that tell the entries of a table apart.

The protocol asks for none, but comparing the snapshots of different producers does: a label that several entries share
is told with their scope path, and what is equal even then is numbered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from framescope.shade.graph.unique_names import unique_names

__all__ = ["distinct_labels", "plain_text"]


def distinct_labels(labels: Sequence[str], paths: Sequence[str]) -> list[str]:
    """One label an entry, none of them twice.

    Args:
        labels: What each entry is called.
        paths: What it is called in full.
    """
    plain = [plain_text(label) for label in labels]
    shared = Counter(plain)
    return unique_names(
        label if shared[label] == 1 else plain_text(path) for label, path in zip(plain, paths, strict=True)
    )


def plain_text(text: str) -> str:
    """``text`` with U+FFFD for each lone surrogate, which no UTF-8 file holds."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
