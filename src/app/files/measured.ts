/** Port counters of a real network, converted to a frame as if a run on the network of the page had counted them. */
import { phitBytes } from "../../core/base/units.ts";
import { nameOfChannel } from "../../core/network/network.ts";
import { rateOf } from "../../core/plan/links.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import { type Frame, frameLayout, openFrame, scalar } from "../../core/simulation/frame.ts";
import type { ReadCounter } from "../../formats/contract.ts";
import { portKey, type Ports } from "../../worker/ports.ts";
import type { Opened } from "../../worker/protocol.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";

/** Counters on the channels of a network. */
export interface Counted {
  /** Bytes that crossed each channel, and ticks that packets waited for it, by channel. */
  readonly bytes: Float64Array;
  readonly waited: Float64Array;
  /** Number of counters whose port exists in the network. */
  readonly found: number;
  /** Name of the channel that would need the longest time for its bytes; empty if no channel has carried any. */
  readonly busiest: string;
  /** Least seconds in which the channels can carry these bytes; null if links have no rate. */
  readonly least: number | null;
}

/** Assigns counters to the channels that leave their ports. Received bytes belong to the opposite channel of the link. */
export function countedOn(counters: readonly ReadCounter[], ports: Ports, { network, links }: Opened, scenario: Scenario): Counted {
  const channels = network.head.length;
  const [bytes, waited] = [new Float64Array(channels), new Float64Array(channels)];
  const isSent = new Uint8Array(channels);
  let found = 0;
  for (const { node, port, sent, received, waited: ticks = 0 } of counters) {
    const channel = ports.get(portKey(node, port));
    if (channel === undefined) continue;
    found++;
    waited[channel] += ticks;
    if (sent !== undefined) {
      bytes[channel] = sent;
      isSent[channel] = 1;
    }
    // The sender's counter takes precedence over the receiver's.
    const back = network.reverse[channel];
    if (received !== undefined && isSent[back] === 0) bytes[back] = received;
  }
  let [busiest, most] = [-1, 0];
  bytes.forEach((own, c) => {
    const cycles = own / phitBytes / rateOf(links, c);
    if (cycles > most) [busiest, most] = [c, cycles];
  });
  const cycle = cycleSecondsOf(scenario);
  return { bytes, waited, found, busiest: busiest < 0 ? "" : nameOfChannel(network, busiest), least: cycle === null ? null : most * cycle };
}

/** Significant digits of a suggested duration. */
const digits = 3;

/** The shortest duration with few digits in which the channels can carry the bytes, in seconds: rounded up. */
export function shortestTime(least: number): number {
  if (!(least > 0)) return 0;
  const step = 10 ** (Math.floor(Math.log10(least)) + 1 - digits);
  // The tolerance keeps a whole number that has a rounding error from being rounded up.
  return Number((Math.ceil(least / step - 1e-9) * step).toPrecision(digits));
}

/**
 * The counters as a frame whose window covers the whole measurement. The file does not say how long a tick of waiting is, so a tick is
 * shown as a cycle. A port counts what waits to leave by its channel, a run counts what waits at the far end; both are shown on the
 * channel.
 * @param seconds duration of the measurement; if links have no rate, the busiest channel is assumed to have been full
 */
export function frameOf({ bytes, waited, least }: Counted, { network, links }: Opened, scenario: Scenario, seconds: number): Frame {
  const layout = frameLayout({ channels: network.head.length, terminals: network.terminals, messages: 0 });
  const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
  const cycle = cycleSecondsOf(scenario);
  const full = bytes.reduce((most, own, c) => Math.max(most, own / phitBytes / rateOf(links, c)), 0);
  const cycles = cycle === null || least === null ? full : seconds / cycle;
  frame.scalars[scalar.now] = cycles;
  frame.scalars[scalar.windowCycles] = cycles;
  bytes.forEach((own, c) => {
    frame.phits[c] = own / phitBytes;
    frame.windowPhits[c] = own / phitBytes;
  });
  frame.waiting.set(waited);
  frame.windowWaiting.set(waited);
  return frame;
}
