// One level of the bloom pyramid, down or up (dual filtering, Bjørge 2015).

@group(0) @binding(0) var smooth_clamp: sampler;
@group(0) @binding(1) var source: texture_2d<f32>;
@group(0) @binding(2) var finer: texture_2d<f32>;
@group(0) @binding(3) var level: texture_storage_2d<rgba16float, write>;

const SPREAD = 0.62;   // how much of each coarser level joins the finer one

fn at(uv: vec2f) -> vec3f {
    return textureSampleLevel(source, smooth_clamp, uv, 0.0).rgb;
}

@compute @workgroup_size(8, 8)
fn down(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(level);
    if (any(id.xy >= size)) {
        return;
    }
    let uv = (vec2f(id.xy) + 0.5) / vec2f(size);
    let step = 1.0 / vec2f(textureDimensions(source));
    var sum = at(uv) * 4.0;
    sum += at(uv + step) + at(uv - step) + at(uv + step * vec2f(1.0, -1.0)) + at(uv + step * vec2f(-1.0, 1.0));
    textureStore(level, id.xy, vec4f(sum / 8.0, 1.0));
}

@compute @workgroup_size(8, 8)
fn up(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(level);
    if (any(id.xy >= size)) {
        return;
    }
    let uv = (vec2f(id.xy) + 0.5) / vec2f(size);
    let step = 0.5 / vec2f(textureDimensions(source));
    var sum = at(uv + step * vec2f(2.0, 0.0)) + at(uv - step * vec2f(2.0, 0.0));
    sum += at(uv + step * vec2f(0.0, 2.0)) + at(uv - step * vec2f(0.0, 2.0));
    sum += 2.0 * (at(uv + step) + at(uv - step) + at(uv + step * vec2f(1.0, -1.0)) + at(uv + step * vec2f(-1.0, 1.0)));
    let here = textureLoad(finer, id.xy, 0).rgb;
    textureStore(level, id.xy, vec4f(mix(here, sum / 12.0, SPREAD), 1.0));
}
