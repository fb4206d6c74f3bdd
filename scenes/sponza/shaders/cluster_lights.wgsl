// The lights of every occupied cluster, packed into one list: count, prefix sum in two steps, fill.

struct ClusterBounds {
    low: vec3f,
    high: vec3f,
}

@group(0) @binding(1) var<storage, read> bounds: array<ClusterBounds>;
@group(0) @binding(2) var<storage, read> occupied: array<u32>;
@group(0) @binding(3) var<storage, read> lights: array<PointLight>;
@group(0) @binding(4) var<storage, read_write> ranges: array<LightRange>;
@group(0) @binding(5) var<storage, read_write> block_sums: array<u32, SCAN_BLOCKS>;
@group(0) @binding(6) var<storage, read_write> list: array<u32>;

fn reaches(light: PointLight, cell: ClusterBounds) -> bool {
    let centre = (frame.view_from_world * vec4f(light.position, 1.0)).xyz;
    let away = clamp(centre, cell.low, cell.high) - centre;
    return dot(away, away) <= light.radius * light.radius;
}

@compute @workgroup_size(64)
fn count_lights(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= CLUSTERS) {
        return;
    }
    var count = 0u;
    if (occupied[id.x] != 0u) {
        for (var i = 0u; i < frame.numbers.y; i++) {
            count += select(0u, 1u, reaches(lights[i], bounds[id.x]));
        }
    }
    ranges[id.x] = LightRange(0u, count);
}

var<workgroup> sums: array<u32, 256>;

// Inclusive sums of a block by doubling steps (Hillis and Steele 1986).
@compute @workgroup_size(256)
fn scan_block(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) block: vec3u) {
    let index = block.x * SCAN_BLOCK + lane;
    var count = 0u;
    if (index < CLUSTERS) {
        count = ranges[index].count;
    }
    sums[lane] = count;
    workgroupBarrier();
    for (var step = 1u; step < SCAN_BLOCK; step *= 2u) {
        var before = 0u;
        if (lane >= step) {
            before = sums[lane - step];
        }
        workgroupBarrier();
        sums[lane] += before;
        workgroupBarrier();
    }
    if (index < CLUSTERS) {
        ranges[index].first = sums[lane] - count;
    }
    if (lane == SCAN_BLOCK - 1u) {
        block_sums[block.x] = sums[lane];
    }
}

@compute @workgroup_size(1)
fn scan_sums() {
    var total = 0u;
    for (var block = 0u; block < SCAN_BLOCKS; block++) {
        let sum = block_sums[block];
        block_sums[block] = total;
        total += sum;
    }
}

@compute @workgroup_size(64)
fn fill_lists(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= CLUSTERS || ranges[id.x].count == 0u) {
        return;
    }
    let first = ranges[id.x].first + block_sums[id.x / SCAN_BLOCK];
    ranges[id.x].first = first;
    var slot = first;
    for (var i = 0u; i < frame.numbers.y; i++) {
        if (slot < LIST_CAPACITY && reaches(lights[i], bounds[id.x])) {
            list[slot] = i;
            slot++;
        }
    }
    ranges[id.x].count = slot - first;
}
