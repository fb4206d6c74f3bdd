/** What cannot be seen of a name is spelt. */

import { expect, test } from "vitest";
import { visibleText } from "../src/views/visible_text";

test.each([
  ["a\u202egnp.exe", "a\\u202egnp.exe"],
  ["\u2066\u2069\u200f", "\\u2066\\u2069\\u200f"],
  ["\u0000\u001b[2J\u0085", "\\u0000\\u001b[2J\\u0085"],
  ["\ud800 alone", "\\ud800 alone"],
  ["two\nlines\tand a tab", "two\nlines\tand a tab"],
  ["שלום 😀 é", "שלום 😀 é"],
])("%j is shown as %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
