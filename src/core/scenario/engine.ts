/** Which engine makes a scenario's numbers, in its own words, and what of its packets is no data. */
import { capital } from "../base/words.ts";
import { flowControls } from "../flow-control/index.ts";
import { technologies } from "../technologies/index.ts";
import type { Scenario } from "./scenario.ts";

/** How finely a scenario is simulated: `packet by packet, to the cycle`. */
export function grainOf({ flowControl }: Pick<Scenario, "flowControl">): string {
  return flowControls.get(flowControl.kind).grain;
}

/**
 * The same of scenarios that stand beside each other, as one sentence: `Packet by packet, to the cycle.`; with their
 * letters where they differ: `A, B packet by packet, to the cycle; C by fluid flow: rates, not packets.`
 * @param letters one for each scenario
 */
export function sayGrains(scenarios: readonly Pick<Scenario, "flowControl">[], letters: readonly string[]): string {
  const grains = new Map<string, string[]>();
  for (const [i, scenario] of scenarios.entries()) grains.set(grainOf(scenario), [...(grains.get(grainOf(scenario)) ?? []), letters[i]]);
  if (grains.size === 1) return `${capital(grainOf(scenarios[0]))}.`;
  return `${[...grains].map(([grain, those]) => `${those.join(", ")} ${grain}`).join("; ")}.`;
}

/** Part of what is on the wire from which on overhead is worth a sentence: a reader who gave a rate expects most of it. */
const much = 0.25;

/** A sentence on the overhead of a scenario's packets where it takes much of every channel, with a space before it; else empty. */
export function sayOverhead({ technology, flowControl }: Pick<Scenario, "technology" | "flowControl">): string {
  const overhead = technologies.get(technology.kind).overhead(technology.values as never);
  const whole = overhead + flowControls.get(flowControl.kind).packetBytes(flowControl.values as never);
  return overhead > much * whole ? ` Of the ${whole} B that a packet is on the wire, ${overhead} are overhead.` : "";
}
