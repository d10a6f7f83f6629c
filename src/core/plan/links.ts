import type { Network } from "../network/network.ts";

/**
 * What the channels of a network are like where not all are alike: how fast, and how long.
 *
 * In a cycle of its own a channel of rate 1 carries one phit. A rate is a fraction, `perCycle / perPhit`, so that engines count
 * in whole numbers: a cycle has `perCycle` of a channel's units, and a phit takes `perPhit` of them. A phit that begins to cross
 * at `s` units has crossed at `s + perPhit`, and is at the other end `delay` cycles later. There it may go on from the next
 * whole cycle on. So on a channel of rate 1 without length a header takes one cycle, as everywhere.
 *
 * Who sends over a channel knows of a place that has come free behind it `delay` cycles later: credits travel the same way back.
 */
export interface ChannelClocks {
  /** [C] Units of each channel's cycle, and those that a phit takes; both from 1 to 10,000, and up to 1,000,000,000 where time is real. */
  readonly perCycle: Int32Array;
  readonly perPhit: Int32Array;
  /** [C] Cycles from one end to the other, beside the phit's own; whole numbers but where time is real. */
  readonly delay: Float64Array;
}

/** Phits per cycle that channel `c` carries. */
export function rateOf(links: ChannelClocks | undefined, c: number): number {
  return links === undefined ? 1 : links.perCycle[c] / links.perPhit[c];
}

/** [T] Phits per cycle of each terminal's own channel, the fastest where it has several; 1 where it has none. */
export function terminalRatesOf({ terminals, firstOut }: Pick<Network, "terminals" | "firstOut">, links: ChannelClocks): Float64Array {
  return Float64Array.from({ length: terminals }, (_, t) => {
    let fastest = 0;
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) fastest = Math.max(fastest, rateOf(links, c));
    return fastest === 0 ? 1 : fastest;
  });
}

/** Cycles from one end of channel `c` to the other, beside the phit's own. */
export function delayOf(links: ChannelClocks | undefined, c: number): number {
  return links === undefined ? 0 : links.delay[c];
}
