@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> bins: array<atomic<u32>, BINS>;

@compute @workgroup_size(128)
fn clear(@builtin(local_invocation_index) bin: u32) {
    atomicStore(&bins[bin], 0u);
}

var<workgroup> local_bins: array<atomic<u32>, BINS>;

@compute @workgroup_size(16, 8)
fn count(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    atomicStore(&local_bins[lane], 0u);
    workgroupBarrier();
    let size = textureDimensions(picture);
    if (all(id.xy < size)) {
        let light = luminance(textureLoad(picture, id.xy, 0).rgb);
        let share = (log2(max(light, 1e-6)) - DARKEST) / (BRIGHTEST - DARKEST);
        atomicAdd(&local_bins[u32(clamp(share, 0.0, 0.999) * f32(BINS))], 1u);
    }
    workgroupBarrier();
    let found = atomicLoad(&local_bins[lane]);
    if (found > 0u) {
        atomicAdd(&bins[lane], found);
    }
}
