import { expect, test } from "vitest";
import { START, formatHash, parseHash } from "../src/state/view_state";

test("a link reproduces every part of the state", () => {
  const state = {
    ...START,
    view: "compare" as const,
    frames: { first: 3, stop: 9 },
    frame: 4,
    pass: "shadows/cascade %2F 0",
    resource: "depth & more#1",
    search: "sky=1",
    a: { first: 0, stop: 2 },
    b: { first: 5, stop: 6 },
  };
  expect(parseHash(formatHash(state))).toEqual(state);
});

test.each(["", "#", "#view=nowhere", "#frames=9:3&frame=-1", "#frames=1e3:2e3&frame=99999999999", "#a=:&b=%"])(
  "what a link %o does not say, or says wrongly, is as at the start",
  (hash) => {
    expect(parseHash(hash)).toEqual(START);
  },
);
