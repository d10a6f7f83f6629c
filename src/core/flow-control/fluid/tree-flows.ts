/** Trees as flows: what ranks contribute leaves together, at one rate, over all channels of the tree at once. */
import { delayOf, rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { heardAt, type ProgramTree } from "../../programs/trees.ts";

/** A tree, and the round of it that is under way. */
export interface TreeFlow {
  readonly tree: ProgramTree;
  /** [from] Cycles that a header of each takes up to the root, and [to] from there down. */
  readonly up: Float64Array;
  readonly down: Float64Array;
  /** The place of the rank that stands for all where one source and one destination are named. */
  readonly leader: number;
  /** [from] The flow of each contribution, −1 before it is there; and how many there are. */
  readonly flow: Int32Array;
  count: number;
  /** When the last of their headers comes to the root; once all are there, how many cycles after the round has begun. */
  atRoot: number;
}

/** The trees of a plan's program, in its order. */
export function treeFlowsOf({ network, demand, links }: Plan): readonly TreeFlow[] {
  if (demand.form !== "program" || demand.trees === undefined) return [];
  const { terminalOf } = demand;
  const timeOf = (channel: number) => 1 / rateOf(links, channel) + delayOf(links, channel);
  return demand.trees.map((tree) => {
    const time = new Map([[tree.root, 0]]);
    const go = (channel: number, from: number, to: number) => time.set(to, time.get(from)! + timeOf(channel));
    const at = (ranks: Int32Array) => Float64Array.from(ranks, (rank) => time.get(terminalOf[rank])!);
    // From the root outwards.
    for (let i = tree.up.length - 1; i >= 0; i--) go(tree.up[i], network.head[tree.up[i]], network.tail[tree.up[i]]);
    const up = at(tree.from);
    for (const channel of tree.down) go(channel, network.tail[channel], network.head[channel]);
    const leader = tree.from.findIndex((rank, place) => rank !== tree.to[heardAt(tree, place)]);
    return {
      tree,
      up,
      down: at(tree.to),
      leader: Math.max(0, leader),
      flow: new Int32Array(tree.from.length).fill(-1),
      count: 0,
      atRoot: 0,
    };
  });
}
