// hot: no allocation, no for-of, no destructuring inside `findPaths` and what it calls.
/** Finds the paths of a message: its channels and the other resources that it uses, each with the part of the message that crosses it. */
import { growth, longer, longerReal } from "../../base/arrays.ts";
import { below, mixOn, mixTwo, streamKey } from "../../base/random.ts";
import { delayOf, rateOf } from "../../plan/links.ts";
import type { ReductionTree } from "../../network/reduction-tree.ts";
import type { Plan } from "../../plan/plan.ts";
import { decides } from "../../plan/routing.ts";

/**
 * How messages choose among the candidates of the routing:
 * - `one`: fixed by the destination. A terminal takes the first; a switch takes the one that the next digit of the destination number
 * selects, in the base of the number of candidates. In a tree this is D-mod-k (Zahavi, J. Parallel Distrib. Comput. 72, 2012).
 * - `drawn`: one of them, drawn for each message at every hop.
 * - `spread`: all of them, in equal parts at every hop.
 */
export type WaysRule = "one" | "drawn" | "spread";

/** Resources that a message uses; the first `count` entries are valid. */
export interface Ways {
  readonly count: number;
  readonly resource: Int32Array;
  /** The part of the message that uses the resource; more than 1 if it crosses the resource several times. */
  readonly weight: Float64Array;
  /** Channels before the resource. */
  readonly hop: Int32Array;
  /** Cycles from a header's departure to its arrival behind the resource; absent where each channel takes one. */
  readonly reach?: Float64Array;
}

/** The parts of a plan that determine paths. */
export type Roads = Pick<Plan, "network" | "routing" | "links" | "ports" | "seed">;

/** Maximum number of channels of a path; a longer path is a routing loop. */
const longestWay = 1 << 16;
/** Up to this many resources, a linear search is faster than a lookup table. */
const few = 32;

export class FluidWays implements Ways {
  count = 0;
  private readonly useCapacity = growth.initial(64);
  resource = new Int32Array(this.useCapacity);
  weight = new Float64Array(this.useCapacity);
  hop = new Int32Array(this.useCapacity);
  reach?: Float64Array<ArrayBuffer>;
  /** Cycles of a header over the longest path, and mean number of channels. */
  delay = 0;
  meanHops = 0;
  /** Whether the routing offered no other path; for `one` and `drawn`. */
  isOnly = true;
  /** Rate of the message, phits per cycle, without other flows and without limits of ports. */
  alone = 1;
  /** Maximum rate of any message: that of the fastest channel of a terminal. */
  readonly fastest: number;
  /**
   * [resources] Capacity of each resource, phits per cycle: channels, shared capacities, and ports with a limit for both directions
   * together.
   */
  readonly capacity: Float64Array;
  private readonly plan: Roads;
  /** [channels] Phits per cycle of each channel, and cycles that a header takes for it; null where both are 1 everywhere. */
  private readonly links: { readonly rate: Float64Array; readonly time: Float64Array } | null;
  private readonly routed: Int32Array;
  private readonly key: number;
  /** Whether there are resources other than channels. */
  private readonly areMoreLimited: boolean;
  /**
   * [resources] Lookup table: index of a resource among the uses of the current message; valid entries are checked. Used above {@link
   * maxScannedUses} uses.
   */
  private readonly place: Int32Array;
  /** [channels] The limited port that a channel leaves, and the one that it enters; −1 for none. */
  private readonly portOut: Int32Array;
  private readonly portIn: Int32Array;
  // Nodes that parts of a message have reached, with their routing state. Parts of the next step follow those of the current one.
  private readonly partCapacity = growth.initial(64);
  private at = new Int32Array(this.partCapacity);
  private state = new Int32Array(this.partCapacity);
  private part = new Float64Array(this.partCapacity);
  /** When the last phit of the part arrives there, in cycles after its departure. */
  private came = new Float64Array(this.partCapacity);
  /** The previous part at the same node with another state; −1 for none. */
  private other = new Int32Array(this.partCapacity);
  private reached = 0;
  /** [nodes] The last part at each node; valid entries are checked. */
  private readonly placeAt: Int32Array;

  /** @param phitsBehind Occupancy of a channel, in phits, for adaptive routings. */
  constructor(
    plan: Roads,
    private readonly rule: WaysRule,
    private readonly phitsBehind: (channel: number) => number,
  ) {
    const { network, routing, links, ports = { oneWay: Infinity, bothWays: Infinity } } = plan;
    const { terminals, head, tail, reverse, groupCapacity } = network;
    const channels = head.length;
    this.plan = plan;
    this.routed = new Int32Array(routing.maxCandidates);
    this.key = streamKey(plan.seed, "selection");
    this.portOut = new Int32Array(channels).fill(-1);
    this.portIn = new Int32Array(channels).fill(-1);
    const rate = Float64Array.from(head, (_, c) => rateOf(links, c));
    this.links = links === undefined ? null : { rate, time: rate.map((each, c) => 1 / each + delayOf(links, c)) };
    if (links !== undefined) this.reach = new Float64Array(this.useCapacity);
    this.fastest = rate.reduce((most, each, c) => (tail[c] < terminals && each > most ? each : most), 0);
    const capacity = Array.from(head, (to, c) => (to < terminals || tail[c] < terminals ? Math.min(rate[c], ports.oneWay) : rate[c]));
    for (const each of groupCapacity) capacity.push(each);
    for (let c = 0; c < channels; c++) {
      if (tail[c] >= terminals || ports.bothWays >= capacity[c] + capacity[reverse[c]]) continue;
      this.portOut[c] = capacity.length;
      this.portIn[reverse[c]] = capacity.length;
      capacity.push(ports.bothWays);
    }
    this.capacity = Float64Array.from(capacity);
    this.areMoreLimited = capacity.length > channels;
    this.place = new Int32Array(capacity.length);
    this.placeAt = new Int32Array(rule === "spread" ? terminals + network.switches : 0);
  }

  /** Finds the paths of a message between two terminals. `state` is the initial routing state, and `draw` a fresh 32-bit random number. */
  find(from: number, to: number, state: number, draw: number): void {
    this.count = 0;
    this.meanHops = 0;
    this.alone = this.fastest;
    if (this.rule === "spread") return this.spread(from, to, state);
    const { routing, network } = this.plan;
    const { classes, next, adapt } = routing;
    const { routed } = this;
    const isDrawn = this.rule === "drawn";
    const drawn = mixTwo(this.key, draw);
    this.isOnly = true;
    let at = from;
    let hop = 0;
    let came = 0;
    let digits = to;
    for (; at !== to && hop < longestWay; hop++) {
      if (adapt !== undefined && decides(routing, hop, state)) state = adapt(at, to, state, this.phitsBehind);
      const count = routing.route(at, to, state, routed);
      let chosen = 0;
      if (count > 1) {
        this.isOnly &&= next === undefined && this.areOneChannel(count);
        if (isDrawn) chosen = below(mixOn(drawn, hop), count);
        else if (at >= network.terminals) {
          chosen = digits % count;
          digits = (digits / count) | 0;
        }
      }
      const id = routed[chosen];
      const channel = (id / classes) | 0;
      came = this.cross(channel, 1, hop, came);
      if (next !== undefined) state = next(at, to, state, id);
      at = network.head[channel];
    }
    this.delay = came;
  }

  /** Whether candidates differ only in their virtual channels. */
  private areOneChannel(count: number): boolean {
    const { routed } = this;
    const { classes } = this.plan.routing;
    const channel = (routed[0] / classes) | 0;
    for (let j = 1; j < count; j++) if (((routed[j] / classes) | 0) !== channel) return false;
    return true;
  }

  /** Finds the channels of a tree, each of which carries the message once. */
  findTree({ up, down }: Pick<ReductionTree, "up" | "down">): void {
    const { tail, head } = this.plan.network;
    this.count = 0;
    this.meanHops = 0;
    this.alone = this.fastest;
    // By node: channels before it, and when the last phit of the message arrives, up or down.
    const [hops, came] = [new Map<number, number>(), new Map<number, number>()];
    for (let i = 0; i < up.length + down.length; i++) {
      const channel = i < up.length ? up[i] : down[i - up.length];
      const from = tail[channel];
      const to = head[channel];
      const hop = hops.get(from) ?? 0;
      const there = this.cross(channel, 1, hop, came.get(from) ?? 0);
      // A contributing terminal receives the result anew.
      const isDown = i >= up.length;
      hops.set(to, isDown ? hop + 1 : Math.max(hops.get(to) ?? 0, hop + 1));
      came.set(to, isDown ? there : Math.max(came.get(to) ?? 0, there));
    }
    this.delay = 0;
    for (const time of came.values()) this.delay = Math.max(this.delay, time);
  }

  /** Advances parts of the message step by step; parts that meet in the same state are merged. */
  private spread(from: number, to: number, state: number): void {
    const { routing, network } = this.plan;
    const { classes, next, adapt } = routing;
    this.at[0] = from;
    this.state[0] = state;
    this.part[0] = 1;
    this.came[0] = 0;
    this.delay = 0;
    let start = 0;
    let end = 1;
    let hop = 0;
    for (; start < end && hop < longestWay; hop++) {
      this.reached = end;
      for (let i = start; i < end; i++) {
        const at = this.at[i];
        let now = this.state[i];
        if (adapt !== undefined && decides(routing, hop, now)) now = adapt(at, to, now, this.phitsBehind);
        const count = routing.route(at, to, now, this.routed);
        const part = this.part[i] / count;
        for (let j = 0; j < count; j++) {
          const id = this.routed[j];
          const channel = (id / classes) | 0;
          const came = this.cross(channel, part, hop, this.came[i]);
          const node = network.head[channel];
          if (node !== to) this.meet(node, next === undefined ? now : next(at, to, now, id), part, came, end);
          else if (came > this.delay) this.delay = came;
        }
      }
      // Only two steps are kept.
      start = 0;
      const count = this.reached - end;
      this.at.copyWithin(0, end, this.reached);
      this.state.copyWithin(0, end, this.reached);
      this.part.copyWithin(0, end, this.reached);
      this.came.copyWithin(0, end, this.reached);
      end = count;
    }
  }

  /** A part of the message reaches a node. It is merged with an equal part from index `first` on, or appended. */
  private meet(node: number, state: number, part: number, came: number, first: number): void {
    const last = this.placeAt[node];
    const isThere = last >= first && last < this.reached && this.at[last] === node;
    for (let i = isThere ? last : -1; i >= 0; i = this.other[i]) {
      if (this.state[i] !== state) continue;
      this.part[i] += part;
      if (came > this.came[i]) this.came[i] = came;
      return;
    }
    if (this.reached === this.at.length) {
      const length = growth.next(this.reached);
      this.at = longer(this.at, length);
      this.state = longer(this.state, length);
      this.other = longer(this.other, length);
      this.part = longerReal(this.part, length);
      this.came = longerReal(this.came, length);
    }
    this.other[this.reached] = isThere ? last : -1;
    this.placeAt[node] = this.reached;
    this.at[this.reached] = node;
    this.state[this.reached] = state;
    this.came[this.reached] = came;
    this.part[this.reached++] = part;
  }

  /** A part of the message crosses a channel, beginning `arrival` cycles after its departure; returns when it reaches the end. */
  private cross(channel: number, part: number, hop: number, came: number): number {
    const { links } = this;
    const { group, head } = this.plan.network;
    const reach = links === null ? hop + 1 : came + links.time[channel];
    if (links !== null && links.rate[channel] < this.alone * part) this.alone = links.rate[channel] / part;
    this.meanHops += part;
    this.use(channel, part, hop, reach);
    if (!this.areMoreLimited) return reach;
    if (group[channel] >= 0) this.use(head.length + group[channel], part, hop, reach);
    if (this.portOut[channel] >= 0) this.use(this.portOut[channel], part, hop, reach);
    if (this.portIn[channel] >= 0) this.use(this.portIn[channel], part, hop, reach);
    return reach;
  }

  /** Adds a use of a resource, or the part to an existing use of it. */
  private use(resource: number, part: number, hop: number, reach: number): void {
    const place = this.placeOf(resource);
    if (place < this.count && this.resource[place] === resource) {
      this.weight[place] += part;
      return;
    }
    if (this.count === this.resource.length) {
      const length = growth.next(this.count);
      this.resource = longer(this.resource, length);
      this.hop = longer(this.hop, length);
      this.weight = longerReal(this.weight, length);
      if (this.reach !== undefined) this.reach = longerReal(this.reach, length);
    }
    this.resource[this.count] = resource;
    if (this.count === few) for (let i = 0; i < few; i++) this.place[this.resource[i]] = i;
    if (this.count >= few) this.place[resource] = this.count;
    this.weight[this.count] = part;
    if (this.reach !== undefined) this.reach[this.count] = reach;
    this.hop[this.count++] = hop;
  }

  /** Index of a resource among the uses of the message; another value if it is not used. */
  private placeOf(resource: number): number {
    if (this.count > few) return this.place[resource];
    let place = 0;
    while (place < this.count && this.resource[place] !== resource) place++;
    return place;
  }
}
