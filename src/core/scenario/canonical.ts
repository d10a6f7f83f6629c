/** The canonical text of a scenario, which links pack, and its hash, by which results, caches and citations are named. */
import { hexHashOf } from "../base/hash.ts";
import { type Scenario, withoutAppearance, writeScenario } from "./scenario.ts";

/** A document in canonical form: JSON without spaces, all keys sorted. */
export function canonicalText(written: unknown): string {
  return JSON.stringify(sortKeys(written));
}

/** Hash of a written document: 16 hexadecimal digits, equal for equal canonical forms. */
export function hashOf(written: unknown): string {
  return hexHashOf(canonicalText(written));
}

/** Hash of a scenario's run. Titles, and names and positions in a drawing, do not count. */
export function scenarioHash(scenario: Scenario): string {
  return hashOf(writeScenario(withoutAppearance(scenario)));
}

/** Hash of a scenario's results. Names in a drawing count, because results contain them. */
export function resultsHash(scenario: Scenario): string {
  return hashOf(writeScenario(withoutAppearance(scenario, true)));
}

/** A value with the keys of all its objects sorted. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys((value as Record<string, unknown>)[key])]));
}
