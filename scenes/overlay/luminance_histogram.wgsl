// The histogram that the exposure follows, and the mean it has arrived at. After frame.wgsl and exposure.wgsl.

@group(0) @binding(1) var<storage, read> bins: array<u32, BINS>;
@group(0) @binding(2) var<storage, read> exposure: Exposure;

fn shown(uv: vec2f) -> vec3f {
    let bin = min(u32(uv.x * f32(BINS)), BINS - 1u);
    let height = f32(bins[bin]) * 24.0 / (frame.size.x * frame.size.y * 0.25);
    let mean = (log2(max(exposure.mean, 1e-6)) - DARKEST) / (BRIGHTEST - DARKEST);
    let marker = abs(uv.x - mean) < 0.012;
    return select(select(vec3f(0.05), vec3f(0.8), 1.0 - uv.y < height), vec3f(1.0, 0.6, 0.1), marker);
}
