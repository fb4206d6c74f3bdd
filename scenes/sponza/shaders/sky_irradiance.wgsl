// Projects the sky map onto the harmonics: each of 64 lanes sums some rows, then the lanes are summed.

@group(0) @binding(1) var sky: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> coefficients: array<vec4f, 9>;

var<workgroup> lane_sums: array<vec3f, 64>;

fn texel_share(index: u32, at: vec2u, size: vec2u) -> vec3f {
    let uv = (vec2f(at) + 0.5) / vec2f(size);
    let solid_angle = 2.0 * PI * PI / f32(size.x * size.y) * sin(uv.y * PI);
    return textureLoad(sky, at, 0).rgb * harmonic(index, sky_direction(uv)) * solid_angle;
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
    let size = textureDimensions(sky);
    var sum = vec3f(0.0);
    for (var x = lane; x < size.x; x += 64u) {
        for (var y = 0u; y < size.y; y++) {
            sum += texel_share(group.x, vec2u(x, y), size);
        }
    }
    lane_sums[lane] = sum;
    workgroupBarrier();
    for (var step = 32u; step > 0u; step /= 2u) {
        if (lane < step) {
            lane_sums[lane] += lane_sums[lane + step];
        }
        workgroupBarrier();
    }
    if (lane == 0u) {
        coefficients[group.x] = vec4f(lane_sums[0] * lobe(group.x), 0.0);
    }
}
