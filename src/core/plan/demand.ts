/**
 * What the terminals ask of the network, compiled: open-loop traffic, a list of messages, or rank programs, whose next
 * message depends on what has arrived.
 */
import { defined } from "../base/defined.ts";
import { mostIssues, ScenarioError } from "../base/errors.ts";
import { Late } from "../base/late.ts";
import { mix } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import type { HostRules } from "../programs/hosts.ts";
import type { Program } from "../programs/program.ts";
import { type OpenLoop, openLoopOf, type Stream } from "../traffic/open-loop.ts";

/** A finite list of messages, M of them, in order of time; equal times keep the order of the document. */
export interface MessageList {
  readonly form: "messages";
  /** [M] terminals */
  readonly source: Int32Array;
  /** [M] terminals, never the source */
  readonly destination: Int32Array;
  /** [M] size in packets, at least 1 */
  readonly packets: Float64Array;
  /** [M] cycle of creation */
  readonly time: Float64Array;
  /** [M] place in the document's list */
  readonly index: Int32Array;
}

export type Demand = OpenLoop | MessageList | Program;

/** What programs send: to be fetched before one is asked about. */
export const programSends = new Late(() => import("../programs/sends.ts"));

/** Others that one of so many terminals may send to, at most. */
export function partnersOf(demand: Demand, terminals: number): number {
  return demand.form === "program" ? programSends.code.mostPartners(demand) : terminals - 1;
}

/** Packets of a demand that ends; 0 of one that does not. */
export function packetsOf(demand: Demand): number {
  if (demand.form === "open-loop") return 0;
  return demand.form === "program" ? demand.packets : demand.packets.reduce((sum, packets) => sum + packets, 0);
}

/** Packets of a demand that ends as they enter a network of packets: those of requests and answers, too. */
export function enteringPackets(demand: Demand): number {
  return packetsOf(demand) + (demand.form === "program" ? 2 * demand.rendezvous : 0);
}

/** What a workload may know when it is compiled. */
export interface DemandContext {
  readonly network: Network;
  /** Bytes carried by one packet. */
  readonly packetBytes: number;
  /** How long a cycle is, seconds; absent where it is not known. */
  readonly cycleSeconds?: number;
  /** [T] Phits per cycle of each terminal's own channel, the fastest where it has several; absent where all are 1. */
  readonly terminalRates?: Float64Array;
  /** What hosts do for the messages of programs. */
  readonly host?: HostRules;
  /** The scenario's, for workloads that leave something to chance. */
  readonly seed: number;
}

/**
 * Draws that show whether a source can send. In networks of more terminals a source that none of them lets send is silent,
 * and what is lost is told by them.
 */
const tries = 1024;

/**
 * The same demand on a network that has fallen apart: open-loop messages to terminals that cannot be reached are not
 * created, just as those to oneself; they keep their place in the sequence, so what is left is the same traffic.
 * A terminal that reaches none of its destinations is silent; in a large network, so is one that reaches less than about
 * a thousandth of them: it would draw for ages to find one.
 * @param isThere [T] 1 for terminals that take part, where some stand beside the network and are still to be linked: those
 *   send nothing, and nothing that they would send is lost
 * @throws ScenarioError when a message of a list or a program could not arrive
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

  /** Counted over all terminals, or, where they are many, over draws. */
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
    // Most sources show at once that they can send; only the others are worth a look at every terminal.
    for (let i = 0; i < tries; i++) if (destination(source, mix(i, source, terminals)) !== source) return true;
    if (terminals > tries) return false;
    for (let to = 0; to < terminals; to++) {
      if (to !== source && share(source, to) > 0 && reaches(source, to)) return true;
    }
    return false;
  }
}
