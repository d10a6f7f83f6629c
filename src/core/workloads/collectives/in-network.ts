/** Collective operations that switches do: ranks give their vectors to trees over the network, each tree its part, and hear what comes out. */
import type { ValidationIssue } from "../../base/errors.ts";
import type { Shape } from "../../network/network.ts";
import type { CollectiveOperation } from "../../plan/collective.ts";
import { shareOf } from "../matrix.ts";
import type { Writing } from "../program.ts";

/** The algorithm, as operations list it: it has trees instead of schedules. */
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

/** The issue about a network whose switches do not reduce for all terminals, with another algorithm that will do. */
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

/** Ranks that give to the trees of an operation, and ranks that hear them. */
function endsOf(operation: CollectiveOperation, ranks: number, root: number) {
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  if (operation === "reduce") return { from: all, to: [root] };
  return operation === "broadcast" ? { from: [root], to: all.filter((rank) => rank !== root) } : { from: all, to: all };
}

/**
 * Finds the trees of an operation, side by side.
 * @returns what writes the part of a rank
 * @throws ScenarioError where the network has no such trees
 */
export function treesOf(
  operation: CollectiveOperation,
  { bytes, root = 0, channels = 1 }: { readonly bytes: number; readonly root?: number; readonly channels?: number },
  { ranks, trees, write }: Pick<Writing, "ranks" | "trees" | "write">,
): (rank: number) => void {
  const { from, to } = endsOf(operation, ranks, root);
  // No part is empty.
  const parts = Math.min(channels, bytes);
  const found = trees(parts, from, to);
  const [gives, hears] = [new Set(from), new Set(to)];
  return (rank) => {
    if (gives.has(rank)) for (const [k, tree] of found.entries()) write.sendToTree(tree, shareOf(bytes, parts, k));
    if (hears.has(rank)) for (const tree of found) write.receiveFromTree(tree);
  };
}
