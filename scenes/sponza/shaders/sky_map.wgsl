// The sky as a latitude-longitude map, which the sky, its irradiance and the reflections read.

@group(0) @binding(1) var sky: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(sky);
    if (any(id.xy >= size)) {
        return;
    }
    let direction = sky_direction((vec2f(id.xy) + 0.5) / vec2f(size));
    textureStore(sky, id.xy, vec4f(sky_radiance(direction), 1.0));
}
