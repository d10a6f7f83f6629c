/** Reduction trees as flows: the contributions of a round leave together, at one rate, over all channels of the tree. */
import { delayOf, rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { nominalReceiver, type ProgramTree } from "../../programs/trees.ts";

/** A tree, and its current round. */
export interface TreeFlow {
  readonly tree: ProgramTree;
  /** By contributor: cycles of a header to the root; by receiver: cycles from the root. */
  readonly contributorCycles: Float64Array;
  readonly receiverCycles: Float64Array;
  /** Position of the contributor whose flow represents the flows of all contributors, so that its source and destination differ. */
  readonly leader: number;
  /** By contributor: flow of each contribution, −1 before the rank has contributed; and number of contributions in the current round. */
  readonly flows: Int32Array;
  contributionCount: number;
  /** Cycle in which the last header arrives at the root; once the round has begun, relative to the beginning of the round. */
  rootArrival: number;
}

/**
 * Creates the state of each reduction tree of a plan's program before its first round: the cycles of a header from each contributor up to
 * the root and from there down to each receiver, and space for the flows that contribute. The leader is the contributor whose flow
 * represents the flows of all contributors: the first whose message has another rank as its receiver.
 */
export function treeFlowsOf({ network, demand, links }: Plan): readonly TreeFlow[] {
  if (demand.form !== "program" || demand.trees === undefined) return [];
  const { terminalOf } = demand;
  const cyclesOfChannel = (channel: number) => 1 / rateOf(links, channel) + delayOf(links, channel);
  return demand.trees.map((tree) => {
    const cyclesFromRoot = new Map([[tree.root, 0]]);
    const addChannel = (channel: number, from: number, to: number) =>
      cyclesFromRoot.set(to, cyclesFromRoot.get(from)! + cyclesOfChannel(channel));
    const cyclesOf = (ranks: Int32Array) => Float64Array.from(ranks, (rank) => cyclesFromRoot.get(terminalOf[rank])!);
    // From the root outwards.
    for (let i = tree.up.length - 1; i >= 0; i--) addChannel(tree.up[i], network.head[tree.up[i]], network.tail[tree.up[i]]);
    const contributorCycles = cyclesOf(tree.from);
    for (const channel of tree.down) addChannel(channel, network.tail[channel], network.head[channel]);
    const leader = tree.from.findIndex((rank, position) => rank !== tree.to[nominalReceiver(tree, position)]);
    return {
      tree,
      contributorCycles,
      receiverCycles: cyclesOf(tree.to),
      leader: Math.max(0, leader),
      flows: new Int32Array(tree.from.length).fill(-1),
      contributionCount: 0,
      rootArrival: 0,
    };
  });
}
