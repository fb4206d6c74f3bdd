"""Buffers and textures: what may be made, copied, written and mapped."""

from __future__ import annotations

from typing import Any

import pytest
import wgpu

from behaviours.recipes import USAGE, buffer, copy_commands, target

READBACK = USAGE.MAP_READ | USAGE.COPY_DST


@pytest.mark.parametrize("usage", [0, USAGE.QUERY_RESOLVE | USAGE.MAP_READ, USAGE.MAP_READ | USAGE.COPY_SRC])
def test_usages_that_do_not_go_together(device: Any, usage: int) -> None:
    """No usage at all, or MAP_READ with anything but COPY_DST, is refused at once."""
    with pytest.raises(wgpu.GPUValidationError):
        buffer(device, usage)


@pytest.mark.parametrize("size", [0, 6, 8.7])
def test_odd_sizes_are_accepted(device: Any, size: Any) -> None:
    """A buffer may be empty, of any length, or of a fractional one that is cut off."""
    assert buffer(device, USAGE.COPY_DST, size).size == int(size)


def test_data_is_padded_to_four_bytes(device: Any) -> None:
    """create_buffer_with_data rounds the size up and leaves the buffer unmapped."""
    made = device.create_buffer_with_data(data=b"abcdef", usage=USAGE.COPY_SRC)
    assert (made.size, made.map_state, bytes(device.queue.read_buffer(made))) == (8, "unmapped", b"abcdef\0\0")


def test_copies_move_bytes(device: Any) -> None:
    """A copy's bytes arrive where it says."""
    source = device.create_buffer_with_data(data=b"01234567", usage=USAGE.COPY_SRC)
    destination = buffer(device, USAGE.COPY_DST | USAGE.COPY_SRC, 16)
    encoder = device.create_command_encoder()
    encoder.copy_buffer_to_buffer(source, 4, destination, 8, 4)
    device.queue.submit([encoder.finish()])
    assert bytes(device.queue.read_buffer(destination)) == bytes(8) + b"4567" + bytes(4)


def test_clears_move_zeros(device: Any) -> None:
    """A clear without a size reaches to the end."""
    cleared = device.create_buffer_with_data(data=b"01234567", usage=USAGE.COPY_SRC | USAGE.COPY_DST)
    encoder = device.create_command_encoder()
    encoder.clear_buffer(cleared, 4)
    device.queue.submit([encoder.finish()])
    assert bytes(device.queue.read_buffer(cleared)) == b"0123" + bytes(4)


@pytest.mark.parametrize(
    ("source_offset", "offset", "size"), [(0, 4, 256), (0, 0, None)], ids=["past the end", "no size"]
)
def test_copies_that_do_not_fit_are_told_at_finish(
    device: Any, source_offset: int, offset: int, size: int | None
) -> None:
    """A copy past the end fails at finish, and so does every copy without a size."""
    encoder = device.create_command_encoder()
    encoder.copy_buffer_to_buffer(
        buffer(device, USAGE.COPY_SRC), source_offset, buffer(device, USAGE.COPY_DST), offset, size
    )
    with pytest.raises(wgpu.GPUValidationError):
        encoder.finish()


def test_a_copy_within_one_buffer_is_told_at_finish(device: Any) -> None:
    """Source and destination have to be two buffers."""
    both = buffer(device, USAGE.COPY_SRC | USAGE.COPY_DST)
    encoder = device.create_command_encoder()
    encoder.copy_buffer_to_buffer(both, 0, both, 128, 64)
    with pytest.raises(wgpu.GPUValidationError, match="same buffer"):
        encoder.finish()


@pytest.mark.parametrize(("source_offset", "offset", "size"), [(2, 0, 4), (0, 2, 4), (0, 0, 6)])
def test_unaligned_copies_raise_at_the_call(device: Any, source_offset: int, offset: int, size: int) -> None:
    """wgpu-py itself checks that offsets and sizes are multiples of four."""
    encoder = device.create_command_encoder()
    with pytest.raises(ValueError, match="multiple of 4"):
        encoder.copy_buffer_to_buffer(
            buffer(device, USAGE.COPY_SRC), source_offset, buffer(device, USAGE.COPY_DST), offset, size
        )


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ((0, b"abc"), wgpu.GPUValidationError),
        ((2, b"abcd"), wgpu.GPUValidationError),
        ((256, b"abcd"), ValueError),
        ((0, b""), ValueError),
    ],
    ids=["length", "offset", "outside", "nothing"],
)
def test_writes_that_do_not_fit(device: Any, given: tuple[int, bytes], error: type[Exception]) -> None:
    """A write off the four-byte grid is a validation error, one outside the buffer or of nothing a ValueError."""
    with pytest.raises(error):
        device.queue.write_buffer(buffer(device, USAGE.COPY_DST), *given)


def test_a_mapped_or_destroyed_buffer_is_not_written(device: Any) -> None:
    """queue.write_buffer refuses buffers that are mapped or destroyed; it does not abort."""
    mapped = buffer(device, USAGE.COPY_DST, 8, mapped_at_creation=True)
    destroyed = buffer(device, USAGE.COPY_DST, 8)
    destroyed.destroy()
    for unusable in (mapped, destroyed):
        with pytest.raises(wgpu.GPUValidationError):
            device.queue.write_buffer(unusable, 0, b"abcd")


def test_a_map_is_pending_until_it_is_waited_for(device: Any) -> None:
    """map_state goes unmapped, pending, mapped, unmapped, and turns mapped only when the promise is resolved."""
    readback = buffer(device, READBACK)
    device.queue.write_buffer(readback, 0, b"01234567")
    states = [readback.map_state]
    promise = readback.map_async("READ")
    states.append(readback.map_state)
    promise.sync_wait()
    states.append(readback.map_state)
    assert bytes(readback.read_mapped(0, 8)) == b"01234567"
    readback.unmap()
    states.append(readback.map_state)
    assert states == ["unmapped", "pending", "mapped", "unmapped"]


def test_a_promise_takes_callbacks_only_beside_a_loop(device: Any) -> None:
    """promise.then needs an event loop to be found, else it raises RuntimeError."""
    promise = buffer(device, READBACK).map_async("READ")
    with pytest.raises(RuntimeError, match="no running loop"):
        promise.then(print)
    promise.sync_wait()


def test_a_buffer_is_mapped_once(device: Any) -> None:
    """A second map, an unmap while pending, and a read while pending all raise RuntimeError."""
    readback = buffer(device, READBACK)
    promise = readback.map_async("READ")
    for refused in (readback.map_async("READ").sync_wait, readback.unmap, readback.read_mapped):
        with pytest.raises(RuntimeError):
            refused()
    promise.sync_wait()
    with pytest.raises(RuntimeError, match="currently unmapped"):
        readback.map_async("READ").sync_wait()
    readback.unmap()
    with pytest.raises(RuntimeError, match="currently mapped"):
        readback.unmap()


@pytest.mark.parametrize("given", [(4,), (0, 6), (0, 0), (0, 300), (256,), (-8,)])
def test_map_ranges_are_checked_at_the_call(device: Any, given: tuple[int, ...]) -> None:
    """Offsets are multiples of 8, sizes positive multiples of 4, ranges inside the buffer."""
    with pytest.raises(ValueError, match="Mapped"):
        buffer(device, READBACK).map_async("READ", *given)


def test_a_mapped_range_bounds_what_is_read(device: Any) -> None:
    """Reads stay inside the mapped range, which is also their default."""
    readback = buffer(device, READBACK)
    readback.map_sync("READ", 8, 16)
    assert len(readback.read_mapped()) == 16
    with pytest.raises(ValueError, match="not contained"):
        readback.read_mapped(0, 8)
    readback.unmap()


def test_views_of_mapped_memory_die_with_unmap(device: Any) -> None:
    """A copy outlives unmap, a view is released by it."""
    readback = buffer(device, READBACK)
    readback.map_sync("READ")
    copy, view = readback.read_mapped(), readback.read_mapped(copy=False)
    readback.unmap()
    assert copy[0] == 0
    with pytest.raises(ValueError, match="released"):
        view[0]


@pytest.mark.parametrize(("usage", "mode"), [(USAGE.COPY_DST, "READ"), (READBACK, "WRITE")])
def test_a_refused_map_leaves_the_buffer_pending_for_ever(device: Any, usage: int, mode: str) -> None:
    """Mapping without the usage is refused, and wgpu-py's state then stays pending."""
    unmappable = buffer(device, usage)
    with pytest.raises(wgpu.GPUValidationError):
        unmappable.map_async(mode)
    assert unmappable.map_state == "pending"


def test_an_unknown_map_mode_is_a_value_error(device: Any) -> None:
    """A mode by a name that WebGPU has not is a ValueError."""
    with pytest.raises(ValueError, match="Invalid flag"):
        buffer(device, READBACK).map_async("NONSENSE")


def test_a_destroyed_buffer_cannot_be_mapped(device: Any) -> None:
    """Mapping after destroy() is refused; destroying twice is fine."""
    readback = buffer(device, READBACK)
    readback.destroy()
    readback.destroy()
    with pytest.raises(wgpu.GPUValidationError, match="destroyed"):
        readback.map_async("READ")


def test_a_mapped_buffer_destroyed_cannot_be_unmapped(device: Any) -> None:
    """After destroy() map_state still says mapped, and unmap() is refused."""
    readback = buffer(device, READBACK)
    readback.map_sync("READ")
    readback.destroy()
    assert readback.map_state == "mapped"
    with pytest.raises(wgpu.GPUValidationError, match="destroyed"):
        readback.unmap()


def test_finish_does_not_look_at_destroyed_buffers(device: Any) -> None:
    """Commands that name a destroyed buffer finish: only the submit would notice."""
    destination = buffer(device, USAGE.COPY_DST)
    destination.destroy()
    copy_commands(device, buffer(device, USAGE.COPY_SRC), destination)


def test_a_buffer_of_another_device_is_told_at_finish(device: Any, other_device: Any) -> None:
    """Commands that name another device's buffer fail at finish."""
    with pytest.raises(wgpu.GPUValidationError):
        copy_commands(device, buffer(device, USAGE.COPY_SRC), buffer(other_device, USAGE.COPY_DST))


@pytest.mark.parametrize(
    ("size", "expected"), [((4,), (4, 1, 1)), ((4, 3), (4, 3, 1)), ({"width": 2}, (2, 1, 1)), ((4, 4, 6), (4, 4, 6))]
)
def test_texture_sizes_are_filled_up_with_ones(device: Any, size: Any, expected: tuple[int, int, int]) -> None:
    """A texture's size is a 3-tuple, however it was given."""
    texture = device.create_texture(size=size, format="rgba8unorm", usage=wgpu.TextureUsage.COPY_SRC)
    assert texture.size == expected


@pytest.mark.parametrize(
    "change",
    [{"usage": 0}, {"size": (0, 4, 1)}, {"size": (99999, 1, 1)}, {"mip_level_count": 9}, {"sample_count": 3}],
    ids=str,
)
def test_textures_that_cannot_be(device: Any, change: dict[str, Any]) -> None:
    """No usage, an empty or too large size, too many mips, an odd sample count: refused at once."""
    descriptor = {"size": (4, 4, 1), "format": "rgba8unorm", "usage": wgpu.TextureUsage.COPY_SRC}
    with pytest.raises(wgpu.GPUValidationError):
        device.create_texture(**descriptor | change)


def test_an_unknown_format_is_a_key_error(device: Any) -> None:
    """A format that WebGPU has not is a KeyError."""
    with pytest.raises(KeyError):
        device.create_texture(size=(4, 4, 1), format="rgba7", usage=wgpu.TextureUsage.COPY_SRC)


def test_view_formats_are_not_implemented(device: Any) -> None:
    """wgpu-py 0.32 takes no view formats."""
    with pytest.raises(NotImplementedError):
        device.create_texture(
            size=(4, 4, 1), format="rgba8unorm", usage=wgpu.TextureUsage.COPY_SRC, view_formats=["rgba8unorm-srgb"]
        )


def test_a_destroyed_texture_has_no_views(device: Any) -> None:
    """create_view after destroy() is refused; destroying twice is fine."""
    texture = target(device)
    texture.destroy()
    texture.destroy()
    with pytest.raises(wgpu.GPUValidationError, match="destroyed"):
        texture.create_view()


def test_objects_take_attributes(device: Any) -> None:
    """Marks can be put on buffers, encoders and devices, and a method can be hidden by one on the instance."""
    for thing in (device, device.create_command_encoder(), buffer(device, USAGE.COPY_DST)):
        thing.mark = 1
        assert thing.mark == 1
    hidden = buffer(device, USAGE.COPY_DST)
    hidden.destroy = lambda: "hidden"
    assert hidden.destroy() == "hidden"
