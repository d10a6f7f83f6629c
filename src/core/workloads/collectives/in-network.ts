/**
 * Collective operations in switches: ranks contribute their vectors to trees in the network, one part to each tree, and receive the
 * results.
 */
import type { ValidationIssue } from "../../base/errors.ts";
import type { NetworkShape } from "../../network/network.ts";
import type { CollectiveOperation } from "../../programs/collective.ts";
import { evenShare } from "../matrix.ts";
import type { WritingContext } from "../program.ts";
import { BlockSizes } from "./schedule-instances.ts";

/** In-network reduction as an entry in the list of algorithms of an operation. It has trees instead of schedules. */
export const inNetwork = {
  id: "in-network",
  title: "in-network reduction",
  help: "Switches reduce the vectors on their way up a tree and replicate the result on the way down.",
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
export function checkTreeSupport(
  path: string,
  { isMedium, forwards }: Pick<NetworkShape, "isMedium" | "forwards">,
  nearest: string,
): readonly ValidationIssue[] {
  if (isMedium !== true && !forwards) return [];
  const message =
    isMedium === true
      ? "a shared medium has no switches that reduce or replicate messages."
      : "this network has paths through terminals, which cannot reduce or replicate messages.";
  return [{ path, message, remedy: "Use another algorithm, or a network of switches.", nearest }];
}

/** A part of a vector with its own tree: the contributors, the receivers, and its bytes. */
interface VectorPart {
  readonly contributors: readonly number[];
  readonly receivers: readonly number[];
  readonly bytes: number;
}

/**
 * The parts of a vector, one reduction tree each. In a reduce-scatter or allgather each rank has a block of the vector, and each block is a
 * part; all ranks have the parts in the same order.
 */
function vectorParts(operation: CollectiveOperation, ranks: number, bytes: number, root: number): readonly VectorPart[] {
  const allRanks = Array.from({ length: ranks }, (_, rank) => rank);
  const others = (blockOwner: number) => allRanks.filter((rank) => rank !== blockOwner);
  if (operation === "reduce") return [{ contributors: allRanks, receivers: [root], bytes }];
  if (operation === "broadcast") return [{ contributors: [root], receivers: others(root), bytes }];
  if (operation !== "reduce-scatter" && operation !== "allgather") return [{ contributors: allRanks, receivers: allRanks, bytes }];
  const blockSizes = new BlockSizes(bytes, ranks);
  return allRanks.flatMap((blockOwner) => {
    const blockBytes = blockSizes.bytesOf({ first: blockOwner, count: 1 });
    if (blockBytes === 0) return [];
    return operation === "reduce-scatter"
      ? { contributors: others(blockOwner), receivers: [blockOwner], bytes: blockBytes }
      : { contributors: [blockOwner], receivers: others(blockOwner), bytes: blockBytes };
  });
}

/** Maximum number of bytes that a rank contributes. */
export function maxContribution(operation: CollectiveOperation, ranks: number, bytes: number): number {
  if (operation === "allgather") return Math.ceil(bytes / ranks);
  return operation === "reduce-scatter" ? bytes - Math.floor(bytes / ranks) : bytes;
}

/** Maximum number of messages to and from trees of single blocks, which are written in seconds. */
const maxBlockMessages = 2 ** 17;

/** The issue about too many ranks, if each rank needs a tree. */
export function checkTreeCount(operation: CollectiveOperation, ranks: number, channels: number): readonly ValidationIssue[] {
  if (operation !== "reduce-scatter" && operation !== "allgather") return [];
  const nearest = Math.floor(Math.sqrt(maxBlockMessages / channels));
  if (ranks <= nearest) return [];
  const message = `${ranks} ranks with ${channels} ${channels === 1 ? "tree" : "trees"} each would send too many messages.`;
  return [{ path: "ranks", message, remedy: `Use ${nearest} or less, or another algorithm.`, nearest }];
}

/**
 * Creates the reduction trees over switches for a collective operation in the network. The vector is divided into parts, each with the
 * ranks that contribute to it and the ranks that receive its result, and each part is divided among several parallel trees.
 * @param channels the most trees for one part
 * @returns a function that writes the operations of a rank: its contributions to the trees, then its receives
 * @throws ScenarioError if the network has no such trees
 */
export function prepareTrees(
  operation: CollectiveOperation,
  { bytes, root = 0, channels = 1 }: { readonly bytes: number; readonly root?: number; readonly channels?: number },
  { ranks, createTrees, write }: Pick<WritingContext, "ranks" | "createTrees" | "write">,
): (rank: number) => void {
  const assignedTrees = vectorParts(operation, ranks, bytes, root).flatMap(
    ({ contributors: contributingRanks, receivers: receivingRanks, bytes: partBytes }) => {
      // Every piece has at least one byte.
      const treeCount = Math.min(channels, partBytes);
      const [contributors, receivers] = [new Set(contributingRanks), new Set(receivingRanks)];
      return createTrees(treeCount, contributingRanks, receivingRanks).map((tree, k) => ({
        tree,
        contributors,
        receivers,
        bytes: evenShare(partBytes, treeCount, k),
      }));
    },
  );
  return (rank) => {
    for (const { tree, contributors, bytes: partBytes } of assignedTrees) if (contributors.has(rank)) write.sendToTree(tree, partBytes);
    for (const { tree, receivers } of assignedTrees) if (receivers.has(rank)) write.receiveFromTree(tree);
  };
}
