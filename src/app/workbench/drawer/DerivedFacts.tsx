/** Facts derived from the parameters of the topology, updated while they are typed. */
import { scenarioFactsIfValid } from "../../../core/scenario/scenario.ts";
import type { TopologyFacts } from "../../../core/topologies/contract.ts";
import { billOf } from "../../../core/costs/bill.ts";
import { formatCount, formatMeasure, formatMoney } from "../../../words/numbers.ts";
import { wholeParts } from "../../../core/scenario/scenario-materials.ts";
import { sayShape } from "./shape.ts";
import { StructureRows } from "../structure/StructureRows.tsx";
import { editedDocument } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

/**
 * A list of properties of the network that follow from its parameters without a run: counts, diameter and mean distance in channels, shape,
 * cost and structure. A note replaces the list if the values describe no valid network.
 */
export function DerivedFacts() {
  const document = useWorkbench(editedDocument);
  const facts = scenarioFactsIfValid(document);
  if (facts === null) return <p className="derived-note">These values describe no valid network.</p>;
  const cost = billOf(document.cost, wholeParts(document));
  const rows: readonly (readonly [string, string])[] = [
    ["terminals", formatCount(facts.terminals)],
    ["switches", sayOutside("switches", facts)],
    ["links", sayOutside("links", facts)],
    ...(facts.diameter === null ? [] : [["diameter", `${formatCount(facts.diameter)} channels`] as const]),
    ...(facts.meanDistance === null ? [] : [["mean distance", `${formatMeasure(facts.meanDistance)} channels`] as const]),
    ["shape", sayShape(facts)],
    ["cost", `${formatMoney(cost.total)}, ${formatMoney(cost.perTerminal)} per terminal`],
  ];
  return (
    <>
      {/* Screen readers announce one sentence instead of all changed numbers. */}
      <p className="visually-hidden" role="status">
        {formatCount(facts.terminals)} terminals, {sayOutside("switches", facts, " switches")}, {sayOutside("links", facts, " links")},{" "}
        {formatMoney(cost.perTerminal)} per terminal.
      </p>
      <dl className="derived" data-wide={facts.inside !== undefined || undefined}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <StructureRows topology={document.topology} isKnown={facts.diameter !== null && facts.meanDistance !== null} />
      </dl>
    </>
  );
}

/** The number of switches or links outside of hosts and, if there are any, inside hosts: `768, and 2,048 inside hosts`. */
function sayOutside(kind: "switches" | "links", { inside, ...facts }: TopologyFacts, noun = ""): string {
  const insideHosts = inside?.[kind] ?? 0;
  const outside = formatCount(facts[kind] - insideHosts);
  return insideHosts === 0 ? `${outside}${noun}` : `${outside}${noun}, and ${formatCount(insideHosts)} inside hosts`;
}
