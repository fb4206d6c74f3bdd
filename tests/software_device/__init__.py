"""A software WebGPU device for tests, shaped like wgpu-py's classes.

It executes nothing but timestamps, resolves and buffer copies. It records every call with exactly the arguments
given, hands back the raw ticks it is told to, delivers readbacks when the test says so, refuses what the real device
refuses, and raises :class:`SoftwareAbort` where the real one would end the process. What it does is held against
the real device by ``tests/behaviours``. No figure ever comes from it.

    device = SoftwareDevice(features={"timestamp-query"})
    device.ticks = TickScript([(0, 0), (1000, 400)])
    device.hold_maps()                  # readbacks stay away until complete_maps(), fail_maps() or lose()
"""

from software_device.adapter import SoftwareAdapter
from software_device.buffer import SoftwareBuffer
from software_device.calls import Call
from software_device.commands import TEXEL_FILL
from software_device.device import SoftwareDevice
from software_device.errors import SoftwareAbort, SoftwareHang
from software_device.ticks import GARBAGE, MonotoneTicks, TickScript, is_garbage

__all__ = [
    "GARBAGE",
    "TEXEL_FILL",
    "Call",
    "MonotoneTicks",
    "SoftwareAbort",
    "SoftwareAdapter",
    "SoftwareBuffer",
    "SoftwareDevice",
    "SoftwareHang",
    "TickScript",
    "is_garbage",
]
