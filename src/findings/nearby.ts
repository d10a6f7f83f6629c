/**
 * The sensitivity of a result: how much it changes when the messages of a program change as little as possible. It is found by running
 * perturbed scenarios. Where ranks wait for each other and share channels, one more byte can reverse the order of two messages, and the
 * effect may grow until the end. Such a result is chaotic: no run is more accurate than its neighbors.
 */
import { flowControls } from "../core/flow-control/shelf.ts";
import type { Results } from "../core/measures/results.ts";
import { paramAt, valueAt, withValue } from "../core/scenario/place.ts";
import { checkScenario, type Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/shelf.ts";

/** Path of the message size in a scenario. */
const place = ["workload", "message"];

/**
 * A result is chaotic if it changes by more than this fraction, beyond the time of the longer messages themselves. *Chosen*: times are
 * shown with three digits, and a change of half a percent makes the last digit meaningless.
 */
export const chaotic = 0.005;

/**
 * Largest relative change of messages that counts as small. With a larger one, the effect of the size itself could not be told from chaos.
 */
const mostShare = chaotic / 5;

/** A scenario with slightly longer or shorter messages. */
export interface Nearby {
  readonly scenario: Scenario;
  /** Bytes added to each message; negative if they are removed. */
  readonly bytes: number;
  /** Relative change of the messages, 0 … 1. */
  readonly share: number;
}

/**
 * The message size, in bytes, from which on a packet is a small part of a message. Null if the scenario's messages are long enough already,
 * or if longer ones are invalid or cannot be changed a little.
 */
export function longEnough(scenario: Scenario): number | null {
  if (paramAt(scenario, place)?.type !== "quantity") return null;
  const bytes = Math.ceil(1 / mostShare) * flowControls.get(scenario.flowControl.kind).packetBytes(scenario.flowControl.values);
  if ((valueAt(scenario, place) as number) >= bytes) return null;
  const longer = withValue(scenario, place, bytes);
  return checkScenario(longer).length === 0 && nearbyOf(longer).length > 0 ? bytes : null;
}

/** The effect of a perturbation. Written as JSON by the command line. */
export interface Sensitivity {
  readonly bytes: number;
  /** Cycles from 0 to the last arrival, with the perturbation. */
  readonly makespan: number;
  /** Relative change of the makespan; negative if it becomes shorter. */
  readonly moves: number;
  readonly isChaotic: boolean;
}

/**
 * The smallest perturbations of a program's messages, the smallest first. They add one byte in flow-level engines, which may count every
 * byte, and one, two or three packets in all engines, because packets are indivisible. If adding is not possible, they remove as much.
 * Empty if the workload has no fixed message size. Changes that are not small are left out.
 */
export function nearbyOf(scenario: Scenario): readonly Nearby[] {
  const param = paramAt(scenario, place);
  const message = valueAt(scenario, place);
  const { inPieces = false } = workloads.get(scenario.workload.kind);
  if (param?.type !== "quantity" || typeof message !== "number" || inPieces) return [];
  const flowControl = flowControls.get(scenario.flowControl.kind);
  const packet = flowControl.packetBytes(scenario.flowControl.values);
  const packetsOf = (bytes: number) => Math.ceil(bytes / packet);
  const packets = packetsOf(message);
  const nearby = (size: number): Nearby => {
    const share = Math.max(Math.abs(size - message) / message, Math.abs(packetsOf(size) / packets - 1));
    return { scenario: withValue(scenario, place, size), bytes: size - message, share };
  };
  const fits = ({ scenario: changed, bytes }: Nearby) =>
    message + bytes >= param.min && message + bytes <= param.max && checkScenario(changed).length === 0;
  const longer = [packets * packet + 1, (packets + 1) * packet + 1, (packets + 2) * packet + 1];
  const shorter = [(packets - 1) * packet, (packets - 2) * packet, (packets - 3) * packet];
  const bytewise = flowControl.engine.moves === "flows" ? [1] : [];
  const both = [
    [...bytewise.map((byte) => message + byte), ...longer],
    [...bytewise.map((byte) => message - byte), ...shorter],
  ];
  const all = both.map((sizes) => [...new Set(sizes)].map(nearby)).find((each) => each.every(fits)) ?? [];
  return all.filter(({ share }) => share <= mostShare);
}

/** The effect of a perturbation; null if the run is unchanged or one of the two runs has not finished. */
export function sensitivityOf({ bytes, share }: Nearby, before: Results, after: Results): Sensitivity | null {
  const [was, makespan] = [before.makespan, after.makespan];
  if (was === null || makespan === null || after.fingerprint === before.fingerprint) return null;
  const moves = makespan / was - 1;
  return { bytes, makespan, moves, isChaotic: Math.abs(moves) > chaotic + share };
}

/**
 * The sensitivity of a result: the first perturbation that shows chaos, otherwise the smallest one that changes the run at all. Several are
 * tried because a single one may change a chaotic result only a little. Null if nothing can be perturbed or no perturbation changes the
 * run.
 * @param run runs a scenario to its end
 */
export async function findSensitivity(
  scenario: Scenario,
  before: Results,
  run: (scenario: Scenario) => Results | Promise<Results>,
): Promise<Sensitivity | null> {
  let smallest: Sensitivity | null = null;
  for (const nearby of nearbyOf(scenario)) {
    const found = sensitivityOf(nearby, before, await run(nearby.scenario));
    if (found?.isChaotic === true) return found;
    smallest ??= found;
  }
  return smallest;
}
