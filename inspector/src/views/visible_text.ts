/** Names are shown as they are, but for what cannot be seen: a control character must not reorder the words around it. */

import { options, type VNode } from "preact";

// C0 and C1 but for tab and line ends, bidirectional controls and marks, invisible joiners, lone halves of a pair.
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;

/** The text with each character that is not seen spelt as `\\u202e`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Attributes that are read to a person. */
const SPOKEN = ["title", "aria-label"] as const;

/** From now on every text of every element is visible text, wherever it came from. */
export function showUnseen(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    if (typeof node.type === "string") makeVisible(node);
    before?.(node);
  };
}

function makeVisible(node: VNode): void {
  const props = node.props as Record<string, unknown>;
  props["children"] = visibleChild(props["children"]);
  for (const name of SPOKEN) {
    const text = props[name];
    if (typeof text === "string") props[name] = visibleText(text);
  }
}

function visibleChild(child: unknown): unknown {
  if (typeof child === "string") return visibleText(child);
  return Array.isArray(child) ? child.map(visibleChild) : child;
}
