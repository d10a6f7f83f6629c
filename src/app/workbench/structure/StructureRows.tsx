/** Rows of size and structure among the derived facts of a topology. A worker computes them shortly after the last change. */
import type { ChosenKind } from "../../../core/base/params.ts";
import type { TopologyDescription } from "../../../worker/describe-topology.ts";
import type { Page } from "../../create-page.ts";
import { usePage } from "../../hooks.ts";
import { errorText, Query } from "../../runs/query.ts";
import { useQuery } from "../../runs/useQuery.ts";
import { FailedLine } from "../FailedLine.tsx";
import { structureRows } from "./structure-rows.ts";

/** Query for size and structure, debounced because numbers are dragged. */
const structureQuery = ({ workers }: Page) =>
  new Query<ChosenKind, TopologyDescription>({
    delay: 200,
    keyOf: JSON.stringify,
    start: (topology) => workers.describeTopology(topology),
  });

/**
 * Rows with the size and structure of a network that a worker computes from the built network. Nothing is shown while they
 * are computed.
 * @param topology A valid topology.
 * @param areLinksCounted Whether the links between switches are listed already.
 */
export function StructureRows({ topology, areLinksCounted }: { readonly topology: ChosenKind; readonly areLinksCounted: boolean }) {
  const page = usePage();
  const [structure, onRetry] = useQuery(() => structureQuery(page), topology);
  if (structure.is === "error") {
    return (
      <div>
        <dt>Structure</dt>
        <dd>
          <FailedLine failure="The computation failed" error={errorText(structure.error)} onRetry={onRetry} />
        </dd>
      </div>
    );
  }
  if (structure.is !== "value") return null;
  return (
    <>
      {structureRows(structure.value, areLinksCounted).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </>
  );
}
