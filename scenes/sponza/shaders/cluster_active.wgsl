// Which clusters hold a surface. Only those get lights.

@group(0) @binding(1) var<storage, read_write> occupied: array<atomic<u32>>;
@group(0) @binding(2) var distances: texture_2d<f32>;

@compute @workgroup_size(256)
fn clear(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < CLUSTERS) {
        atomicStore(&occupied[id.x], 0u);
    }
}

@compute @workgroup_size(8, 8)
fn mark(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let distance = textureLoad(distances, id.xy, 0).r;
    if (distance < frame.depth.y) {
        atomicStore(&occupied[cluster_of(uv_of_pixel(id.xy), distance)], 1u);
    }
}
