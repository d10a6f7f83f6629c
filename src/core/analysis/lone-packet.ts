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
 * crosses the crossbar at the crossbar's rate, or as its phits arrive, and starts on the channel immediately, unless the channel would run
 * empty.
 */
import { delayOf, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import { plainSwitch } from "../plan/switches.ts";

/** A channel of a path, and the fastest of its alternatives. */
export interface PathStep {
  readonly channel: number;
  readonly fastest: number;
}

/** Timing of a channel for a packet: units per cycle and per phit, delay, and whether it leaves a switch. */
interface ChannelTiming {
  readonly perCycle: number;
  readonly perPhit: number;
  readonly delay: number;
  readonly isFromSwitch: boolean;
  /** Phits per cycle of the fastest alternative. */
  readonly fastest: number;
}

/** Key of a step's timing: steps with equal keys take equally long. */
export function stepKindOf({ links, network }: Plan, { channel, fastest }: PathStep): string {
  const channelKey = (channelNumber: number) =>
    links === undefined ? "" : `${links.perCycle[channelNumber]} ${links.perPhit[channelNumber]} ${links.delay[channelNumber]}`;
  return `${channelKey(channel)} ${rateOf(links, fastest)} ${network.tail[channel] < network.terminals}`;
}

/** Whether packets wait in output buffers: a buffer must hold a whole packet, or one flit if flits move individually. */
export function hasOutputBuffers({ switches = plainSwitch, bufferPhits, packetPhits }: Plan): boolean {
  return switches.outputBuffer >= (bufferPhits === undefined ? packetPhits : 1);
}

/** Phits per cycle of a packet through the crossbar to an output buffer: virtual channels share the speedup. */
export function crossbarRate({ switches = plainSwitch, routing }: Plan): number {
  return switches.speedup === 0 ? 1 : switches.speedup / Math.min(switches.speedup, routing.vcClasses);
}

/** Cycles of a header, or of a packet that is stored, for a channel and the switch before it; fractions are not rounded. */
export function headerTime(plan: Plan, channel: number): number {
  const { links, network, switches = plainSwitch, headPhits, engine } = plan;
  const isCircuit = engine.time === "real" && engine.granularity === "packets";
  const pipelineCycles =
    network.tail[channel] < network.terminals ? 0 : switches.pipeline + (plan.bufferPhits !== undefined && hasOutputBuffers(plan) ? 1 : 0);
  return (isCircuit ? headPhits : headPhits / rateOf(links, channel)) + delayOf(links, channel) + pipelineCycles;
}

/** Cycles from the creation of a packet to its consumption, along a path of an empty network. */
export function lonePacketTime(plan: Plan, path: readonly PathStep[]): number {
  const { packetPhits, enterCycles = 1, startUp = 0, bufferPhits, links, network, engine } = plan;
  if (engine.time === "real") {
    const lowestRate = path.reduce((lowest, { channel }) => Math.min(lowest, rateOf(links, channel)), Infinity);
    return path.reduce((sum, { channel }) => sum + headerTime(plan, channel), startUp + packetPhits / lowestRate);
  }
  const timings = path.map(({ channel, fastest }): ChannelTiming => ({
    perCycle: links?.perCycle[channel] ?? 1,
    perPhit: links?.perPhit[channel] ?? 1,
    delay: delayOf(links, channel),
    isFromSwitch: network.tail[channel] >= network.terminals,
    fastest: rateOf(links, fastest),
  }));
  return (bufferPhits === undefined ? packetArrival(plan, timings) : lastFlitArrival(plan, timings, bufferPhits)) + enterCycles;
}

/**
 * Cycle in which the last phit of a packet arrives at the end of a path in an empty network. The packet is created in cycle 0, and its L
 * phits cross each channel without a gap (virtual cut-through, or store-and-forward). Before a channel the packet may have to wait until
 * phits from a slower channel cannot run out.
 */
function packetArrival(plan: Plan, path: readonly ChannelTiming[]): number {
  const { packetPhits: L, headPhits, switches = plainSwitch } = plan;
  const isStored = headPhits >= L;
  const crossbar = crossbarRate(plan);
  // Cycle from which the packet may continue; arrival of its last phit, exact, and rounded up to a cycle.
  let [readyCycle, lastPhitAt, arrival] = [0, 0, 0];
  /** First cycle in which the packet may begin to cross a channel of this rate, so that its phits follow each other without a gap. */
  const earliestBegin = (rate: number) => Math.ceil(lastPhitAt - (L - 1) / rate - tolerance);
  for (const { perCycle, perPhit, delay, isFromSwitch, fastest } of path) {
    let beginCycle = readyCycle + (isFromSwitch ? switches.pipeline : 0);
    if (isFromSwitch && hasOutputBuffers(plan)) {
      // Through the crossbar into the output buffer, at the crossbar's rate or as the phits arrive, whichever is slower.
      lastPhitAt = Math.max(beginCycle + (L - 1) / crossbar, lastPhitAt);
      beginCycle = Math.max(beginCycle, earliestBegin(perCycle / perPhit));
    } else if (!isStored) beginCycle = Math.max(beginCycle, earliestBegin(fastest));
    lastPhitAt = beginCycle + (L * perPhit) / perCycle + delay;
    arrival = beginCycle + Math.ceil((L * perPhit) / perCycle) + delay;
    readyCycle = isStored ? arrival : beginCycle + Math.ceil(perPhit / perCycle) + delay;
  }
  return arrival;
}

/** Tolerance for sums of fractions that should be whole numbers. */
const tolerance = 1e-9;

/**
 * Cycle in which the last flit of a packet arrives at the end of a path in an empty network, for flow controls in which flits move
 * individually. The packet has L flits and is created in cycle 0. Every flit is followed over every channel: it needs a credit, a free
 * channel and, with speedup, a turn in the crossbar.
 * @param bufferFlits Flits that the buffer behind a channel holds.
 */
function lastFlitArrival({ packetPhits: L, switches = plainSwitch }: Plan, path: readonly ChannelTiming[], bufferFlits: number): number {
  const { pipeline, creditDelay, speedup, outputBuffer } = switches;
  const channels = path.length;
  // By channel of the path: the time at which it is free, in units of 1 / perCycle cycle; and the last cycle in which the crossbar before
  // it moved flits, with their number.
  const freeFrom = path.map(() => 0);
  const crossbarUse = path.map(() => ({ cycle: -1, flits: 0 }));
  // [channels][flits] Cycle in which each flit left the buffer before each channel, and the output buffer.
  const leftBuffer = path.map(() => new Int32Array(L));
  const leftOutput = path.map(() => new Int32Array(L));
  let arrival = 0;
  for (let flit = 0; flit < L; flit++) {
    arrival = 0;
    for (let i = 0; i < channels; i++) {
      const { perCycle, perPhit, delay, isFromSwitch } = path[i];
      const isBuffered = isFromSwitch && outputBuffer > 0;
      // Flits stay in order, and each needs a credit for the buffer behind the channel, except at the last channel.
      let cycle = Math.max(arrival + (isFromSwitch ? pipeline : 0), flit > 0 ? leftBuffer[i][flit - 1] : 0);
      if (i < channels - 1 && flit >= bufferFlits) {
        const isInSwitch = path[i + 1].isFromSwitch;
        cycle = Math.max(cycle, leftBuffer[i + 1][flit - bufferFlits] + 1 + delay + (isInSwitch ? creditDelay : 0));
      }
      if (isBuffered && flit >= outputBuffer) cycle = Math.max(cycle, leftOutput[i][flit - outputBuffer] + 1);
      // A channel can start a flit in a cycle if it becomes free before the end of that cycle.
      const freeCycle = Math.floor(freeFrom[i] / perCycle);
      if (!isBuffered) cycle = Math.max(cycle, freeCycle);
      if (isFromSwitch && speedup > 0) {
        if (crossbarUse[i].cycle === cycle && crossbarUse[i].flits === speedup) cycle++;
        crossbarUse[i] = { cycle, flits: crossbarUse[i].cycle === cycle ? crossbarUse[i].flits + 1 : 1 };
      }
      leftBuffer[i][flit] = cycle;
      if (isBuffered) leftOutput[i][flit] = cycle = Math.max(cycle + 1, freeCycle);
      freeFrom[i] = Math.max(freeFrom[i], cycle * perCycle) + perPhit;
      arrival = Math.ceil(freeFrom[i] / perCycle) + delay;
    }
  }
  return arrival;
}
