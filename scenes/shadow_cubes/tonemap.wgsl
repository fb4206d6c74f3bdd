// From scene light to what a screen shows: a filmic curve and a slight vignette.

@group(0) @binding(0) var scene: texture_2d<f32>;

@vertex
fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32((index << 1u) & 2u) * 2.0 - 1.0, f32(index & 2u) * 2.0 - 1.0, 0.0, 1.0);
}

// K. Narkowicz's fit of the ACES curve: linear light in, linear display light out.
fn filmic(x: vec3f) -> vec3f {
    return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

@fragment
fn tonemap(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let size = vec2f(textureDimensions(scene));
    let off_centre = position.xy / size - 0.5;
    let vignette = 1.0 - 0.45 * dot(off_centre, off_centre);
    return vec4f(filmic(textureLoad(scene, vec2u(position.xy), 0).rgb * 0.34 * vignette), 1.0);
}
