"""Texture formats and the bytes that descriptors declare."""

from __future__ import annotations

import dataclasses
import re

import pytest

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.footprint import Footprint, buffer_bytes, texture_bytes, texture_footprint
from framescope.shade.formats import FORMATS, format_info


@pytest.mark.parametrize(
    ("size", "texture_format", "mips", "expected"),
    [
        ((1920, 1080), "bc1-rgba-unorm", 11, 1_383_112),
        ((60, 36), "bc7-rgba-unorm", 6, 3_056),
        ((10, 10), "astc-5x5-unorm", 4, 112),
    ],
)
def test_compressed_mip_tails_are_counted_from_the_true_size(size, texture_format, mips, expected):
    """Each level of a compressed texture is the true size halved, then rounded up to whole blocks."""
    assert texture_bytes(TextureDescriptor(size, texture_format, mip_level_count=mips)) == expected


@pytest.mark.parametrize(
    ("descriptor", "expected"),
    [
        (TextureDescriptor((256, 1, 1), "r8unorm", dimension="1d"), 256),
        (TextureDescriptor((7, 5), "rgba8unorm"), 7 * 5 * 4),
        (TextureDescriptor((8, 4), "rgba16float", mip_level_count=4), (32 + 8 + 2 + 1) * 8),
        (TextureDescriptor((8, 8, 6), "r32float", mip_level_count=2), 6 * (64 + 16) * 4),
        (TextureDescriptor((8, 8, 8), "r32float", dimension="3d", mip_level_count=4), (512 + 64 + 8 + 1) * 4),
        (TextureDescriptor((16, 16), "rgba8unorm", sample_count=4), 4 * 16 * 16 * 4),
        (TextureDescriptor((0, 0), "rgba8unorm"), 0),
    ],
    ids=["1d", "2d", "mips", "layers keep", "volumes shrink", "samples", "zero"],
)
def test_declared_bytes_are_the_sum_over_levels_layers_and_samples(descriptor, expected):
    """Array layers are whole in every level, a volume's slices halve, samples multiply."""
    assert texture_bytes(descriptor) == expected


def test_a_buffer_declares_its_size():
    """A buffer's declared bytes are the size it was asked with, 0 included."""
    assert [buffer_bytes(BufferDescriptor(size)) for size in (0, 4, 1 << 33)] == [0, 4, 1 << 33]


def test_an_unknown_format_has_unknown_bytes():
    """A format this version does not know gives None in every field, never 0 and never a KeyError."""
    assert texture_footprint(TextureDescriptor((4, 4), "rgba5-hologram")) == Footprint(None, False, None, None)


@pytest.mark.parametrize(
    ("texture_format", "expected"),
    [
        ("stencil8", Footprint(100, True, 100, 400)),
        ("depth16unorm", Footprint(200, False, 200, 200)),
        ("depth24plus", Footprint(400, True, 400, 800)),
        ("depth24plus-stencil8", Footprint(400, True, 400, 800)),
        ("depth32float", Footprint(400, False, 400, 400)),
        ("depth32float-stencil8", Footprint(800, True, 500, 800)),
    ],
)
def test_depth_formats_without_one_size_are_marked_as_estimates(texture_format, expected):
    """Where backends pick different layouts the bytes are an estimate with its bounds."""
    assert texture_footprint(TextureDescriptor((10, 10), texture_format)) == expected


def test_every_format_of_the_api_is_known():
    """The table holds exactly the texture formats that wgpu-py's enumeration names."""
    wgpu = pytest.importorskip("wgpu")
    assert set(FORMATS) == set(wgpu.TextureFormat)


@pytest.mark.parametrize("info", FORMATS.values(), ids=list(FORMATS))
def test_every_format_is_consistent_with_its_name(info):
    """Bounds enclose the usual bytes, names tell channels, bits, blocks and aspects."""
    assert info.low <= info.block_bytes <= info.high
    named = tuple(aspect for aspect in ("depth", "stencil") if aspect in info.name)
    assert info.aspects == (named or ("color",))
    spans_one_texel = (info.block_width, info.block_height) == (1, 1)
    assert spans_one_texel != info.name.startswith(("bc", "etc2", "eac", "astc"))


@pytest.mark.parametrize(
    ("name", "block"),
    [("astc-10x6-unorm-srgb", (10, 6, 16)), ("etc2-rgb8a1unorm", (4, 4, 8)), ("eac-rg11snorm", (4, 4, 16))],
)
def test_blocks_of_compressed_formats(name, block):
    """A compressed format's block spans what its name says and has the bytes of the specification."""
    info = format_info(name)
    assert info is not None
    assert (info.block_width, info.block_height, info.block_bytes) == block


def test_uncompressed_bytes_follow_the_channels_in_the_name():
    """A plain format takes channels × bits ÷ 8 bytes a texel."""
    plain = re.compile(r"(r|rg|rgba|bgra)(8|16|32)(unorm|snorm|uint|sint|float)(-srgb)?")
    found = {m[0]: len(m[1]) * int(m[2]) // 8 for m in map(plain.fullmatch, FORMATS) if m}
    assert len(found) == 39
    assert {name: FORMATS[name].block_bytes for name in found} == found


def test_format_facts_cannot_be_changed():
    """The table is shared by every caller, so neither it nor its entries can be written to."""
    with pytest.raises(TypeError):
        FORMATS["rgba8unorm"] = None
    with pytest.raises(dataclasses.FrozenInstanceError):
        FORMATS["rgba8unorm"].block_bytes = 0
