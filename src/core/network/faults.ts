/** Networks with dead links and switches. */
import { below, mix, streamKey } from "../base/random.ts";
import type { Network } from "./network.ts";

/** What is dead, by name and by chance. */
export interface Faults {
  /** Links drawn by chance, among those between switches; among all where terminals have several. */
  readonly links: number;
  /** Switches drawn by chance. */
  readonly switches: number;
  /** Channels, each of which takes its link with it; repetitions count once. */
  readonly deadChannels: readonly number[];
  /** Switches, 0 … S − 1; repetitions count once. */
  readonly deadSwitches: readonly number[];
  /** Seed of what is drawn. */
  readonly seed: number;
}

/**
 * The network that is left. Nodes keep their numbers, coordinates and physical ports; channels keep their order, but
 * not their numbers. A dead switch loses all its links; its terminals stay, without any. What is drawn for m links is
 * part of what is drawn for m + 1, and likewise for switches; the two draws do not depend on each other or on names.
 */
export function withFaults(network: Network, faults: Faults): Network {
  const { terminals, switches, firstOut } = network;
  const channels = network.head.length;
  const kept = keptChannels(network, faults);
  const count = kept.length;
  // [C] What a channel is called afterwards.
  const renamed = new Int32Array(channels);
  kept.forEach((old, c) => (renamed[old] = c));
  const first = new Int32Array(terminals + switches + 1);
  for (let n = 0, c = 0; n < terminals + switches; n++) {
    while (c < count && kept[c] < firstOut[n + 1]) c++;
    first[n + 1] = c;
  }
  const tail = new Int32Array(count);
  const head = new Int32Array(count);
  const reverse = new Int32Array(count);
  const linkClass = new Uint8Array(count);
  const group = new Int32Array(count);
  for (let c = 0; c < count; c++) {
    const old = kept[c];
    tail[c] = network.tail[old];
    head[c] = network.head[old];
    reverse[c] = renamed[network.reverse[old]];
    linkClass[c] = network.linkClass[old];
    group[c] = network.group[old];
  }
  return { ...network, firstOut: first, tail, head, reverse, linkClass, group, regular: network.regular && count === channels };
}

/** [C′] What each channel that is left was called before; in ascending order. */
export function keptChannels(network: Network, faults: Faults): Int32Array {
  const dead = deadChannels(network, faults);
  return Int32Array.from({ length: dead.length }, (_, c) => c).filter((c) => dead[c] === 0);
}

/** [C] 1 for each channel that is dead; its reverse is dead with it. */
function deadChannels(network: Network, faults: Faults): Uint8Array {
  const { terminals, switches, firstOut, tail, head, reverse } = network;
  const channels = head.length;
  const dead = new Uint8Array(channels);
  const kill = (c: number) => {
    dead[c] = 1;
    dead[reverse[c]] = 1;
  };
  const killSwitch = (s: number) => {
    for (let c = firstOut[terminals + s]; c < firstOut[terminals + s + 1]; c++) kill(c);
  };
  for (const c of faults.deadChannels) kill(c);
  for (const s of faults.deadSwitches) killSwitch(s);

  const key = streamKey(faults.seed, "faults");
  if (faults.links > 0) {
    const links = new Int32Array(channels / 2);
    let count = 0;
    for (let c = 0; c < channels; c++) {
      if (c < reverse[c] && (network.forwards || (tail[c] >= terminals && head[c] >= terminals))) links[count++] = c;
    }
    for (const c of drawn(links.subarray(0, count), faults.links, key, 0)) kill(c);
  }
  if (faults.switches > 0) {
    const all = Int32Array.from({ length: switches }, (_, s) => s);
    for (const s of drawn(all, faults.switches, key, 1)) killSwitch(s);
  }
  return dead;
}

/** The first `count` entries of a random order (Fisher, Yates; Durstenfeld, CACM 7, 1964). Changes the array. */
function drawn(array: Int32Array, count: number, key: number, place: number): Int32Array {
  const end = Math.min(count, array.length);
  for (let i = 0; i < end; i++) {
    const j = i + below(mix(key, place, i), array.length - i);
    const each = array[j];
    array[j] = array[i];
    array[i] = each;
  }
  return array.subarray(0, end);
}
