// Small pictures of what the frame's passes made, along the lower edge.

@group(0) @binding(1) var atlas: texture_depth_2d;
@group(0) @binding(2) var pyramid: texture_2d<f32>;
@group(0) @binding(3) var albedos: texture_2d<f32>;
@group(0) @binding(4) var normals: texture_2d<f32>;
@group(0) @binding(5) var occlusion: texture_2d<f32>;
@group(0) @binding(6) var<storage, read> ranges: array<LightRange>;
@group(0) @binding(7) var<storage, read> bins: array<u32, BINS>;
@group(0) @binding(8) var<storage, read> exposure: Exposure;
@group(0) @binding(9) var distances: texture_2d<f32>;

const PANELS = 7u;

struct PanelVertex {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) panel: u32,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) panel: u32) -> PanelVertex {
    let number = select(index, 6u - index, index > 2u);   // two triangles: corners 0 1 2 and 3 2 1
    let corner = vec2f(f32(number & 1u), f32(number >> 1u));
    let width = 2.0 / f32(PANELS);
    let low = vec2f(-1.0 + width * (f32(panel) + 0.04), -0.98);
    let high = low + vec2f(width * 0.92, 0.30);
    return PanelVertex(vec4f(mix(low, high, corner), 0.0, 1.0), vec2f(corner.x, 1.0 - corner.y), panel);
}

fn texel(size: vec2u, uv: vec2f) -> vec2u {
    return min(vec2u(uv * vec2f(size)), size - 1u);
}

fn heat(value: f32) -> vec3f {
    return clamp(vec3f(value * 2.0 - 0.6, 1.0 - abs(value * 2.0 - 1.0), 1.0 - value * 2.0), vec3f(0.0), vec3f(1.0));
}

fn lights_here(uv: vec2f) -> vec3f {
    let distance = textureLoad(distances, texel(textureDimensions(distances), uv), 0).r;
    return heat(f32(ranges[cluster_of(uv, distance)].count) / 6.0);
}

fn histogram(uv: vec2f) -> vec3f {
    let bin = min(u32(uv.x * f32(BINS)), BINS - 1u);
    let height = f32(bins[bin]) * 24.0 / (frame.size.x * frame.size.y * 0.25);
    let mean = (log2(max(exposure.mean, 1e-6)) - DARKEST) / (BRIGHTEST - DARKEST);
    let marker = abs(uv.x - mean) < 0.012;
    return select(select(vec3f(0.05), vec3f(0.8), 1.0 - uv.y < height), vec3f(1.0, 0.6, 0.1), marker);
}

@fragment
fn fragment(in: PanelVertex) -> @location(0) vec4f {
    var colour: vec3f;
    switch in.panel {
        case 0u: { colour = vec3f(textureLoad(atlas, texel(textureDimensions(atlas), in.uv), 0)); }
        case 1u: { colour = vec3f(textureLoad(pyramid, texel(textureDimensions(pyramid, 2), in.uv), 2).r / 30.0); }
        case 2u: { colour = sqrt(textureLoad(albedos, texel(textureDimensions(albedos), in.uv), 0).rgb); }
        case 3u: { colour = textureLoad(normals, texel(textureDimensions(normals), in.uv), 0).rgb; }
        case 4u: { colour = vec3f(textureLoad(occlusion, texel(textureDimensions(occlusion), in.uv), 0).r); }
        case 5u: { colour = lights_here(in.uv); }
        default: { colour = histogram(in.uv); }
    }
    return vec4f(colour, 1.0);
}
