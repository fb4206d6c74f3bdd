// Sunlight that the ground and the walls throw back. The last cascade's map is a list of sunlit points (Dachsbacher
// and Stamminger 2005); a coarse grid of probes gathers their light into six directions each (McTaggart 2004).

const POINTS = vec2u(24u, 24u);
const PROBES = vec3u(12u, 6u, 8u);
const STONE = vec3f(0.36, 0.31, 0.25);   // mean albedo of what the sun can reach

struct SunlitPoint {
    position: vec3f,
    area: f32,            // square metres across the sunlight, 0 where nothing inside is lit
    normal: vec3f,
    pad: f32,
}

struct Probe {
    faces: array<vec4f, 6>,   // irradiance towards +x -x +y -y +z -z
}

fn probe_index(cell: vec3u) -> u32 {
    return cell.x + PROBES.x * (cell.y + PROBES.y * cell.z);
}

fn probe_position(cell: vec3u) -> vec3f {
    let share = vec3f(cell) / vec3f(PROBES - 1u);
    return mix(frame.interior_low.xyz, frame.interior_high.xyz, share);
}
