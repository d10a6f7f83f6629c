/**
 * How far a result moves when the messages of a program change as little as they can, found by running again. Where ranks wait
 * for each other and share channels, a message that is a byte longer may come after another one instead of before it, and so
 * on to the end: the result is chaotic then, and no run is nearer to the truth than its neighbour.
 */
import { flowControls } from "../core/flow-control/shelf.ts";
import type { Results } from "../core/measures/results.ts";
import { paramAt, valueAt, withValue } from "../core/scenario/place.ts";
import { checkScenario, type Scenario } from "../core/scenario/scenario.ts";

/** Where the bytes of a message stand. */
const place = ["workload", "message"];

/**
 * A result that moves by more than this part, beside what the longer messages take themselves, is chaotic. Times are told
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
 * The smallest changes of a program's messages, the smallest first: the first one that changes the run is the one to look at. Packets
 * travel whole, so a message is longer when it needs one more; messages that flow may count every byte. Bytes are taken away
 * where there is no room for more. Empty where the workload has no messages of one length, and where the smallest change is not small.
 */
export function nearbyOf(scenario: Scenario): readonly Nearby[] {
  const param = paramAt(scenario, place);
  const message = valueAt(scenario, place);
  if (param?.type !== "quantity" || typeof message !== "number") return [];
  const flowControl = flowControls.get(scenario.flowControl.kind);
  const packet = flowControl.packetBytes(scenario.flowControl.values as never);
  const packets = Math.ceil(message / packet);
  const whole = [packets * packet + 1 - message, (packets - 1) * packet - message];
  const each = flowControl.isFluid ? [1, -1] : whole;
  for (const isLess of [0, 1]) {
    const sizes = [...new Set([each[isLess], whole[isLess]])];
    const found = sizes.map((bytes) => {
      const share = Math.max(Math.abs(bytes) / message, Math.abs(Math.ceil((message + bytes) / packet) - packets) / packets);
      return { scenario: withValue(scenario, place, message + bytes), bytes, share };
    });
    const fits = ({ bytes, scenario: changed }: Nearby) =>
      message + bytes >= param.min && message + bytes <= param.max && checkScenario(changed).length === 0;
    if (found.every(fits)) return found.filter(({ share }) => share <= mostShare);
  }
  return [];
}

/** What a change did to a result; null where it is the same run, or one of both has not come to its end. */
export function sensitivityOf({ bytes, share }: Nearby, before: Results, after: Results): Sensitivity | null {
  const [was, makespan] = [before.makespan, after.makespan];
  if (was === null || makespan === null || after.fingerprint === before.fingerprint) return null;
  const moves = makespan / was - 1;
  return { bytes, makespan, moves, isChaotic: Math.abs(moves) > chaotic + share };
}

/** The first change that changes the run; null where there is none. @param run runs a scenario to its end */
export function findSensitivity(scenario: Scenario, before: Results, run: (scenario: Scenario) => Results): Sensitivity | null {
  for (const nearby of nearbyOf(scenario)) {
    const found = sensitivityOf(nearby, before, run(nearby.scenario));
    if (found !== null) return found;
  }
  return null;
}
