/** Every version of a resource in words: who wrote it, who reads it, and why the last one is kept. */

import type { GraphModel, GraphResource, GraphVersion } from "../sgpt/graph_types";
import { selectPass } from "../state/store";

export function VersionChain({ model, resource }: { model: GraphModel; resource: GraphResource }) {
  const roots = model.roots.filter((root) => root.resource === resource.index);
  return (
    <ol class="versions" start={0}>
      {resource.versions.map((version) => (
        <li key={version.version}>
          {version.producer === null ? (
            `before the frame: ${resource.initial ?? "unknown"}`
          ) : (
            <>
              written by <Pass model={model} pass={version.producer} />
            </>
          )}
          <Readers model={model} version={version} />
        </li>
      ))}
      {roots.length === 0 ? null : <li class="quiet root">kept because: {roots.map((root) => root.reason).join(", ")}</li>}
    </ol>
  );
}

function Readers({ model, version }: { model: GraphModel; version: GraphVersion }) {
  if (version.readers.length === 0) return <span class="quiet"> · read by no pass</span>;
  return (
    <>
      <span class="quiet"> · read by </span>
      {version.readers.map((reader, index) => (
        <span key={reader}>
          {index === 0 ? "" : ", "}
          <Pass model={model} pass={reader} />
        </span>
      ))}
    </>
  );
}

function Pass({ model, pass }: { model: GraphModel; pass: number }) {
  const { path, order } = model.passes[pass]!;
  return (
    <>
      <button class="link" onClick={() => selectPass(path)}>
        {path}
      </button>
      {order === null ? <span class="quiet"> (culled)</span> : null}
    </>
  );
}
