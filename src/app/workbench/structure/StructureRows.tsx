/** A topology's size and structure among what is derived of it. A worker finds it, a moment after the last change. */
import { useEffect, useState } from "react";
import type { ChosenKind } from "../../../core/base/params.ts";
import type { TopologyTold } from "../../../worker/structure.ts";
import { WorkerProcess } from "../../../worker/process.ts";
import { faultWords } from "../../runs/query.ts";
import { FailedLine } from "../FailedLine.tsx";
import { structureRows } from "./rows.ts";

/** Milliseconds without a change. */
const rest = 200;

/** @param topology a valid one */
export function StructureRows({ topology, isKnown }: { readonly topology: ChosenKind; readonly isKnown: boolean }) {
  const key = JSON.stringify(topology);
  const [found, setFound] = useState<{ readonly key: string; readonly told: TopologyTold } | null>(null);
  const [failure, setFailure] = useState<{ readonly key: string; readonly words: string } | null>(null);
  useEffect(() => {
    if (failure?.key === key) return undefined;
    let process: WorkerProcess | null = null;
    let isGone = false;
    const timer = setTimeout(() => {
      process = new WorkerProcess();
      // Read again from the key: the same topology may come as another object.
      process
        .call((remote) => remote.tell(JSON.parse(key) as ChosenKind))
        .then((told) => setFound({ key, told }))
        .catch((fault: unknown) => isGone || setFailure({ key, words: faultWords(fault) }))
        .finally(() => process?.end());
    }, rest);
    return () => {
      isGone = true;
      clearTimeout(timer);
      process?.end();
    };
  }, [key, failure]);
  if (failure?.key === key) {
    return (
      <div>
        <dt>Structure</dt>
        <dd>
          <FailedLine what="It was not found" words={failure.words} onAgain={() => setFailure(null)} />
        </dd>
      </div>
    );
  }
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
