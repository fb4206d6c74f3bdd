/** What differs besides the passes of both: passes of one side, settings, counters, memory, structure. */

import type { Comparison } from "../analysis/comparison";
import { footprintOf } from "../analysis/footprint";
import { passName } from "../analysis/pass_keys";
import type { PassStatistics } from "../analysis/statistics";
import { spellBytes, spellTicks } from "../analysis/ticks";
import { selectPass } from "../state/store";
import { signedShare } from "./compare_table";

const MOST_LISTED = 200;

export function CompareWhole({ comparison }: { comparison: Comparison }) {
  const units = comparison.inTicks ? [null, null] : comparison.scales;
  return (
    <>
      <OnlyIn side="A" passes={comparison.onlyA} nsPerTick={units[0]!} />
      <OnlyIn side="B" passes={comparison.onlyB} nsPerTick={units[1]!} />
      <Statuses comparison={comparison} />
      <Settings comparison={comparison} />
      <Figures comparison={comparison} />
      <Structure comparison={comparison} />
    </>
  );
}

function OnlyIn({ side, passes, nsPerTick }: { side: string; passes: readonly PassStatistics[]; nsPerTick: number | null }) {
  if (passes.length === 0) return null;
  return (
    <>
      <h3>
        Only in {side}: {passes.length}
      </h3>
      <ul>
        {passes.slice(0, MOST_LISTED).map((pass) => (
          <li key={`${pass.attributed}/${pass.path}`}>
            <button class="link" onClick={() => selectPass(pass.path)}>
              {passName(pass.path)}
            </button>
            , median {spellTicks(pass.ticks?.median ?? null, nsPerTick)}, n={pass.ticks?.n ?? 0}
          </li>
        ))}
        <More count={passes.length} />
      </ul>
    </>
  );
}

/** What frames were not whole, and what was left out: it is in the figures, or missing from them. */
function Statuses({ comparison }: { comparison: Comparison }) {
  const said = (["a", "b"] as const).flatMap((side) => {
    const { statuses, damaged, untimed } = comparison[side];
    const frames = [...statuses].filter(([status]) => status !== "complete").map(([status, count]) => `${count} ${count === 1 ? "frame" : "frames"} ${status}`);
    if (damaged > 0) frames.push(`${damaged} damaged frames left out`);
    const missing = [...untimed.values()].reduce((sum, count) => sum + count, 0);
    if (missing > 0) frames.push(`${missing} GPU passes without a time`);
    return frames.length === 0 ? [] : [`${side.toUpperCase()}: ${frames.join(", ")}`];
  });
  return said.length === 0 ? null : (
    <p class="bad">
      {said.join(" · ")}
    </p>
  );
}

function Settings({ comparison }: { comparison: Comparison }) {
  if (comparison.settings.length === 0) return null;
  return (
    <>
      <h3>What was recorded differently</h3>
      <ul>
        {comparison.settings.map((each) => (
          <li key={each.name} class={each.loud ? "bad" : ""}>
            {each.loud ? "hard to compare: " : ""}
            {each.name}: {each.a ?? "not said"} in A, {each.b ?? "not said"} in B
          </li>
        ))}
      </ul>
    </>
  );
}

interface Figure {
  readonly name: string;
  readonly a: number | null;
  readonly b: number | null;
  readonly spell: (value: number | null) => string;
}

function Figures({ comparison }: { comparison: Comparison }) {
  const count = (value: number | null): string => (value === null ? "unknown" : value.toLocaleString("en"));
  const figures: Figure[] = [
    ...memory(comparison),
    ...comparison.counters.map((each) => ({ ...each, name: `${each.name}, median`, spell: count })),
  ];
  if (figures.length === 0) return null;
  return (
    <>
      <h3>Memory and counters</h3>
      <table class="plain">
        <thead>
          <tr>
            {["figure", "A", "B", "difference", "change"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ name, a, b, spell }) => (
            <tr key={name}>
              <td class="name">{name}</td>
              <td>{spell(a)}</td>
              <td>{spell(b)}</td>
              <td>{a === null || b === null ? "unknown" : `${b > a ? "+" : b < a ? "−" : ""}${spell(Math.abs(b - a))}`}</td>
              <td>{a === null || b === null || a === 0 ? "–" : signedShare(b / a - 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function memory({ models }: Comparison): Figure[] {
  if (models[0] === null && models[1] === null) return [];
  const prints = models.map((model) => (model === null ? null : footprintOf(model)));
  const totals = models.map(
    (model) => model?.allocations.reduce((sum, allocation) => sum + (allocation.declared_bytes ?? 0), 0) ?? null,
  );
  return [
    { name: "transients, declared", a: totals[0]!, b: totals[1]!, spell: spellBytes },
    { name: "peak in use at once", a: prints[0]?.peak ?? null, b: prints[1]?.peak ?? null, spell: spellBytes },
  ];
}

function Structure({ comparison }: { comparison: Comparison }) {
  const { structure } = comparison;
  if (structure === null) return <p class="quiet">Structure: not compared, one of the sides has no frame graph.</p>;
  if (structure.length === 0) return <p class="quiet">Structure: the same.</p>;
  return (
    <>
      <h3>Structure: {structure.length} differences</h3>
      <ul>
        {structure.slice(0, MOST_LISTED).map((each, index) => (
          <li key={index}>
            {each.aspect} <span class="name">{each.name}</span>: {each.text}
          </li>
        ))}
        <More count={structure.length} />
      </ul>
    </>
  );
}

function More({ count }: { count: number }) {
  return count <= MOST_LISTED ? null : <li class="quiet">and {count - MOST_LISTED} more</li>;
}
