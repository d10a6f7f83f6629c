/** The steps of a broadcast: over messages between two ranks, or as one transmission that all hear. */
import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer } from "../../base/params.ts";
import type { Shape } from "../../network/network.ts";
import type { Writing } from "../program.ts";
import { shareOf } from "../matrix.ts";

/** The parameters of a broadcast. */
export const broadcastParams = {
  broadcast: choice({
    title: "Broadcast",
    help: "How the message reaches all other ranks.",
    default: "chain",
    choices: [
      {
        id: "tree",
        title: "a binomial tree",
        help: "In every round, each rank that has the message sends it to one that has not: log₂ of the ranks in rounds, rounded up.",
      },
      {
        id: "chain",
        title: "a chain",
        help: "Each rank passes the message on to the next in segments, so that all ranks are busy at once.",
      },
      { id: "medium", title: "one transmission", help: "On a shared medium, all hear what one sends." },
    ],
  }),
  segments: integer({
    title: "Segments",
    word: "# segments|# segment",
    help: "Pieces in which a chain passes a message on; a tree and a medium take it whole.",
    min: 1,
    max: 1024,
    default: 16,
  }),
};

/** The method of a broadcast. */
export interface BroadcastWay {
  readonly broadcast: "tree" | "chain" | "medium";
  readonly segments: number;
}

/** Maximum number of messages of all broadcasts, which are written in a second or two. */
const mostMessages = 2 ** 20;

/** The issue about too many messages of a number of broadcasts. */
export function tooManyMessages({ broadcast, segments }: BroadcastWay, ranks: number, broadcasts: number): readonly ValidationIssue[] {
  const perSegment = broadcasts * (ranks - 1);
  const messages = perSegment * (broadcast === "chain" ? segments : 1);
  if (messages <= mostMessages) return [];
  const message = `these would be ${messages.toLocaleString("en-US")} messages; at most ${mostMessages.toLocaleString("en-US")} are sent.`;
  const nearest = Math.floor(mostMessages / perSegment);
  return [{ path: "segments", message, remedy: "Use fewer segments, or fewer ranks.", ...(nearest > 0 ? { nearest } : {}) }];
}

/** The arguments of a broadcast. */
export interface Broadcast {
  readonly root: number;
  /** Bytes of the message. */
  readonly message: number;
}

/** The rank from which a rank receives the message, null for the root; and the ranks to which it sends the message, in order. */
function neighboursIn({ broadcast }: BroadcastWay, root: number, rank: number, ranks: number) {
  const place = (rank - root + ranks) % ranks;
  const at = (other: number) => (root + other) % ranks;
  if (broadcast === "medium") return { from: place === 0 ? null : root, to: [] };
  if (broadcast === "chain") return { from: place === 0 ? null : at(place - 1), to: place + 1 < ranks ? [at(place + 1)] : [] };
  const to: number[] = [];
  // In round k, position p sends to p + 2ᵏ, because all positions below 2ᵏ have the message by then.
  let round = 1;
  while (round <= place) round *= 2;
  const from = place === 0 ? null : at(place - round / 2);
  for (; place + round < ranks; round *= 2) to.push(at(place + round));
  return { from, to };
}

/** Whether a rank sends anything in a broadcast. */
export function sendsIn(way: BroadcastWay, root: number, rank: number, ranks: number): boolean {
  return rank === root || neighboursIn(way, root, rank, ranks).to.length > 0;
}

/** Writes the operations of a rank in a broadcast: it receives each segment and sends it on. The tag is the number of the root. */
export function writeBroadcast(way: BroadcastWay, { root, message }: Broadcast, rank: number, { ranks, write }: Writing): void {
  const { from, to } = neighboursIn(way, root, rank, ranks);
  // Every segment has at least one byte.
  const segments = way.broadcast === "chain" ? Math.min(way.segments, message) : 1;
  for (let segment = 0; segment < segments; segment++) {
    const bytes = shareOf(message, segments, segment);
    if (from !== null) write.receive(from, root);
    else if (way.broadcast === "medium") write.sendToAll(ranks, bytes, root);
    for (const other of to) write.send(other, bytes, root);
  }
}

/** The issue about a single transmission on a network where not all ranks hear it. */
export function hearing(path: string, { broadcast }: BroadcastWay, { isMedium }: Pick<Shape, "isMedium">): readonly ValidationIssue[] {
  if (broadcast !== "medium" || isMedium === true) return [];
  const message = "one transmission reaches all only on a medium that they share.";
  return [{ path, message, remedy: "Choose a shared bus, or a broadcast over messages.", nearest: "tree" }];
}
