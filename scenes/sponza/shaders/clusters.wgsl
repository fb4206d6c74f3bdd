// The grid of view-space cells to which lights are assigned (Olsson, Billeter, Assarsson 2012).

const GRID = vec3u(16u, 9u, 24u);
const CLUSTERS = 3456u;          // 16 * 9 * 24
const SCAN_BLOCK = 256u;
const SCAN_BLOCKS = 14u;         // ceil(CLUSTERS / SCAN_BLOCK)
const LIST_CAPACITY = 16384u;
const NEAR_SLICE = 0.5;          // metres; everything nearer shares slice 0

struct PointLight {
    position: vec3f,
    radius: f32,
    colour: vec3f,
    phase: f32,
}

struct LightRange {
    first: u32,
    count: u32,
}

fn slice_distance(slice: u32) -> f32 {
    if (slice == 0u) {
        return 0.0;
    }
    return NEAR_SLICE * pow(frame.depth.y / NEAR_SLICE, f32(slice - 1u) / f32(GRID.z - 1u));
}

fn slice_of(distance: f32) -> u32 {
    if (distance <= NEAR_SLICE) {
        return 0u;
    }
    let at = log(distance / NEAR_SLICE) / log(frame.depth.y / NEAR_SLICE) * f32(GRID.z - 1u);
    return min(1u + u32(at), GRID.z - 1u);
}

fn cluster_of(uv: vec2f, distance: f32) -> u32 {
    let cell = min(vec2u(uv * vec2f(GRID.xy)), GRID.xy - 1u);
    return cell.x + GRID.x * (cell.y + GRID.y * slice_of(distance));
}
