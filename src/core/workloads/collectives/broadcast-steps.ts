/** The steps of a broadcast: by messages between two ranks, or as one transmission that all ranks hear. */
import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer } from "../../base/params.ts";
import type { NetworkShape } from "../../network/network.ts";
import type { WritingContext } from "../program.ts";
import { evenShare } from "../matrix.ts";

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
        help: "In every round, each rank that has the message sends it to a rank that does not have it; ⌈log₂ R⌉ rounds for R ranks.",
      },
      {
        id: "chain",
        title: "a chain",
        help: "Each rank passes the message on to the next rank in segments, so that all ranks work at the same time.",
      },
      { id: "medium", title: "one transmission", help: "On a shared medium, all ranks receive what one rank sends." },
    ],
  }),
  segments: integer({
    title: "Segments",
    word: "# segments|# segment",
    help: "Number of segments of a message in a chain; trees and shared media send the whole message.",
    min: 1,
    max: 1024,
    default: 16,
  }),
};

/** The method of a broadcast. */
export interface BroadcastMethod {
  readonly broadcast: "tree" | "chain" | "medium";
  readonly segments: number;
}

/** Maximum number of messages of all broadcasts, which are written in a second or two. */
const maxMessages = 2 ** 20;

/** The issue about too many messages of a number of broadcasts. */
export function checkMessageCount({ broadcast, segments }: BroadcastMethod, ranks: number, broadcasts: number): readonly ValidationIssue[] {
  const perSegment = broadcasts * (ranks - 1);
  const messages = perSegment * (broadcast === "chain" ? segments : 1);
  if (messages <= maxMessages) return [];
  const message = `this would be ${messages.toLocaleString("en-US")} messages; at most ${maxMessages.toLocaleString("en-US")} are simulated.`;
  const nearest = Math.floor(maxMessages / perSegment);
  return [{ path: "segments", message, remedy: "Use fewer segments, or fewer ranks.", ...(nearest > 0 ? { nearest } : {}) }];
}

/** The arguments of a broadcast. */
export interface BroadcastArguments {
  readonly root: number;
  /** Bytes of the message. */
  readonly message: number;
}

/** The rank from which a rank receives the message, null for the root; and the ranks to which it sends the message, in order. */
function broadcastNeighbors({ broadcast }: BroadcastMethod, root: number, rank: number, ranks: number) {
  const position = (rank - root + ranks) % ranks;
  const rankAt = (otherPosition: number) => (root + otherPosition) % ranks;
  if (broadcast === "medium") return { from: position === 0 ? null : root, to: [] };
  if (broadcast === "chain")
    return { from: position === 0 ? null : rankAt(position - 1), to: position + 1 < ranks ? [rankAt(position + 1)] : [] };
  const to: number[] = [];
  // In round k, position p sends to p + 2ᵏ, because all positions below 2ᵏ have the message by then.
  let distance = 1;
  while (distance <= position) distance *= 2;
  const from = position === 0 ? null : rankAt(position - distance / 2);
  for (; position + distance < ranks; distance *= 2) to.push(rankAt(position + distance));
  return { from, to };
}

/** Whether a rank sends anything in a broadcast. */
export function isBroadcastSender(method: BroadcastMethod, root: number, rank: number, ranks: number): boolean {
  return rank === root || broadcastNeighbors(method, root, rank, ranks).to.length > 0;
}

/** Writes the operations of a rank in a broadcast: it receives each segment and sends it on. The tag is the number of the root. */
export function writeBroadcast(
  method: BroadcastMethod,
  { root, message }: BroadcastArguments,
  rank: number,
  { ranks, write }: WritingContext,
): void {
  const { from, to } = broadcastNeighbors(method, root, rank, ranks);
  // Every segment has at least one byte.
  const segments = method.broadcast === "chain" ? Math.min(method.segments, message) : 1;
  for (let segment = 0; segment < segments; segment++) {
    const bytes = evenShare(message, segments, segment);
    if (from !== null) write.receive(from, root);
    else if (method.broadcast === "medium") write.sendToAll(ranks, bytes, root);
    for (const child of to) write.send(child, bytes, root);
  }
}

/** The issue about a single transmission on a network where not all ranks hear the transmission. */
export function checkSharedMedium(
  path: string,
  { broadcast }: BroadcastMethod,
  { isMedium }: Pick<NetworkShape, "isMedium">,
): readonly ValidationIssue[] {
  if (broadcast !== "medium" || isMedium === true) return [];
  const message = "one transmission reaches all ranks only on a shared medium.";
  return [{ path, message, remedy: "Choose a shared bus, or a broadcast by messages.", nearest: "tree" }];
}
