/**
 * How far a result moves when the messages of a program change as little as they can, found by running again. Where ranks wait
 * for each other and share channels, a message that is a byte longer may come after another one instead of before it, and so
 * on to the end: the result is chaotic then, and no run is nearer to the truth than its neighbour.
 */
import { flowControls } from "../core/flow-control/shelf.ts";
import type { Results } from "../core/measures/results.ts";
import { paramAt, valueAt, withValue } from "../core/scenario/place.ts";
import { checkScenario, type Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/shelf.ts";

/** Where the bytes of a message stand. */
const place = ["workload", "message"];

/**
 * A result that moves by more than this part, beside what the longer messages take themselves, is chaotic. *Chosen*: times are told
 * with three digits: from half a per cent on, the last of them says nothing.
 */
export const chaotic = 0.005;

/** A change of messages by more than this part is not small: what it moves would not be told from what it takes. */
const mostShare = chaotic / 5;

/** A scenario whose messages are a little longer or shorter. */
export interface Nearby {
  readonly scenario: Scenario;
  /** Bytes that are added to each message; below 0 where they are taken away. */
  readonly bytes: number;
  /** By which part messages change, 0 to 1. */
  readonly share: number;
}

/** Bytes of messages of which a packet is a small part, where those of a scenario are shorter; null where longer ones do not fit, or change nothing. */
export function longEnough(scenario: Scenario): number | null {
  if (paramAt(scenario, place)?.type !== "quantity") return null;
  const bytes = Math.ceil(1 / mostShare) * flowControls.get(scenario.flowControl.kind).packetBytes(scenario.flowControl.values);
  if ((valueAt(scenario, place) as number) >= bytes) return null;
  const longer = withValue(scenario, place, bytes);
  return checkScenario(longer).length === 0 && nearbyOf(longer).length > 0 ? bytes : null;
}

/** What became of such a change. */
export interface Sensitivity {
  readonly bytes: number;
  /** Cycles from 0 to the last arrival after it. */
  readonly makespan: number;
  /** By which part that is longer than before; below 0 where it is shorter. */
  readonly moves: number;
  readonly isChaotic: boolean;
}

/**
 * The smallest changes of a program's messages, the smallest first: by a byte where messages flow, which may count every byte, and
 * by one, two and three packets, since packets travel whole. Bytes are taken away where there is no room for more. Empty where the
 * workload has no messages of one length, and without changes that are not small.
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

/** What a change did to a result; null where it is the same run, or one of both has not come to its end. */
export function sensitivityOf({ bytes, share }: Nearby, before: Results, after: Results): Sensitivity | null {
  const [was, makespan] = [before.makespan, after.makespan];
  if (was === null || makespan === null || after.fingerprint === before.fingerprint) return null;
  const moves = makespan / was - 1;
  return { bytes, makespan, moves, isChaotic: Math.abs(moves) > chaotic + share };
}

/**
 * How far a result moves: by the first change that shows it to be chaotic, else by the smallest that changes the run. One change
 * alone may move a chaotic result by little, by luck. Null where nothing can be changed, or nothing changes the run.
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
