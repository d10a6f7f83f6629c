/**
 * Time of a packet in an empty network whose channels or switches differ, by the same rules as the engines, phit by phit where necessary.
 *
 * - In fluid models, and over a circuit, a packet takes Σ (hᵢ + dᵢ) + L / r: hᵢ is the header's time per channel (the time of a phit in
 * fluid models), dᵢ the channel's delay, and r the rate of the slowest channel.
 * - A phit that begins to cross in cycle t is ready at the other end in cycle ⌈t + 1/r⌉ + d, plus the pipeline of a switch. With
 * cut-through, a header continues as soon as the rest of the packet cannot fall behind on the fastest of its candidates: in a cycle t with
 * t + (L − 1) / r not before the arrival of the last phit. Stored packets continue as a whole.
 * - Flits move individually, as far as they have credits: a credit arrives the channel's delay, the credit delay and one cycle after a flit
 * has left the buffer.
 *
 * In a switch with output buffers a flit needs one more cycle: after the crossbar it crosses the channel from the next cycle on. A packet
 * crosses the crossbar at the crossbar's rate, or as its phits arrive, and starts on the channel at once, unless the channel would run
 * empty.
 */
import { delayOf, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import { plainSwitch } from "../plan/switches.ts";

/** A channel of a path, and the fastest of its alternatives. */
export interface Step {
  readonly channel: number;
  readonly fastest: number;
}

/** Timing of a channel for a packet: units per cycle and per phit, delay, and whether it leaves a switch. */
interface Crossing {
  readonly perCycle: number;
  readonly perPhit: number;
  readonly delay: number;
  readonly isFromSwitch: boolean;
  /** Phits per cycle of the fastest alternative. */
  readonly fastest: number;
}

/** Key of a step's timing: steps with equal keys take equally long. */
export function kindOf({ links, network }: Plan, { channel, fastest }: Step): string {
  const of = (c: number) => (links === undefined ? "" : `${links.perCycle[c]} ${links.perPhit[c]} ${links.delay[c]}`);
  return `${of(channel)} ${rateOf(links, fastest)} ${network.tail[channel] < network.terminals}`;
}

/** Whether packets wait in output buffers: a buffer must hold a whole packet, or one flit if flits move individually. */
export function hasOutputBuffers({ switches = plainSwitch, bufferPhits, packetPhits }: Plan): boolean {
  return switches.outputBuffer >= (bufferPhits === undefined ? packetPhits : 1);
}

/** Phits per cycle of a packet through the crossbar to an output buffer: virtual channels share the speedup. */
export function crossingRate({ switches = plainSwitch, routing }: Plan): number {
  return switches.speedup === 0 ? 1 : switches.speedup / Math.min(switches.speedup, routing.classes);
}

/** Cycles of a header, or of a packet that is stored, for a channel and the switch before it; fractions are not rounded. */
export function headTime(plan: Plan, channel: number): number {
  const { links, network, switches = plainSwitch, headPhits, engine } = plan;
  const isCircuit = engine.time === "real" && engine.moves === "packets";
  const stages =
    network.tail[channel] < network.terminals ? 0 : switches.pipeline + (plan.bufferPhits !== undefined && hasOutputBuffers(plan) ? 1 : 0);
  return (isCircuit ? headPhits : headPhits / rateOf(links, channel)) + delayOf(links, channel) + stages;
}

/** Cycles from the creation of a packet to its consumption, along a path of an empty network. */
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

/** Arrival of the last phit of a packet whose phits stay together, created in cycle 0. */
function wholePacket(plan: Plan, way: readonly Crossing[]): number {
  const { packetPhits: L, headPhits, switches = plainSwitch } = plan;
  const isStored = headPhits >= L;
  const crossing = crossingRate(plan);
  // Cycle from which the packet may continue; arrival of its last phit, exact, and rounded up to a cycle.
  let [ready, there, last] = [0, 0, 0];
  /** First cycle in which it may begin on a channel of this rate without running empty. */
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

/** Tolerance for sums of fractions that should be whole numbers. */
const rounding = 1e-9;

/** Arrival of the last flit of a packet, created in cycle 0. */
function flitByFlit({ packetPhits: L, switches = plainSwitch }: Plan, way: readonly Crossing[], buffer: number): number {
  const { pipeline, creditDelay, speedup, outputBuffer } = switches;
  const H = way.length;
  // [channels] the unit from which it is free; and the last cycle in which the crossbar before it moved flits, with their
  // number.
  const free = way.map(() => 0);
  const passing = way.map(() => ({ cycle: -1, flits: 0 }));
  // [channels][flits] Cycle in which each flit left the buffer before each channel, and the output buffer.
  const left = way.map(() => new Int32Array(L));
  const leftOutput = way.map(() => new Int32Array(L));
  let there = 0;
  for (let k = 0; k < L; k++) {
    there = 0;
    for (let i = 0; i < H; i++) {
      const { perCycle, perPhit, delay, isFromSwitch } = way[i];
      const isBuffered = isFromSwitch && outputBuffer > 0;
      // Flits stay in order, and each needs a credit for the buffer behind the channel, except at the last channel.
      let t = Math.max(there + (isFromSwitch ? pipeline : 0), k > 0 ? left[i][k - 1] : 0);
      if (i < H - 1 && k >= buffer) {
        const isInSwitch = way[i + 1].isFromSwitch;
        t = Math.max(t, left[i + 1][k - buffer] + 1 + delay + (isInSwitch ? creditDelay : 0));
      }
      if (isBuffered && k >= outputBuffer) t = Math.max(t, leftOutput[i][k - outputBuffer] + 1);
      // A channel can start a flit in a cycle if it becomes free before the end of that cycle.
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
