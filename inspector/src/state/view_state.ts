/** What of the page a link reproduces, as the part of the address behind `#`. */

export const VIEWS = ["timeline", "statistics", "structure", "resources", "compare", "capture"] as const;
export type ViewName = (typeof VIEWS)[number];

/** Frames by their number in the capture, from `first` to before `stop`. */
export interface FrameRange {
  readonly first: number;
  readonly stop: number;
}

export interface ViewState {
  readonly view: ViewName;
  /** The frames every view speaks of; null is all of them. */
  readonly frames: FrameRange | null;
  /** The frame that timeline and structure show; null is the first of the range. */
  readonly frame: number | null;
  /** Scope path of the selected pass. */
  readonly pass: string | null;
  /** Name of the selected resource. */
  readonly resource: string | null;
  readonly search: string;
  /** The ranges that are compared: of this file, and of this or the second one. */
  readonly a: FrameRange | null;
  readonly b: FrameRange | null;
}

export const START: ViewState = {
  view: "timeline",
  frames: null,
  frame: null,
  pass: null,
  resource: null,
  search: "",
  a: null,
  b: null,
};

/** The state that `hash` describes; what it does not say, or says wrongly, is as at the start. */
export function parseHash(hash: string): ViewState {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const view = VIEWS.find((name) => name === given.get("view")) ?? START.view;
  return {
    view,
    frames: parseRange(given.get("frames")),
    frame: parseNumber(given.get("frame")),
    pass: given.get("pass"),
    resource: given.get("resource"),
    search: given.get("q") ?? "",
    a: parseRange(given.get("a")),
    b: parseRange(given.get("b")),
  };
}

/** The state as a hash, without what is as at the start. */
export function formatHash(state: ViewState): string {
  const said = new URLSearchParams({ view: state.view });
  if (state.frames !== null) said.set("frames", formatRange(state.frames));
  if (state.frame !== null) said.set("frame", String(state.frame));
  if (state.pass !== null) said.set("pass", state.pass);
  if (state.resource !== null) said.set("resource", state.resource);
  if (state.search !== "") said.set("q", state.search);
  if (state.a !== null) said.set("a", formatRange(state.a));
  if (state.b !== null) said.set("b", formatRange(state.b));
  return `#${said}`;
}

/** A range as every view and the command line write it: `first:stop`. */
export function formatRange(range: FrameRange): string {
  return `${range.first}:${range.stop}`;
}

function parseRange(text: string | null): FrameRange | null {
  const found = /^(\d{1,10}):(\d{1,10})$/.exec(text ?? "");
  if (found === null) return null;
  const [first, stop] = [Number(found[1]), Number(found[2])];
  return stop > first ? { first, stop } : null;
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}
