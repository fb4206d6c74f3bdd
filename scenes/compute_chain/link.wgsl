// One link of the chain: every element iterates z -> z*z + c a few times more. Once |z| has left the circle it
// is held where it is, but the loop goes on: the work of a link depends on `work` alone, never on the data.

struct Chain {
    c: vec2f,
    side: u32,   // elements along an edge of the square
    work: u32,   // iterations of one link
}

struct Element {
    z: vec2f,
    inside: f32,   // how many iterations z stayed inside
    steps: f32,    // how many iterations there were
}

@group(0) @binding(0) var<uniform> chain: Chain;
@group(0) @binding(1) var<storage, read_write> result: array<Element>;
@group(0) @binding(2) var<storage, read> source: array<Element>;

fn iterate(start: Element) -> Element {
    var e = start;
    for (var i = 0u; i < chain.work; i++) {
        let inside = dot(e.z, e.z) < 16.0;
        let next = vec2f(e.z.x * e.z.x - e.z.y * e.z.y, 2.0 * e.z.x * e.z.y) + chain.c;
        e.z = select(e.z, next, inside);
        e.inside += f32(inside);
        e.steps += 1.0;
    }
    return e;
}

// The first link has nothing to read: it starts from each element's place in the square.
@compute @workgroup_size(64)
fn first(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= arrayLength(&result)) { return; }
    let place = (vec2f(f32(id.x % chain.side), f32(id.x / chain.side)) + 0.5) / f32(chain.side);
    result[id.x] = iterate(Element(3.2 * (place - 0.5), 0.0, 0.0));
}

@compute @workgroup_size(64)
fn next(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= arrayLength(&result)) { return; }
    result[id.x] = iterate(source[id.x]);
}
