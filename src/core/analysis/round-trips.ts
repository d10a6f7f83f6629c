/**
 * Whether what waits behind a channel has room enough that the channel never idles for want of it. From when something is sent
 * until its place is known to be free again a round trip passes; what finds room meanwhile is all that the channel carries in
 * that time. (Dally, Towles, 2004, §13.3.)
 *
 * What is told is the most that one virtual channel carries, its queue being emptied as fast as it is filled; r is the channel's rate,
 * d its delay. Packets carry that much, to some per cent where phits take parts of a cycle; flits a little less where headers wait
 * for their turn in a pipeline, or cycles have room for more than is left of a buffer.
 * - Flits: B of them in R = 1 + ⌈1/r⌉ + 2 d + pipeline + credit delay cycles; so a channel of rate 1 needs 2 + 2 d + ….
 * - Packets of L phits: q of them in ⌈1/r⌉ + ⌈L/r⌉ + 2 d + pipeline + credit delay, as a place is free when the last phit has left; so
 *   at rate 1 they carry q L / (L + 1 + 2 d + …). Stored packets go on when all of them is in: ⌈L/r⌉ instead of ⌈1/r⌉.
 *
 * Through a switch with output buffers flits take a cycle more, and a packet leaves its place when it has crossed the switch.
 */
import type { Network } from "../network/network.ts";
import { delayOf, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import { plainSwitch } from "../plan/switches.ts";
import { crossingRate, hasOutputBuffers } from "./packet-alone.ts";

/** What the links of a class find room for behind them: of all of them, the one that is the worst off. */
export interface RoundTrip {
  readonly linkClass: string;
  /** How many of what find room behind a virtual channel. */
  readonly room: number;
  readonly of: "flits" | "packets";
  /** Cycles of a round trip. */
  readonly cycles: number;
  /** Of the channel's rate, what one virtual channel carries at most, 0 … 1. */
  readonly part: number;
  /** Virtual channels of a channel. */
  readonly virtualChannels: number;
}

/** Whether anything ever waits behind a channel: a terminal takes what comes, unless it passes it on. */
export function waitsBehind({ head, terminals, forwards }: Network, channel: number): boolean {
  return forwards || head[channel] >= terminals;
}

/** The round trips of every class of links that lead to where packets wait; none where nothing waits behind a channel. */
export function roundTripsOf(plan: Plan): readonly RoundTrip[] {
  const { network, routing, links, packetPhits, places = 0, bufferPhits } = plan;
  if (plan.engine.time === "real") return [];
  const { head, linkClass, linkClasses } = network;
  const worst = new Map<number, RoundTrip>();
  for (let c = 0; c < head.length; c++) {
    if (!waitsBehind(network, c)) continue;
    const cycles = cyclesOf(plan, c);
    const phits = bufferPhits ?? places * packetPhits;
    const part = Math.min(1, phits / (cycles * rateOf(links, c)));
    const known = worst.get(linkClass[c]);
    if (known !== undefined && (known.part < part || (known.part === part && known.cycles >= cycles))) continue;
    worst.set(linkClass[c], {
      linkClass: linkClasses[linkClass[c]],
      room: bufferPhits ?? places,
      of: bufferPhits === undefined ? "packets" : "flits",
      cycles,
      part,
      virtualChannels: routing.classes,
    });
  }
  return [...worst.keys()].sort((a, b) => a - b).map((each) => worst.get(each)!);
}

/** Cycles from when something is sent over a channel until its place is known to be free. */
function cyclesOf(plan: Plan, channel: number): number {
  const { network, links, packetPhits: L, headPhits, bufferPhits, switches = plainSwitch } = plan;
  const [rate, delay] = [rateOf(links, channel), delayOf(links, channel)];
  const { pipeline, creditDelay } = network.head[channel] < network.terminals ? plainSwitch : switches;
  const isBuffered = network.head[channel] >= network.terminals && hasOutputBuffers(plan);
  const back = delay + creditDelay;
  if (bufferPhits !== undefined) return Math.ceil(1 / rate) + delay + pipeline + (isBuffered ? 1 : 0) + 1 + back;
  const ready = Math.ceil((headPhits >= L ? L : 1) / rate) + delay + pipeline;
  if (!isBuffered) return ready + Math.ceil(L / rate) + back;
  const crossing = crossingRate(plan);
  return Math.ceil(Math.max(ready + L / crossing, delay + L / rate + 1 / crossing)) + back;
}
