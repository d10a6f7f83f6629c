/**
 * Skew between ranks that send eagerly: ranks that are ahead send into channels that other ranks still need, and the ranks lose their
 * lockstep.
 */
import { hosts } from "../core/hosts/registry.ts";
import type { Results } from "../core/measures/results.ts";
import { valueAtPath } from "../core/scenario/param-path.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { formatMeasure } from "../words/numbers.ts";
import type { Units } from "../words/units.ts";

/**
 * Ranks count as skewed if the run takes longer than in lockstep by more than this fraction. *Chosen*: the remedy is not free, because
 * rendezvous adds a request and a reply to every message. For a smaller gain it may not pay.
 */
export const worthwhileSkew = 0.02;

/** What the skew costs. Written as JSON by the command line. */
export interface RankSkew {
  /** Cycles that the program takes with all ranks in lockstep. */
  readonly inStep: number;
  /** Time of the run divided by the time in lockstep. */
  readonly times: number;
}

/** The remedy. An eager limit of 0 bytes sends all messages by rendezvous, which keeps the ranks in lockstep. */
export const rendezvousRemedy = { host: "limited-ports", place: ["host", "eager"], value: 0 } as const;

/**
 * The skew of a run; null if there is none or it is unknown.
 * @param lockstepCycles cycles that the program takes in lockstep; null if unknown
 */
export function rankSkewOf(scenario: Scenario, { makespan }: Pick<Results, "makespan">, lockstepCycles: number | null): RankSkew | null {
  if (lockstepCycles === null || makespan === null || !isEager(scenario)) return null;
  return makespan > (1 + worthwhileSkew) * lockstepCycles ? { inStep: lockstepCycles, times: makespan / lockstepCycles } : null;
}

/** Whether messages are sent before their receiver is ready. A host without rendezvous always sends that way. */
function isEager(scenario: Scenario): boolean {
  const [eagerLimit, messageBytes] = [valueAtPath(scenario, rendezvousRemedy.place), valueAtPath(scenario, ["workload", "message"])];
  return typeof eagerLimit !== "number" || typeof messageBytes !== "number" || messageBytes <= eagerLimit;
}

/** `The ranks fall out of lockstep, …`, a sentence. */
export function sayRankSkew({ sayTime }: Pick<Units, "sayTime">, { inStep, times }: RankSkew): string {
  return `The ranks fall out of lockstep, so ranks ahead contend for channels with ranks behind: the program takes ${formatMeasure(times)} times the ${sayTime(inStep)} of a run in lockstep.`;
}

/** Label of the button that applies the remedy. */
export const rendezvousLabel = "Use rendezvous";

/** The remedy as a sentence; empty if no registered host has an eager limit. */
export function sayRendezvousRemedy(): string {
  return Object.hasOwn(hosts.find(rendezvousRemedy.host)?.params ?? {}, rendezvousRemedy.place[1])
    ? "The rendezvous protocol would keep the ranks in lockstep."
    : "";
}
