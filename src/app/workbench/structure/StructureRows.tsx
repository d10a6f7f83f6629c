/** Rows of size and structure among the derived facts of a topology. A worker computes them shortly after the last change. */
import type { ChosenKind } from "../../../core/base/params.ts";
import type { TopologyTold } from "../../../worker/structure.ts";
import type { Page } from "../../create-page.ts";
import { usePage } from "../../hooks.ts";
import { faultWords, Query } from "../../runs/query.ts";
import { useQuery } from "../../runs/useQuery.ts";
import { FailedLine } from "../FailedLine.tsx";
import { structureRows } from "./rows.ts";

/** Query for size and structure, debounced because numbers are dragged. */
const structureQuery = ({ workers }: Page) =>
  new Query<ChosenKind, TopologyTold>({ rest: 200, keyOf: JSON.stringify, start: (topology) => workers.describe(topology) });

/** @param topology A valid topology. */
export function StructureRows({ topology, isKnown }: { readonly topology: ChosenKind; readonly isKnown: boolean }) {
  const page = usePage();
  const [found, onAgain] = useQuery(() => structureQuery(page), topology);
  if (found.is === "error") {
    return (
      <div>
        <dt>Structure</dt>
        <dd>
          <FailedLine what="It was not found" words={faultWords(found.fault)} onAgain={onAgain} />
        </dd>
      </div>
    );
  }
  if (found.is !== "value") return null;
  return (
    <>
      {structureRows(found.value, isKnown).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </>
  );
}
