/** Non-minimal paths via a random node on any network, with routing tables. */
import { withoutUndefined } from "../../base/defined.ts";
import { uniformBelow, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import { hopCounter, type NonMinimalRouting } from "./adaptive-decision.ts";
import { vcClassesByHops, maxVcClasses, type ShortestPaths, shortestPaths } from "../shortest-paths.ts";
import { upDownPaths } from "../up-down-paths.ts";
import { canForward } from "../path-tables.ts";

/**
 * Paths via a random node to which some terminal is attached. They are shortest paths if VC classes by hops suffice. Otherwise they are
 * up-down paths with one VC class before the intermediate node and one after it.
 */
export function viaTables(network: Network): NonMinimalRouting {
  const shortest = shortestPaths(network);
  // Twice the longest path, minus the channels into and out of a terminal, which are not used if the intermediate node is a switch.
  const isAtSwitch = shortest.attachmentOf.map((node, t) => (node === t ? 0 : 1));
  const unusedChannels = (isAtSwitch.includes(1) ? 1 : 0) + (isAtSwitch.includes(0) ? 0 : 1);
  const vcClasses = vcClassesByHops(2 * shortest.longestPath - unusedChannels, shortest.exemptHops);
  return vcClasses <= maxVcClasses ? viaShortestPaths(network, shortest, vcClasses) : viaUpDownPaths(network);
}

/**
 * The nodes of a network that can be intermediates of non-minimal paths (nodes with attached terminals), and two functions that draw an
 * intermediate for a packet: `drawIntermediate` at its source, `drawAlternative` at a node on its path instead of its present one. Both
 * return the index of the intermediate + 1, or 0 for a minimal path.
 */
function intermediateNodes(network: Network, { attachmentOf, canReach }: Pick<ShortestPaths, "attachmentOf" | "canReach">) {
  /** Each intermediate node, and a terminal attached to it: the tables store paths to terminals. */
  const intermediates: number[] = [];
  const terminalAt: number[] = [];
  const isIntermediate = new Uint8Array(network.terminals + network.switches);
  attachmentOf.forEach((node, t) => {
    if (!canForward(network, node) || isIntermediate[node] === 1) return;
    isIntermediate[node] = 1;
    intermediates.push(node);
    terminalAt.push(t);
  });
  /** The path is minimal if the drawn node is an end of it, or cannot be reached. */
  const drawIntermediate = (source: number, destination: number, random: number) => {
    if (intermediates.length === 0) return 0;
    const index = uniformBelow(random, intermediates.length);
    const [node, viaTerminal] = [intermediates[index], terminalAt[index]];
    if (node === attachmentOf[source] || node === attachmentOf[destination] || node === source || node === destination) return 0;
    return canReach === undefined || (canReach(source, viaTerminal) && canReach(viaTerminal, destination)) ? index + 1 : 0;
  };
  /** The `i`-th alternative depends on the packet's position and its present intermediate, whose index + 1 is `present`. */
  const drawAlternative = (current: number, destination: number, present: number, i: number) => {
    const index = (present - 1 + uniformBelow(mix(current, destination, i), intermediates.length)) % intermediates.length;
    const [node, viaTerminal] = [intermediates[index], terminalAt[index]];
    if (node === current || node === attachmentOf[destination] || node === destination) return 0;
    return canReach === undefined || canReach(viaTerminal, destination) ? index + 1 : 0;
  };
  return { intermediates, terminalAt, drawIntermediate, drawAlternative };
}

/** The low bits of a state count the channels crossed so far. The bits above are the index of the intermediate node + 1. */
const hopBits = 8;
const hopMask = (1 << hopBits) - 1;

/**
 * Non-minimal routing by shortest paths to a random intermediate node and then to the destination. The VC class is the number of channels
 * crossed so far, which prevents deadlock. The low bits of a state count these channels; the bits above are the index of the intermediate
 * node + 1.
 */
function viaShortestPaths(network: Network, paths: ShortestPaths, vcClasses: number): NonMinimalRouting {
  const { head } = network;
  const { attachmentOf, maxCandidates, exemptHops, canReach, nextChannels } = paths;
  const { intermediates, terminalAt, drawIntermediate, drawAlternative } = intermediateNodes(network, paths);
  const isNonMinimal = (state: number) => state > hopMask;
  const isPastIntermediate = (node: number, state: number) => !isNonMinimal(state) || node === intermediates[(state >> hopBits) - 1];
  const channelsCrossed = (state: number) => state & hopMask;
  return withHops(network, {
    vcClasses,
    maxCandidates,
    initialState: (source, destination, random) => drawIntermediate(source, destination, random) << hopBits,
    isNonMinimal,
    minimalState: (_at, _to, state) => channelsCrossed(state),
    alternativeState: (node, destination, state, i) =>
      (drawAlternative(node, destination, state >> hopBits, i) << hopBits) | channelsCrossed(state),
    lastNode: (destination) => attachmentOf[destination],
    nextState: (node, _to, state) => (isPastIntermediate(node, state) ? channelsCrossed(state) : state) + 1,
    route(node, destination, state, candidates) {
      const target = isPastIntermediate(node, state) ? destination : terminalAt[(state >> hopBits) - 1];
      const count = nextChannels(node, target, candidates);
      const vcClass = Math.max(0, channelsCrossed(state) - exemptHops);
      for (let i = 0; i < count; i++) candidates[i] = candidates[i] * vcClasses + (head[candidates[i]] === destination ? 0 : vcClass);
      return count;
    },
    ...withoutUndefined({ canReach }),
  });
}

/**
 * Non-minimal routing by up-down paths (first up towards a root, then down) to a random intermediate node and then to the destination, with
 * one VC class before the intermediate node and one after it. Bit 0 of a state says whether the packet has gone down; the bits above are
 * the index of the intermediate node + 1.
 */
function viaUpDownPaths(network: Network): NonMinimalRouting {
  const upDown = upDownPaths(network, "centre");
  const { attachmentOf, maxCandidates, canReach, nextChannels, stateAfterChannel } = upDown;
  const { intermediates, terminalAt, drawIntermediate, drawAlternative } = intermediateNodes(network, upDown);
  const vcClasses = 2;
  const candidates = new Int32Array(maxCandidates);
  const isPastIntermediate = (node: number, state: number) => state < 2 || node === intermediates[(state >> 1) - 1];
  /** The state for the next channel: at the intermediate node it becomes 0, so that the packet may go up again. */
  const currentState = (node: number, state: number) => (state >= 2 && isPastIntermediate(node, state) ? 0 : state);
  return withHops(network, {
    vcClasses,
    maxCandidates,
    initialState: (source, destination, random) => drawIntermediate(source, destination, random) << 1,
    isNonMinimal: (state) => state >= 2,
    // A packet that has gone down may only go down, so it may have no minimal path; then it keeps its state.
    minimalState: (node, destination, state) => (nextChannels(node, destination, state & 1, candidates) > 0 ? state & 1 : state),
    alternativeState: (node, destination, state, i) => (drawAlternative(node, destination, state >> 1, i) << 1) | (state & 1),
    lastNode: (destination) => attachmentOf[destination],
    nextState: (node, _to, state, id) => stateAfterChannel(currentState(node, state), Math.floor(id / vcClasses)),
    route(node, destination, state, candidates) {
      const isLast = isPastIntermediate(node, state);
      const count = nextChannels(node, isLast ? destination : terminalAt[(state >> 1) - 1], currentState(node, state) & 1, candidates);
      for (let i = 0; i < count; i++) candidates[i] = candidates[i] * vcClasses + (isLast ? 1 : 0);
      return count;
    },
    ...withoutUndefined({ canReach }),
  });
}

const withHops = (network: Network, routing: Omit<NonMinimalRouting, "hops">): NonMinimalRouting => ({
  ...routing,
  hops: hopCounter(routing, network),
});
