/**
 * Message times without contention: a message of P packets over H channels takes H + L·P cycles, and with store-and-forward every channel
 * adds the time of one packet, which must arrive completely before it continues. If channels differ, each channel adds the time of a phit
 * and its delay, and the phits follow each other at most at the rate of the terminals' fastest channel.
 */
import { withoutUndefined } from "../../base/defined.ts";
import { breadthFirstSearch } from "../../network/search.ts";
import { timesFrom } from "../../network/times.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Program } from "../../programs/program.ts";
import { isPlain } from "../../plan/plan.ts";
import { headerTime } from "../lone-packet.ts";
import type { Mailboxes } from "./mailboxes.ts";

/** Cycles of messages, by mailbox. */
export interface EmptyNetwork {
  /** [B mailboxes] From a message's first phit on its terminal's channel to its consumption, without the time of its packets. */
  readonly pathTime: Float64Array;
  /**
   * The shortest of these times, for ranks that overhear a message on a shared medium: they hear it when it arrives at its destination,
   * which may be near.
   */
  readonly minPathTime: number;
  /** [B] Path time of the reply of a rendezvous, from the receiver back to the sender; absent if all messages are eager. */
  readonly returnTime?: Float64Array;
  /** Cycles per packet: its phits divided by the highest rate of a terminal's channel. */
  readonly packetTime: number;
  /** Cycles of a rendezvous' request or reply in addition to its path; absent if they are 0. */
  readonly controlTime?: number;
  /** Packets that a terminal can send or receive simultaneously: the largest number of channels of a terminal. */
  readonly terminalChannels: number;
  /** Whether messages leave a terminal in the order in which they were sent. */
  readonly isInOrder: boolean;
  /** Whether a message occupies all channels of its path simultaneously. */
  readonly isFlow?: boolean;
}

/** Limit of visited channels. */
const maxVisits = 5e8;

/**
 * The times that a program's messages need without contention, from the shortest paths of their mailboxes (a mailbox has one sender and one
 * receiver). Null if the search would take too long, or if a pair is disconnected.
 */
export function emptyNetworkOf(plan: Plan, program: Program, mailboxes: Mailboxes): EmptyNetwork | null {
  const { network, packetPhits, injectionSlots = 1, engine, links } = plan;
  const { terminals, firstOut, head, tail } = network;
  const { terminalOf } = program;
  const terminalRate = head.reduce(
    (largest, headNode, channel) => (Math.min(headNode, tail[channel]) < terminals ? Math.max(largest, rateOf(links, channel)) : largest),
    0,
  );
  const pathTime = pathTimesOf(plan, program, terminalRate, mailboxes.senderOf, mailboxes.receiverOf);
  const returnTime =
    pathTime === null || program.rendezvous === 0
      ? undefined
      : pathTimesOf(plan, program, terminalRate, mailboxes.receiverOf, mailboxes.senderOf);
  if (pathTime === null || returnTime === null) return null;
  const terminalChannels = terminalOf.reduce((largest, terminal) => Math.max(largest, firstOut[terminal + 1] - firstOut[terminal]), 1);
  const minPathTime = pathTime.reduce(
    (smallest, each, mailbox) => (mailboxes.senderOf[mailbox] >= 0 ? Math.min(smallest, each) : smallest),
    Infinity,
  );
  const isRoundRobin = program.isRoundRobin === true && engine.time === "whole";
  const isInOrder = terminalChannels === 1 && injectionSlots === 1 && program.rendezvous === 0 && !isRoundRobin;
  const isFlow = engine.granularity === "flows";
  const packetTime = packetPhits / terminalRate;
  const optionalReturnTime = withoutUndefined({ returnTime });
  return {
    pathTime,
    minPathTime,
    ...optionalReturnTime,
    packetTime,
    controlTime: isFlow ? 0 : packetTime,
    terminalChannels,
    isInOrder,
    isFlow,
  };
}

/**
 * [B mailboxes] Cycles from the first phit of a message on its terminal's channel to its consumption by the receiver, without the cycles in
 * which the phits of its packets follow each other; 0 if a mailbox has no sender or no receiver. Null if the search would take too long, or
 * if a pair is disconnected.
 * @param terminalRate Phits per cycle of the terminals' fastest channel.
 * @param senders [B] Sending rank of each mailbox, −1 for none.
 * @param receivers [B] Receiving rank of each mailbox, −1 for none.
 */
function pathTimesOf(
  plan: Plan,
  { terminalOf }: Program,
  terminalRate: number,
  senders: Int32Array,
  receivers: Int32Array,
): Float64Array<ArrayBuffer> | null {
  const { network, headPhits, enterCycles = 1, startUp = 0 } = plan;
  const { terminals, switches, firstOut, head, forwards } = network;
  const nodes = terminals + switches;
  const entries = new Set(Array.from(terminalOf, entryOf));
  if (entries.size * head.length > maxVisits) return null;
  const pathTimes = new Float64Array(senders.length);
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  // If channels differ: cycles of a header per channel. `entryTime` corrects for the header on the first channel, which would count twice.
  const headerTimes = !isPlain(plan) ? Float64Array.from(head, (_, channel) => headerTime(plan, channel)) : null;
  const entryTime = plan.engine.time === "real" ? startUp : enterCycles - headPhits / terminalRate;
  const entryOfMailbox = (mailbox: number) => entryOf(terminalOf[senders[mailbox]]);
  // One search for all pairs with the same first switch.
  const mailboxesByEntry = [...senders.keys()]
    .filter((mailbox) => senders[mailbox] >= 0 && receivers[mailbox] >= 0)
    .sort((a, b) => entryOfMailbox(a) - entryOfMailbox(b) || a - b);
  let searchedEntry = -1;
  let timesOfNodes: Float64Array = new Float64Array(0);
  for (const mailbox of mailboxesByEntry) {
    const [terminal, destination] = [terminalOf[senders[mailbox]], terminalOf[receivers[mailbox]]];
    const entry = entryOf(terminal);
    // Paths pass only nodes from the last argument on: terminals only if they forward packets.
    if (entry !== searchedEntry) {
      if (headerTimes === null) breadthFirstSearch(network, entry, distance, order, forwards ? 0 : terminals);
      else timesOfNodes = timesFrom(network, headerTimes, entry, forwards ? 0 : terminals);
    }
    searchedEntry = entry;
    if (headerTimes === null) {
      if (distance[destination] < 0) return null;
      const channels = distance[destination] + (entry === terminal ? 0 : 1);
      pathTimes[mailbox] = (channels - 1) * headPhits + enterCycles;
    } else {
      if (timesOfNodes[destination] === Infinity) return null;
      pathTimes[mailbox] = timesOfNodes[destination] + (entry === terminal ? 0 : headerTimes[firstOut[terminal]]) + entryTime;
    }
  }
  return pathTimes;

  /** The first node at which packets of a terminal may have a choice. */
  function entryOf(terminal: number): number {
    return firstOut[terminal + 1] - firstOut[terminal] === 1 ? head[firstOut[terminal]] : terminal;
  }
}
