"""Limits and features of the software device: wgpu-py's names, values that the tests' devices share."""

from __future__ import annotations

__all__ = ["DEFAULT_FEATURES", "LIMITS"]

DEFAULT_FEATURES = frozenset(
    {
        "immediates",
        "indirect-first-instance",
        "multi-draw-indirect-count",
        "pipeline-statistics-query",
        "timestamp-query",
        "timestamp-query-inside-encoders",
        "timestamp-query-inside-passes",
    }
)

LIMITS = {
    "max-bind-groups": 8,
    "max-bind-groups-plus-vertex-buffers": 24,
    "max-binding-array-elements-per-shader-stage": 0,
    "max-binding-array-sampler-elements-per-shader-stage": 0,
    "max-bindings-per-bind-group": 1000,
    "max-buffer-size": 268435456,
    "max-color-attachment-bytes-per-sample": 128,
    "max-color-attachments": 8,
    "max-compute-invocations-per-workgroup": 1024,
    "max-compute-workgroup-size-x": 1024,
    "max-compute-workgroup-size-y": 1024,
    "max-compute-workgroup-size-z": 64,
    "max-compute-workgroup-storage-size": 32768,
    "max-compute-workgroups-per-dimension": 65535,
    "max-dynamic-storage-buffers-per-pipeline-layout": 4,
    "max-dynamic-uniform-buffers-per-pipeline-layout": 8,
    "max-immediate-size": 128,
    "max-inter-stage-shader-variables": 16,
    "max-multiview-view-count": 0,
    "max-non-sampler-bindings": 1000000,
    "max-sampled-textures-per-shader-stage": 16,
    "max-samplers-per-shader-stage": 16,
    "max-storage-buffer-binding-size": 134217728,
    "max-storage-buffers-per-shader-stage": 8,
    "max-storage-textures-per-shader-stage": 8,
    "max-texture-array-layers": 256,
    "max-texture-dimension-1d": 8192,
    "max-texture-dimension-2d": 8192,
    "max-texture-dimension-3d": 2048,
    "max-uniform-buffer-binding-size": 65536,
    "max-uniform-buffers-per-shader-stage": 12,
    "max-vertex-attributes": 16,
    "max-vertex-buffer-array-stride": 2048,
    "max-vertex-buffers": 8,
    "min-storage-buffer-offset-alignment": 256,
    "min-uniform-buffer-offset-alignment": 256,
}
