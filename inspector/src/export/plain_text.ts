/** Text of a capture as other formats take it. */

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Every lone surrogate as the six characters of its escape: UTF-8 has no form for it. */
export function encodable(text: string): string {
  return text.replace(LONE_SURROGATE, escaped);
}

export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Strict JSON in ASCII; integers of any size are told as they are. */
export function jsonText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return JSON.stringify(encodable(value)).replace(/[\u007f-\uffff]/g, escaped);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([key, member]) => `${jsonText(key)}:${jsonText(member)}`);
  return `{${members.join(",")}}`;
}
