/** Describes the engine of a scenario in words, and the overhead of its packets. */
import { capitalize } from "../base/words.ts";
import { flowControls } from "../flow-control/registry.ts";
import { technologies } from "../technologies/registry.ts";
import type { Scenario } from "./scenario.ts";

/** The granularity of the simulation: `packet by packet, to the cycle`. */
export function granularityOf({ flowControl }: Pick<Scenario, "flowControl">): string {
  return flowControls.get(flowControl.kind).granularity;
}

/**
 * A sentence on the granularity of several scenarios: `Packet by packet, to the cycle.`; with letters if they differ: `A, B packet by
 * packet, to the cycle; C by fluid flow: rates, not packets.`
 * @param letters one for each scenario
 */
export function describeGranularity(scenarios: readonly Pick<Scenario, "flowControl">[], letters: readonly string[]): string {
  const lettersByGrain = new Map<string, string[]>();
  for (const [i, scenario] of scenarios.entries())
    lettersByGrain.set(granularityOf(scenario), [...(lettersByGrain.get(granularityOf(scenario)) ?? []), letters[i]]);
  if (lettersByGrain.size === 1) return `${capitalize(granularityOf(scenarios[0]))}.`;
  return `${[...lettersByGrain].map(([grain, sameLetters]) => `${sameLetters.join(", ")} ${grain}`).join("; ")}.`;
}

/** Fraction of a packet from which on the overhead is worth mentioning. */
const largeOverhead = 0.25;

/**
 * A sentence on the overhead of packets (bytes of headers that the technology adds to a packet) if it is a large fraction, with a leading
 * space; otherwise empty. If scenarios differ, with their letters: ` On the wire, 90 of the 154 B of a packet are overhead in A; 30 of 94 B
 * in B.`
 * @param letters one for each scenario
 */
export function describeOverheads(scenarios: readonly Pick<Scenario, "technology" | "flowControl">[], letters: readonly string[]): string {
  const byOverhead = new Map<string, { overhead: number; wireBytes: number; letters: string[] }>();
  for (const [i, { technology, flowControl }] of scenarios.entries()) {
    const overhead = technologies.get(technology.kind).overhead(technology.values);
    const wireBytes = overhead + flowControls.get(flowControl.kind).packetBytes(flowControl.values);
    const key = `${overhead} ${wireBytes}`;
    byOverhead.set(key, { overhead, wireBytes, letters: [...(byOverhead.get(key)?.letters ?? []), letters[i]] });
  }
  const large = [...byOverhead.values()].filter(({ overhead, wireBytes }) => overhead > largeOverhead * wireBytes);
  if (large.length === 0) return "";
  const [{ overhead, wireBytes }] = large;
  if (byOverhead.size === 1) return ` Of the ${wireBytes} B of a packet on the wire, ${overhead} B are overhead.`;
  const parts = large.map((group, i) =>
    i === 0
      ? `${group.overhead} of the ${group.wireBytes} B of a packet are overhead in ${group.letters.join(", ")}`
      : `${group.overhead} of ${group.wireBytes} B in ${group.letters.join(", ")}`,
  );
  return ` On the wire, ${parts.join("; ")}.`;
}
