/** What the counters of a frame say of each channel: within the window once it has begun, since cycle 0 before. */
import type { Network } from "../../core/network/network.ts";
import { rateOf } from "../../core/plan/links.ts";
import type { Variant } from "../contract.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";

/** From this part of what it can carry on, a channel counts as full: queues of a few packets let it carry little more. */
export const full = 0.85;

export interface Loads {
  /** True once the measured window has begun: what the loads are means over. */
  readonly measured: boolean;
  /** Cycles they are means over. */
  readonly cycles: number;
  /** Load of a channel, phits per cycle. */
  of(channel: number): number;
  /** The same as a part of what the channel can carry. */
  share(channel: number): number;
  /** Cycles that packets which came by the channel have waited for the next one, all together. */
  waiting(channel: number): number;
  /** Cycles from their injection until packets had come by the channel, all together: cumulative delay. */
  sinceInjection(channel: number): number;
}

type Read = Pick<Variant, "frame" | "cycle" | "links">;

/**
 * Reads a frame. Nothing is copied unless it is to be kept: a frame that is drawn is lent to the next slice and gone.
 * Without a frame everything is 0.
 */
export function loadsOf({ frame, cycle, links }: Read, keep = false): Loads {
  if (frame === null) return { measured: false, cycles: 0, of: () => 0, share: () => 0, waiting: () => 0, sinceInjection: () => 0 };
  const windowCycles = frame.scalars[scalar.windowCycles];
  const measured = windowCycles > 0;
  const cycles = measured ? windowCycles : frame.scalars[scalar.now];
  const column = (values: Float64Array) => (keep ? values.slice() : values);
  const phits = column(measured ? frame.windowPhits : frame.phits);
  const waited = column(measured ? frame.windowWaiting : frame.waiting);
  const delayed = column(measured ? frame.windowSinceInjection : frame.sinceInjection);
  const of = (channel: number) => (cycles > 0 ? phits[channel] / cycles : 0);
  return {
    measured,
    cycles,
    of,
    share: (channel) => (of(channel) * cycle) / rateOf(links, channel),
    waiting: (channel) => waited[channel],
    sinceInjection: (channel) => delayed[channel],
  };
}

/** Whether a run has come to a deadlock: nothing moves any more. */
export function isDead({ frame }: Pick<Variant, "frame">): boolean {
  return frame?.scalars[scalar.status] === statuses.indexOf("deadlocked");
}

/** What the channels of a picture are coloured by: their loads, and nothing once nothing moves any more. */
export function flowingIn(own: Read): Loads {
  return loadsOf(isDead(own) ? { ...own, frame: null } : own);
}

/** The cycles in which a run counted what {@link loadsOf} reads: those of the window so far once it has begun, before that all. */
export function countedIn({ scalars }: Frame): { readonly from: number; readonly to: number } {
  const [now, from, cycles] = [scalars[scalar.now], scalars[scalar.windowStart], scalars[scalar.windowCycles]];
  return cycles > 0 ? { from, to: from + cycles } : { from: 0, to: now };
}

/** Cycles that packets have waited in a switch, on the way to whatever they wanted next, all together. */
export function waitingAt(node: number, { firstOut, reverse }: Network, loads: Loads): number {
  let sum = 0;
  for (let c = firstOut[node]; c < firstOut[node + 1]; c++) sum += loads.waiting(reverse[c]);
  return sum;
}

/** The channel with the highest load of all that it can carry, and that load; channel −1 while nothing has crossed any. */
export function hottestChannel(loads: Loads, channels: number): { readonly channel: number; readonly load: number } {
  let [channel, most] = [-1, 0];
  for (let c = 0; c < channels; c++) {
    const share = loads.share(c);
    if (share > most) [channel, most] = [c, share];
  }
  return { channel, load: channel < 0 ? 0 : loads.of(channel) };
}
