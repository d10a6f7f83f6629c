/** Port counters of a real network, converted to a frame as if a run on the network of the page had counted them. */
import { phitBytes } from "../../core/base/units.ts";
import { nameOfChannel } from "../../core/network/network.ts";
import { rateOf } from "../../core/plan/links.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import { type Frame, frameLayout, openFrame, scalar } from "../../core/simulation/frame.ts";
import type { ReadCounter } from "../../formats/contract.ts";
import { portKey, type PortChannels } from "../../worker/port-channels.ts";
import type { OpenedRun } from "../../worker/protocol.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";

/** Counters on the channels of a network. */
export interface CountersByChannel {
  /** For each channel, the bytes that crossed it, and the ticks that packets waited for it. */
  readonly bytes: Float64Array;
  readonly waitTicks: Float64Array;
  /** Number of counters whose port exists in the network. */
  readonly matchedPorts: number;
  /** Name of the channel that would need the longest time for its bytes; empty if no channel has carried bytes. */
  readonly busiest: string;
  /** Least seconds in which the channels can carry these bytes; null if links have no rate. */
  readonly minSeconds: number | null;
}

/**
 * Assigns the port counters of a real network to the channels of the simulated one: a channel gets the bytes that its port sent or, if these
 * were not counted, the bytes that the port at its other end received; and the time, in ticks of the hardware's clock, that packets waited
 * for it.
 */
export function channelCountersOf(
  counters: readonly ReadCounter[],
  ports: PortChannels,
  { network, links }: OpenedRun,
  scenario: Scenario,
): CountersByChannel {
  const channels = network.head.length;
  const [bytes, waitTicks] = [new Float64Array(channels), new Float64Array(channels)];
  const hasSentCount = new Uint8Array(channels);
  let matchedPorts = 0;
  for (const { node, port, sent, received, waited: ticks = 0 } of counters) {
    const channel = ports.get(portKey(node, port));
    if (channel === undefined) continue;
    matchedPorts++;
    waitTicks[channel] += ticks;
    if (sent !== undefined) {
      bytes[channel] = sent;
      hasSentCount[channel] = 1;
    }
    // The sender's counter takes precedence over the receiver's.
    const oppositeChannel = network.reverse[channel];
    if (received !== undefined && hasSentCount[oppositeChannel] === 0) bytes[oppositeChannel] = received;
  }
  // The busiest channel: it needs the longest time for its bytes at full rate, so the measurement took at least this time.
  let [busiestChannel, maxCycles] = [-1, 0];
  bytes.forEach((channelBytes, c) => {
    const cycles = channelBytes / phitBytes / rateOf(links, c);
    if (cycles > maxCycles) [busiestChannel, maxCycles] = [c, cycles];
  });
  const cycleSeconds = cycleSecondsOf(scenario);
  return {
    bytes,
    waitTicks,
    matchedPorts,
    busiest: busiestChannel < 0 ? "" : nameOfChannel(network, busiestChannel),
    minSeconds: cycleSeconds === null ? null : maxCycles * cycleSeconds,
  };
}

/** Significant digits of a suggested duration. */
const durationDigits = 3;

/** The shortest duration with few digits in which the channels can carry the bytes, in seconds: rounded up. */
export function roundedMinSeconds(minSeconds: number): number {
  if (!(minSeconds > 0)) return 0;
  const step = 10 ** (Math.floor(Math.log10(minSeconds)) + 1 - durationDigits);
  // The tolerance keeps a whole number that has a rounding error from being rounded up.
  return Number((Math.ceil(minSeconds / step - 1e-9) * step).toPrecision(durationDigits));
}

/**
 * Converts measured counters to a frame, as if a simulation had counted them, so that the views can draw them. The measurement window of
 * the frame covers the whole measurement. The file does not say how long a tick is; a tick is shown as a cycle. The hardware counts packets
 * that wait at the upstream end of a channel, a simulation packets that wait at its downstream end; both are shown on the channel.
 * @param seconds duration of the measurement; if links have no rate, the busiest channel is assumed to have been full
 */
export function counterFrameOf(
  { bytes, waitTicks: waited, minSeconds }: CountersByChannel,
  { network, links }: OpenedRun,
  scenario: Scenario,
  seconds: number,
): Frame {
  const layout = frameLayout({ channels: network.head.length, terminals: network.terminals, messages: 0 });
  const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
  const cycleSeconds = cycleSecondsOf(scenario);
  const cyclesAtFullRate = bytes.reduce(
    (max, channelBytes, channel) => Math.max(max, channelBytes / phitBytes / rateOf(links, channel)),
    0,
  );
  const cycles = cycleSeconds === null || minSeconds === null ? cyclesAtFullRate : seconds / cycleSeconds;
  frame.scalars[scalar.now] = cycles;
  frame.scalars[scalar.windowCycles] = cycles;
  bytes.forEach((channelBytes, channel) => {
    frame.phits[channel] = channelBytes / phitBytes;
    frame.windowPhits[channel] = channelBytes / phitBytes;
  });
  frame.waiting.set(waited);
  frame.windowWaiting.set(waited);
  return frame;
}
