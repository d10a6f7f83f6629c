/** Facts derived from the parameters of the topology, updated while they are typed. */
import { factsIfValid } from "../../../core/scenario/scenario.ts";
import type { Facts } from "../../../core/topologies/contract.ts";
import { billOf } from "../../../core/costs/bill.ts";
import { formatCount, formatMeasure, formatMoney } from "../../../words/numbers.ts";
import { partsFor } from "../../../core/scenario/bought.ts";
import { sayShape } from "./shape.ts";
import { StructureRows } from "../structure/StructureRows.tsx";
import { edited } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

/** Counts and distances in closed form, or a note that no such network exists. */
export function DerivedFacts() {
  const document = useWorkbench(edited);
  const facts = factsIfValid(document);
  if (facts === null) return <p className="derived-note">No such network exists.</p>;
  const cost = billOf(document.cost, partsFor(document));
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

/** `768, and 2,048 inside hosts` */
function sayOutside(what: "switches" | "links", { inside, ...facts }: Facts, noun = ""): string {
  const within = inside?.[what] ?? 0;
  const outside = formatCount(facts[what] - within);
  return within === 0 ? `${outside}${noun}` : `${outside}${noun}, and ${formatCount(within)} inside hosts`;
}
