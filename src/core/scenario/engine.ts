/** Describes the engine of a scenario in words, and the overhead of its packets. */
import { capital } from "../base/words.ts";
import { flowControls } from "../flow-control/shelf.ts";
import { technologies } from "../technologies/shelf.ts";
import type { Scenario } from "./scenario.ts";

/** The granularity of the simulation: `packet by packet, to the cycle`. */
export function grainOf({ flowControl }: Pick<Scenario, "flowControl">): string {
  return flowControls.get(flowControl.kind).grain;
}

/**
 * A sentence on the granularity of several scenarios: `Packet by packet, to the cycle.`; with letters if they differ: `A, B packet by
 * packet, to the cycle; C by fluid flow: rates, not packets.`
 * @param letters one for each scenario
 */
export function sayGrains(scenarios: readonly Pick<Scenario, "flowControl">[], letters: readonly string[]): string {
  const grains = new Map<string, string[]>();
  for (const [i, scenario] of scenarios.entries()) grains.set(grainOf(scenario), [...(grains.get(grainOf(scenario)) ?? []), letters[i]]);
  if (grains.size === 1) return `${capital(grainOf(scenarios[0]))}.`;
  return `${[...grains].map(([grain, those]) => `${those.join(", ")} ${grain}`).join("; ")}.`;
}

/** Fraction of a packet from which on the overhead is worth mentioning. */
const much = 0.25;

/**
 * A sentence on the overhead of packets if it is a large fraction, with a leading space; otherwise empty. If scenarios differ, with their
 * letters: ` On the wire, 90 of the 154 B of a packet are overhead in A; 30 of 94 B in B.`
 * @param letters one for each scenario
 */
export function sayOverheads(scenarios: readonly Pick<Scenario, "technology" | "flowControl">[], letters: readonly string[]): string {
  const alike = new Map<string, { overhead: number; whole: number; letters: string[] }>();
  for (const [i, { technology, flowControl }] of scenarios.entries()) {
    const overhead = technologies.get(technology.kind).overhead(technology.values);
    const whole = overhead + flowControls.get(flowControl.kind).packetBytes(flowControl.values);
    const key = `${overhead} ${whole}`;
    alike.set(key, { overhead, whole, letters: [...(alike.get(key)?.letters ?? []), letters[i]] });
  }
  const told = [...alike.values()].filter(({ overhead, whole }) => overhead > much * whole);
  if (told.length === 0) return "";
  const [{ overhead, whole }] = told;
  if (alike.size === 1) return ` Of the ${whole} B that a packet is on the wire, ${overhead} are overhead.`;
  const parts = told.map((each, i) =>
    i === 0
      ? `${each.overhead} of the ${each.whole} B of a packet are overhead in ${each.letters.join(", ")}`
      : `${each.overhead} of ${each.whole} B in ${each.letters.join(", ")}`,
  );
  return ` On the wire, ${parts.join("; ")}.`;
}
