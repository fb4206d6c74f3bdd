// Writes one set of indirect arguments a draw: the wanted ones first in each class, nearest first, then empty ones.
// A draw's slot is the number of draws that come before it, so the order is the same on every device.

@group(0) @binding(1) var<uniform> view: View;
@group(0) @binding(2) var<storage, read> draws: array<Draw>;
@group(0) @binding(3) var<storage, read> verdicts: array<Verdict>;
@group(0) @binding(4) var<storage, read_write> arguments: array<IndirectArguments>;
@group(0) @binding(5) var<storage, read_write> counts: array<u32, 4>;   // frustum, drawn here, hidden, triangles

fn write_ordered(index: u32, wanted_states: u32) {
    let draw = draws[index];
    let key = verdicts[index].key;
    let wanted = ((wanted_states >> verdicts[index].state) & 1u) == 1u;
    var slot = draw.class_begin;
    for (var other = draw.class_begin; other < draw.class_end; other++) {
        let theirs = ((wanted_states >> verdicts[other].state) & 1u) == 1u;
        let nearer = verdicts[other].key < key || (verdicts[other].key == key && other < index);
        if ((theirs && !wanted) || (theirs == wanted && nearer)) {
            slot++;
        }
    }
    let instances = select(0u, 1u, wanted);
    arguments[slot] = IndirectArguments(draw.index_count, instances, draw.first_index, draw.base_vertex, 0u);
}

fn write_counts(wanted_states: u32) {
    var totals = vec4u(0u);
    for (var i = 0u; i < view.sizes.x; i++) {
        let state = verdicts[i].state;
        let wanted = (wanted_states >> state) & 1u;
        totals += vec4u(select(0u, 1u, state != OUTSIDE), wanted, select(0u, 1u, state == HIDDEN), wanted * (draws[i].index_count / 3u));
    }
    for (var i = 0u; i < 4u; i++) {
        counts[i] = totals[i];
    }
}

fn order(index: u32, wanted_states: u32) {
    if (index < view.sizes.x) {
        write_ordered(index, wanted_states);
    }
    if (index == 0u) {
        write_counts(wanted_states);
    }
}

@compute @workgroup_size(64)
fn first_seen(@builtin(global_invocation_id) id: vec3u) {
    order(id.x, 1u << INSIDE);
}

@compute @workgroup_size(64)
fn revealed(@builtin(global_invocation_id) id: vec3u) {
    order(id.x, 1u << REVEALED);
}

@compute @workgroup_size(64)
fn all_seen(@builtin(global_invocation_id) id: vec3u) {
    order(id.x, (1u << INSIDE) | (1u << REVEALED));
}
