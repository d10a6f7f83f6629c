/**
 * How long a packet takes that is alone in the network, where its channels or switches are not all alike: by the same rules
 * by which each kind of engine moves it, phit by phit where that matters.
 *
 * - What flows, and what streams over a circuit, takes Σ (hᵢ + dᵢ) + L / r: hᵢ is what a header takes for a channel (a phit's
 *   own time where messages flow), dᵢ the channel's delay, and r the rate of the slowest channel.
 * - A phit that begins to cross in cycle t is ready at the other end in cycle ⌈t + 1/r⌉ + d, and behind a switch's pipeline
 *   later by that. Where packets cut through, a header goes on as soon as the rest cannot fall behind on the fastest of the
 *   channels that it may take: in a cycle t with t + (L − 1) / r not before the last phit has come. Stored packets go on whole.
 * - Flits go each for itself, as far as there is room: a place is known to be free the channel's delay, that of credits, and a
 *   cycle after a flit has left it.
 *
 * In a switch with output buffers a flit takes a cycle more: what has crossed it crosses the channel from the next cycle on. A
 * packet crosses it at the rate of its way through, or as it comes, and goes over the channel at once, unless it would run dry.
 */
import { delayOf, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import { plainSwitch } from "../plan/switches.ts";

/** A channel of a way, and the fastest of those that could have been taken in its place. */
export interface Step {
  readonly channel: number;
  readonly fastest: number;
}

/** A channel as a packet finds it: units of a cycle and of a phit, delay, and what the switch before it adds. */
interface Crossing {
  readonly perCycle: number;
  readonly perPhit: number;
  readonly delay: number;
  readonly isFromSwitch: boolean;
  /** Phits per cycle of the fastest channel that could have been taken. */
  readonly fastest: number;
}

/** What tells a step from others: steps of equal kinds take equally long. */
export function kindOf({ links, network }: Plan, { channel, fastest }: Step): string {
  const of = (c: number) => (links === undefined ? "" : `${links.perCycle[c]} ${links.perPhit[c]} ${links.delay[c]}`);
  return `${of(channel)} ${rateOf(links, fastest)} ${network.tail[channel] < network.terminals}`;
}

/** Whether what goes over a switch's channel stands in a buffer before it: there must be room for what goes as one. */
export function hasOutputBuffers({ switches = plainSwitch, bufferPhits, packetPhits }: Plan): boolean {
  return switches.outputBuffer >= (bufferPhits === undefined ? packetPhits : 1);
}

/** Phits per cycle of a packet's way through a switch to an output buffer: virtual channels share the speed-up. */
export function crossingRate({ switches = plainSwitch, routing }: Plan): number {
  return switches.speedup === 0 ? 1 : switches.speedup / Math.min(switches.speedup, routing.classes);
}

/** Cycles that a header takes for a channel, and a packet that is stored as a whole, with the switch before it; parts of a cycle not rounded. */
export function headTime(plan: Plan, channel: number): number {
  const { links, network, switches = plainSwitch, headPhits, engine } = plan;
  const isCircuit = engine.time === "real" && engine.moves === "packets";
  const stages =
    network.tail[channel] < network.terminals ? 0 : switches.pipeline + (plan.bufferPhits !== undefined && hasOutputBuffers(plan) ? 1 : 0);
  return (isCircuit ? headPhits : headPhits / rateOf(links, channel)) + delayOf(links, channel) + stages;
}

/** Cycles from the creation of a packet to its consumption, over these channels of an empty network. */
export function timeAlone(plan: Plan, way: readonly Step[]): number {
  const { packetPhits, enterCycles = 1, startUp = 0, bufferPhits, links, network, engine } = plan;
  if (engine.time === "real") {
    const slowest = way.reduce((least, { channel }) => Math.min(least, rateOf(links, channel)), Infinity);
    return way.reduce((sum, { channel }) => sum + headTime(plan, channel), startUp + packetPhits / slowest);
  }
  const crossings = way.map(({ channel, fastest }): Crossing => ({
    perCycle: links?.perCycle[channel] ?? 1,
    perPhit: links?.perPhit[channel] ?? 1,
    delay: delayOf(links, channel),
    isFromSwitch: network.tail[channel] >= network.terminals,
    fastest: rateOf(links, fastest),
  }));
  return (bufferPhits === undefined ? wholePacket(plan, crossings) : flitByFlit(plan, crossings, bufferPhits)) + enterCycles;
}

/** When the last phit of a packet that keeps together has come, the packet being created in cycle 0. */
function wholePacket(plan: Plan, way: readonly Crossing[]): number {
  const { packetPhits: L, headPhits, switches = plainSwitch } = plan;
  const isStored = headPhits >= L;
  const crossing = crossingRate(plan);
  // When the packet may go on, and when its last phit has come, before the cycle is over and after.
  let [ready, there, last] = [0, 0, 0];
  /** The first cycle in which it may begin on a channel of such a rate without running dry. */
  const soonest = (rate: number) => Math.ceil(there - (L - 1) / rate - rounding);
  for (const { perCycle, perPhit, delay, isFromSwitch, fastest } of way) {
    let begin = ready + (isFromSwitch ? switches.pipeline : 0);
    if (isFromSwitch && hasOutputBuffers(plan)) {
      there = Math.max(begin + (L - 1) / crossing, there);
      begin = Math.max(begin, soonest(perCycle / perPhit));
    } else if (!isStored) begin = Math.max(begin, soonest(fastest));
    there = begin + (L * perPhit) / perCycle + delay;
    last = begin + Math.ceil((L * perPhit) / perCycle) + delay;
    ready = isStored ? last : begin + Math.ceil(perPhit / perCycle) + delay;
  }
  return last;
}

/** For sums of fractions that make a whole number. */
const rounding = 1e-9;

/** When the last flit has come, the packet being created in cycle 0. */
function flitByFlit({ packetPhits: L, switches = plainSwitch }: Plan, way: readonly Crossing[], buffer: number): number {
  const { pipeline, creditDelay, speedup, outputBuffer } = switches;
  const H = way.length;
  // [H] Of each channel, when it is free, in its units; and the cycle and the flits of it that the switch before it moved last.
  const free = way.map(() => 0);
  const passing = way.map(() => ({ cycle: -1, flits: 0 }));
  // [H][L] Cycle in which each flit left the buffer before each channel, and the output buffer.
  const left = way.map(() => new Int32Array(L));
  const leftOutput = way.map(() => new Int32Array(L));
  let there = 0;
  for (let k = 0; k < L; k++) {
    there = 0;
    for (let i = 0; i < H; i++) {
      const { perCycle, perPhit, delay, isFromSwitch } = way[i];
      const isBuffered = isFromSwitch && outputBuffer > 0;
      // Flits keep their order, and each finds a place behind the channel but at its end.
      let t = Math.max(there + (isFromSwitch ? pipeline : 0), k > 0 ? left[i][k - 1] : 0);
      if (i < H - 1 && k >= buffer) {
        const isInSwitch = way[i + 1].isFromSwitch;
        t = Math.max(t, left[i + 1][k - buffer] + 1 + delay + (isInSwitch ? creditDelay : 0));
      }
      if (isBuffered && k >= outputBuffer) t = Math.max(t, leftOutput[i][k - outputBuffer] + 1);
      // A channel begins something in a cycle when it is free before that is over.
      const idle = Math.floor(free[i] / perCycle);
      if (!isBuffered) t = Math.max(t, idle);
      if (isFromSwitch && speedup > 0) {
        if (passing[i].cycle === t && passing[i].flits === speedup) t++;
        passing[i] = { cycle: t, flits: passing[i].cycle === t ? passing[i].flits + 1 : 1 };
      }
      left[i][k] = t;
      if (isBuffered) leftOutput[i][k] = t = Math.max(t + 1, idle);
      free[i] = Math.max(free[i], t * perCycle) + perPhit;
      there = Math.ceil(free[i] / perCycle) + delay;
    }
  }
  return there;
}
