/** A topology's size and structure among what is derived of it. A worker finds it, a moment after the last change. */
import { useEffect, useState } from "react";
import type { ChosenKind } from "../../../core/base/params.ts";
import type { TopologyTold } from "../../../worker/structure.ts";
import { WorkerProcess } from "../../../worker/process.ts";
import { structureRows } from "./rows.ts";

/** Milliseconds without a change. */
const rest = 200;

/** @param topology a valid one */
export function StructureRows({ topology, isKnown }: { readonly topology: ChosenKind; readonly isKnown: boolean }) {
  const key = JSON.stringify(topology);
  const [found, setFound] = useState<{ readonly key: string; readonly told: TopologyTold } | null>(null);
  useEffect(() => {
    let process: WorkerProcess | null = null;
    const timer = setTimeout(() => {
      process = new WorkerProcess();
      // Read again from the key: the same topology may come as another object.
      process
        .call((remote) => remote.tell(JSON.parse(key) as ChosenKind))
        .then((told) => setFound({ key, told }))
        // What is not found is not told.
        .catch(() => undefined)
        .finally(() => process?.end());
    }, rest);
    return () => {
      clearTimeout(timer);
      process?.end();
    };
  }, [key]);
  if (found?.key !== key) return null;
  return (
    <>
      {structureRows(found.told, isKnown).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </>
  );
}
