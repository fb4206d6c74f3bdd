// Dusty air at half resolution: the sun where a march along the ray finds it, and the lamps' halos in closed form.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var atlas: texture_depth_2d;
@group(0) @binding(3) var compare: sampler_comparison;
@group(0) @binding(4) var<storage, read> lights: array<PointLight>;
@group(0) @binding(5) var scattered: texture_storage_2d<rgba16float, write>;

const STEPS = 16u;
const REACH = 26.0;          // metres
const EXTINCTION = 0.0022;    // per metre
const HALO = 0.006;

// Henyey and Greenstein's phase function.
fn phase(cosine: f32) -> f32 {
    let g = 0.55;
    return (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * cosine, 1.5));
}

fn sun_in_air(direction: vec3f, length: f32, offset: f32) -> vec3f {
    let step = length / f32(STEPS);
    var sum = 0.0;
    for (var i = 0u; i < STEPS; i++) {
        let along = (f32(i) + offset) * step;
        let p = frame.eye.xyz + direction * along;
        let inside = 1.0 - smoothstep(frame.storey.x - 1.0, frame.storey.x + 1.5, p.y);
        if (inside > 0.0) {
            sum += inside * exp(-EXTINCTION * along) * sun_seen_at(atlas, compare, p);
        }
    }
    return frame.sun_radiance.rgb * (sum * step * EXTINCTION * phase(dot(direction, frame.sun.xyz)) * PI);
}

fn lamps_in_air(direction: vec3f, length: f32) -> vec3f {
    var sum = vec3f(0.0);
    for (var i = 0u; i < frame.numbers.y; i++) {
        let toward = lights[i].position - frame.eye.xyz;
        let nearest = dot(toward, direction);
        let apart = sqrt(max(dot(toward, toward) - nearest * nearest, 0.01));
        let lit = (atan2(length - nearest, apart) - atan2(-nearest, apart)) / apart;
        sum += lights[i].colour * lit;
    }
    return sum * HALO / 4.0;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(scattered);
    if (any(id.xy >= size)) {
        return;
    }
    let uv = (vec2f(id.xy) + 0.5) / vec2f(size);
    let distance = textureLoad(distances, vec2u(uv * frame.size.xy), 0).r;
    let far = world_at(uv, 1.0) - frame.eye.xyz;
    let direction = normalize(far);
    let along_axis = -(frame.view_from_world * vec4f(direction, 0.0)).z;
    let length = min(distance / along_axis, REACH);
    let light = sun_in_air(direction, length, dither(id.xy)) + lamps_in_air(direction, length);
    textureStore(scattered, id.xy, vec4f(light, 1.0 - exp(-EXTINCTION * length)));
}
