/**
 * The sensitivity of a result: how much it changes when the messages of a program change as little as possible. It is found by running
 * perturbed scenarios. Where ranks wait for each other and share channels, one more byte can reverse the order of two messages, and the
 * effect may grow until the end. Such a result is chaotic: no run is more accurate than its neighbors.
 */
import { flowControls } from "../core/flow-control/registry.ts";
import type { Results } from "../core/measures/results.ts";
import { paramAtPath, valueAtPath, withValueAtPath } from "../core/scenario/param-path.ts";
import { checkScenario, type Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/registry.ts";

/** Path of the message size in a scenario. */
const messagePath = ["workload", "message"];

/**
 * A result is chaotic if it changes by more than this fraction plus the relative change of the messages themselves. *Chosen*: times are
 * shown with three digits, and a change of half a percent makes the last digit meaningless.
 */
export const chaoticChange = 0.005;

/**
 * Largest relative change of messages that counts as small. With a larger one, the effect of the size itself could not be distinguished from chaos.
 */
const maxSmallChange = chaoticChange / 5;

/** A scenario with slightly longer or shorter messages. */
export interface Perturbation {
  readonly scenario: Scenario;
  /** Bytes added to each message; negative if they are removed. */
  readonly bytes: number;
  /** Relative change of the messages, 0 … 1. */
  readonly relativeChange: number;
}

/**
 * The message size, in bytes, from which on a packet is a small part of a message. Null if the scenario's messages are long enough already,
 * or if longer ones are invalid or cannot be changed a little.
 */
export function perturbableMessageBytes(scenario: Scenario): number | null {
  if (paramAtPath(scenario, messagePath)?.type !== "quantity") return null;
  const bytes = Math.ceil(1 / maxSmallChange) * flowControls.get(scenario.flowControl.kind).packetBytes(scenario.flowControl.values);
  if ((valueAtPath(scenario, messagePath) as number) >= bytes) return null;
  const longer = withValueAtPath(scenario, messagePath, bytes);
  return checkScenario(longer).length === 0 && perturbationsOf(longer).length > 0 ? bytes : null;
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
 * The smallest perturbations of a program's messages, the smallest first: scenarios with another message size, by which the sensitivity of
 * the result is tested. They add one byte in flow-level engines, which may count every byte, and one, two or three packets in all engines,
 * because packets are indivisible. If adding is not possible, they remove as much. Empty if the workload has no fixed message size. Changes
 * that are not small are left out.
 */
export function perturbationsOf(scenario: Scenario): readonly Perturbation[] {
  const param = paramAtPath(scenario, messagePath);
  const messageBytes = valueAtPath(scenario, messagePath);
  const { inPieces: isSentInPieces = false } = workloads.get(scenario.workload.kind);
  if (param?.type !== "quantity" || typeof messageBytes !== "number" || isSentInPieces) return [];
  const flowControl = flowControls.get(scenario.flowControl.kind);
  const packetBytes = flowControl.packetBytes(scenario.flowControl.values);
  const packetsOf = (bytes: number) => Math.ceil(bytes / packetBytes);
  const packets = packetsOf(messageBytes);
  const perturbation = (size: number): Perturbation => {
    const relativeChange = Math.max(Math.abs(size - messageBytes) / messageBytes, Math.abs(packetsOf(size) / packets - 1));
    return { scenario: withValueAtPath(scenario, messagePath, size), bytes: size - messageBytes, relativeChange };
  };
  const isValid = ({ scenario: changed, bytes }: Perturbation) =>
    messageBytes + bytes >= param.min && messageBytes + bytes <= param.max && checkScenario(changed).length === 0;
  const longerSizes = [packets * packetBytes + 1, (packets + 1) * packetBytes + 1, (packets + 2) * packetBytes + 1];
  const shorterSizes = [(packets - 1) * packetBytes, (packets - 2) * packetBytes, (packets - 3) * packetBytes];
  const byteSteps = flowControl.engine.granularity === "flows" ? [1] : [];
  const candidateSizes = [
    [...byteSteps.map((byte) => messageBytes + byte), ...longerSizes],
    [...byteSteps.map((byte) => messageBytes - byte), ...shorterSizes],
  ];
  // Longer messages if all their sizes are valid, otherwise shorter messages.
  const firstValid = candidateSizes.map((sizes) => [...new Set(sizes)].map(perturbation)).find((each) => each.every(isValid)) ?? [];
  return firstValid.filter(({ relativeChange }) => relativeChange <= maxSmallChange);
}

/** The effect of a perturbation; null if the run is unchanged or one of the two runs has not finished. */
export function sensitivityOf({ bytes, relativeChange }: Perturbation, resultsBefore: Results, resultsAfter: Results): Sensitivity | null {
  const [makespanBefore, makespan] = [resultsBefore.makespan, resultsAfter.makespan];
  if (makespanBefore === null || makespan === null || resultsAfter.fingerprint === resultsBefore.fingerprint) return null;
  const moves = makespan / makespanBefore - 1;
  return { bytes, makespan, moves, isChaotic: Math.abs(moves) > chaoticChange + relativeChange };
}

/**
 * The sensitivity of a result: the first perturbation that shows chaos, otherwise the smallest one that changes the run at all. Several are
 * tried because a single one may change a chaotic result only a little. Null if nothing can be perturbed or no perturbation changes the
 * run.
 * @param run runs a scenario to its end
 */
export async function findSensitivity(
  scenario: Scenario,
  resultsBefore: Results,
  run: (scenario: Scenario) => Results | Promise<Results>,
): Promise<Sensitivity | null> {
  let firstEffect: Sensitivity | null = null;
  for (const perturbation of perturbationsOf(scenario)) {
    const sensitivity = sensitivityOf(perturbation, resultsBefore, await run(perturbation.scenario));
    if (sensitivity?.isChaotic === true) return sensitivity;
    firstEffect ??= sensitivity;
  }
  return firstEffect;
}
