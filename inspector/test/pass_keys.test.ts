/** How a pass is named where it is listed. */

import { expect, test } from "vitest";
import { passName } from "../src/analysis/pass_keys";

test("a pass that is called nothing is shown as such, any other under its path", () => {
  expect([passName(""), passName("(unattributed)"), passName("a/b")]).toEqual(["(no label)", "(unattributed)", "a/b"]);
});
