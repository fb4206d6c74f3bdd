/** `docs/inspector.md` tells every key that works in all views, as the table of commands has it. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands, spellKey } from "../src/state/commands";

const text = readFileSync(new URL("../../docs/inspector.md", import.meta.url), "utf8");

test.each(commands.map((command) => [command.title, command.keys.map(spellKey)] as const))("%s", (title, keys) => {
  const spelt = keys.map((key) => `\`${key}\``).join(" ");
  expect(text).toContain(`| ${title} | ${spelt} |`);
});
