"""Copies and clears: what they touch follows from their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from copy_notation import BLOCKS, DEPTH, LARGE, LAYERS, PACKED, VOLUME, Copies
from graph_notation import BUFFER, COLOR

from framescope.shade.descriptors import TextureDescriptor


def test_bytes_to_bytes() -> None:
    """Exactly the bytes named; what is left out of the size is the rest of the source."""
    copies = Copies()
    source, first, second = (copies.take(BUFFER) for _ in range(3))
    copies.node.copy_buffer_to_buffer(source, 8, first, 16, 32)
    copies.node.copy_buffer_to_buffer(source, 192, second, 0)

    assert copies.accesses() == [
        ("buffer-copy-src", None, (8, 32)),
        ("buffer-copy-src", None, (192, 64)),
        ("buffer-copy-dst", "overwrite", (16, 32)),
        ("buffer-copy-dst", "overwrite", (0, 64)),
    ]


@pytest.mark.parametrize(("arguments", "expected"), [((), (0, 256)), ((16,), (16, 240)), ((16, 32), (16, 32))])
def test_a_clear(arguments: tuple[int, ...], expected: tuple[int, int]) -> None:
    """Exactly the bytes named, all of them without a number."""
    copies = Copies("clear-buffer")
    copies.node.clear_buffer(copies.take(BUFFER), *arguments)

    assert copies.accesses() == [("buffer-copy-dst", "overwrite", expected)]


@pytest.mark.parametrize(
    ("descriptor", "layout", "extent", "expected"),
    [
        (COLOR, {}, (64, 1), (0, 256, "overwrite")),
        (COLOR, {"bytes_per_row": 256}, (64, 64), (0, 64 * 256, "overwrite")),
        (COLOR, {"bytes_per_row": 512, "offset": 4}, (64, 64), (4, 63 * 512 + 256, "preserve")),
        (COLOR, {"bytes_per_row": 4}, (1, 2), (0, 8, "overwrite")),
        (LAYERS, {"bytes_per_row": 32, "rows_per_image": 8}, (8, 8, 2), (0, 512, "overwrite")),
        (LAYERS, {"bytes_per_row": 32, "rows_per_image": 9}, (8, 8, 2), (0, 9 * 32 + 256, "preserve")),
        (LAYERS, {"bytes_per_row": 32, "rows_per_image": 1}, (8, 1, 3), (0, 96, "overwrite")),
        (LAYERS, {"bytes_per_row": 36, "rows_per_image": 1}, (8, 1, 3), (0, 104, "preserve")),
        (BLOCKS, {"bytes_per_row": 24}, (12, 12), (0, 72, "overwrite")),
        (BLOCKS, {"bytes_per_row": 256}, (8, 8), (0, 272, "preserve")),
        (PACKED, {"bytes_per_row": 8}, (8, 8), (0, 64, "overwrite")),
        (DEPTH, {"bytes_per_row": 32}, (8, 8), (0, 256, "overwrite")),
    ],
)
def test_texels_to_bytes(descriptor: Any, layout: Any, extent: Any, expected: tuple[int, int, str]) -> None:
    """From the first byte to the last; an overwrite only if no row or image is padded between them."""
    copies = Copies()
    aspect = "stencil-only" if descriptor is PACKED else "all"
    source = {"texture": copies.take(descriptor), "aspect": aspect}
    copies.node.copy_texture_to_buffer(source, {"buffer": copies.take(LARGE), **layout}, extent)
    offset, size, contents = expected

    assert copies.accesses()[-1] == ("buffer-copy-dst", contents, (offset, size))


@pytest.mark.parametrize(
    ("descriptor", "place", "extent", "expected"),
    [
        (LAYERS, {}, (8, 8), ((0, 1, 0, 1), "overwrite")),
        (LAYERS, {"origin": (0, 0, 1)}, (8, 8, 3), ((0, 1, 1, 3), "overwrite")),
        (LAYERS, {"mip_level": 1}, (4, 4), ((1, 1, 0, 1), "overwrite")),
        (LAYERS, {"mip_level": 1, "origin": {"z": 2}}, (4, 3), ((1, 1, 2, 1), "preserve")),
        (LAYERS, {"origin": (1, 0)}, (7, 8), ((0, 1, 0, 1), "preserve")),
        (VOLUME, {"mip_level": 1, "origin": (0, 0, 3)}, (4, 4, 1), ((1, 1, 3, 1), "overwrite")),
        (BLOCKS, {}, (12, 12), ((0, 1, 0, 1), "overwrite")),
        (BLOCKS, {"mip_level": 2}, {"width": 4, "height": 4}, ((2, 1, 0, 1), "overwrite")),
        (BLOCKS, {"origin": (4, 0)}, (8, 12), ((0, 1, 0, 1), "preserve")),
    ],
)
def test_bytes_to_texels(descriptor: Any, place: Any, extent: Any, expected: Any) -> None:
    """The subresources named; an overwrite only if all of their width and height is filled."""
    copies = Copies()
    destination = {"texture": copies.take(descriptor), **place}
    source = {"buffer": copies.take(LARGE), "bytes_per_row": 256, "rows_per_image": 64}
    copies.node.copy_buffer_to_texture(source, destination, extent)
    region, contents = expected

    assert copies.accesses()[-1] == ("texture-copy-dst", contents, region)


def test_texels_to_texels() -> None:
    """Both sides have their own mip and layers; -srgb is the one way in which formats may differ."""
    copies = Copies()
    taker = copies.take(TextureDescriptor((4, 4, 2), "rgba8unorm-srgb"))
    made = copies.node.copy_texture_to_texture(
        {"texture": copies.take(LAYERS), "mip_level": 1, "origin": (0, 0, 2)}, {"texture": taker}, (4, 4, 2)
    )

    assert made._version == 1
    assert copies.accesses() == [
        ("texture-copy-src", None, (1, 1, 2, 2)),
        ("texture-copy-dst", "overwrite", (0, 1, 0, 2)),
    ]


def test_a_texture_onto_itself_through_other_layers() -> None:
    """One node reads one subresource and makes the version with the other."""
    copies = Copies()
    texture = copies.take(LAYERS)
    layer = {"texture": texture, "origin": (0, 0, 1)}

    assert copies.node.copy_texture_to_texture({"texture": texture}, layer, (8, 8))._version == 1


def copy_bytes(copies: Copies) -> None:
    """Of no bytes."""
    source, taker = copies.take(BUFFER), copies.take(BUFFER)
    assert copies.node.copy_buffer_to_buffer(source, 256, taker, 256) is taker


def clear_bytes(copies: Copies) -> None:
    """Of no bytes."""
    taker = copies.take(BUFFER)
    assert copies.node.clear_buffer(taker, 256) is taker


def copy_texels(copies: Copies) -> None:
    """Of no layers, either way and between textures."""
    image, linear = {"texture": copies.take(LAYERS)}, {"buffer": copies.take(BUFFER)}
    other = {"texture": copies.take(LAYERS)}
    assert copies.node.copy_texture_to_buffer(image, linear, (8, 8, 0)) is linear["buffer"]
    assert copies.node.copy_buffer_to_texture(linear, image, (0, 8)) is image["texture"]
    assert copies.node.copy_texture_to_texture(image, other, (8, 0)) is other["texture"]


@pytest.mark.parametrize("declare", [copy_bytes, clear_bytes, copy_texels])
def test_nothing_copied_is_nothing_declared(declare: Callable[[Copies], None]) -> None:
    """No access, no new version, and nothing to encode."""
    copies = Copies("command")
    declare(copies)

    assert copies.graph._callbacks == [None]
    assert copies.accesses() == []
