// One direction of a blur of the half-resolution air that stops at steps of depth.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var source: texture_2d<f32>;
@group(0) @binding(3) var blurred: texture_storage_2d<rgba16float, write>;

const REACH = 3;

fn blur(pixel: vec2u, axis: vec2i) {
    let size = textureDimensions(source);
    if (any(pixel >= size)) {
        return;
    }
    let scale = frame.size.xy / vec2f(size);
    let distance = textureLoad(distances, vec2u((vec2f(pixel) + 0.5) * scale), 0).r;
    var total = vec4f(0.0);
    var weights = 0.0;
    for (var i = -REACH; i <= REACH; i++) {
        let at = clamp(vec2i(pixel) + axis * i, vec2i(0), vec2i(size) - 1);
        let there = textureLoad(distances, vec2u((vec2f(at) + 0.5) * scale), 0).r;
        let weight = exp(-f32(i * i) * 0.15) / (1.0 + 40.0 * abs(there - distance) / distance);
        total += textureLoad(source, at, 0) * weight;
        weights += weight;
    }
    textureStore(blurred, pixel, total / weights);
}

@compute @workgroup_size(8, 8)
fn horizontal(@builtin(global_invocation_id) id: vec3u) {
    blur(id.xy, vec2i(1, 0));
}

@compute @workgroup_size(8, 8)
fn vertical(@builtin(global_invocation_id) id: vec3u) {
    blur(id.xy, vec2i(0, 1));
}
