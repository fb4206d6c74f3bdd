/** Boxes and arrows for a part of the graph only: what the selected pass depends on, or who hands a resource on. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { passesOf, transitiveInputs } from "../analysis/graph_walk";
import { groupBy } from "../analysis/group_by";
import { resourceNames } from "../analysis/resource_names";
import type { GraphModel } from "../sgpt/graph_types";
import { selectPass } from "../state/store";
import { NODE_HEIGHT, placeGraph, type PlacedEdge } from "./dependency_layout";
import { VersionChain } from "./version_chain";

/** More boxes than this nobody follows; they are listed instead. */
const MOST_NODES = 60;

interface Props {
  readonly model: GraphModel;
  readonly pass: number | null;
  readonly resource: number | null;
}

export function DependencyGraph({ model, pass, resource }: Props) {
  if (pass === null && resource === null) return null;
  return (
    <>
      {pass === null ? null : <Inputs model={model} pass={pass} />}
      {resource === null ? null : <Chain model={model} resource={resource} />}
    </>
  );
}

function Inputs({ model, pass }: { model: GraphModel; pass: number }) {
  const steps = useMemo(() => transitiveInputs(model, pass), [model, pass]);
  const { path } = model.passes[pass]!;
  const all = useMemo(() => new Set([...steps.keys(), pass]), [steps, pass]);
  return (
    <>
      <h3>
        What {path} depends on: {steps.size} {steps.size === 1 ? "pass" : "passes"}
      </h3>
      {steps.size === 0 ? <p class="quiet">It needs nothing that another pass of this frame wrote.</p> : null}
      {steps.size > 0 && all.size <= MOST_NODES ? <Drawing model={model} passes={all} resource={null} chosen={pass} /> : null}
      {all.size > MOST_NODES ? <BySteps model={model} steps={steps} /> : null}
    </>
  );
}

function Chain({ model, resource }: { model: GraphModel; resource: number }) {
  const passes = useMemo(() => passesOf(model, resource), [model, resource]);
  const name = useMemo(() => resourceNames(model)[resource]!, [model, resource]);
  return (
    <>
      <h3>Versions of {name}</h3>
      <VersionChain model={model} resource={model.resources[resource]!} />
      {passes.size > 1 && passes.size <= MOST_NODES ? (
        <Drawing model={model} passes={passes} resource={resource} chosen={null} />
      ) : null}
    </>
  );
}

/** The same in words, for more passes than a drawing can show. */
function BySteps({ model, steps }: { model: GraphModel; steps: ReadonlyMap<number, number> }) {
  const rings = [...groupBy(steps, ([, distance]) => distance)];
  return (
    <>
      <p class="quiet">More than {MOST_NODES} passes are listed, not drawn.</p>
      <ul>
        {rings.map(([distance, members]) => (
          <li key={distance}>
            {distance === 1 ? "directly" : `over ${distance} steps`}: {members.map(([each]) => model.passes[each]!.path).join(", ")}
          </li>
        ))}
      </ul>
    </>
  );
}

interface DrawingProps {
  readonly model: GraphModel;
  readonly passes: ReadonlySet<number>;
  readonly resource: number | null;
  readonly chosen: number | null;
}

const DASHES: Record<PlacedEdge["kind"], string> = { value: "", raw: "8 3", war: "5 4", waw: "1 4" };

function Drawing({ model, passes, resource, chosen }: DrawingProps) {
  const names = useMemo(() => resourceNames(model), [model]);
  const placed = useMemo(() => placeGraph(model, passes, resource, names), [model, passes, resource, names]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollTo({ left: chosen === null ? 0 : placed.width }), [placed, chosen]); // the pass itself is last
  if (placed.edges.length === 0) return null;
  return (
    <>
      <div class="drawing" ref={box} tabIndex={0} role="group" aria-label={`${placed.nodes.length} passes and ${placed.edges.length} dependencies`}>
        <svg width={placed.width} height={placed.height} viewBox={`0 0 ${placed.width} ${placed.height}`}>
          <defs>
            <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0L8 4L0 8z" fill="var(--quiet)" />
            </marker>
          </defs>
          {placed.edges.map((edge) => (
            <path
              key={edge.title}
              d={edge.points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")}
              class={`edge ${edge.kind}`}
              stroke-dasharray={DASHES[edge.kind]}
              marker-end="url(#arrow)"
            >
              <title>{edge.title}</title>
            </path>
          ))}
          {placed.nodes.map((node) => (
            <g
              key={node.pass}
              class={node.pass === chosen ? "node chosen" : "node"}
              role="button"
              tabIndex={0}
              aria-label={`select ${model.passes[node.pass]!.path}`}
              onClick={() => selectPass(model.passes[node.pass]!.path)}
              onKeyDown={(event) => event.key === "Enter" && selectPass(model.passes[node.pass]!.path)}
            >
              <title>{model.passes[node.pass]!.path}</title>
              <rect x={node.x - node.width / 2} y={node.y - NODE_HEIGHT / 2} width={node.width} height={NODE_HEIGHT} rx="4" />
              <text x={node.x} y={node.y + 4}>
                {node.label}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <p class="hint quiet">
        <Legend kind="value" /> a value is handed on (RAW) · <Legend kind="raw" /> RAW order · <Legend kind="war" /> write after
        read (WAR) · <Legend kind="waw" /> write after write (WAW). Point at an arrow for its cause.
      </p>
    </>
  );
}

function Legend({ kind }: { kind: PlacedEdge["kind"] }) {
  return (
    <svg width="30" height="8" aria-hidden="true">
      <path d="M0 4L30 4" class={`edge ${kind}`} stroke-dasharray={DASHES[kind]} />
    </svg>
  );
}
