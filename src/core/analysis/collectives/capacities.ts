/**
 * Upper bounds of the joint rate of channels, phits per cycle: by channel rates, port limits of terminals, and common capacities of groups.
 */
import type { Network } from "../../network/network.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";

/** Capacities out of parts of a network, into them, and in both directions together. */
export interface Carried {
  /** [L] By part. */
  readonly out: Float64Array;
  readonly into: Float64Array;
  readonly both: Float64Array;
  /** Of all parts together. */
  readonly all: { readonly out: number; readonly into: number; readonly both: number };
}

export class Capacities {
  /** Rate of the fastest channel of a terminal, phits per cycle. */
  readonly fastest: number;
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
    this.rates = Float64Array.from(head, (to, c) => {
      const isOfTerminal = Math.min(to, tail[c]) < terminals;
      const rate = isOfTerminal ? Math.min(rateOf(links, c), ports.oneWay) : rateOf(links, c);
      if (isOfTerminal) fastest = Math.max(fastest, rate);
      return rate;
    });
    this.fastest = fastest;
  }

  /** Capacity out of a node. */
  out(n: number): number {
    const { firstOut } = this.network;
    return this.rates.subarray(firstOut[n], firstOut[n + 1]).reduce((sum, rate) => sum + rate, 0);
  }

  /** Capacity into a node. */
  into(n: number): number {
    const { firstOut, reverse } = this.network;
    return reverse.subarray(firstOut[n], firstOut[n + 1]).reduce((sum, c) => sum + this.rates[c], 0);
  }

  /** Sum of the rates of selected channels. */
  sum(isCounted: (c: number) => boolean): number {
    return this.rates.reduce((sum, rate, c) => (isCounted(c) ? sum + rate : sum), 0);
  }

  /**
   * Capacities of the parts of a division.
   * @param partOf [N] Part of each node, 0 … parts − 1.
   * @param ranks [L] Number of ranks in each part; parts without ranks do not count in `all`.
   */
  of(partOf: Int32Array, parts: number, ranks: Int32Array): Carried {
    const { network, rates, bothWays } = this;
    const { head, tail, reverse, group, groupCapacity, terminals } = network;
    const sums = () => new Sums(parts, groupCapacity);
    const [out, into, both, all] = [sums(), sums(), sums(), new Sums(2, groupCapacity)];
    const isLimited = bothWays < Infinity;
    for (let c = 0, C = head.length; c < C; c++) {
      const [from, to] = [partOf[tail[c]], partOf[head[c]]];
      if (from === to) continue;
      const [g, rate] = [group[c], rates[c]];
      out.add(from, g, rate);
      into.add(to, g, rate);
      if (ranks[from] > 0) all.add(0, g, rate);
      if (ranks[to] > 0) all.add(1, g, rate);
      if (!isLimited) continue;
      // Each channel of a link gets half of the link's rate in both directions: both channels are between the same two parts.
      const link = Math.min(rate + rates[reverse[c]], Math.min(head[c], tail[c]) < terminals ? bothWays : Infinity) / 2;
      both.add(from, g, link);
      both.add(to, g, link);
    }
    const ofBoth = isLimited ? both.all() : new Float64Array(parts).fill(Infinity);
    const [allOut, allIn] = all.all();
    const ofRanks = isLimited ? ofBoth.reduce((sum, each, part) => (ranks[part] > 0 ? sum + each : sum), 0) : Infinity;
    return { out: out.all(), into: into.all(), both: ofBoth, all: { out: allOut, into: allIn, both: ofRanks } };
  }
}

/** Sums of rates by part, with each group limited to its capacity. */
class Sums {
  private readonly sums: Float64Array;
  /** By part and group. */
  private readonly grouped = new Map<number, number>();

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
    this.grouped.set(key, (this.grouped.get(key) ?? 0) + rate);
  }

  all(): Float64Array {
    const { capacity } = this;
    for (const [key, sum] of this.grouped) this.sums[Math.floor(key / capacity.length)] += Math.min(sum, capacity[key % capacity.length]);
    this.grouped.clear();
    return this.sums;
  }
}
