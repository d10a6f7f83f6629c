/**
 * What the terminals ask of the network, compiled: open-loop traffic, a list of messages, or rank programs, whose next
 * message depends on what has arrived.
 */
import { mostComplaints, ScenarioError } from "../base/errors.ts";
import { mix } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import { type Program, writtenSends } from "./program.ts";

/**
 * When messages are created. The mean interval between two messages of a terminal is
 * I = mean packets of a message × phits of a packet / load, in cycles, at least 1; u is a fresh number in (0, 1).
 * - `bernoulli`: in each cycle a message with probability 1 / I, so intervals are geometric
 * - `exponential`: at real times with intervals −I ln u, the first one from time 0: a Poisson process
 * - `uniform`: at real times with intervals 2 I u, the first one from time 0
 * - `constant`: at real times (φ + m) I, m = 0, 1, 2, …, with a phase φ in (0, 1) drawn once for each terminal
 *
 * A message of a real time t exists from cycle ⌊t⌋ on. Only `exponential` and `uniform` ever bring several messages of
 * one terminal in one cycle.
 */
export type InjectionProcess = "bernoulli" | "exponential" | "uniform" | "constant";

/** How a terminal creates messages: how much, when, and in which sizes. */
export interface Injection {
  /** Offered load, phits of whole packets per cycle; also of packets to itself, which are not created. */
  readonly load: number;
  readonly process: InjectionProcess;
  /** Mean packets of a message, at least 1. */
  readonly meanPackets: number;
  /** Packets of a message from a fresh 32-bit draw, at least 1; null when all messages have {@link meanPackets}. */
  readonly packets: ((draw: number) => number) | null;
}

/** Packets without end, at random times; nothing that arrives changes what is sent. */
export interface OpenLoop {
  readonly form: "open-loop";
  /** Offered load of a sending terminal in the mean, phits per cycle. */
  readonly load: number;
  /** J ways in which terminals create messages, at least one. */
  readonly injections: readonly Injection[];
  /** [T] The terminal's way, an index into {@link injections}; without meaning where it is silent. */
  readonly injectionOf: Uint8Array;
  /**
   * Destination of a source's next message, from a fresh 32-bit draw. What would go to the source itself is not created,
   * but keeps its place in the sequence.
   */
  readonly destination: (source: number, draw: number) => number;
  /** [T] 1 where the terminal sends at all. */
  readonly sending: Uint8Array;
  /** Probability that a message of `source` goes to `destination`; that to itself is what is not created. */
  readonly share: (source: number, destination: number) => number;
  /** True when every source has one destination, itself when it is silent: then {@link share} is 0 or 1. */
  readonly permutation: boolean;
  /** Part of the traffic asked for that no way leads for, 0 … 1, and that is not created; absent where all have one. */
  readonly lost?: number;
}

/** A finite list of messages, M of them, in order of time; equal times keep the order of the document. */
export interface MessageList {
  readonly form: "messages";
  /** [M] terminals */
  readonly source: Int32Array;
  /** [M] terminals, never the source */
  readonly destination: Int32Array;
  /** [M] size in packets, at least 1 */
  readonly packets: Int32Array;
  /** [M] cycle of creation */
  readonly time: Float64Array;
  /** [M] place in the document's list */
  readonly index: Int32Array;
}

export type Demand = OpenLoop | MessageList | Program;

/** Packets of a demand that ends; 0 of one that does not. */
export function packetsOf(demand: Demand): number {
  if (demand.form === "open-loop") return 0;
  return demand.form === "program" ? demand.packets : demand.packets.reduce((sum, packets) => sum + packets, 0);
}

/** What a workload may know when it is compiled. */
export interface DemandContext {
  readonly network: Network;
  /** Bytes carried by one packet. */
  readonly packetBytes: number;
  /** How long a cycle is, seconds; absent where nobody says. */
  readonly cycleSeconds?: number;
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
 * @throws ScenarioError when a message of a list or a program could not arrive
 */
export function without(demand: Demand, reaches: (from: number, to: number) => boolean): Demand {
  if (demand.form === "messages") {
    const { source, destination, index } = demand;
    const lost = Array.from(source.keys()).filter((m) => !reaches(source[m], destination[m]));
    if (lost.length === 0) return demand;
    throw new ScenarioError(
      lost
        .sort((a, b) => index[a] - index[b])
        .slice(0, mostComplaints)
        .map((m) => ({
          path: `workload.list.${index[m]}`,
          message: `no way leads from terminal ${source[m]} to terminal ${destination[m]}.`,
          remedy: "Leave the message out, or have fewer faults.",
        })),
    );
  }
  if (demand.form === "program") {
    const { terminalOf } = demand;
    const lost = lostOf(demand, reaches);
    if (lost === null) return demand;
    throw new ScenarioError([
      {
        path: "workload",
        message: `rank ${lost.from} sends to rank ${lost.to}, but no way leads from terminal ${terminalOf[lost.from]} to terminal ${terminalOf[lost.to]}.`,
        remedy: "Have fewer faults or ranks, or another mapping.",
      },
    ]);
  }
  const { injections, injectionOf, sending: sends, destination: wanted, share, permutation } = demand;
  const destination = (source: number, draw: number) => {
    const to = wanted(source, draw);
    return reaches(source, to) ? to : source;
  };
  const terminals = sends.length;
  const sending = sends.map((isSending, source) => (isSending === 1 && reachesAny(source) ? 1 : 0));
  const lost = lostPart();
  return {
    form: "open-loop",
    load: meanLoad(injections, injectionOf, sending),
    injections,
    injectionOf,
    destination,
    sending,
    share(source, to) {
      if (source !== to) return reaches(source, to) ? share(source, to) : 0;
      if (sending[source] === 0) return 1;
      let sum = 0;
      for (let t = 0; t < terminals; t++) if (t === source || !reaches(source, t)) sum += share(source, t);
      return sum;
    },
    permutation,
    ...(lost === 0 ? {} : { lost }),
  };

  /** Counted over all terminals, or, where they are many, over draws. */
  function lostPart(): number {
    let [asked, lost] = [0, 0];
    for (let source = 0; source < terminals; source++) {
      if (sends[source] === 0) continue;
      const { load } = injections[injectionOf[source]];
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

/** The first ranks of which one sends to the other in vain; null for none. */
function lostOf(program: Program, reaches: (from: number, to: number) => boolean): { readonly from: number; readonly to: number } | null {
  const { terminalOf } = program;
  for (const { from, times, isInTurn, to } of writtenSends(program)) {
    for (let turn = 0; turn < (isInTurn ? times : 1); turn++) {
      if (!reaches(terminalOf[from], terminalOf[to(turn)])) return { from, to: to(turn) };
    }
  }
  return null;
}

/** Mean load of the terminals that send; of all ways of creating messages when none does. */
export function meanLoad(injections: readonly Injection[], injectionOf: Uint8Array, sending: Uint8Array): number {
  let [count, sum] = [0, 0];
  sending.forEach((sends, t) => {
    if (sends === 0) return;
    count++;
    sum += injections[injectionOf[t]].load;
  });
  // One way for all has exactly its own load, whatever sums are rounded to.
  if (count === 0 || injections.length === 1) return injections.reduce((all, { load }) => all + load, 0) / injections.length;
  return sum / count;
}
