// Temporal anti-aliasing: last frame's result, moved, held to the range of colours around the pixel
// (Salvi 2016), and mixed with this frame's sample. Alpha counts the samples that a pixel's average holds.

@group(0) @binding(1) var current: texture_2d<f32>;
@group(0) @binding(2) var history: texture_2d<f32>;
@group(0) @binding(3) var motion: texture_2d<f32>;
@group(0) @binding(4) var smooth_clamp: sampler;
@group(0) @binding(5) var resolved: texture_storage_2d<rgba16float, write>;

// Of this frame, and of the range in standard deviations: where nothing moves, and where it moves by two pixels or
// more. At rest the average may run long; in motion each resampling softens the history, and what it holds is doubtful.
const NEW_SHARE = vec2f(0.03, 0.30);
const WIDTH = vec2f(2.5, 1.25);

// Weights bright samples down, so that one firefly does not fill the average.
fn compressed(colour: vec3f) -> vec3f {
    return colour / (1.0 + luminance(colour));
}

fn expanded(colour: vec3f) -> vec3f {
    return colour / max(1.0 - luminance(colour), 0.0005);
}

// Five samples of a Catmull-Rom filter, which keeps sharp what a bilinear one would soften a little every frame.
fn sharp_history(uv: vec2f) -> vec3f {
    let at = uv * frame.size.xy;
    let centre = floor(at - 0.5) + 0.5;
    let t = at - centre;
    let w0 = t * (-0.5 + t * (1.0 - 0.5 * t));
    let w1 = 1.0 + t * t * (-2.5 + 1.5 * t);
    let w2 = t * (0.5 + t * (2.0 - 1.5 * t));
    let w3 = t * t * (-0.5 + 0.5 * t);
    let w12 = w1 + w2;
    let p0 = (centre - 1.0) * frame.size.zw;
    let p12 = (centre + w2 / w12) * frame.size.zw;
    let p3 = (centre + 2.0) * frame.size.zw;
    var sum = history_at(p12) * (w12.x * w12.y);
    sum += history_at(vec2f(p12.x, p0.y)) * (w12.x * w0.y) + history_at(vec2f(p12.x, p3.y)) * (w12.x * w3.y);
    sum += history_at(vec2f(p0.x, p12.y)) * (w0.x * w12.y) + history_at(vec2f(p3.x, p12.y)) * (w3.x * w12.y);
    let weight = w12.x * (w12.y + w0.y + w3.y) + w12.y * (w0.x + w3.x);
    return max(sum / weight, vec3f(0.0));
}

fn history_at(uv: vec2f) -> vec3f {
    return textureSampleLevel(history, smooth_clamp, uv, 0.0).rgb;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let last = vec2i(frame.size.xy) - 1;
    let sample = compressed(textureLoad(current, id.xy, 0).rgb);
    var mean = vec3f(0.0);
    var square = vec3f(0.0);
    for (var i = 0; i < 9; i++) {
        let at = clamp(vec2i(id.xy) + vec2i(i % 3 - 1, i / 3 - 1), vec2i(0), last);
        let neighbour = compressed(textureLoad(current, at, 0).rgb);
        mean += neighbour / 9.0;
        square += neighbour * neighbour / 9.0;
    }
    let deviation = sqrt(max(square - mean * mean, vec3f(0.0)));
    let moved = textureLoad(motion, id.xy, 0).xy;
    let before = uv_of_pixel(id.xy) - moved;
    let known = frame.numbers.w != 0u && all(before >= vec2f(0.0)) && all(before <= vec2f(1.0));
    var out = sample;
    var samples = 1.0;
    if (known) {
        samples = min(textureSampleLevel(history, smooth_clamp, before, 0.0).a + 1.0, 64.0);
        let speed = min(length(moved * frame.size.xy) * 0.5, 1.0);
        let range = deviation * mix(WIDTH.x, WIDTH.y, speed);
        let held = clamp(compressed(sharp_history(before)), mean - range, mean + range);
        out = mix(held, sample, max(1.0 / samples, mix(NEW_SHARE.x, NEW_SHARE.y, speed)));
    }
    textureStore(resolved, id.xy, vec4f(expanded(out), samples));
}
