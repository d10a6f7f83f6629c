/** What follows from the topology's parameters, worked out while they are typed. */
import type { Axis } from "../../core/network/network.ts";
import { factsIfValid } from "../document.ts";
import { countOf, formatCount, formatMeasure } from "../../views/shared/format.ts";
import { edited, useWorkbench } from "../store.ts";

/** `3 levels`, `up to 16 side by side`, `X a ring of 8`. */
function sayAxis({ name, kind, size }: Axis): string {
  if (kind === "level") return countOf(size, "level", "levels");
  if (kind === "position") return `up to ${formatCount(size)} side by side`;
  if (kind === "group") return countOf(size, "group", "groups");
  if (kind === "full") return `${name} all to all, ${formatCount(size)}`;
  if (kind === "shared") return `${formatCount(size)} ${name} switches`;
  return `${name} a ${kind} of ${formatCount(size)}`;
}

/** Counts and distances in closed form; the last line says why there are none. */
export function DerivedFacts() {
  const facts = factsIfValid(useWorkbench(edited));
  if (facts === null) return <p className="derived-note">No such network exists.</p>;
  const rows: readonly (readonly [string, string])[] = [
    ["terminals", formatCount(facts.terminals)],
    ["switches", formatCount(facts.switches)],
    ["links", formatCount(facts.links)],
    ...(facts.diameter === null ? [] : [["diameter", `${formatCount(facts.diameter)} channels`] as const]),
    ...(facts.meanDistance === null ? [] : [["mean distance", `${formatMeasure(facts.meanDistance)} channels`] as const]),
    ...(facts.axes.length === 0 ? [] : [["shape", facts.axes.map(sayAxis).join(", ")] as const]),
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
