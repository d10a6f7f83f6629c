/** One text for one scenario: what links pack, and what results, caches and citations are named by. */
import { hashOfText } from "../base/hash.ts";
import { type Scenario, withoutLook, writeScenario } from "./scenario.ts";

/** A document in its canonical form as JSON without spaces, keys sorted everywhere. */
export function canonicalText(written: unknown): string {
  return JSON.stringify(sorted(written));
}

/** Name of a written document: 16 hexadecimal digits, equal for equal canonical forms. */
export function hashOf(written: unknown): string {
  return hashOfText(canonicalText(written));
}

/** Name of a scenario's run: titles do not count, nor names and places of what was drawn. */
export function scenarioHash(scenario: Scenario): string {
  return hashOf(writeScenario(withoutLook(scenario)));
}

/** Name of what a run tells: names of what was drawn count, for results have them. */
export function toldHash(scenario: Scenario): string {
  return hashOf(writeScenario(withoutLook(scenario, true)));
}

/** The same value with the keys of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}
