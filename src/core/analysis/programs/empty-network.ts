/**
 * How long messages take where nothing else is in the network: a message of P packets over H channels takes H + L·P
 * cycles, and every channel that is stored and sent on again costs what must have come in before. Where channels are not all
 * alike, each costs a phit's own time and its delay, and the phits follow at the rate of the terminals' fastest channel at most.
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

/** Cycles that messages of each mailbox take. */
export interface EmptyNetwork {
  /** [B] From a message's first phit on its terminal's channel to its consumption, beside what its packets add; B mailboxes. */
  readonly way: Float64Array;
  /** The shortest of them: what all hear is heard when it arrives wherever it was sent, be that near or far. */
  readonly nearest: number;
  /** [B] The same for the answer of a rendezvous, from the receiver back to the sender; absent where all messages are eager. */
  readonly wayBack?: Float64Array;
  /** Cycles that each packet adds: phits of a packet, over what a channel of a terminal carries at most. */
  readonly packet: number;
  /** Cycles that a request or an answer takes beside its way; none when absent. */
  readonly control?: number;
  /** Packets that a terminal may send, or get, at the same time: channels of the terminal that has most of them. */
  readonly lanes: number;
  /** Whether what a terminal sends leaves in the order in which it was sent. */
  readonly inOrder: boolean;
  /** Whether a message is on all channels of its way at the same time. */
  readonly isFlow?: boolean;
}

/** Most channels that are looked at to measure all ways. */
const mostVisits = 5e8;

/** The shortest ways of a program's messages; null where measuring them would take too long, or where one leads nowhere. */
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
 * [B] Cycles from the first phit on the channel of one rank's terminal to its consumption at another's, for each pair of ranks;
 * 0 where a rank is negative. Null where that takes too long to find out, or where no way leads there.
 * @param fastest phits per cycle of the terminals' fastest channel
 */
function waysOf(plan: Plan, { terminalOf }: Program, fastest: number, from: Int32Array, to: Int32Array): Float64Array<ArrayBuffer> | null {
  const { network, headPhits, enterCycles = 1, startUp = 0 } = plan;
  const { terminals, switches, firstOut, head, forwards } = network;
  const nodes = terminals + switches;
  const entries = new Set(Array.from(terminalOf, entryOf));
  if (entries.size * head.length > mostVisits) return null;
  const ways = new Float64Array(from.length);
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  // Where channels are not all alike: cycles that a header takes for each, and what is counted twice where its phits follow.
  const crossing = !isPlain(plan) ? Float64Array.from(head, (_, c) => headTime(plan, c)) : null;
  const entering = plan.engine.time === "real" ? startUp : enterCycles - headPhits / fastest;
  const entryOfPair = (b: number) => entryOf(terminalOf[from[b]]);
  // One search for all that enters through the same switch.
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

  /** Where what a terminal sends can first go more than one way. */
  function entryOf(terminal: number): number {
    return firstOut[terminal + 1] - firstOut[terminal] === 1 ? head[firstOut[terminal]] : terminal;
  }
}
