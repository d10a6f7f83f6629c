/** The channel that a run is explained by: the busiest, unless more than it can carry is asked of another. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import { loadOf } from "../core/scenario/load.ts";
import type { Scenario } from "../core/scenario/scenario.ts";

/** From this part of what it carries on, a channel counts as full: queues of a few packets let it carry little more. */
export const full = 0.85;

/** What is asked of a sender on average: the load; where it is a part of channels that may be unlike, what was created. Null without a load. */
export function askedOf(scenario: Scenario, { offeredPerSender }: Results): number | null {
  return scenario.workload.values["loadOf"] === "channel" ? offeredPerSender : loadOf(scenario);
}

export interface Bottleneck {
  readonly channel: number;
  readonly name: string;
  /** What is asked of it, as a part of what it can carry; null where that is not known. */
  readonly asked: number | null;
  /** What it can carry, of what a channel usually does. */
  readonly rate: number;
  /** What it carries, as a part of that; null where it is not the busiest: a run keeps that number alone. */
  readonly carries: number | null;
  /** How many channels are asked for more than they can carry. */
  readonly overloaded: number;
}

/**
 * Of channels that are as busy as can be, chance decides which is the busiest. Where some are asked for more than they can carry,
 * one of these explains the run.
 * @param offered the scenario's load, phits per cycle of the run; null where it has none
 */
export function bottleneckOf({ load }: Results, analysis: Analysis | null, offered: number | null): Bottleneck {
  const { worst, worstChannel, worstName } = load;
  const rateOf = (channel: number) => analysis?.rates?.[channel] ?? (channel === worstChannel ? (load.rate ?? 1) : 1);
  // What would be asked if every packet went directly says little where packets decide for detours.
  const gammas = analysis === null || analysis.direct || offered === null ? null : analysis.channelLoad;
  const asked = gammas === null ? null : gammas[worstChannel] * offered!;
  const overloaded = gammas === null ? 0 : gammas.reduce((count, gamma) => (gamma * offered! > 1 ? count + 1 : count), 0);
  if (analysis !== null && gammas !== null && worst >= full && asked! <= 1 && gammas[analysis.bottleneck] * offered! > 1) {
    const { bottleneck, bottleneckName } = analysis;
    return {
      channel: bottleneck,
      name: bottleneckName,
      asked: gammas[bottleneck] * offered!,
      rate: rateOf(bottleneck),
      carries: null,
      overloaded,
    };
  }
  return { channel: worstChannel, name: worstName, asked, rate: rateOf(worstChannel), carries: worst, overloaded };
}

/**
 * Whether a channel is asked for more than it carries: by the rule nearly all that arrives is all, but here something is missing all
 * the same.
 */
export function isShort(results: Results, analysis: Analysis | null, scenario: Scenario): boolean {
  return results.load.worst >= full && bottleneckOf(results, analysis, askedOf(scenario, results)).overloaded > 0;
}
