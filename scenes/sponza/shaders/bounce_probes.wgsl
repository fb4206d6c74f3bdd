@group(0) @binding(1) var<storage, read> points: array<SunlitPoint>;
@group(0) @binding(2) var<storage, read_write> probes: array<Probe>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= PROBES.x * PROBES.y * PROBES.z) {
        return;
    }
    let here = probe_position(vec3u(id.x % PROBES.x, (id.x / PROBES.x) % PROBES.y, id.x / (PROBES.x * PROBES.y)));
    var gathered: array<vec3f, 6>;
    for (var i = 0u; i < POINTS.x * POINTS.y; i++) {
        let away = points[i].position - here;
        let squared = dot(away, away);
        let toward = away * inverseSqrt(max(squared, 1e-4));
        let leaving = max(-dot(points[i].normal, toward), 0.0) * points[i].area / (PI * max(squared, 1.5));
        let power = STONE * frame.sun_radiance.rgb * leaving;
        let positive = max(toward, vec3f(0.0));
        let negative = max(-toward, vec3f(0.0));
        gathered[0] += power * positive.x;
        gathered[1] += power * negative.x;
        gathered[2] += power * positive.y;
        gathered[3] += power * negative.y;
        gathered[4] += power * positive.z;
        gathered[5] += power * negative.z;
    }
    for (var face = 0u; face < 6u; face++) {
        probes[id.x].faces[face] = vec4f(gathered[face], 0.0);
    }
}
