/** A network as an unknown file has it: without axes, randomly numbered, with links missing, doubled or added. */
import { below, mix, streamKey } from "../../../src/core/base/random.ts";
import { NetworkBuilder } from "../../../src/core/network/builder.ts";
import type { Network } from "../../../src/core/network/network.ts";

export interface Harm {
  /** Numbers of links between switches that are removed, doubled, and added between random switches. */
  readonly missing?: number;
  readonly doubled?: number;
  readonly extra?: number;
}

export interface Shuffled {
  readonly network: Network;
  /** Original node number of each node, by node. */
  readonly was: Int32Array;
}

/** 0 … n − 1 in a random order. */
function order(n: number, key: number): Int32Array {
  const all = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < n; i++) {
    const j = i + below(mix(key, i, n), n - i);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** Number of links between switches. */
export const switchLinks = ({ head, tail, terminals }: Network): number =>
  head.reduce((sum, to, c) => (to >= terminals && tail[c] >= terminals ? sum + 1 : sum), 0) / 2;

/** The network with randomly numbered nodes, links in random order, and the given faults. The same seed gives the same network. */
export function shuffled(network: Network, seed: number, { missing = 0, doubled = 0, extra = 0 }: Harm = {}): Shuffled {
  const { terminals, switches, head, tail, reverse } = network;
  const key = streamKey(seed, "faults");
  const [ofTerminals, ofSwitches] = [order(terminals, mix(key, 1, 0)), order(switches, mix(key, 2, 0))];
  const now = (n: number) => (n < terminals ? ofTerminals[n] : terminals + ofSwitches[n - terminals]);
  const all = Array.from(head.keys()).filter((c) => c < reverse[c]);
  const between = all.filter((c) => tail[c] >= terminals && head[c] >= terminals);
  const drawn = order(between.length, mix(key, 3, 0));
  const gone = new Set(Array.from(drawn.subarray(0, missing), (i) => between[i]));
  const twice = new Set(Array.from(drawn.subarray(missing, missing + doubled), (i) => between[i]));
  const links = all.flatMap((c) => {
    const ends = c % 2 === 0 ? [now(tail[c]), now(head[c])] : [now(head[c]), now(tail[c])];
    return gone.has(c) ? [] : twice.has(c) ? [ends, ends] : [ends];
  });
  const joined = new Set(between.map((c) => tail[c] * (terminals + switches) + head[c]));
  for (let i = 0, left = extra; left > 0; i++) {
    const [a, b] = [0, 1].map((end) => terminals + below(mix(key, 4 + end, i), switches));
    if (a === b || joined.has(Math.min(a, b) * (terminals + switches) + Math.max(a, b))) continue;
    links.push([now(a), now(b)]);
    left--;
  }
  const net = new NetworkBuilder(terminals, switches, links.length, []);
  for (const i of order(links.length, mix(key, 6, 0))) net.connect(links[i][0], links[i][1], 0);
  net.linkClass("link");
  const was = new Int32Array(terminals + switches);
  for (let n = 0; n < was.length; n++) was[now(n)] = n;
  return { network: net.finish(), was };
}
