/** What ports have counted, as a run would have counted it on the network of the page. */
import { phitBytes } from "../../core/base/units.ts";
import { nameOfChannel } from "../../core/network/network.ts";
import { rateOf } from "../../core/plan/links.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import { type Frame, frameLayout, openFrame, scalar } from "../../core/simulation/frame.ts";
import type { ReadCounter } from "../../formats/contract.ts";
import { portKey, type Ports } from "../../worker/ports.ts";
import type { Opened } from "../../worker/protocol.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";

/** Counters on the C channels of a network. */
export interface Counted {
  /** [C] Bytes that have crossed each channel, and ticks that something has waited for it. */
  readonly bytes: Float64Array;
  readonly waited: Float64Array;
  /** Counters whose port the network has. */
  readonly found: number;
  /** The channel that was full for longest, as its name; empty where nothing has crossed any. */
  readonly busiest: string;
  /** Seconds in which so many bytes can cross at best; null where links have no rate. */
  readonly least: number | null;
}

/** Puts counters on the channels that leave their ports; what was received came over the other channel of the link. */
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
    // What the sender has counted goes before what the receiver has.
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

/** Digits of a time that is proposed. */
const digits = 3;

/** The shortest time of few digits in which so much can cross: rounded up. */
export function shortestTime(least: number): number {
  if (!(least > 0)) return 0;
  const step = 10 ** (Math.floor(Math.log10(least)) + 1 - digits);
  // What is whole but for the last bit stays as it is.
  return Number((Math.ceil(least / step - 1e-9) * step).toPrecision(digits));
}

/**
 * The counters as a frame: its window is all that was counted. Ticks of waiting stand as cycles: how long a tick is, nobody says. A port
 * counts what waits for its channel; a run, at the other end, what has come by it. They stand with the channel all the same.
 * @param seconds in which it was; where links have no rate, the busiest channel is taken to have been full
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
