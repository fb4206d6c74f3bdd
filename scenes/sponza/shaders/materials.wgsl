// The material set: one layer of each map and one record a material.

struct Material {
    colour: vec4f,        // factors of rgb and of alpha
    roughness: f32,
    metallic: f32,
    cutoff: f32,
    translucency: f32,
}

struct SceneVertex {
    @location(0) position: vec3f,
    @location(1) normal: vec4f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
    @location(4) material: u32,
}

struct SceneFragment {
    @builtin(position) @invariant position: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
    @location(4) @interpolate(flat) material: u32,
}

@group(0) @binding(1) var base_colour: texture_2d_array<f32>;
@group(0) @binding(2) var normal_map: texture_2d_array<f32>;
@group(0) @binding(3) var surface_map: texture_2d_array<f32>;
@group(0) @binding(4) var tiling: sampler;
@group(0) @binding(5) var<storage, read> materials: array<Material>;

@vertex
fn scene_vertex(in: SceneVertex) -> SceneFragment {
    var out: SceneFragment;
    out.position = frame.clip_from_world * vec4f(in.position, 1.0);
    out.world = in.position;
    out.normal = in.normal.xyz;
    out.tangent = in.tangent;
    out.uv = in.uv;
    out.material = in.material;
    return out;
}

const MIP_BIAS = -0.5;   // anti-aliasing over frames resolves finer texels than one frame can

fn mapped_normal(in: SceneFragment) -> vec3f {
    let texel = textureSampleBias(normal_map, tiling, in.uv, in.material, MIP_BIAS).xyz * 2.0 - 1.0;
    let normal = normalize(in.normal);
    let tangent = normalize(in.tangent.xyz - normal * dot(normal, in.tangent.xyz));
    let bitangent = cross(normal, tangent) * in.tangent.w;
    return normalize(tangent * texel.x + bitangent * texel.y + normal * texel.z);
}
