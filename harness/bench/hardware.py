"""Every figure that needs a graphics card, in one run: ``python -m framescope.harness.bench.hardware FOLDER``.

Prints a JSON object and leaves the atrium's capture and picture in the folder. The figures go into
docs/measurements.md by hand, with the adapter they are from.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from framescope.harness.bench import clock, encode_cost, submit_cost
from framescope.harness.bench.soak import soak
from framescope.harness.environment import ensure_runtime_dir
from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.harness.screenshot import write_png
from framescope.profile.analysis.percentiles import Distribution
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.capture import Capture, open_capture
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.scenes.compute_chain.scene import ComputeChainScene
from framescope.scenes.sponza.scene import SponzaScene
from framescope.shade.adapter import open_graphics
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["main"]

_FRAMES = 300
_SIZE = (1920, 1080)
_PICTURE_FRAME = 24  # of the walk: down the court, with the history settled


def _sponza(folder: Path) -> dict[str, Any]:
    """The atrium at 1920×1080: GPU extent, CPU encode, counts, the table, the picture."""
    graphics = open_graphics()
    target = OffscreenTarget(graphics, _SIZE)
    scene = SponzaScene(graphics, _SIZE, target.texture_format)
    path = folder / "sponza.sgpt"
    began = time.perf_counter()
    with GPUProfileSession(path, level=GPUProfileLevel.WORKLOAD) as session:
        renderer = Renderer(graphics, session)
        for _ in range(_FRAMES):
            render_scene_frame(renderer, scene, target.texture, target.size, surface=False)
        graphics.wait_idle(60.0)
        seconds = time.perf_counter() - began
    renderer.profile_session = None
    _take_picture(renderer, scene, target, folder / "sponza.png")
    with open_capture(path) as capture:
        print(render_table(frame_stats(capture)), file=sys.stderr)
        figures = _frame_figures(capture) | {"seconds": seconds, "bytes": capture.size_bytes}
    scene.close()
    target.close()
    graphics.close()
    return figures


def _take_picture(renderer: Renderer, scene: SponzaScene, target: OffscreenTarget, path: Path) -> None:
    scene.cut()
    renderer.frame_index = 0
    for _ in range(_PICTURE_FRAME + 1):
        render_scene_frame(renderer, scene, target.texture, target.size, surface=False)
    write_png(path, target.read(), target.texture_format)


def _frame_figures(capture: Capture) -> dict[str, Any]:
    frames = list(capture.frames())
    settled = frames[30:]  # clocks rise during the first frames
    encode = [
        frame.cpu_encode_end_ns - frame.cpu_begin_ns
        for frame in settled
        if frame.cpu_encode_end_ns is not None and frame.cpu_begin_ns is not None
    ]
    states = Counter(int(state) for frame in frames for state in frame.state)
    return {
        "frames": len(frames),
        "gpu_passes": len(frames[-1].state),
        "span_states": dict(states),
        "gpu_extent_ns": _spread([frame.gpu_extent_ns for frame in settled]),
        "gpu_union_ns": _spread([frame.gpu_union_ns for frame in settled]),
        "cpu_encode_ns": _spread(encode),
        "recorder_cost_ns": _spread([frame.recorder_cost_ns for frame in settled]),
    }


def _spread(durations: Sequence[int | None]) -> dict[str, int] | None:
    """Median and 95th percentile of what is known; None where nothing is."""
    known = Distribution.of(np.array([ns for ns in durations if ns is not None], np.int64))
    return None if known is None else {"median": known.median, "p95": known.p95}


def _tick_states(frames: int = 1000) -> dict[str, int]:
    """How many spans of how many frames came back in which state: zeros would show here."""
    graphics = open_graphics()
    target = OffscreenTarget(graphics, (64, 64))
    scene = ComputeChainScene(graphics, (64, 64), target.texture_format, passes=20)
    session = GPUProfileSession(None, level=GPUProfileLevel.TIMING)
    renderer = Renderer(graphics, session)
    session.start()
    for _ in range(frames):
        render_scene_frame(renderer, scene, target.texture, target.size, surface=False)
    states: Counter[str] = Counter()
    for frame in session.stop().frames():
        states.update(str(int(state)) for state in frame.state)
    graphics.close()
    return dict(states)


def _with_graphics(measure: Callable[[GraphicsContext], Any]) -> Any:
    graphics = open_graphics()
    try:
        return measure(graphics)
    finally:
        graphics.close()


def _submit(graphics: GraphicsContext) -> dict[str, Any]:
    ratio, figures = submit_cost.measure(graphics, frames=100, blocks=3, passes=50, work=4000, grid=1024)
    return {"on ÷ off": ratio.as_dict(), **figures}


def _encode(graphics: GraphicsContext) -> dict[str, Any]:
    result = encode_cost.measure(graphics, rounds=60)
    return {name: ratio.as_dict() for name, ratio in result["ratios"].items()} | {"pass_ns": result["pass_ns"]}


def main(folder: Path) -> None:
    """Run everything and print it; a part that fails is reported as its error and does not end the rest."""
    ensure_runtime_dir()
    folder.mkdir(parents=True, exist_ok=True)
    parts: dict[str, Callable[[], Any]] = {
        "adapter": lambda: _with_graphics(
            lambda graphics: {**graphics.adapter_info, "ns_per_tick": graphics.ns_per_tick, "native": graphics.native}
        ),
        "sponza": lambda: _sponza(folder),
        "doubling": lambda: asdict(_with_graphics(clock.doubling)),
        "bracket": lambda: asdict(_with_graphics(clock.bracket)),
        "submit": lambda: _with_graphics(_submit),
        "encode": lambda: _with_graphics(_encode),
        "tick states": _tick_states,
        "soak": lambda: _with_graphics(lambda graphics: soak(graphics).as_dict()),
    }
    figures: dict[str, Any] = {}
    for name, part in parts.items():
        began = time.perf_counter()
        try:
            figures[name] = part()
        except Exception as error:  # a figure that cannot be had is told; the others are still wanted
            figures[name] = {"failed": f"{type(error).__name__}: {error}"}
        print(f"{name}: {time.perf_counter() - began:.1f} s: {json.dumps(figures[name])}", file=sys.stderr, flush=True)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
