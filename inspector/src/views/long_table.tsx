/** A table that stays fast with however many rows: beyond a few hundred, only those in sight are in the page. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const MOST_ROWS = 300;
const ROW_PX = 23;
const AHEAD = 20;

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly head: ComponentChildren;
  readonly row: (row: Row, place: number) => JSX.Element;
}

export function LongTable<Row>({ label, rows, head, row }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, tall: 800 });
  const whole = rows.length <= MOST_ROWS;
  useEffect(() => {
    const element = box.current!;
    const look = (): void => setSight({ top: element.scrollTop, tall: element.clientHeight });
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, []);
  const first = whole ? 0 : Math.max(0, Math.floor(sight.top / ROW_PX) - AHEAD);
  const stop = whole ? rows.length : Math.min(rows.length, Math.ceil((sight.top + sight.tall) / ROW_PX) + AHEAD);
  return (
    <div class="scroll" ref={box} tabIndex={0} role="region" aria-label={label}>
      <table aria-rowcount={rows.length + 1} class={whole ? "" : "even"}>
        <thead>{head}</thead>
        <tbody>
          {first > 0 ? <Space rows={first} /> : null}
          {rows.slice(first, stop).map((each, place) => row(each, first + place))}
          {stop < rows.length ? <Space rows={rows.length - stop} /> : null}
        </tbody>
      </table>
      {rows.length === 0 ? <p class="quiet">Nothing of that name.</p> : null}
    </div>
  );
}

function Space({ rows }: { rows: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={99} style={{ height: `${rows * ROW_PX}px`, padding: 0 }} />
    </tr>
  );
}
