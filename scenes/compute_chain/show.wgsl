// The chain's last buffer as a picture: how long each element stayed inside, as a colour.

struct Chain {
    c: vec2f,
    side: u32,
    work: u32,
}

struct Element {
    z: vec2f,
    inside: f32,
    steps: f32,
}

@group(0) @binding(0) var<uniform> chain: Chain;
@group(0) @binding(1) var<storage, read> elements: array<Element>;

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) place: vec2f,
}

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let place = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return Corner(vec4f(2.0 * place - 1.0, 0.0, 1.0), place);
}

@fragment
fn show(in: Corner) -> @location(0) vec4f {
    let cell = min(vec2u(in.place * f32(chain.side)), vec2u(chain.side - 1u));
    let e = elements[cell.y * chain.side + cell.x];
    if (e.inside >= e.steps) { return vec4f(0.005, 0.005, 0.02, 1.0); }
    // The usual smooth count, on a scale where the first tens of iterations differ most.
    let smooth_count = e.inside - log2(max(log2(max(dot(e.z, e.z), 4.0)), 1.0));
    let t = sqrt(max(smooth_count, 0.0)) * 0.35;
    let colour = 0.5 + 0.5 * cos(6.2831853 * (t + vec3f(0.62, 0.72, 0.84)));
    return vec4f(colour * colour, 1.0);
}
