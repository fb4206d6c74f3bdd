/** What two captures say differently of themselves, and which of it makes their times hard to compare. */

export interface SettingDifference {
  readonly name: string;
  /** As text, null where it says nothing. */
  readonly a: string | null;
  readonly b: string | null;
  /** Whether times of one cannot be held against times of the other. */
  readonly loud: boolean;
}

type Meta = Readonly<Record<string, unknown>>;

/** The settings that differ, those first that matter most. */
export function settingDifferences(a: Meta, b: Meta): SettingDifference[] {
  const plain = SETTINGS.map(([name, read, loud]) => ({ name, a: read(a), b: read(b), loud }));
  const grouped = ["versions", "settings"].flatMap((group) => {
    const [ours, theirs] = [mapping(a[group]), mapping(b[group])];
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
    return keys.map((key) => ({ name: `${group}.${key}`, a: text(ours[key]), b: text(theirs[key]), loud: false }));
  });
  return [...plain, ...grouped].filter((each) => each.a !== each.b);
}

/** The name of the adapter and its backend, null where they are unknown. */
export function adapterName(meta: Meta): string | null {
  const adapter = mapping(meta["adapter"]);
  const words = [text(adapter["device"]), text(adapter["backend_type"])].filter((word) => word !== null && word !== "");
  return words.length === 0 ? null : words.join(", ");
}

function sizeText(meta: Meta): string | null {
  const size = meta["size"];
  return Array.isArray(size) && size.length === 2 ? size.join("x") : text(size);
}

function parameters(meta: Meta): string | null {
  const given = Object.entries(mapping(mapping(meta["scene"])["parameters"])).sort();
  return given.length === 0 ? null : given.map(([key, value]) => `${key}=${text(value)}`).join(" ");
}

const plain = (key: string) => (meta: Meta) => text(meta[key]);

const SETTINGS: readonly (readonly [string, (meta: Meta) => string | null, boolean])[] = [
  ["adapter", adapterName, true],
  ["driver", plain("driver"), true],
  ["size", sizeText, true],
  ["level", plain("level"), true],
  ["scene", (meta) => text(mapping(meta["scene"])["name"]), true],
  ["scene parameters", parameters, true],
  ["ns_per_tick", plain("ns_per_tick"), false],
  ["native_path", plain("native_path"), false],
  ["debug", plain("debug"), false],
  ["window", plain("window"), false],
  ["git_revision", plain("git_revision"), false],
];

function mapping(value: unknown): Meta {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Meta) : {};
}

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
