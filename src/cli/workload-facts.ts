/** Facts about a workload that are known before it runs, as text. */
import { workloadFactsOf } from "../core/scenario/workload-facts.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { withUnitPrefix } from "../words/facts.ts";
import { formatNumber } from "./output.ts";

/** A line for each known fact: `Activations to the next stage 50.332 MB`. Empty if a workload has no facts. */
export function workloadLines(scenario: Scenario): readonly string[] {
  const facts = workloadFactsOf(scenario).flatMap(({ title, value, unit }) =>
    value === null ? [] : { title, ...formatFact(value, unit) },
  );
  if (facts.length === 0) return [];
  const titleWidth = Math.max(...facts.map(({ title }) => title.length));
  const numberWidth = Math.max(...facts.map(({ text }) => text.length));
  const line = ({ title, text, unit }: (typeof facts)[number]) =>
    `${title.padEnd(titleWidth)}  ${text.padStart(numberWidth)}  ${unit}`.trimEnd();
  return ["", "Known before the run", ...facts.map(line)];
}

/** Formats a value: counts below ten thousand and shares without a unit prefix. */
function formatFact(value: number, unit: string): { readonly text: string; readonly unit: string } {
  const isUnscaled = value === 0 || (unit === "" && value < 1e4) || unit.startsWith("1/");
  const [scaled, prefixed] = isUnscaled ? [value, unit] : withUnitPrefix(value, unit);
  return { text: formatNumber(Number(scaled.toPrecision(5))), unit: prefixed };
}
