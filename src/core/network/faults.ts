/** Networks with failed links and switches. */
import { uniformBelow, mix, streamKey } from "../base/random.ts";
import type { Network } from "./network.ts";

/** Failed links and switches, given explicitly or drawn at random. */
export interface Faults {
  /** Number of random failed links. They are drawn from the links between switches, or from all links if terminals forward packets. */
  readonly links: number;
  /** Number of random failed switches. */
  readonly switches: number;
  /** Failed channels. The reverse channel fails with each; duplicates count once. */
  readonly deadChannels: readonly number[];
  /** Failed switches, 0 … S − 1; duplicates count once. */
  readonly deadSwitches: readonly number[];
  /** Seed of the random draws. */
  readonly seed: number;
}

/**
 * The network without its failed links and switches. Nodes keep their numbers, coordinates and physical ports. Channels keep their order
 * but are renumbered. A failed switch loses all its links; its terminals remain, without links.
 *
 * The m links that fail at random are a subset of the m + 1 links that fail with one more failure; likewise for switches. Both draws are
 * independent of each other and of the explicit failures.
 */
export function withFaults(network: Network, faults: Faults): Network {
  const { terminals, switches, firstOut } = network;
  const channels = network.head.length;
  const surviving = survivingChannels(network, faults);
  const count = surviving.length;
  // [C] New number of each old channel.
  const newNumberOf = new Int32Array(channels);
  surviving.forEach((oldChannel, c) => (newNumberOf[oldChannel] = c));
  const newFirstOut = new Int32Array(terminals + switches + 1);
  // Surviving channels are in ascending order, so the channels of a node follow each other.
  for (let n = 0, c = 0; n < terminals + switches; n++) {
    while (c < count && surviving[c] < firstOut[n + 1]) c++;
    newFirstOut[n + 1] = c;
  }
  const tail = new Int32Array(count);
  const head = new Int32Array(count);
  const reverse = new Int32Array(count);
  const linkClass = new Uint8Array(count);
  const group = new Int32Array(count);
  for (let c = 0; c < count; c++) {
    const oldChannel = surviving[c];
    tail[c] = network.tail[oldChannel];
    head[c] = network.head[oldChannel];
    reverse[c] = newNumberOf[network.reverse[oldChannel]];
    linkClass[c] = network.linkClass[oldChannel];
    group[c] = network.group[oldChannel];
  }
  return { ...network, firstOut: newFirstOut, tail, head, reverse, linkClass, group, regular: network.regular && count === channels };
}

/** [C′] Old number of each surviving channel, in ascending order. */
export function survivingChannels(network: Network, faults: Faults): Int32Array {
  const isDead = deadChannels(network, faults);
  return Int32Array.from({ length: isDead.length }, (_, c) => c).filter((c) => isDead[c] === 0);
}

/**
 * Determines the failed channels, [C] 1 for each: explicit failures, random links, and all links of failed switches. A failed link loses
 * both channels.
 */
function deadChannels(network: Network, faults: Faults): Uint8Array {
  const { terminals, switches, firstOut, tail, head, reverse } = network;
  const channels = head.length;
  const isDead = new Uint8Array(channels);
  const kill = (c: number) => {
    isDead[c] = 1;
    isDead[reverse[c]] = 1;
  };
  const killSwitch = (s: number) => {
    for (let c = firstOut[terminals + s]; c < firstOut[terminals + s + 1]; c++) kill(c);
  };
  for (const c of faults.deadChannels) kill(c);
  for (const s of faults.deadSwitches) killSwitch(s);

  const key = streamKey(faults.seed, "faults");
  if (faults.links > 0) {
    // Links that may fail, each by one of its channels: links between nodes that forward packets.
    const links = new Int32Array(channels / 2);
    let count = 0;
    for (let c = 0; c < channels; c++) {
      if (c < reverse[c] && (network.forwards || (tail[c] >= terminals && head[c] >= terminals))) links[count++] = c;
    }
    for (const c of randomSample(links.subarray(0, count), faults.links, key, 0)) kill(c);
  }
  if (faults.switches > 0) {
    const allSwitches = Int32Array.from({ length: switches }, (_, s) => s);
    for (const s of randomSample(allSwitches, faults.switches, key, 1)) killSwitch(s);
  }
  return isDead;
}

/** The first `count` entries of a random permutation (Fisher, Yates; Durstenfeld, CACM 7, 1964). Changes the array. */
function randomSample(array: Int32Array, count: number, key: number, draw: number): Int32Array {
  const end = Math.min(count, array.length);
  for (let i = 0; i < end; i++) {
    const j = i + uniformBelow(mix(key, draw, i), array.length - i);
    const swapped = array[j];
    array[j] = array[i];
    array[i] = swapped;
  }
  return array.subarray(0, end);
}
