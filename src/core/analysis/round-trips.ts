/**
 * Credit round trips: whether the buffer behind a channel is large enough to keep the channel busy. A credit round trip is the time from
 * the sending of a flit or packet until its credit has returned; to avoid idle cycles, the buffer must hold what the channel carries in
 * that time. (Dally, Towles, 2004, §13.3.)
 *
 * The result is the largest rate of one virtual channel whose queue is emptied as fast as it is filled; r is the channel's rate, d its
 * delay. Packets reach this rate up to a few per cent if phits take fractions of a cycle; flits slightly less if headers wait in a
 * pipeline, or if a cycle has room for more flits than there are credits.
 * - Flits: B flits in R = 1 + ⌈1/r⌉ + 2 d + pipeline + credit delay cycles; so a channel of rate 1 needs 2 + 2 d + ….
 * - Packets of L phits: q packets in ⌈1/r⌉ + ⌈L/r⌉ + 2 d + pipeline + credit delay, because a buffer is free when the last phit has left;
 * so the rate at r = 1 is q L / (L + 1 + 2 d + …). With store-and-forward a packet continues when all of it has arrived: ⌈L/r⌉ instead of
 * ⌈1/r⌉.
 *
 * Through a switch with output buffers flits need one more cycle, and a packet frees its buffer when it has crossed the crossbar.
 */
import type { Network } from "../network/network.ts";
import { delayOf, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import { plainSwitch } from "../plan/switches.ts";
import { crossbarRate, hasOutputBuffers } from "./lone-packet.ts";

/** Buffers behind the links of a class: of the channel with the lowest sustainable rate. */
export interface RoundTrip {
  readonly linkClass: string;
  /** Capacity behind a virtual channel, and its unit. */
  readonly room: number;
  readonly of: "flits" | "packets";
  /** Cycles of a round trip. */
  readonly cycles: number;
  /** Largest sustainable rate of one virtual channel, as a part of the channel's rate, 0 to 1. */
  readonly part: number;
  /** Virtual channels per channel. */
  readonly virtualChannels: number;
}

/** Whether packets can queue behind a channel: a terminal consumes everything, unless it forwards. */
export function hasQueueBehind({ head, terminals, forwards }: Network, channel: number): boolean {
  return forwards || head[channel] >= terminals;
}

/**
 * The credit round trip of every link class: the cycles from sending a phit until its credit returns, and the part of the channel's rate
 * that the buffer behind it sustains (`part`). Of the channels of a class, the channel with the smallest part is returned. Empty for
 * engines without cycles.
 */
export function roundTripsOf(plan: Plan): readonly RoundTrip[] {
  const { network, routing, links, packetPhits, bufferPackets = 0, bufferPhits } = plan;
  if (plan.engine.time === "real") return [];
  const { head, linkClass, linkClasses } = network;
  const worstByClass = new Map<number, RoundTrip>();
  for (let channel = 0; channel < head.length; channel++) {
    if (!hasQueueBehind(network, channel)) continue;
    const cycles = roundTripCyclesOf(plan, channel);
    const phits = bufferPhits ?? bufferPackets * packetPhits;
    const part = Math.min(1, phits / (cycles * rateOf(links, channel)));
    // The smallest part of a class; of equal parts, the longest round trip.
    const worstSoFar = worstByClass.get(linkClass[channel]);
    if (worstSoFar !== undefined && (worstSoFar.part < part || (worstSoFar.part === part && worstSoFar.cycles >= cycles))) continue;
    worstByClass.set(linkClass[channel], {
      linkClass: linkClasses[linkClass[channel]],
      room: bufferPhits ?? bufferPackets,
      of: bufferPhits === undefined ? "packets" : "flits",
      cycles,
      part,
      virtualChannels: routing.vcClasses,
    });
  }
  return [...worstByClass.keys()].sort((a, b) => a - b).map((each) => worstByClass.get(each)!);
}

/** Cycles from sending something over a channel until its credit has returned. */
function roundTripCyclesOf(plan: Plan, channel: number): number {
  const { network, links, packetPhits: L, headPhits, bufferPhits, switches = plainSwitch } = plan;
  const [rate, delay] = [rateOf(links, channel), delayOf(links, channel)];
  const { pipeline, creditDelay } = network.head[channel] < network.terminals ? plainSwitch : switches;
  const isBuffered = network.head[channel] >= network.terminals && hasOutputBuffers(plan);
  const creditReturn = delay + creditDelay;
  if (bufferPhits !== undefined) return Math.ceil(1 / rate) + delay + pipeline + (isBuffered ? 1 : 0) + 1 + creditReturn;
  const ready = Math.ceil((headPhits >= L ? L : 1) / rate) + delay + pipeline;
  if (!isBuffered) return ready + Math.ceil(L / rate) + creditReturn;
  const crossbar = crossbarRate(plan);
  return Math.ceil(Math.max(ready + L / crossbar, delay + L / rate + 1 / crossbar)) + creditReturn;
}
