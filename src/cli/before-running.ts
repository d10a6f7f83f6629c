/** What is known of a workload before it runs, for people. */
import { workloadFactsOf } from "../core/scenario/before-running.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { withPrefix } from "../words/facts.ts";
import { shown } from "./output.ts";

/** A line for each fact: `Activations to the next stage  50.332 MB`; what is not known is left out. None where a workload has no facts. */
export function workloadLines(scenario: Scenario): readonly string[] {
  const facts = workloadFactsOf(scenario).flatMap(({ title, value, unit }) => (value === null ? [] : { title, ...told(value, unit) }));
  if (facts.length === 0) return [];
  const titles = Math.max(...facts.map(({ title }) => title.length));
  const numbers = Math.max(...facts.map(({ text }) => text.length));
  const line = ({ title, text, unit }: (typeof facts)[number]) => `${title.padEnd(titles)}  ${text.padStart(numbers)}  ${unit}`.trimEnd();
  return ["", "Known before it runs", ...facts.map(line)];
}

/** Counts are written out up to ten thousand, and shares as they are. */
function told(value: number, unit: string): { readonly text: string; readonly unit: string } {
  const isPlain = value === 0 || (unit === "" && value < 1e4) || unit.startsWith("1/");
  const [scaled, prefixed] = isPlain ? [value, unit] : withPrefix(value, unit);
  return { text: shown(Number(scaled.toPrecision(5))), unit: prefixed };
}
