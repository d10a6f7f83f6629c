/** A network as an unknown file has it: without axes, randomly numbered, with links missing, doubled or added. */
import { uniformBelow, mix, streamKey } from "../../../src/core/base/random.ts";
import { NetworkBuilder } from "../../../src/core/network/builder.ts";
import type { Network } from "../../../src/core/network/network.ts";

export interface LinkFaults {
  /** Numbers of links between switches that are removed, doubled, and added between random switches. */
  readonly missing?: number;
  readonly doubled?: number;
  readonly extra?: number;
}

export interface ShuffledNetwork {
  readonly network: Network;
  /** For each node of the shuffled network, its number in the original one. */
  readonly originalNumbers: Int32Array;
}

/** 0 … n − 1 in a random order. */
function randomOrder(n: number, key: number): Int32Array {
  const numbers = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < n; i++) {
    const j = i + uniformBelow(mix(key, i, n), n - i);
    [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
  }
  return numbers;
}

/** Number of links between switches. */
export const switchLinks = ({ head, tail, terminals }: Network): number =>
  head.reduce((sum, to, c) => (to >= terminals && tail[c] >= terminals ? sum + 1 : sum), 0) / 2;

/** The network with randomly numbered nodes, links in random order, and the given faults. The same seed gives the same network. */
export function shuffleNetwork(network: Network, seed: number, { missing = 0, doubled = 0, extra = 0 }: LinkFaults = {}): ShuffledNetwork {
  const { terminals, switches, head, tail, reverse } = network;
  const key = streamKey(seed, "faults");
  const [ofTerminals, ofSwitches] = [randomOrder(terminals, mix(key, 1, 0)), randomOrder(switches, mix(key, 2, 0))];
  const newNumber = (n: number) => (n < terminals ? ofTerminals[n] : terminals + ofSwitches[n - terminals]);
  const allLinks = Array.from(head.keys()).filter((c) => c < reverse[c]);
  const switchLinks = allLinks.filter((c) => tail[c] >= terminals && head[c] >= terminals);
  const linkOrder = randomOrder(switchLinks.length, mix(key, 3, 0));
  const removedLinks = new Set(Array.from(linkOrder.subarray(0, missing), (i) => switchLinks[i]));
  const doubledLinks = new Set(Array.from(linkOrder.subarray(missing, missing + doubled), (i) => switchLinks[i]));
  const links = allLinks.flatMap((c) => {
    const ends = c % 2 === 0 ? [newNumber(tail[c]), newNumber(head[c])] : [newNumber(head[c]), newNumber(tail[c])];
    return removedLinks.has(c) ? [] : doubledLinks.has(c) ? [ends, ends] : [ends];
  });
  const linkedPairs = new Set(switchLinks.map((c) => tail[c] * (terminals + switches) + head[c]));
  for (let i = 0, remaining = extra; remaining > 0; i++) {
    const [a, b] = [0, 1].map((end) => terminals + uniformBelow(mix(key, 4 + end, i), switches));
    if (a === b || linkedPairs.has(Math.min(a, b) * (terminals + switches) + Math.max(a, b))) continue;
    links.push([newNumber(a), newNumber(b)]);
    remaining--;
  }
  const net = new NetworkBuilder(terminals, switches, links.length, []);
  for (const i of randomOrder(links.length, mix(key, 6, 0))) net.connect(links[i][0], links[i][1], 0);
  net.linkClass("link");
  const was = new Int32Array(terminals + switches);
  for (let n = 0; n < was.length; n++) was[newNumber(n)] = n;
  return { network: net.finish(), originalNumbers: was };
}
