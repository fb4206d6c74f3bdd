// Exposure from a histogram of log luminance, following changes over some frames as an eye does.

const BINS = 128u;
const DARKEST = -9.0;      // log2 of luminance
const BRIGHTEST = 7.0;

struct Exposure {
    value: f32,
    mean: f32,             // luminance that stands for the picture
}
