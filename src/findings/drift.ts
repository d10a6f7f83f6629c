/** That eager messages drift apart: ranks that are ahead send into channels that others still need, and fall out of step. */
import { hosts } from "../core/hosts/shelf.ts";
import type { Results } from "../core/measures/results.ts";
import { valueAt } from "../core/scenario/place.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { formatMeasure } from "../words/numbers.ts";
import type { Units } from "../words/units.ts";

/**
 * Ranks count as out of step from this part more than in step. *Chosen*: to keep them in step has a price of its own, a request and its answer
 * before every message, and for less it may not pay.
 */
export const worthwhile = 0.02;

/** What ranks lose that have drifted apart. */
export interface Drift {
  /** Cycles that the program takes in step. */
  readonly inStep: number;
  /** How many times as long it took. */
  readonly times: number;
}

/** What keeps ranks in step: with the longest eager message of no bytes, all are sent by rendezvous. */
export const together = { host: "limited-ports", place: ["host", "eager"], value: 0 } as const;

/**
 * How far the ranks of a run have drifted apart; null where they have not, or nobody knows.
 * @param inStep cycles that the program takes in step; null where that is not known
 */
export function driftOf(scenario: Scenario, { makespan }: Pick<Results, "makespan">, inStep: number | null): Drift | null {
  if (inStep === null || makespan === null || !isEager(scenario)) return null;
  return makespan > (1 + worthwhile) * inStep ? { inStep, times: makespan / inStep } : null;
}

/** Whether messages are sent before their receiver has come: all are where the host has no rendezvous. */
function isEager(scenario: Scenario): boolean {
  const [limit, message] = [valueAt(scenario, together.place), valueAt(scenario, ["workload", "message"])];
  return typeof limit !== "number" || typeof message !== "number" || message <= limit;
}

/** `Ranks drift apart: …`, a sentence. */
export function sayDrift({ sayTime }: Pick<Units, "sayTime">, { inStep, times }: Drift): string {
  return `Ranks drift apart: in step they would take ${sayTime(inStep)}; those ahead share channels with those behind, which makes that ${formatMeasure(times)} times as long.`;
}

/** The remedy, as it stands on a button. */
export const togetherWords = "Use rendezvous";

/** The remedy as a sentence; empty where no host is known that has it. */
export function sayTogether(): string {
  return Object.hasOwn(hosts.find(together.host)?.params ?? {}, together.place[1]) ? "Rendezvous would keep them in step." : "";
}
