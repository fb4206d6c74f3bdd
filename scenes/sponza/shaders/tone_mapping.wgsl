// Exposure, bloom, vignette, a filmic curve (Narkowicz 2015) and the sRGB curve.

@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var bloom: texture_2d<f32>;
@group(0) @binding(3) var smooth_clamp: sampler;
@group(0) @binding(4) var<storage, read> exposure: Exposure;
@group(0) @binding(5) var display: texture_storage_2d<rgba8unorm, write>;

const BLOOM_SHARE = 0.07;

fn filmic(x: vec3f) -> vec3f {
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), vec3f(0.0), vec3f(1.0));
}

fn srgb_encoded(linear: vec3f) -> vec3f {
    let high = 1.055 * pow(max(linear, vec3f(0.0031308)), vec3f(1.0 / 2.4)) - 0.055;
    return select(high, linear * 12.92, linear <= vec3f(0.0031308));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let uv = uv_of_pixel(id.xy);
    let glow = textureSampleLevel(bloom, smooth_clamp, uv, 0.0).rgb;
    let light = mix(textureLoad(picture, id.xy, 0).rgb, glow, BLOOM_SHARE);
    let corner = length((uv - 0.5) * vec2f(1.0, 0.8));
    let vignette = 1.0 - 0.45 * smoothstep(0.35, 0.80, corner);
    textureStore(display, id.xy, vec4f(srgb_encoded(filmic(light * exposure.value * vignette)), 1.0));
}
