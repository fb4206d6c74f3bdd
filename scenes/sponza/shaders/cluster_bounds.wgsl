// The view-space box of every cluster.

struct ClusterBounds {
    low: vec3f,
    high: vec3f,
}

@group(0) @binding(1) var<storage, read_write> bounds: array<ClusterBounds>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= CLUSTERS) {
        return;
    }
    let cell = vec3u(id.x % GRID.x, (id.x / GRID.x) % GRID.y, id.x / (GRID.x * GRID.y));
    let uv_low = vec2f(cell.xy) / vec2f(GRID.xy);
    let uv_high = vec2f(cell.xy + 1u) / vec2f(GRID.xy);
    let near = slice_distance(cell.z);
    let far = slice_distance(cell.z + 1u);
    var low = vec3f(1e30);
    var high = vec3f(-1e30);
    for (var corner = 0u; corner < 8u; corner++) {
        let uv = select(uv_low, uv_high, vec2<bool>((corner & 1u) != 0u, (corner & 2u) != 0u));
        let p = view_at(uv, select(near, far, (corner & 4u) != 0u));
        low = min(low, p);
        high = max(high, p);
    }
    bounds[id.x] = ClusterBounds(low, high);
}
