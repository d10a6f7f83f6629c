/** Communication pattern of a rank program: which ranks exchange messages in which phase, and on which path. */
import type { Plan } from "../../plan/plan.ts";
import { Cursor } from "../../programs/cursor.ts";
import { op, type Program } from "../../programs/program.ts";
import { type Mailboxes, mailboxesOf } from "./mailboxes.ts";
import { isPathRandom, candidateFinder } from "../candidate-finder.ts";
import type { Exchanges } from "../../programs/exchanges.ts";

/** Limits for the number of communicating pairs, and for the total length of their paths. */
const maxExchanges = 2 ** 16;
const maxChannels = 2 ** 19;

/**
 * The communication pattern of a program on the network of its plan: for each rank and phase the ranks with which it exchanges packets
 * (`partner`), the packets sent and received, and the first path to each. The entries of rank r and phase p begin at `firstExchange[r ×
 * phases + p]`. Null if there are too many, or if the program has trees of in-network collectives.
 */
export function findExchanges(plan: Plan, program: Program): Exchanges | null {
  if (program.ranks * program.partnerMailboxes > maxExchanges || program.trees !== undefined) return null;
  const mailboxes = mailboxesOf(program);
  const cursor = new Cursor(program);
  const phases = Math.max(1, program.phases.length);
  const firstExchange = new Int32Array(program.ranks * phases + 1);
  const [partner, sent, received]: [number[], number[], number[]] = [[], [], []];
  for (let rank = 0; rank < program.ranks; rank++) {
    for (const [phase, packetsByPartner] of packetsExchanged(cursor, program, mailboxes, rank, phases).entries()) {
      for (const [otherRank, [packetsSent, packetsReceived]] of packetsByPartner) {
        partner.push(otherRank);
        sent.push(packetsSent);
        received.push(packetsReceived);
      }
      firstExchange[rank * phases + phase + 1] = partner.length;
    }
    if (partner.length > maxExchanges) return null;
  }
  const firstPaths = firstPathsOf(plan, program, firstExchange, partner, phases);
  if (firstPaths === null) return null;
  return {
    phases,
    firstExchange,
    partner: Int32Array.from(partner),
    sent: Float64Array.from(sent),
    received: Float64Array.from(received),
    ...firstPaths,
  };
}

/** Packets that a rank sends and receives, by phase and other rank; packets before the first phase count as part of it. */
function packetsExchanged(cursor: Cursor, { sizes, phases: names }: Program, mailboxes: Mailboxes, rank: number, phases: number) {
  const exchanged = Array.from({ length: phases }, () => new Map<number, [number, number]>());
  let phase = 0;
  const add = (otherRank: number, out: number, into: number) => {
    const packets = exchanged[phase].get(otherRank) ?? [0, 0];
    exchanged[phase].set(otherRank, [packets[0] + out, packets[1] + into]);
  };
  while (cursor.nextWritten(rank)) {
    const { code, operand, size, mailbox, executions } = cursor;
    if (code === op.phase && names.length > 0) phase = operand;
    else if (code === op.send) add(operand, sizes.packets[size] * executions, 0);
    else if (code === op.receive && mailboxes.messages[mailbox] > 0)
      add(mailboxes.senderOf[mailbox], 0, (mailboxes.packets[mailbox] / mailboxes.messages[mailbox]) * executions);
  }
  return exchanged;
}

/** The first path of every pair; null if they are too long in total. */
function firstPathsOf(plan: Plan, { ranks, terminalOf }: Program, firstExchange: Int32Array, partner: readonly number[], phases: number) {
  const pathCounts = new Int32Array(partner.length);
  const firstChannel = new Int32Array(partner.length + 1);
  const channels: number[] = [];
  const appendPath = pathAppender(plan, channels);
  for (let rank = 0; rank < ranks; rank++) {
    for (let exchange = firstExchange[rank * phases]; exchange < firstExchange[(rank + 1) * phases]; exchange++) {
      pathCounts[exchange] = appendPath(terminalOf[rank], terminalOf[partner[exchange]]);
      firstChannel[exchange + 1] = channels.length;
      if (channels.length > maxChannels) return null;
    }
  }
  return { choices: pathCounts, pathFirst: firstChannel, channels: Int32Array.from(channels) };
}

/**
 * Returns a function that appends the channels of the first path between two terminals, which takes the first candidate at each node, to
 * `channelList`. Its result is the number of candidates at the first node with a choice (1 if there is none); 0 if paths are random, and
 * then nothing is appended.
 */
function pathAppender(plan: Plan, channelList: number[]): (source: number, destination: number) => number {
  const { network, routing } = plan;
  const { initialState, nextState } = routing;
  const { findCandidates, channels, ids } = candidateFinder(plan);
  return (source, destination) => {
    if (isPathRandom(routing, source, destination)) return 0;
    let [node, state, firstChoices] = [source, initialState?.(source, destination, 0) ?? 0, 1];
    while (node !== destination) {
      const count = findCandidates(node, destination, state);
      if (count === 0) return firstChoices;
      if (firstChoices === 1) firstChoices = count;
      channelList.push(channels[0]);
      state = nextState?.(node, destination, state, ids[0]) ?? state;
      node = network.head[channels[0]];
    }
    return firstChoices;
  };
}
