/** How many channels join two halves of the terminals. */
import type { Network } from "../network/network.ts";
import { distancesFrom } from "../network/search.ts";
import { maxFlow, part } from "./max-flow.ts";

export interface Bisection {
  /** Channels from one half to the other, in one direction; links, that is. */
  readonly channels: number;
  /** Channels for each terminal of the smaller half: 1 lets all of it send to the other at full load. */
  readonly perTerminal: number;
  /** The halves of that cut, as a phrase: `by number`, `along X`, `by distance`. */
  readonly halves: string;
  /** How far the number can be trusted, as a sentence. */
  readonly note: string;
}

/** Largest number of channels for which cuts are searched. */
const mostChannels = 600_000;

const note = "The smallest cut found between equal halves; others are not excluded.";

/**
 * The smallest of the cuts between equal halves of the terminals: by number, along each axis, and by distance from a
 * farthest terminal. To find the smallest of all is NP-hard (Garey, Johnson, Stockmeyer, 1976). Each cut is exact: the
 * fewest channels that part these halves, wherever switches without terminals of one half fall. The link of a terminal
 * counts only where the terminals of its switch are parted, or where it is one of several. Null with fewer than two
 * terminals, and for networks of more than 600,000 channels. (Dally, Towles, 2004, §3.1)
 */
export function bisection(network: Network): Bisection | null {
  const { terminals, axes, coordinates, head } = network;
  if (terminals < 2 || head.length > mostChannels) return null;
  const orders: { readonly halves: string; readonly places: ArrayLike<number> }[] = [
    { halves: "by number", places: new Int32Array(terminals) },
    ...axes.map(({ name }, axis) => ({
      halves: `along ${name}`,
      places: Int32Array.from({ length: terminals }, (_, t) => coordinates[t * axes.length + axis]),
    })),
    { halves: "by distance", places: distancesFromCorner(network) },
  ];
  const tried = new Set<string>();
  let best: Bisection | null = null;
  for (const { halves, places } of orders) {
    const sorted = Int32Array.from({ length: terminals }, (_, t) => t).sort((a, b) => places[a] - places[b] || a - b);
    const half = new Uint8Array(terminals).fill(part.sink);
    for (const t of sorted.subarray(0, Math.floor(terminals / 2))) half[t] = part.source;
    const key = half.join("");
    if (tried.has(key)) continue;
    tried.add(key);
    const channels = cut(network, half);
    if (best === null || channels < best.channels) best = { channels, perTerminal: channels / Math.floor(terminals / 2), halves, note };
  }
  return best;
}

/** Fewest channels that part the halves. */
function cut(network: Network, half: Uint8Array): number {
  const { terminals, switches, firstOut, head, tail } = network;
  const parts = new Uint8Array(terminals + switches);
  parts.set(half);
  // A switch goes with its terminals, as far as they have no other link and agree.
  let isSettled = true;
  for (let n = terminals; n < parts.length; n++) {
    let [sources, sinks] = [0, 0];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const t = head[c];
      if (t >= terminals || firstOut[t + 1] - firstOut[t] !== 1) continue;
      if (half[t] === part.source) sources++;
      else sinks++;
    }
    parts[n] = sources > 0 && sinks === 0 ? part.source : sinks > 0 && sources === 0 ? part.sink : part.between;
    if (parts[n] === part.between) isSettled = false;
  }
  if (!isSettled) return maxFlow(network, parts);
  let channels = 0;
  for (let c = 0; c < head.length; c++) if (parts[tail[c]] === part.source && parts[head[c]] === part.sink) channels++;
  return channels;
}

/** [T] Channels to each terminal from a terminal that is farthest from terminal 0. */
function distancesFromCorner(network: Network): Int32Array {
  // What is out of reach comes last.
  const from = (terminal: number) =>
    distancesFrom(network, terminal)
      .subarray(0, network.terminals)
      .map((distance) => (distance < 0 ? network.head.length : distance));
  const first = from(0);
  return from(first.indexOf(first.reduce((a, b) => Math.max(a, b))));
}
