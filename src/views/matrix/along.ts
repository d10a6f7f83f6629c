/** How the numbers of a tree's links grow along the way of a packet, from the terminals up to the top and down again. */
import type { Network } from "../../core/network/network.ts";
import { rowsOf } from "../stage/layouts/levels.ts";
import type { Values } from "./values.ts";

export interface Along {
  /** Part of the worst link that a link has on average: into each level from below, the lowest first, then into each from above. */
  readonly parts: readonly number[];
  /** Whether all links of a row have nearly the same. */
  readonly isEven: boolean;
}

/** Links of a row differ by less than this part of the worst one where they are called the same. */
const same = 0.05;

/** Null where the numbers do not grow with every step of the way; of a tree with at least two levels. */
export function alongTheWay(network: Network, { ofChannel, worstChannel }: Values): Along | null {
  const { switches, up, down } = rowsOf(network);
  const { reverse } = network;
  const rows = [
    ...switches.map((row) => row.flatMap((n) => down[n].map((c) => reverse[c]))),
    ...switches
      .slice(0, -1)
      .map((row) => row.flatMap((n) => up[n].map((c) => reverse[c])))
      .toReversed(),
  ];
  if (worstChannel === 0 || rows.length < 3) return null;
  const parts = rows.map((row) => row.reduce((sum, c) => sum + ofChannel[c], 0) / row.length / worstChannel);
  if (parts.some((part, i) => part <= (i === 0 ? 0 : parts[i - 1]))) return null;
  const spreadOf = (row: readonly number[]) =>
    row.reduce((most, c) => Math.max(most, ofChannel[c]), 0) - row.reduce((least, c) => Math.min(least, ofChannel[c]), Infinity);
  return { parts, isEven: rows.every((row) => spreadOf(row) <= same * worstChannel) };
}
