/** Facts derived from the parameters of the topology, updated while they are typed. */
import { scenarioFactsIfValid } from "../../../core/scenario/scenario.ts";
import { switchLinksOf } from "../../../core/network/bill-of-materials.ts";
import type { TopologyFacts } from "../../../core/topologies/contract.ts";
import { billOf } from "../../../core/costs/bill.ts";
import { formatCount, formatMoney } from "../../../words/numbers.ts";
import { wholeParts } from "../../../core/scenario/scenario-materials.ts";
import { sayShape } from "./shape.ts";
import { StructureRows } from "../structure/StructureRows.tsx";
import { editedDocument } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

/**
 * A list of properties of the network that follow from its parameters without a run: counts, shape, cost, distances and structure. A note replaces the list if the values describe no valid network.
 */
export function DerivedFacts() {
  const document = useWorkbench(editedDocument);
  const facts = scenarioFactsIfValid(document);
  if (facts === null) return <p className="derived-note">These values describe no valid network.</p>;
  const cost = billOf(document.cost, wholeParts(document));
  const rows: readonly (readonly [string, string])[] = [
    ["terminals", formatCount(facts.terminals)],
    ["switches", sayOutside("switches", facts)],
    ["links", sayLinks(facts)],
    ["shape", sayShape(facts)],
    ["cost", `${formatMoney(cost.total)}, ${formatMoney(cost.perTerminal)} per terminal, at ${cost.prices}`],
  ];
  return (
    <>
      {/* Screen readers announce one sentence instead of all changed numbers. */}
      <p className="visually-hidden" role="status">
        {formatCount(facts.terminals)} terminals, {sayOutside("switches", facts, " switches")}, links: {sayLinks(facts)},{" "}
        {formatMoney(cost.perTerminal)} per terminal.
      </p>
      <dl className="derived" data-wide={facts.inside !== undefined || undefined}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <StructureRows topology={document.topology} areLinksCounted={switchLinksOf(facts) !== null} />
      </dl>
    </>
  );
}

/** Links between switches and of terminals apart: `112 between switches, 64 of terminals`; all together where they are not known apart. */
function sayLinks(facts: TopologyFacts): string {
  const switchLinks = switchLinksOf(facts);
  if (switchLinks === null) return sayOutside("links", facts);
  const inside = facts.inside?.links ?? 0;
  const ofTerminals = `${formatCount(facts.links - inside - switchLinks)} of terminals`;
  const apart = switchLinks === 0 ? ofTerminals : `${formatCount(switchLinks)} between switches, ${ofTerminals}`;
  return inside === 0 ? apart : `${apart}, and ${formatCount(inside)} inside hosts`;
}

/** The number of switches or links outside of hosts and, if there are any, inside hosts: `768, and 2,048 inside hosts`. */
function sayOutside(kind: "switches" | "links", { inside, ...facts }: TopologyFacts, noun = ""): string {
  const insideHosts = inside?.[kind] ?? 0;
  const outside = formatCount(facts[kind] - insideHosts);
  return insideHosts === 0 ? `${outside}${noun}` : `${outside}${noun}, and ${formatCount(insideHosts)} inside hosts`;
}
