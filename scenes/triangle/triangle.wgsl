// One triangle, its corners worked out from the vertex index, turned by an angle in radians.

struct Turn {
    angle: f32,
    aspect: f32,  // width / height of the target
}

@group(0) @binding(0) var<uniform> turn: Turn;

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) colour: vec3f,
}

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let third = 2.0943951 * f32(index);
    let direction = turn.angle + third + 1.5707963;
    var out: Corner;
    out.position = vec4f(0.8 * cos(direction) / max(turn.aspect, 1.0), 0.8 * sin(direction) * min(turn.aspect, 1.0), 0.0, 1.0);
    out.colour = vec3f(f32(index == 0u), f32(index == 1u), f32(index == 2u));
    return out;
}

@fragment
fn shade(in: Corner) -> @location(0) vec4f {
    return vec4f(in.colour, 1.0);
}
