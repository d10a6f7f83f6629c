// hot: no allocation, no for-of, no destructuring inside `find` and what it calls.
/** The ways of a message: the channels it crosses, and what else they use up, each with the part of the message that goes there. */
import { longer, longerReal } from "../../base/arrays.ts";
import { below, mix, streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";

/**
 * How messages choose among the candidates of the routing:
 * - `one`: fixed by the destination: at a terminal the first, at a switch the one that the next digit of the destination's
 *   number picks, as many digits as there are candidates: in a tree D-mod-k (Zahavi, J. Parallel Distrib. Comput. 72, 2012)
 * - `drawn`: one of them, drawn for each message at every hop
 * - `spread`: all of them, in equal parts at every hop
 */
export type WaysRule = "one" | "drawn" | "spread";

/** Resources that a message uses, one after the other. */
export interface Ways {
  readonly count: number;
  readonly resource: Int32Array;
  /** The part of the message that uses it, in all: more than 1 where it does so several times. */
  readonly weight: Float64Array;
  /** Channels that lie before it. */
  readonly hop: Int32Array;
}

/** What ways are found in. */
export type Roads = Pick<Plan, "network" | "routing" | "ports" | "seed">;

/** Channels that a way may have at most: a routing that goes on longer leads nowhere. */
const longestWay = 1 << 16;
/** So many resources are sooner looked through than a table of all is fetched. */
const few = 32;

export class FluidWays implements Ways {
  count = 0;
  resource = new Int32Array(64);
  weight = new Float64Array(64);
  hop = new Int32Array(64);
  /** Channels of the longest way, and of a way on average. */
  hops = 0;
  meanHops = 0;
  /** [K] Capacity of each resource, phits per cycle: C channels, groups, and ports that are limited both ways together. */
  readonly capacity: Float64Array;
  private readonly plan: Roads;
  private readonly routed: Int32Array;
  private readonly key: number;
  /** Whether anything but channels is limited. */
  private readonly areMoreLimited: boolean;
  /** [K] Place among what the present message uses, if it stands there and these are more than {@link few}. */
  private readonly place: Int32Array;
  /** [C] The port that a channel leaves, and the one it enters; −1 for none that is limited. */
  private readonly portOut: Int32Array;
  private readonly portIn: Int32Array;
  // Where parts of a message stand, with what the routing keeps of them; those of the next step after those of this one.
  private at = new Int32Array(64);
  private state = new Int32Array(64);
  private part = new Float64Array(64);
  /** The one before it at the same node, in another state; −1 for none. */
  private other = new Int32Array(64);
  private reached = 0;
  /** [N] The last one at each node, if it stands there. */
  private readonly placeAt: Int32Array;

  /** @param phitsBehind what adaptive routings ask of a channel */
  constructor(
    plan: Roads,
    private readonly rule: WaysRule,
    private readonly phitsBehind: (channel: number) => number,
  ) {
    const { network, routing, ports = { oneWay: Infinity, bothWays: Infinity } } = plan;
    const { terminals, head, tail, reverse, groupCapacity } = network;
    const channels = head.length;
    this.plan = plan;
    this.routed = new Int32Array(routing.maxCandidates);
    this.key = streamKey(plan.seed, "selection");
    this.portOut = new Int32Array(channels).fill(-1);
    this.portIn = new Int32Array(channels).fill(-1);
    const oneWay = Math.min(1, ports.oneWay);
    const capacity = Array.from(head, (to, c) => (to < terminals || tail[c] < terminals ? oneWay : 1));
    for (const each of groupCapacity) capacity.push(each);
    if (ports.bothWays < 2 * oneWay) {
      for (let c = 0; c < channels; c++) {
        if (tail[c] >= terminals) continue;
        this.portOut[c] = capacity.length;
        this.portIn[reverse[c]] = capacity.length;
        capacity.push(ports.bothWays);
      }
    }
    this.capacity = Float64Array.from(capacity);
    this.areMoreLimited = capacity.length > channels;
    this.place = new Int32Array(capacity.length);
    this.placeAt = new Int32Array(rule === "spread" ? terminals + network.switches : 0);
  }

  /** Finds the ways of a message between two terminals, in state `state` as the routing begins it; `draw` is a fresh 32-bit random number. */
  find(from: number, to: number, state: number, draw: number): void {
    this.count = 0;
    this.meanHops = 0;
    if (this.rule === "spread") return this.spread(from, to, state);
    const { routing, network } = this.plan;
    const { classes, next, adapt } = routing;
    const { routed } = this;
    const isDrawn = this.rule === "drawn";
    let at = from;
    let hop = 0;
    let digits = to;
    for (; at !== to && hop < longestWay; hop++) {
      if (hop === 1 && adapt !== undefined) state = adapt(at, to, state, this.phitsBehind);
      const count = routing.route(at, to, state, routed);
      let chosen = 0;
      if (count > 1) {
        if (isDrawn) chosen = below(mix(this.key, draw, hop), count);
        else if (at >= network.terminals) {
          chosen = digits % count;
          digits = (digits / count) | 0;
        }
      }
      const id = routed[chosen];
      const channel = (id / classes) | 0;
      this.cross(channel, 1, hop);
      if (next !== undefined) state = next(at, to, state, id);
      at = network.head[channel];
    }
    this.hops = hop;
  }

  /** Parts go on step by step; those that meet in the same state go on together. */
  private spread(from: number, to: number, state: number): void {
    const { routing, network } = this.plan;
    const { classes, next, adapt } = routing;
    this.at[0] = from;
    this.state[0] = state;
    this.part[0] = 1;
    let start = 0;
    let end = 1;
    let hop = 0;
    for (; start < end && hop < longestWay; hop++) {
      this.reached = end;
      for (let i = start; i < end; i++) {
        const at = this.at[i];
        let now = this.state[i];
        if (hop === 1 && adapt !== undefined) now = adapt(at, to, now, this.phitsBehind);
        const count = routing.route(at, to, now, this.routed);
        const part = this.part[i] / count;
        for (let j = 0; j < count; j++) {
          const id = this.routed[j];
          const channel = (id / classes) | 0;
          this.cross(channel, part, hop);
          const node = network.head[channel];
          if (node !== to) this.reach(node, next === undefined ? now : next(at, to, now, id), part, end);
        }
      }
      // Only two steps are kept at a time.
      start = 0;
      const count = this.reached - end;
      this.at.copyWithin(0, end, this.reached);
      this.state.copyWithin(0, end, this.reached);
      this.part.copyWithin(0, end, this.reached);
      end = count;
    }
    this.hops = hop;
  }

  /** A part of the message comes to a node; looks whether there is one already, from place `first` on. */
  private reach(node: number, state: number, part: number, first: number): void {
    const last = this.placeAt[node];
    const isThere = last >= first && last < this.reached && this.at[last] === node;
    for (let i = isThere ? last : -1; i >= 0; i = this.other[i]) {
      if (this.state[i] !== state) continue;
      this.part[i] += part;
      return;
    }
    if (this.reached === this.at.length) {
      this.at = longer(this.at, 2 * this.at.length);
      this.state = longer(this.state, 2 * this.state.length);
      this.other = longer(this.other, 2 * this.other.length);
      this.part = longerReal(this.part, 2 * this.part.length);
    }
    this.other[this.reached] = isThere ? last : -1;
    this.placeAt[node] = this.reached;
    this.at[this.reached] = node;
    this.state[this.reached] = state;
    this.part[this.reached++] = part;
  }

  private cross(channel: number, part: number, hop: number): void {
    const { group, head } = this.plan.network;
    this.meanHops += part;
    this.use(channel, part, hop);
    if (!this.areMoreLimited) return;
    if (group[channel] >= 0) this.use(head.length + group[channel], part, hop);
    if (this.portOut[channel] >= 0) this.use(this.portOut[channel], part, hop);
    if (this.portIn[channel] >= 0) this.use(this.portIn[channel], part, hop);
  }

  private use(resource: number, part: number, hop: number): void {
    const place = this.placeOf(resource);
    if (place < this.count && this.resource[place] === resource) {
      this.weight[place] += part;
      return;
    }
    if (this.count === this.resource.length) {
      this.resource = longer(this.resource, 2 * this.count);
      this.hop = longer(this.hop, 2 * this.count);
      this.weight = longerReal(this.weight, 2 * this.count);
    }
    this.resource[this.count] = resource;
    if (this.count === few) for (let i = 0; i < few; i++) this.place[this.resource[i]] = i;
    if (this.count >= few) this.place[resource] = this.count;
    this.weight[this.count] = part;
    this.hop[this.count++] = hop;
  }

  /** Where a resource stands among what the message uses, if it does. */
  private placeOf(resource: number): number {
    if (this.count > few) return this.place[resource];
    let place = 0;
    while (place < this.count && this.resource[place] !== resource) place++;
    return place;
  }
}
