/** What follows from the topology's parameters, worked out while they are typed. */
import { factsIfValid } from "../document.ts";
import { formatCount, formatMeasure } from "../../views/shared/format.ts";
import { edited, useWorkbench } from "../store.ts";

/** Counts and distances in closed form; the last line says why there are none. */
export function DerivedFacts() {
  const facts = factsIfValid(useWorkbench(edited));
  if (facts === null) return <p className="derived-note">No such network exists.</p>;
  const rows: readonly (readonly [string, string])[] = [
    ["terminals", formatCount(facts.terminals)],
    ["switches", formatCount(facts.switches)],
    ["links", formatCount(facts.links)],
    ["diameter", `${formatCount(facts.diameter)} channels`],
    ["mean distance", `${formatMeasure(facts.meanDistance)} channels`],
    [
      "axes",
      facts.axes.map(({ name, kind, size }) => `${name} ${size}${kind === "ring" ? " ring" : kind === "line" ? " line" : ""}`).join(", "),
    ],
  ];
  return (
    <dl className="derived" aria-live="polite">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
