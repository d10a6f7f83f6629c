/** Permutations as programs: every rank sends to one other rank, directly or through a relay that forwards the message in chunks. */
import type { ValidationIssue } from "../base/errors.ts";
import { choice, flag, integer, number, type ValuesOf } from "../base/params.ts";
import type { NetworkOutline } from "../mappings/contract.ts";
import { isGrid } from "../network/network.ts";
import { packetsFor } from "../programs/sizes.ts";
import type { WritingContext } from "./program.ts";
import { chooseRelays } from "./steps/short-dimension-routing.ts";

/** Maximum number of messages of all ranks, which are written in a few seconds. */
const maxMessages = 2 ** 21;

/** The parameters of short dimension routing. */
export const relayParams = {
  part: number({
    title: "Relayed fraction",
    symbol: "α",
    word: "α = # of the pairs relayed",
    zero: "all pairs sent directly",
    help: "Fraction of pairs whose messages are relayed by a rank half a short dimension beyond the receiver, on a torus or mesh with dimensions of different sizes. 0: none.",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0,
  }),
  chunks: integer({
    title: "Chunks",
    symbol: "β",
    help: "Number of pieces of a relayed message, at most its number of packets; each piece is passed on when it has arrived completely.",
    min: 1,
    max: 4096,
    default: 16,
  }),
  nearby: integer({
    title: "Direct distance",
    symbol: "γ",
    help: "Pairs that are fewer links than this apart along the long dimension send directly; other pairs are relayed in their place.",
    min: 0,
    max: 1024,
    default: 2,
  }),
  apart: integer({
    title: "Relay radius",
    symbol: "δ",
    zero: "relays for any number of pairs",
    help: "Each rank relays for one pair. If the rank of a pair is occupied, the pair uses a free rank that is fewer links than this away, or sends directly. 0: a rank relays for any number of pairs.",
    min: 0,
    max: 8,
    default: 2,
  }),
  along: integer({
    title: "Short dimensions",
    word: "along # short dimensions|along # short dimension",
    zero: "along short dimensions by rule",
    help: "Number of the shortest dimensions that the path to the relay uses. 0: all that are at most half as long as the longest; in two dimensions, the shorter one.",
    min: 0,
    max: 5,
    default: 0,
  }),
  order: choice({
    title: "Relay order",
    help: "Which pairs are relayed if not all are.",
    default: "ascending",
    choices: [
      { id: "ascending", title: "near pairs first", help: "Pairs with the fewest links between them along the long dimension." },
      { id: "descending", title: "far pairs first", help: "Pairs with the most links between them along the long dimension." },
    ],
  }),
  setUp: flag({
    title: "Set-up",
    help: "Before sending, every rank asks a coordinator which relay to use, with one packet there and one back; each phase has another coordinator.",
    default: false,
  }),
};

/** The parameter values of short dimension routing. */
export type RelayValues = ValuesOf<typeof relayParams>;

/** A permutation with its relays. */
export interface RelayedPermutation {
  /** [R] Destination of each rank; the rank itself if it sends nothing. */
  readonly partner: Int32Array;
  /** [R] Relay of each rank, −1 if it sends directly. */
  readonly relay: Int32Array;
  /** [R] Bytes that each rank sends, or 0. */
  readonly bytes: Float64Array;
  /** [R] Source of each rank; −1 if it receives nothing. */
  readonly source: Int32Array;
  /** [R] The ranks for which each rank relays, in ascending order. */
  readonly relaysFor: readonly (readonly number[])[];
}

const noRanks: readonly number[] = [];

/**
 * Chooses the relays of a permutation: a relay is a rank that receives a message in chunks and passes them on to the destination. Returns
 * for each rank its destination, relay, bytes and source, and the ranks for which it relays. Ranks that send no bytes have no source or
 * destination.
 * @param partner [ranks] destination of each rank; the rank itself if it sends nothing
 * @param bytes bytes that a rank sends
 * @param relayValues the parameters of the workload; `part` is the fraction of the pairs that is relayed
 */
export function planPermutation(
  partner: Int32Array,
  bytes: (rank: number) => number,
  relayValues: RelayValues,
  { placement }: WritingContext,
): RelayedPermutation {
  const ranks = partner.length;
  const bytesSent = Float64Array.from(partner, (destination, rank) => (destination === rank ? 0 : bytes(rank)));
  const destinationOf = partner.map((destination, rank) => (bytesSent[rank] > 0 ? destination : -1));
  const relay = relayValues.part === 0 ? new Int32Array(ranks).fill(-1) : chooseRelays(placement, destinationOf, relayValues);
  const source = new Int32Array(ranks).fill(-1);
  const relaysFor: (readonly number[])[] = Array.from({ length: ranks }, () => noRanks);
  for (let rank = 0; rank < ranks; rank++) {
    if (destinationOf[rank] >= 0) source[destinationOf[rank]] = rank;
    if (relay[rank] >= 0) relaysFor[relay[rank]] = [...relaysFor[relay[rank]], rank];
  }
  return { partner, relay, bytes: bytesSent, source, relaysFor };
}

/** Tags of the messages of a phase: direct messages, chunks to a relay, chunks from a relay. */
const [directTag, toRelayTag, fromRelayTag, tagsPerPhase] = [0, 1, 2, 3];

/**
 * Writes the operations of a rank in a permutation with relays: it sends its message, to its destination or in chunks to its relay; then
 * forwards the chunks of the ranks for which it relays, round-robin; and finally receives its own message.
 * @param chunks the number of pieces into which a relayed message is cut
 * @param phase number of the permutation in its program, from 0; it distinguishes the tags
 */
export function writePermutation(
  { partner, relay, bytes, source, relaysFor }: RelayedPermutation,
  { chunks }: RelayValues,
  rank: number,
  phase: number,
  { packetBytes, write }: WritingContext,
): void {
  write.setRoundRobin();
  const tagOf = (kind: number) => phase * tagsPerPhase + kind;
  /** Bytes of each chunk of a rank's message. Chunks are whole packets; a message has at most as many chunks as packets. */
  const chunksOf = (sender: number) => {
    const packets = packetsFor(bytes[sender], packetBytes);
    const count = Math.min(chunks, packets);
    const bytesBefore = (k: number) => Math.min(bytes[sender], Math.floor((k * packets) / count) * packetBytes);
    return Array.from({ length: count }, (_, k) => bytesBefore(k + 1) - bytesBefore(k));
  };
  if (bytes[rank] > 0) {
    write.recordPair(partner[rank], relay[rank], phase, bytes[rank]);
    if (relay[rank] < 0) write.send(partner[rank], bytes[rank], tagOf(directTag));
    else for (const chunk of chunksOf(rank)) write.send(relay[rank], chunk, tagOf(toRelayTag));
  }
  const relayedMessages = relaysFor[rank].map((sender) => ({ from: sender, chunks: chunksOf(sender) }));
  const maxChunks = relayedMessages.reduce((sum, message) => Math.max(sum, message.chunks.length), 0);
  for (let k = 0; k < maxChunks; k++) {
    for (const { from: sender, chunks: chunkBytes } of relayedMessages) {
      if (k >= chunkBytes.length) continue;
      write.receive(sender, tagOf(toRelayTag));
      write.send(partner[sender], chunkBytes[k], tagOf(fromRelayTag));
    }
  }
  const sender = source[rank];
  if (sender < 0) return;
  if (relay[sender] < 0) write.receive(sender, tagOf(directTag));
  else for (let k = chunksOf(sender).length; k > 0; k--) write.receive(relay[sender], tagOf(fromRelayTag));
}

/**
 * Writes the set-up phase: there is a coordinator for each phase; each rank sends its destination to every coordinator, and each
 * coordinator answers. Every message has one byte (§4.4).
 */
export function writeSetUp(phases: number, rank: number, { ranks, write }: WritingContext): void {
  const coordinators = Array.from({ length: Math.min(phases, ranks) }, (_, phase) => phase);
  const tag = -1;
  write.phase("set-up");
  for (const coordinator of coordinators) if (coordinator !== rank) write.send(coordinator, 1, tag);
  if (rank < coordinators.length) {
    for (let other = 0; other < ranks; other++) if (other !== rank) write.receive(other, tag);
    for (let k = 1; k < ranks; k++) write.send((rank + k) % ranks, 1, tag - 1);
  }
  for (const coordinator of coordinators) if (coordinator !== rank) write.receive(coordinator, tag - 1);
}

/**
 * Issues with relaying: it needs a torus or mesh, and a limited number of relayed chunks.
 * @param part fraction of the pairs that is relayed; 0 for none
 * @param chunks pieces of each relayed message
 * @param phases number of permutations in the program
 */
export function checkRelaying(
  { part, chunks }: RelayValues,
  ranks: number,
  phases: number,
  { axes }: NetworkOutline,
): readonly ValidationIssue[] {
  if (part === 0) return [];
  if (!isGrid(axes)) {
    const message = "relaying along short dimensions is defined only for a torus or mesh; this network has no dimensions.";
    return [{ path: "part", message, remedy: "Choose a torus or mesh, or send all messages directly.", nearest: 0 }];
  }
  const messages = 2 * Math.ceil(part * ranks) * phases * chunks;
  if (messages <= maxMessages) return [];
  const maxChunks = Math.floor(maxMessages / (2 * Math.ceil(part * ranks) * phases));
  const message = `relays would pass on up to ${messages.toLocaleString("en-US")} chunks; at most ${maxMessages.toLocaleString("en-US")} are simulated.`;
  if (maxChunks < 1) return [{ path: "ranks", message, remedy: "Use fewer ranks, or fewer phases." }];
  return [{ path: "chunks", message, remedy: `Use ${maxChunks} or less.`, nearest: maxChunks }];
}
