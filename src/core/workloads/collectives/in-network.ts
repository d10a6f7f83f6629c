/**
 * Collective operations in switches: ranks contribute their vectors to trees in the network, one part to each tree, and receive the
 * results.
 */
import type { ValidationIssue } from "../../base/errors.ts";
import type { Shape } from "../../network/network.ts";
import type { CollectiveOperation } from "../../programs/collective.ts";
import { shareOf } from "../matrix.ts";
import type { Writing } from "../program.ts";
import { Cut } from "./lanes.ts";

/** The algorithm as operations list it. It has trees instead of schedules. */
export const inNetwork = {
  id: "in-network",
  title: "in-network reduction",
  help: "Switches reduce the vectors on their way up a tree, and replicate what comes out on the way down.",
  rounds: () => 2,
  messages: () => 1,
  isSteady: true,
  isInNetwork: true,
  schedules: () => [],
} as const;

/**
 * The issue about a network whose switches cannot reduce for all terminals.
 * @param nearest another algorithm, which is suggested
 */
export function unfitForTrees(
  path: string,
  { isMedium, forwards }: Pick<Shape, "isMedium" | "forwards">,
  nearest: string,
): readonly ValidationIssue[] {
  if (isMedium !== true && !forwards) return [];
  const message =
    isMedium === true
      ? "on a shared medium no switch reduces or replicates what ranks send."
      : "this network has ways through terminals, which reduce and replicate nothing for others.";
  return [{ path, message, remedy: "Use another algorithm, or a network of switches.", nearest }];
}

/** A part of a vector with its own tree: the contributors, the receivers, and its bytes. */
interface Part {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bytes: number;
}

/** The parts of a vector. Where each rank has a block of its own, every block has a tree, in the same order for all ranks. */
function partsOf(operation: CollectiveOperation, ranks: number, bytes: number, root: number): readonly Part[] {
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  const others = (own: number) => all.filter((rank) => rank !== own);
  if (operation === "reduce") return [{ from: all, to: [root], bytes }];
  if (operation === "broadcast") return [{ from: [root], to: others(root), bytes }];
  if (operation !== "reduce-scatter" && operation !== "allgather") return [{ from: all, to: all, bytes }];
  const cut = new Cut(bytes, ranks);
  return all.flatMap((own) => {
    const block = cut.bytesOf({ first: own, count: 1 });
    if (block === 0) return [];
    return operation === "reduce-scatter" ? { from: others(own), to: [own], bytes: block } : { from: [own], to: others(own), bytes: block };
  });
}

/** Maximum number of bytes that a rank contributes. */
export function mostGiven(operation: CollectiveOperation, ranks: number, bytes: number): number {
  if (operation === "allgather") return Math.ceil(bytes / ranks);
  return operation === "reduce-scatter" ? bytes - Math.floor(bytes / ranks) : bytes;
}

/** Maximum number of messages to and from trees of single blocks, which are written in seconds. */
const mostOfBlocks = 2 ** 17;

/** The issue about too many ranks with a tree each. */
export function tooManyTrees(operation: CollectiveOperation, ranks: number, channels: number): readonly ValidationIssue[] {
  if (operation !== "reduce-scatter" && operation !== "allgather") return [];
  const nearest = Math.floor(Math.sqrt(mostOfBlocks / channels));
  if (ranks <= nearest) return [];
  const message = `${ranks} ranks with ${channels} ${channels === 1 ? "tree" : "trees"} each would give too many messages.`;
  return [{ path: "ranks", message, remedy: `Use ${nearest} or less, or another algorithm.`, nearest }];
}

/**
 * Creates the parallel trees of an operation.
 * @returns a function that writes the operations of a rank
 * @throws ScenarioError if the network has no such trees
 */
export function treesOf(
  operation: CollectiveOperation,
  { bytes, root = 0, channels = 1 }: { readonly bytes: number; readonly root?: number; readonly channels?: number },
  { ranks, trees, write }: Pick<Writing, "ranks" | "trees" | "write">,
): (rank: number) => void {
  const found = partsOf(operation, ranks, bytes, root).flatMap(({ from, to, bytes: part }) => {
    // Every piece has at least one byte.
    const pieces = Math.min(channels, part);
    const [gives, hears] = [new Set(from), new Set(to)];
    return trees(pieces, from, to).map((tree, k) => ({ tree, gives, hears, bytes: shareOf(part, pieces, k) }));
  });
  return (rank) => {
    for (const { tree, gives, bytes: part } of found) if (gives.has(rank)) write.sendToTree(tree, part);
    for (const { tree, hears } of found) if (hears.has(rank)) write.receiveFromTree(tree);
  };
}
