/** The compiled traffic of a plan: open-loop traffic, a list of messages, or rank programs, whose messages depend on arrivals. */
import { withoutUndefined } from "../base/defined.ts";
import { maxIssues, ScenarioError } from "../base/errors.ts";
import { LazyModule } from "../base/lazy.ts";
import { mix } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import type { HostRules } from "../programs/hosts.ts";
import type { Program } from "../programs/program.ts";
import { type OpenLoop, openLoopOf, type TrafficStream } from "../traffic/open-loop.ts";

/** A finite list of M messages in order of time; equal times keep the order of the document. */
export interface MessageList {
  readonly form: "messages";
  /** [M] Source terminals. */
  readonly source: Int32Array;
  /** [M] Destination terminals, never the source. */
  readonly destination: Int32Array;
  /** [M] Size in packets, at least 1. */
  readonly packets: Float64Array;
  /** [M] Cycle of creation. */
  readonly time: Float64Array;
  /** [M] Index in the document's list. */
  readonly index: Int32Array;
}

export type Demand = OpenLoop | MessageList | Program;

/** Analysis of a program's sends; must be fetched before {@link maxPartnersOf} or {@link withoutUnreachable} is called for a program. */
export const programSends = new LazyModule(() => import("../programs/sends.ts"));

/** Upper bound of the number of terminals that one terminal sends to. */
export function maxPartnersOf(demand: Demand, terminals: number): number {
  return demand.form === "program" ? programSends.code.maxPartners(demand) : terminals - 1;
}

/** Packets of a finite demand; 0 for open-loop traffic. */
export function finitePacketsOf(demand: Demand): number {
  if (demand.form === "open-loop") return 0;
  return demand.form === "program" ? demand.packets : demand.packets.reduce((sum, packets) => sum + packets, 0);
}

/** Packets of a finite demand that enter a network with packets, including the requests and replies of rendezvous. */
export function injectedPacketsOf(demand: Demand): number {
  return finitePacketsOf(demand) + (demand.form === "program" ? 2 * demand.rendezvous : 0);
}

/** Inputs for the compilation of a workload. */
export interface DemandContext {
  readonly network: Network;
  /** Bytes that a packet carries. */
  readonly packetBytes: number;
  /** Length of a cycle, seconds; absent if unknown. */
  readonly cycleSeconds?: number;
  /** [T] Phits per cycle of each terminal's fastest channel; absent if all are 1. */
  readonly terminalRates?: Float64Array;
  /** Host overheads for the messages of programs. */
  readonly host?: HostRules;
  /** The scenario's seed. */
  readonly seed: number;
}

/**
 * Draws per source that test whether it can reach a destination. In networks with more terminals than this, a source is silent if none of
 * these draws succeeds, and the lost part is estimated from these draws.
 */
const trialDraws = 1024;

/**
 * The same demand on a network in which some pairs of terminals have no path. Open-loop messages to unreachable terminals are not created,
 * like those to the sender itself; they keep their index in the random sequence, so the remaining traffic is unchanged. A terminal that
 * reaches none of its destinations is silent. In a large network that also holds if it reaches less than about a thousandth of them,
 * because drawing a reachable destination would take too long.
 * @param isPresent [T] In a draft, 1 for the connected terminals. The others send nothing, and their traffic does not count as lost.
 * @throws ScenarioError if a message of a list or program has no path
 */
export function withoutUnreachable(
  demand: Demand,
  hasPath: (from: number, to: number) => boolean,
  isPresent: Uint8Array | null = null,
): Demand {
  const isDraft = isPresent !== null;
  const canReach =
    isPresent === null ? hasPath : (from: number, to: number) => isPresent[from] === 1 && isPresent[to] === 1 && hasPath(from, to);

  // A missing path is an error for a message of a list or program.
  if (demand.form === "messages") {
    const { source, destination, index } = demand;
    const lost = Array.from(source.keys()).filter((message) => !canReach(source[message], destination[message]));
    if (lost.length === 0) return demand;
    throw new ScenarioError(
      lost
        .sort((a, b) => index[a] - index[b])
        .slice(0, maxIssues)
        .map((message) => ({
          path: `workload.list.${index[message]}`,
          message: `there is no path from terminal ${source[message]} to terminal ${destination[message]}.`,
          remedy: isDraft ? "Leave the message out, or connect the two terminals." : "Leave the message out, or use fewer faults.",
        })),
    );
  }
  if (demand.form === "program") {
    const { backgroundTraffic: background } = demand;
    programSends.code.checkPaths(demand, canReach, isDraft);
    return background === undefined ? demand : { ...demand, backgroundTraffic: withoutUnreachable(background, canReach) as OpenLoop };
  }
  // Open-loop traffic loses a part of its load.
  const { isSending, loadOf, destination: destinationOf, share } = demand;
  const terminals = isSending.length;
  const lost = lostPart();
  const { clients, load, isDivided, jobs } = demand;
  return {
    ...openLoopOf(
      demand.streams.map((stream) => reachableStream(stream, canReach)),
      clients === undefined ? undefined : { clients, load },
    ),
    ...(lost === 0 ? {} : { lost }),
    ...withoutUndefined({ isDivided, jobs }),
  };

  /** Part of the offered load that is lost, by enumeration, or by sampling if there are many terminals. */
  function lostPart(): number {
    let [offered, lost] = [0, 0];
    for (let source = 0; source < terminals; source++) {
      if (isSending[source] === 0 || isPresent?.[source] === 0) continue;
      const load = loadOf[source];
      const isEnumerated = terminals <= trialDraws;
      for (let i = 0; i < (isEnumerated ? terminals : trialDraws); i++) {
        const to = isEnumerated ? i : destinationOf(source, mix(i, source, terminals));
        if (to === source) continue;
        const weight = isEnumerated ? load * share(source, to) : load;
        offered += weight;
        if (!canReach(source, to)) lost += weight;
      }
    }
    return offered === 0 ? 0 : lost / offered;
  }
}

/**
 * The same traffic stream without messages to terminals that cannot be reached: their destination becomes the sender itself, which means
 * that they are not created. Terminals that reach none of their destinations no longer send. `share` is the probability that a message of a
 * source goes to a destination.
 */
function reachableStream(stream: TrafficStream, canReach: (from: number, to: number) => boolean): TrafficStream {
  const { isSending: isSendingBefore, destination: drawDestination, share, isPermutation } = stream;
  const terminals = isSendingBefore.length;
  const destination = (source: number, draw: number) => {
    const to = drawDestination(source, draw);
    return canReach(source, to) ? to : source;
  };
  const sending = isSendingBefore.map((isSending, source) => (isSending === 1 && canReachAny(source) ? 1 : 0));
  return {
    ...stream,
    destination,
    isSending: sending,
    share(source, to) {
      if (source !== to) return canReach(source, to) ? share(source, to) : 0;
      // What goes to unreachable terminals is added to the share of the source itself.
      if (sending[source] === 0) return 1;
      let sum = 0;
      for (let terminal = 0; terminal < terminals; terminal++)
        if (terminal === source || !canReach(source, terminal)) sum += share(source, terminal);
      return sum;
    },
  };

  function canReachAny(source: number): boolean {
    if (isPermutation) return destination(source, 0) !== source;
    // Most sources reach a destination within a few draws; only the other sources need a check of all terminals.
    for (let i = 0; i < trialDraws; i++) if (destination(source, mix(i, source, terminals)) !== source) return true;
    if (terminals > trialDraws) return false;
    for (let to = 0; to < terminals; to++) {
      if (to !== source && share(source, to) > 0 && canReach(source, to)) return true;
    }
    return false;
  }
}
