/**
 * Message times without contention: a message of P packets over H channels takes H + L·P cycles, and every channel with store-and-forward
 * costs the packet that must arrive first. If channels differ, each costs the time of a phit and its delay, and the phits follow at most at
 * the rate of the terminals' fastest channel.
 */
import { defined } from "../../base/defined.ts";
import { search } from "../../network/search.ts";
import { timesFrom } from "../../network/times.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Program } from "../../programs/program.ts";
import { isPlain } from "../../plan/plan.ts";
import { headTime } from "../packet-alone.ts";
import type { Mailboxes } from "./mailboxes.ts";

/** Cycles of messages, by mailbox. */
export interface EmptyNetwork {
  /** [B mailboxes] From a message's first phit on its terminal's channel to its consumption, without the time of its packets. */
  readonly way: Float64Array;
  /** The shortest of these times: an overheard copy is heard when the message arrives at its own destination, near or far. */
  readonly nearest: number;
  /** [B] The same for the reply of a rendezvous, from the receiver back to the sender; absent if all messages are eager. */
  readonly wayBack?: Float64Array;
  /** Cycles per packet: its phits divided by the highest rate of a terminal's channel. */
  readonly packet: number;
  /** Cycles of a request or a reply in addition to its path; absent: 0. */
  readonly control?: number;
  /** Packets that a terminal can send or receive simultaneously: the largest number of channels of a terminal. */
  readonly lanes: number;
  /** Whether messages leave a terminal in the order in which they were sent. */
  readonly inOrder: boolean;
  /** Whether a message occupies all channels of its path simultaneously. */
  readonly isFlow?: boolean;
}

/** Limit of visited channels. */
const mostVisits = 5e8;

/** Shortest paths of a program's messages; null if the search would take too long, or if a pair is disconnected. */
export function emptyNetworkOf(plan: Plan, program: Program, boxes: Mailboxes): EmptyNetwork | null {
  const { network, packetPhits, injectionSlots = 1, engine, links } = plan;
  const { terminals, firstOut, head, tail } = network;
  const { terminalOf } = program;
  const fastest = head.reduce((most, to, c) => (Math.min(to, tail[c]) < terminals ? Math.max(most, rateOf(links, c)) : most), 0);
  const way = waysOf(plan, program, fastest, boxes.from, boxes.to);
  const wayBack = way === null || program.rendezvous === 0 ? undefined : waysOf(plan, program, fastest, boxes.to, boxes.from);
  if (way === null || wayBack === null) return null;
  const lanes = terminalOf.reduce((most, terminal) => Math.max(most, firstOut[terminal + 1] - firstOut[terminal]), 1);
  const nearest = way.reduce((least, each, b) => (boxes.from[b] >= 0 ? Math.min(least, each) : least), Infinity);
  const takesTurns = program.takesTurns === true && engine.time === "whole";
  const inOrder = lanes === 1 && injectionSlots === 1 && program.rendezvous === 0 && !takesTurns;
  const isFlow = engine.moves === "flows";
  const packet = packetPhits / fastest;
  const answers = defined({ wayBack });
  return { way, nearest, ...answers, packet, control: isFlow ? 0 : packet, lanes, inOrder, isFlow };
}

/**
 * [B] Cycles from the first phit on the channel of one rank's terminal to its consumption at another's, by pair of ranks; 0 if a rank is
 * negative. Null if the search would take too long, or if a pair is disconnected.
 * @param terminalRate Phits per cycle of the terminals' fastest channel.
 */
function waysOf(plan: Plan, { terminalOf }: Program, fastest: number, from: Int32Array, to: Int32Array): Float64Array<ArrayBuffer> | null {
  const { network, headPhits, enterCycles = 1, startUp = 0 } = plan;
  const { terminals, switches, firstOut, head, forwards } = network;
  const nodes = terminals + switches;
  const entries = new Set(Array.from(terminalOf, entryOf));
  if (entries.size * head.length > mostVisits) return null;
  const ways = new Float64Array(from.length);
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  // If channels differ: cycles of a header per channel, and the correction for what its phits would count twice.
  const crossing = !isPlain(plan) ? Float64Array.from(head, (_, c) => headTime(plan, c)) : null;
  const entering = plan.engine.time === "real" ? startUp : enterCycles - headPhits / fastest;
  const entryOfPair = (b: number) => entryOf(terminalOf[from[b]]);
  // One search for all pairs with the same first switch.
  const byEntry = [...from.keys()].filter((b) => from[b] >= 0 && to[b] >= 0).sort((a, b) => entryOfPair(a) - entryOfPair(b) || a - b);
  let searched = -1;
  let times: Float64Array = new Float64Array(0);
  for (const b of byEntry) {
    const [terminal, end] = [terminalOf[from[b]], terminalOf[to[b]]];
    const entry = entryOf(terminal);
    if (entry !== searched) {
      if (crossing === null) search(network, entry, distance, order, forwards ? 0 : terminals);
      else times = timesFrom(network, crossing, entry, forwards ? 0 : terminals);
    }
    searched = entry;
    if (crossing === null) {
      if (distance[end] < 0) return null;
      const channels = distance[end] + (entry === terminal ? 0 : 1);
      ways[b] = (channels - 1) * headPhits + enterCycles;
    } else {
      if (times[end] === Infinity) return null;
      ways[b] = times[end] + (entry === terminal ? 0 : crossing[firstOut[terminal]]) + entering;
    }
  }
  return ways;

  /** The first node at which packets of a terminal may have a choice. */
  function entryOf(terminal: number): number {
    return firstOut[terminal + 1] - firstOut[terminal] === 1 ? head[firstOut[terminal]] : terminal;
  }
}
