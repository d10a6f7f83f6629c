/** The compiled traffic of a plan: open-loop traffic, a list of messages, or rank programs, whose messages depend on arrivals. */
import { defined } from "../base/defined.ts";
import { mostIssues, ScenarioError } from "../base/errors.ts";
import { Late } from "../base/late.ts";
import { mix } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import type { HostRules } from "../programs/hosts.ts";
import type { Program } from "../programs/program.ts";
import { type OpenLoop, openLoopOf, type Stream } from "../traffic/open-loop.ts";

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
export const programSends = new Late(() => import("../programs/sends.ts"));

/** Upper bound of the number of terminals that one terminal sends to. */
export function partnersOf(demand: Demand, terminals: number): number {
  return demand.form === "program" ? programSends.code.mostPartners(demand) : terminals - 1;
}

/** Packets of a finite demand; 0 for open-loop traffic. */
export function packetsOf(demand: Demand): number {
  if (demand.form === "open-loop") return 0;
  return demand.form === "program" ? demand.packets : demand.packets.reduce((sum, packets) => sum + packets, 0);
}

/** Packets of a finite demand that enter a packet network: with the requests and replies of rendezvous. */
export function enteringPackets(demand: Demand): number {
  return packetsOf(demand) + (demand.form === "program" ? 2 * demand.rendezvous : 0);
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
 * these draws succeeds, and the lost part is estimated from them.
 */
const tries = 1024;

/**
 * The same demand on a network with unreachable pairs. Open-loop messages to unreachable terminals are not created, like those to the
 * sender itself; they keep their index in the random sequence, so the remaining traffic is unchanged. A terminal that reaches none of its
 * destinations is silent. In a large network that also holds if it reaches less than about a thousandth of them, because drawing a
 * reachable one would take too long.
 * @param isPresent [T] In a draft, 1 for the connected terminals. The others send nothing, and their traffic does not count as lost.
 * @throws ScenarioError if a message of a list or program has no path
 */
export function without(demand: Demand, reached: (from: number, to: number) => boolean, isThere: Uint8Array | null = null): Demand {
  const isDraft = isThere !== null;
  const reaches = isThere === null ? reached : (from: number, to: number) => isThere[from] === 1 && isThere[to] === 1 && reached(from, to);

  if (demand.form === "messages") {
    const { source, destination, index } = demand;
    const lost = Array.from(source.keys()).filter((m) => !reaches(source[m], destination[m]));
    if (lost.length === 0) return demand;
    throw new ScenarioError(
      lost
        .sort((a, b) => index[a] - index[b])
        .slice(0, mostIssues)
        .map((m) => ({
          path: `workload.list.${index[m]}`,
          message: `there is no path from terminal ${source[m]} to terminal ${destination[m]}.`,
          remedy: isDraft ? "Leave the message out, or connect the two." : "Leave the message out, or use fewer faults.",
        })),
    );
  }
  if (demand.form === "program") {
    const { beside } = demand;
    programSends.code.checkPaths(demand, reaches, isDraft);
    return beside === undefined ? demand : { ...demand, beside: without(beside, reaches) as OpenLoop };
  }
  const { sending: sends, loadOf, destination: wanted, share } = demand;
  const terminals = sends.length;
  const lost = lostPart();
  const { clients, load, isDivided, jobs } = demand;
  return {
    ...openLoopOf(
      demand.streams.map((stream) => streamWithout(stream, reaches)),
      clients === undefined ? undefined : { clients, load },
    ),
    ...(lost === 0 ? {} : { lost }),
    ...defined({ isDivided, jobs }),
  };

  /** Part of the offered load that is lost, by enumeration, or by sampling if there are many terminals. */
  function lostPart(): number {
    let [asked, lost] = [0, 0];
    for (let source = 0; source < terminals; source++) {
      if (sends[source] === 0 || isThere?.[source] === 0) continue;
      const load = loadOf[source];
      const isCounted = terminals <= tries;
      for (let i = 0; i < (isCounted ? terminals : tries); i++) {
        const to = isCounted ? i : wanted(source, mix(i, source, terminals));
        if (to === source) continue;
        const weight = isCounted ? load * share(source, to) : load;
        asked += weight;
        if (!reaches(source, to)) lost += weight;
      }
    }
    return asked === 0 ? 0 : lost / asked;
  }
}

/** A stream whose messages to unreachable terminals are redirected to the sender itself, which means that they are not created. */
function streamWithout(stream: Stream, reaches: (from: number, to: number) => boolean): Stream {
  const { sending: sends, destination: wanted, share, permutation } = stream;
  const terminals = sends.length;
  const destination = (source: number, draw: number) => {
    const to = wanted(source, draw);
    return reaches(source, to) ? to : source;
  };
  const sending = sends.map((isSending, source) => (isSending === 1 && reachesAny(source) ? 1 : 0));
  return {
    ...stream,
    destination,
    sending,
    share(source, to) {
      if (source !== to) return reaches(source, to) ? share(source, to) : 0;
      if (sending[source] === 0) return 1;
      let sum = 0;
      for (let t = 0; t < terminals; t++) if (t === source || !reaches(source, t)) sum += share(source, t);
      return sum;
    },
  };

  function reachesAny(source: number): boolean {
    if (permutation) return destination(source, 0) !== source;
    // Most sources succeed with a few draws; only the others need a check of all terminals.
    for (let i = 0; i < tries; i++) if (destination(source, mix(i, source, terminals)) !== source) return true;
    if (terminals > tries) return false;
    for (let to = 0; to < terminals; to++) {
      if (to !== source && share(source, to) > 0 && reaches(source, to)) return true;
    }
    return false;
  }
}
