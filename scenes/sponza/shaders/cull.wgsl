// One view's culling: which draws its frustum meets, which of those the last depth pyramid hides, and the
// surviving draws' indirect arguments, front to back within each alpha class.

struct View {
    clip_from_world: mat4x4f,
    planes: array<vec4f, 6>,   // point inward, not normalized
    eye: vec4f,
    sizes: vec4u,              // draws, then nothing
}

struct Draw {
    low: vec3f,
    first_index: u32,
    high: vec3f,
    index_count: u32,
    base_vertex: i32,
    class_begin: u32,          // draws are stored class by class
    class_end: u32,
    pad: u32,
}

struct IndirectArguments {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
}

struct Verdict {
    state: u32,                // see below
    key: f32,                  // squared distance from the eye
}

const OUTSIDE = 0u;            // not in the frustum
const INSIDE = 1u;             // in it, and not known to be hidden
const HIDDEN = 2u;             // in it, hidden behind the pyramid it was tested against
const REVEALED = 3u;           // hidden by last frame's pyramid, seen by this frame's
