/** The capture itself: what it was recorded on, notes, counters, and everything that was lost. */

import { useEffect, useState } from "preact/hooks";
import type { Note } from "../sgpt/texts";
import { frame } from "../state/derived";
import { following } from "../state/follow";
import { capture, change } from "../state/store";
import { useSignal } from "../state/use_signal";
import { CounterPlots } from "./counter_plots";

const LEVELS: Record<string, string> = {
  timing: "times of GPU passes and frames",
  structure: "times, and the frame graph with its resources",
  workload: "times, the graph, counts of work, pipelines and attachments",
  verbose: "all of that, with bindings, indirect counts and encode stamps",
};

const LISTED = 100; // of each kind: of hundreds of thousands a browser makes no list

export function CaptureView() {
  const opened = useSignal(capture)!;
  return (
    <section aria-label="Capture" style={{ display: "grid", gap: "12px" }}>
      <Losses />
      <div class="panel">
        <h2>Recording</h2>
        <dl>
          <dt>file</dt>
          <dd>
            {opened.name}, {opened.size.toLocaleString("en")} bytes, {opened.entries.length} frames, {opened.topologyCount}{" "}
            graphs
          </dd>
          <dt>level</dt>
          <dd>{opened.level === null ? "unknown" : `${opened.level}: ${LEVELS[opened.level] ?? "a level of a newer writer"}`}</dd>
          <dt>GPU clock</dt>
          <dd>{opened.nsPerTick === null ? "unit unknown: times are in ticks" : `${opened.nsPerTick} ns a tick`}</dd>
          {Object.entries(opened.meta).map(([key, value]) => (
            <Entry key={key} name={key} value={value} />
          ))}
        </dl>
      </div>
      <Notes />
      <CounterPlots />
      <FrameCounters />
    </section>
  );
}

function Entry({ name, value }: { name: string; value: unknown }) {
  if (name === "level" || name === "ns_per_tick") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd style={{ whiteSpace: "pre-wrap" }}>{spellMeta(value)}</dd>
    </>
  );
}

/** What META says of one thing: the values of a list in a row, the fields of an object in lines. */
function spellMeta(value: unknown): string {
  if (typeof value === "string") return value === "" ? "–" : value;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(spellMeta).join(", ");
  const fields = Object.entries(value);
  return fields.map(([name, field]) => `${name}: ${spellMeta(field).replaceAll("\n", "\n  ")}`).join("\n");
}

function Losses() {
  const opened = useSignal(capture)!;
  const ended = useSignal(following) !== "growing";
  const statuses = opened.entries.filter((entry) => entry.status !== "complete");
  const untimed = opened.entries.filter((entry) => entry.untimed > 0);
  const whole = (opened.state === "closed" || !ended) && opened.lost.length === 0 && opened.unknownTypes.size === 0;
  if (whole && statuses.length === 0 && untimed.length === 0) return <p class="good panel">Nothing was lost.</p>;
  return (
    <div class="panel">
      <h2>Losses</h2>
      <ul>
        {opened.state === "closed" || !ended ? null : (
          <li class="bad">
            {opened.state === "cut off" ? "The file was cut off inside a record." : "The recording was not closed."}
          </li>
        )}
        {opened.lost.slice(0, LISTED).map((lost) => (
          <li class="bad" key={lost.offset}>
            byte {lost.offset}
            {lost.length > 0 ? `, ${lost.length} bytes` : ""}: {lost.reason}
          </li>
        ))}
        <More count={opened.lost.length} of="losses" />
        {[...opened.unknownTypes].map(([type, count]) => (
          <li key={type}>
            {count} records of type {JSON.stringify(type)}, which this page does not know
          </li>
        ))}
        {statuses.slice(0, LISTED).map((entry) => (
          <li key={`s${entry.number}`}>
            <button class="link" onClick={() => change({ frame: entry.number })}>
              frame {entry.number}
            </button>{" "}
            {entry.status}
          </li>
        ))}
        <More count={statuses.length} of="frames that are not complete" />
        {untimed.slice(0, LISTED).map((entry) => (
          <li key={`u${entry.number}`}>
            <button class="link" onClick={() => change({ frame: entry.number })}>
              frame {entry.number}
            </button>
            : {entry.untimed} of {entry.spans} GPU passes without a time
          </li>
        ))}
        <More count={untimed.length} of="frames with GPU passes without a time" />
      </ul>
    </div>
  );
}

function More({ count, of }: { count: number; of: string }) {
  return count > LISTED ? (
    <li>
      … and {count - LISTED} more {of}
    </li>
  ) : null;
}

function Notes() {
  const opened = useSignal(capture)!;
  const [notes, setNotes] = useState<Note[] | null>(null);
  useEffect(() => {
    let current = true;
    void opened.notes().then((found) => current && setNotes(found));
    return () => {
      current = false;
    };
  }, [opened]);
  if (notes === null || notes.length === 0) return null;
  return (
    <div class="panel">
      <h2>Notes</h2>
      <ul>
        {notes.map((note, index) => (
          <li key={index}>
            {note.frame === null ? null : (
              <button class="link" onClick={() => change({ frame: note.frame })}>
                frame {note.frame}
              </button>
            )}{" "}
            {note.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function FrameCounters() {
  const shown = useSignal(frame);
  if (shown === null || shown === "damaged" || shown.counters.length === 0) return null;
  return (
    <div class="panel">
      <h2>Counters of frame {shown.number}</h2>
      <dl>
        {shown.counters.map((counter) => (
          <>
            <dt>{counter.name}</dt>
            <dd>{counter.value.toLocaleString("en")}</dd>
          </>
        ))}
      </dl>
    </div>
  );
}
