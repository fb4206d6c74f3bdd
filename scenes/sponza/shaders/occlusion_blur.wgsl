// One direction of a blur that stops at steps of depth.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var source: texture_2d<f32>;
@group(0) @binding(3) var blurred: texture_storage_2d<r32float, write>;

const REACH = 4;

fn blur(pixel: vec2u, axis: vec2i) {
    if (any(vec2f(pixel) >= frame.size.xy)) {
        return;
    }
    let last = vec2i(frame.size.xy) - 1;
    let distance = textureLoad(distances, pixel, 0).r;
    var total = 0.0;
    var weights = 0.0;
    for (var i = -REACH; i <= REACH; i++) {
        let at = clamp(vec2i(pixel) + axis * i, vec2i(0), last);
        let apart = abs(textureLoad(distances, at, 0).r - distance) / distance;
        let weight = exp(-f32(i * i) * 0.1) * max(1.0 - apart * 25.0, 0.0);
        total += textureLoad(source, at, 0).r * weight;
        weights += weight;
    }
    textureStore(blurred, pixel, vec4f(total / weights));
}

@compute @workgroup_size(8, 8)
fn horizontal(@builtin(global_invocation_id) id: vec3u) {
    blur(id.xy, vec2i(1, 0));
}

@compute @workgroup_size(8, 8)
fn vertical(@builtin(global_invocation_id) id: vec3u) {
    blur(id.xy, vec2i(0, 1));
}
