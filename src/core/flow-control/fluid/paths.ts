// hot: no allocation, no for-of, no destructuring inside `findPaths` and what it calls.
/** Finds the paths of a message: its channels and the other resources that it uses, each with the part of the message that crosses it. */
import { growth, growInt32Array, growFloat64Array } from "../../base/arrays.ts";
import { uniformBelow, mixLast, mixPrefix, streamKey } from "../../base/random.ts";
import { delayOf, rateOf } from "../../plan/links.ts";
import type { ReductionTree } from "../../network/reduction-tree.ts";
import type { Plan } from "../../plan/plan.ts";
import { isDecisionDue } from "../../plan/routing.ts";

/**
 * How messages choose among the candidates of the routing:
 * - `one`: fixed by the destination. A terminal takes the first candidate; a switch takes the candidate that the next digit of the
 * destination number selects, in the base of the number of candidates. In a tree this is D-mod-k (Zahavi, J. Parallel Distrib. Comput. 72,
 * 2012).
 * - `drawn`: one candidate, drawn for each message at every hop.
 * - `spread`: all candidates, in equal parts at every hop.
 */
export type PathRule = "one" | "drawn" | "spread";

/** Resources that a message uses; the first `count` entries are valid. */
export interface PathUses {
  readonly count: number;
  readonly resource: Int32Array;
  /** The part of the message that uses the resource; more than 1 if it crosses the resource several times. */
  readonly weight: Float64Array;
  /** Channels before the resource. */
  readonly hop: Int32Array;
  /** Cycles from a header's departure to its arrival at the end of the resource; absent where each channel takes one cycle. */
  readonly reach?: Float64Array;
}

/** The parts of a plan that determine paths. */
export type PathInputs = Pick<Plan, "network" | "routing" | "links" | "ports" | "seed">;

/** Maximum number of channels of a path; a longer path is a routing loop. */
const maxHops = 1 << 16;
/** Up to this many resources, a linear search is faster than a lookup table. */
const maxScannedUses = 32;

export class FluidPaths implements PathUses {
  count = 0;
  private readonly useCapacity = growth.initial(64);
  resource = new Int32Array(this.useCapacity);
  weight = new Float64Array(this.useCapacity);
  hop = new Int32Array(this.useCapacity);
  reach?: Float64Array<ArrayBuffer>;
  /** Cycles of a header over the longest path, and mean number of channels. */
  headerCycles = 0;
  meanHops = 0;
  /** Whether the routing offered no other path; for `one` and `drawn`. */
  hasNoChoice = true;
  /** Rate of the message, phits per cycle, without other flows and without limits of ports. */
  isolatedRate = 1;
  /** Maximum rate of any message: that of the fastest channel of a terminal. */
  readonly maxRate: number;
  /**
   * [resources] Capacity of each resource, phits per cycle: channels, shared capacities, and ports with a limit for both directions
   * together.
   */
  readonly capacity: Float64Array;
  private readonly inputs: PathInputs;
  /** [channels] Phits per cycle of each channel, and cycles that a header takes for it; null where both are 1 everywhere. */
  private readonly links: { readonly rate: Float64Array; readonly time: Float64Array } | null;
  private readonly routeBuffer: Int32Array;
  private readonly selectionKey: number;
  /** Whether there are resources other than channels. */
  private readonly hasMoreResources: boolean;
  /**
   * [resources] Lookup table: index of a resource among the uses of the current message; valid entries are checked. Used above {@link
   * maxScannedUses} uses.
   */
  private readonly useIndex: Int32Array;
  /** [channels] The limited port that a channel leaves, and the one that it enters; −1 for none. */
  private readonly outPort: Int32Array;
  private readonly inPort: Int32Array;
  // Nodes that parts of a message have reached, with their routing state. Parts of the next step follow those of the current one.
  private readonly partCapacity = growth.initial(64);
  private partNode = new Int32Array(this.partCapacity);
  private partState = new Int32Array(this.partCapacity);
  private partShare = new Float64Array(this.partCapacity);
  /** When the last phit of each part arrives at its node, in cycles after the phit's departure. */
  private partArrival = new Float64Array(this.partCapacity);
  /** The previous part at the same node with another state; −1 for none. */
  private previousAtNode = new Int32Array(this.partCapacity);
  private partCount = 0;
  /** [nodes] The last part at each node; valid entries are checked. */
  private readonly lastPartAt: Int32Array;

  /**
   * Lists the resources that messages use, with their capacities in phits per cycle: all channels, then capacities that channels share,
   * then terminal ports whose limit for both directions together is lower than the sum of the capacities of its two channels.
   * @param pathRule How a message chooses among the candidates of the routing: one by the destination, one at random, or all in equal
   * parts.
   * @param phitsBehind Occupancy of a channel, in phits, for adaptive routings.
   */
  constructor(
    plan: PathInputs,
    private readonly pathRule: PathRule,
    private readonly phitsBehind: (channel: number) => number,
  ) {
    const { network, routing, links, ports = { oneWay: Infinity, bothWays: Infinity } } = plan;
    const { terminals, head, tail, reverse, groupCapacity } = network;
    const channels = head.length;
    this.inputs = plan;
    this.routeBuffer = new Int32Array(routing.maxCandidates);
    this.selectionKey = streamKey(plan.seed, "selection");
    this.outPort = new Int32Array(channels).fill(-1);
    this.inPort = new Int32Array(channels).fill(-1);
    // Rates of the channels, and times of a header.
    const rate = Float64Array.from(head, (_, channelId) => rateOf(links, channelId));
    this.links =
      links === undefined ? null : { rate, time: rate.map((channelRate, channelId) => 1 / channelRate + delayOf(links, channelId)) };
    if (links !== undefined) this.reach = new Float64Array(this.useCapacity);
    this.maxRate = rate.reduce(
      (highestRate, channelRate, channelId) => (tail[channelId] < terminals && channelRate > highestRate ? channelRate : highestRate),
      0,
    );
    // Capacities of channels, groups and ports.
    const capacity = Array.from(head, (toNode, channelId) =>
      toNode < terminals || tail[channelId] < terminals ? Math.min(rate[channelId], ports.oneWay) : rate[channelId],
    );
    for (const sharedCapacity of groupCapacity) capacity.push(sharedCapacity);
    for (let channelId = 0; channelId < channels; channelId++) {
      if (tail[channelId] >= terminals || ports.bothWays >= capacity[channelId] + capacity[reverse[channelId]]) continue;
      this.outPort[channelId] = capacity.length;
      this.inPort[reverse[channelId]] = capacity.length;
      capacity.push(ports.bothWays);
    }
    this.capacity = Float64Array.from(capacity);
    this.hasMoreResources = capacity.length > channels;
    this.useIndex = new Int32Array(capacity.length);
    this.lastPartAt = new Int32Array(pathRule === "spread" ? terminals + network.switches : 0);
  }

  /**
   * Finds the path of a message between two terminals, hop by hop, and writes the resources on it to the fields of this object (`count`,
   * `resource`, `weight`, `hop`). With the rule `one`, switches choose by the digits of the destination (D-mod-k in trees); with `spread`,
   * all paths are found.
   * @param fromNode Source terminal.
   * @param toNode Destination terminal.
   * @param state Initial routing state.
   * @param draw A fresh 32-bit random number.
   */
  findPaths(fromNode: number, toNode: number, state: number, draw: number): void {
    this.count = 0;
    this.meanHops = 0;
    this.isolatedRate = this.maxRate;
    if (this.pathRule === "spread") return this.findSpreadPaths(fromNode, toNode, state);
    const { routing, network } = this.inputs;
    const { vcClasses, nextState, injectionDecision } = routing;
    const { routeBuffer } = this;
    const isDrawn = this.pathRule === "drawn";
    // D-mod-k: each switch with a choice takes the last digit of what remains of the destination number.
    const drawHash = mixPrefix(this.selectionKey, draw);
    this.hasNoChoice = true;
    let atNode = fromNode;
    let hop = 0;
    let arrival = 0;
    let remainingDigits = toNode;
    for (; atNode !== toNode && hop < maxHops; hop++) {
      if (injectionDecision !== undefined && isDecisionDue(routing, hop, state))
        state = injectionDecision(atNode, toNode, state, this.phitsBehind);
      // One of the candidates, by the rule of the paths.
      const count = routing.route(atNode, toNode, state, routeBuffer);
      let chosen = 0;
      if (count > 1) {
        this.hasNoChoice &&= nextState === undefined && this.isOneChannel(count);
        if (isDrawn) chosen = uniformBelow(mixLast(drawHash, hop), count);
        else if (atNode >= network.terminals) {
          chosen = remainingDigits % count;
          remainingDigits = (remainingDigits / count) | 0;
        }
      }
      const vc = routeBuffer[chosen];
      const channel = (vc / vcClasses) | 0;
      arrival = this.crossChannel(channel, 1, hop, arrival);
      if (nextState !== undefined) state = nextState(atNode, toNode, state, vc);
      atNode = network.head[channel];
    }
    this.headerCycles = arrival;
  }

  /** Whether candidates differ only in their virtual channels. */
  private isOneChannel(count: number): boolean {
    const { routeBuffer } = this;
    const { vcClasses } = this.inputs.routing;
    const channel = (routeBuffer[0] / vcClasses) | 0;
    for (let j = 1; j < count; j++) if (((routeBuffer[j] / vcClasses) | 0) !== channel) return false;
    return true;
  }

  /**
   * Finds the channels of a reduction tree, each of which carries the message once: those up to the root and those down to the receivers.
   * Writes them to the fields of this object, like the paths of a message, with the time after which a header has reached every node.
   */
  findTree({ up, down }: Pick<ReductionTree, "up" | "down">): void {
    const { tail, head } = this.inputs.network;
    this.count = 0;
    this.meanHops = 0;
    this.isolatedRate = this.maxRate;
    // By node: channels before it, and when a header arrives, in cycles after its departure.
    const [hops, arrival] = [new Map<number, number>(), new Map<number, number>()];
    for (let i = 0; i < up.length + down.length; i++) {
      const channel = i < up.length ? up[i] : down[i - up.length];
      const fromNode = tail[channel];
      const toNode = head[channel];
      const hop = hops.get(fromNode) ?? 0;
      const partEnd = this.crossChannel(channel, 1, hop, arrival.get(fromNode) ?? 0);
      // A node on the way up waits for the last of its inputs. On the way down it has one input, which replaces the values of the way up.
      const isDown = i >= up.length;
      hops.set(toNode, isDown ? hop + 1 : Math.max(hops.get(toNode) ?? 0, hop + 1));
      arrival.set(toNode, isDown ? partEnd : Math.max(arrival.get(toNode) ?? 0, partEnd));
    }
    this.headerCycles = 0;
    for (const time of arrival.values()) this.headerCycles = Math.max(this.headerCycles, time);
  }

  /**
   * Finds all paths of a message between two terminals with the rule `spread`: at each hop, the message is divided equally among all
   * candidates of the routing. A part is a node with a routing state and a share of the message. Parts advance hop by hop, and parts with
   * the same node and state are merged. `headerCycles` is the time of a header over the longest path.
   * @param fromNode Source terminal.
   * @param toNode Destination terminal.
   * @param state Initial routing state.
   */
  private findSpreadPaths(fromNode: number, toNode: number, state: number): void {
    const { routing, network } = this.inputs;
    const { vcClasses, nextState, injectionDecision } = routing;
    this.partNode[0] = fromNode;
    this.partState[0] = state;
    this.partShare[0] = 1;
    this.partArrival[0] = 0;
    this.headerCycles = 0;
    let start = 0;
    let end = 1;
    let hop = 0;
    for (; start < end && hop < maxHops; hop++) {
      // The parts of this hop are entries `start` to `end`; those of the next hop are appended behind them.
      this.partCount = end;
      for (let i = start; i < end; i++) {
        const atNode = this.partNode[i];
        let routingState = this.partState[i];
        if (injectionDecision !== undefined && isDecisionDue(routing, hop, routingState))
          routingState = injectionDecision(atNode, toNode, routingState, this.phitsBehind);
        const count = routing.route(atNode, toNode, routingState, this.routeBuffer);
        const share = this.partShare[i] / count;
        for (let j = 0; j < count; j++) {
          const vc = this.routeBuffer[j];
          const channel = (vc / vcClasses) | 0;
          const arrival = this.crossChannel(channel, share, hop, this.partArrival[i]);
          const node = network.head[channel];
          if (node !== toNode)
            this.addPart(node, nextState === undefined ? routingState : nextState(atNode, toNode, routingState, vc), share, arrival, end);
          else if (arrival > this.headerCycles) this.headerCycles = arrival;
        }
      }
      // Parts of this hop are no longer needed: those of the next hop move to the beginning.
      start = 0;
      const nextCount = this.partCount - end;
      this.partNode.copyWithin(0, end, this.partCount);
      this.partState.copyWithin(0, end, this.partCount);
      this.partShare.copyWithin(0, end, this.partCount);
      this.partArrival.copyWithin(0, end, this.partCount);
      end = nextCount;
    }
  }

  /**
   * Adds a part of a message that reaches a node at a hop: merges it with the part that has reached the same node in the same routing state
   * at this hop, or appends it.
   * @param share The part as a fraction of the message, at most 1.
   * @param arrival When its last phit arrives, in cycles after its departure.
   * @param first Index of the first part of this hop.
   */
  private addPart(node: number, state: number, share: number, arrival: number, first: number): void {
    // The parts at a node are a linked list from the last one back. Entries of earlier messages and hops are not valid.
    const last = this.lastPartAt[node];
    const hasPartAtNode = last >= first && last < this.partCount && this.partNode[last] === node;
    for (let i = hasPartAtNode ? last : -1; i >= 0; i = this.previousAtNode[i]) {
      if (this.partState[i] !== state) continue;
      this.partShare[i] += share;
      if (arrival > this.partArrival[i]) this.partArrival[i] = arrival;
      return;
    }
    if (this.partCount === this.partNode.length) {
      const length = growth.next(this.partCount);
      this.partNode = growInt32Array(this.partNode, length);
      this.partState = growInt32Array(this.partState, length);
      this.previousAtNode = growInt32Array(this.previousAtNode, length);
      this.partShare = growFloat64Array(this.partShare, length);
      this.partArrival = growFloat64Array(this.partArrival, length);
    }
    this.previousAtNode[this.partCount] = hasPartAtNode ? last : -1;
    this.lastPartAt[node] = this.partCount;
    this.partNode[this.partCount] = node;
    this.partState[this.partCount] = state;
    this.partArrival[this.partCount] = arrival;
    this.partShare[this.partCount++] = share;
  }

  /** A part of the message crosses a channel, beginning `arrival` cycles after its departure; returns when it reaches the end. */
  private crossChannel(channel: number, share: number, hop: number, arrival: number): number {
    const { links } = this;
    const { group, head } = this.inputs.network;
    const reach = links === null ? hop + 1 : arrival + links.time[channel];
    if (links !== null && links.rate[channel] < this.isolatedRate * share) this.isolatedRate = links.rate[channel] / share;
    this.meanHops += share;
    this.addUse(channel, share, hop, reach);
    if (!this.hasMoreResources) return reach;
    if (group[channel] >= 0) this.addUse(head.length + group[channel], share, hop, reach);
    if (this.outPort[channel] >= 0) this.addUse(this.outPort[channel], share, hop, reach);
    if (this.inPort[channel] >= 0) this.addUse(this.inPort[channel], share, hop, reach);
    return reach;
  }

  /**
   * Adds to the current message a use of a resource: a channel, a shared capacity or a port. If the message uses the resource already, its
   * share there grows. Above `maxScannedUses` uses, a table by resource replaces the linear search.
   * @param share Fraction of the message that uses the resource.
   * @param hop Channels before the resource.
   * @param reach Cycles from a header's departure to its arrival at the end of the resource.
   */
  private addUse(resource: number, share: number, hop: number, reach: number): void {
    const index = this.indexOfUse(resource);
    if (index < this.count && this.resource[index] === resource) {
      this.weight[index] += share;
      return;
    }
    if (this.count === this.resource.length) {
      const length = growth.next(this.count);
      this.resource = growInt32Array(this.resource, length);
      this.hop = growInt32Array(this.hop, length);
      this.weight = growFloat64Array(this.weight, length);
      if (this.reach !== undefined) this.reach = growFloat64Array(this.reach, length);
    }
    this.resource[this.count] = resource;
    // At the limit, the uses so far are entered into the table.
    if (this.count === maxScannedUses) for (let i = 0; i < maxScannedUses; i++) this.useIndex[this.resource[i]] = i;
    if (this.count >= maxScannedUses) this.useIndex[resource] = this.count;
    this.weight[this.count] = share;
    if (this.reach !== undefined) this.reach[this.count] = reach;
    this.hop[this.count++] = hop;
  }

  /** Index of a resource among the uses of the message; any other number if the message does not use it. */
  private indexOfUse(resource: number): number {
    if (this.count > maxScannedUses) return this.useIndex[resource];
    let index = 0;
    while (index < this.count && this.resource[index] !== resource) index++;
    return index;
  }
}
