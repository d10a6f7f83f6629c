/** Transfers loads from the network of the last run to the edited network, so that they stay visible until the next run has results. */
import { nameOfNode, type Network } from "../../core/network/network.ts";
import type { ChannelClocks } from "../../core/plan/links.ts";
import type { Frame } from "../../core/simulation/frame.ts";
import { memoizeLast } from "../memoize-last.ts";
import type { DrawingDraft } from "./contract.ts";

/** Columns of a frame by channel that drawings read. */
const channelColumns = ["phits", "windowPhits", "waiting", "windowWaiting", "sinceInjection", "windowSinceInjection", "queued"] as const;

/**
 * Rates and lengths of the channels of the edited network, from the network of the last run. New channels carry a phit per cycle and have
 * no length.
 */
export const remapLinks = memoizeLast((to: Network, from: Network | null, links: ChannelClocks | undefined): ChannelClocks | undefined => {
  const oldChannelOf = from === null || links === undefined ? null : oldChannelsOf(from, to);
  if (oldChannelOf === null || links === undefined) return links;
  const { perCycle, perPhit, delay } = links;
  return {
    perCycle: Int32Array.from(oldChannelOf, (c) => (c < 0 ? 1 : perCycle[c])),
    perPhit: Int32Array.from(oldChannelOf, (c) => (c < 0 ? 1 : perPhit[c])),
    delay: Float64Array.from(oldChannelOf, (c) => (c < 0 ? 0 : delay[c])),
  };
});

const channelMaps = new WeakMap<Network, { readonly from: Network; readonly old: Int32Array | null }>();

/** The frame transferred to another network, where new channels carry nothing. Returns the frame itself if both have the same channels. */
export function remapFrame(frame: Frame, from: Network, to: Network): Frame {
  const cached = channelMaps.get(to);
  const map = cached?.from === from ? cached : { from, old: oldChannelsOf(from, to) };
  channelMaps.set(to, map);
  const { old: oldChannelOf } = map;
  if (oldChannelOf === null) return frame;
  const remapped = Object.fromEntries(
    channelColumns.map((name) => {
      const values = frame[name];
      const column = values instanceof Int32Array ? new Int32Array(oldChannelOf.length) : new Float64Array(oldChannelOf.length);
      for (let c = 0; c < oldChannelOf.length; c++) if (oldChannelOf[c] >= 0) column[c] = values[oldChannelOf[c]];
      return [name, column];
    }),
  );
  return { ...frame, ...remapped };
}

/** The frame of the last run for the edited network; null if the drawing was cleared since and none of that network remains. */
export function frameForDraft(
  { network, session }: Pick<DrawingDraft, "network" | "session">,
  { frame, network: from }: { readonly frame: Frame | null; readonly network: Network | null },
): Frame | null {
  if (frame === null || from === null) return null;
  const remapped = remapFrame(frame, from, network);
  return session.clearedNetwork === from && remapped !== frame ? null : remapped;
}

/** [C] Number of each channel in the other network, −1 for new channels; null if both have the same channels. */
function oldChannelsOf(from: Network, to: Network): Int32Array | null {
  if (isEqual(from.firstOut, to.firstOut) && isEqual(from.head, to.head)) return null;
  // Switches without coordinates can be matched only by their order.
  const name = (network: Network, n: number) =>
    from.axes.length === to.axes.length || n < network.terminals ? nameOfNode(network, n) : String(n - network.terminals);
  const names = (network: Network) => Array.from({ length: network.terminals + network.switches }, (_, n) => name(network, n));
  const [oldNames, newNames] = [names(from), names(to)];
  const channelByKey = new Map<string, number>();
  forEachChannel(from, oldNames, (key, c) => channelByKey.set(key, c));
  const oldNumbers = new Int32Array(to.head.length).fill(-1);
  forEachChannel(to, newNames, (key, c) => (oldNumbers[c] = channelByKey.get(key) ?? -1));
  return oldNumbers;
}

/** Calls `visit` for each channel with a key: the names of its ends and its index among parallel channels. */
function forEachChannel({ tail, head }: Network, names: readonly string[], visit: (key: string, c: number) => void): void {
  const counts = new Map<string, number>();
  for (let c = 0; c < head.length; c++) {
    const ends = `${names[tail[c]]}\n${names[head[c]]}`;
    const count = counts.get(ends) ?? 0;
    counts.set(ends, count + 1);
    visit(`${ends}\n${count}`, c);
  }
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
