/** One text for one scenario: what links pack, and what results, caches and citations are named by. */
import { mix } from "../base/random.ts";
import { type Scenario, withoutLook, writeScenario } from "./scenario.ts";

/** A document in its canonical form as JSON without spaces, keys sorted everywhere. */
export function canonicalText(written: unknown): string {
  return JSON.stringify(sorted(written));
}

/** Name of a written document: 16 hexadecimal digits, equal for equal canonical forms. */
export function hashOf(written: unknown): string {
  return hashOfText(canonicalText(written));
}

/** Hash of a text to 64 bits, as 16 hexadecimal digits. */
export function hashOfText(text: string): string {
  return [1, 2].map((seed) => hashText(text, seed).toString(16).padStart(8, "0")).join("");
}

/** Name of a scenario's run: titles do not count, nor names and places of what was drawn. */
export function scenarioHash(scenario: Scenario): string {
  return hashOf(writeScenario(withoutLook(scenario)));
}

/** Name of what a run tells: names of what was drawn count, for results have them. */
export function toldHash(scenario: Scenario): string {
  return hashOf(writeScenario(withoutLook(scenario, true)));
}

/** Hash of a text to 32 bits, 0 … 2³² − 1. Not a secret's: it finds accidents, not forgers. */
export function hashText(text: string, seed: number): number {
  let hash = mix(seed, text.length, 0);
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i), i);
  return hash;
}

/** The same value with the keys of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}
