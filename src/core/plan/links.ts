import type { Network } from "../network/network.ts";

/**
 * Rates and delays of the channels, if they differ.
 *
 * In its own cycle, a channel of rate 1 carries one phit. A rate is the fraction `perCycle / perPhit`, so that engines count in whole
 * numbers: a cycle has `perCycle` units of the channel, and a phit takes `perPhit` of them. A phit that begins to cross at unit `s` has
 * crossed at `s + perPhit` and is at the other end `delay` cycles later, from where it may continue in the next whole cycle. So on a
 * channel of rate 1 and delay 0 a header takes one cycle.
 *
 * A sender receives the credit of a freed buffer `delay` cycles later: credits take the same way back.
 */
export interface ChannelClocks {
  /** [C] Units of the channel's cycle, and units per phit; both from 1 to 10,000, and up to 1,000,000,000 in real time. */
  readonly perCycle: Int32Array;
  readonly perPhit: Int32Array;
  /** [C] Propagation delay, cycles, in addition to the transmission time of a phit; whole numbers except in real time. */
  readonly delay: Float64Array;
}

/** Phits per cycle of a channel. */
export function rateOf(links: ChannelClocks | undefined, channel: number): number {
  return links === undefined ? 1 : links.perCycle[channel] / links.perPhit[channel];
}

/** [T] Phits per cycle of each terminal's fastest channel; 1 for a terminal without channels. */
export function terminalRatesOf({ terminals, firstOut }: Pick<Network, "terminals" | "firstOut">, links: ChannelClocks): Float64Array {
  return Float64Array.from({ length: terminals }, (_, terminal) => {
    let fastest = 0;
    for (let channel = firstOut[terminal]; channel < firstOut[terminal + 1]; channel++) fastest = Math.max(fastest, rateOf(links, channel));
    return fastest === 0 ? 1 : fastest;
  });
}

/** Propagation delay of a channel, cycles, in addition to the transmission time of a phit. */
export function delayOf(links: ChannelClocks | undefined, channel: number): number {
  return links === undefined ? 0 : links.delay[channel];
}
