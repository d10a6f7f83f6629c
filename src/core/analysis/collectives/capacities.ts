/**
 * Upper bounds of the joint rate of channels, phits per cycle: by channel rates, port limits of terminals, and common capacities of groups.
 */
import type { Network } from "../../network/network.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";

/** Capacities out of parts of a network, into them, and in both directions together. */
export interface PartCapacities {
  /** [L] By part. */
  readonly out: Float64Array;
  readonly into: Float64Array;
  readonly both: Float64Array;
  /** Of all parts together. */
  readonly all: { readonly out: number; readonly into: number; readonly both: number };
}

export class Capacities {
  /** Rate of the fastest channel of a terminal, phits per cycle. */
  readonly fastestTerminalRate: number;
  private readonly network: Network;
  /** [C] Phits per cycle. */
  private readonly rates: Float64Array;
  /** Limit of a terminal's port in both directions together. */
  private readonly bothWays: number;

  constructor({ network, links, ports = { oneWay: Infinity, bothWays: Infinity } }: Plan) {
    const { head, tail, terminals } = network;
    this.network = network;
    this.bothWays = ports.bothWays;
    let fastest = 0;
    this.rates = Float64Array.from(head, (to, channel) => {
      const isOfTerminal = Math.min(to, tail[channel]) < terminals;
      const rate = isOfTerminal ? Math.min(rateOf(links, channel), ports.oneWay) : rateOf(links, channel);
      if (isOfTerminal) fastest = Math.max(fastest, rate);
      return rate;
    });
    this.fastestTerminalRate = fastest;
  }

  /** Capacity out of a node. */
  outOfNode(node: number): number {
    const { firstOut } = this.network;
    return this.rates.subarray(firstOut[node], firstOut[node + 1]).reduce((sum, rate) => sum + rate, 0);
  }

  /** Capacity into a node. */
  intoNode(node: number): number {
    const { firstOut, reverse } = this.network;
    return reverse.subarray(firstOut[node], firstOut[node + 1]).reduce((sum, channel) => sum + this.rates[channel], 0);
  }

  /** Sum of the rates of selected channels. */
  sum(isCounted: (channel: number) => boolean): number {
    return this.rates.reduce((sum, rate, channel) => (isCounted(channel) ? sum + rate : sum), 0);
  }

  /**
   * Rates of the channels that cross the borders of parts of a network, in phits per cycle: out of each part, into it, both together, and
   * for all parts with ranks together. A group of channels counts with its common capacity at most. `both` is infinite unless the bus of a
   * terminal limits both directions together.
   * @param partOf [N] Part of each node, 0 … parts − 1.
   * @param ranks [parts] Number of ranks in each part; parts without ranks do not count in `all`.
   */
  ofParts(partOf: Int32Array, parts: number, ranks: Int32Array): PartCapacities {
    const { network, rates, bothWays } = this;
    const { head, tail, reverse, group, groupCapacity, terminals } = network;
    // Sums by part. `all` has two: out of all parts with ranks, and into them.
    const newSums = () => new PartSums(parts, groupCapacity);
    const [out, into, both, all] = [newSums(), newSums(), newSums(), new PartSums(2, groupCapacity)];
    const hasBusLimit = bothWays < Infinity;
    for (let channel = 0, channels = head.length; channel < channels; channel++) {
      const [from, to] = [partOf[tail[channel]], partOf[head[channel]]];
      if (from === to) continue;
      const [groupIndex, rate] = [group[channel], rates[channel]];
      out.add(from, groupIndex, rate);
      into.add(to, groupIndex, rate);
      if (ranks[from] > 0) all.add(0, groupIndex, rate);
      if (ranks[to] > 0) all.add(1, groupIndex, rate);
      if (!hasBusLimit) continue;
      // Each channel of a link gets half of the link's rate in both directions: both channels are between the same two parts.
      const linkRate =
        Math.min(rate + rates[reverse[channel]], Math.min(head[channel], tail[channel]) < terminals ? bothWays : Infinity) / 2;
      both.add(from, groupIndex, linkRate);
      both.add(to, groupIndex, linkRate);
    }
    const bothCapacities = hasBusLimit ? both.capped() : new Float64Array(parts).fill(Infinity);
    const [allOut, allIn] = all.capped();
    const totalBoth = hasBusLimit ? bothCapacities.reduce((sum, each, part) => (ranks[part] > 0 ? sum + each : sum), 0) : Infinity;
    return { out: out.capped(), into: into.capped(), both: bothCapacities, all: { out: allOut, into: allIn, both: totalBoth } };
  }
}

/** Sums of rates by part, with each group limited to its capacity. */
class PartSums {
  private readonly sums: Float64Array;
  /** By part and group. */
  private readonly groupSums = new Map<number, number>();

  constructor(
    parts: number,
    private readonly capacity: Float64Array,
  ) {
    this.sums = new Float64Array(parts);
  }

  add(part: number, group: number, rate: number): void {
    if (group < 0) {
      this.sums[part] += rate;
      return;
    }
    const key = part * this.capacity.length + group;
    this.groupSums.set(key, (this.groupSums.get(key) ?? 0) + rate);
  }

  capped(): Float64Array {
    const { capacity } = this;
    for (const [key, sum] of this.groupSums) this.sums[Math.floor(key / capacity.length)] += Math.min(sum, capacity[key % capacity.length]);
    this.groupSums.clear();
    return this.sums;
  }
}
