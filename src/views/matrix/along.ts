/** How the values of a tree's links grow along the path of a packet, from the terminals up to the top and down again. */
import type { Network } from "../../core/network/network.ts";
import { rowsOf } from "../stage/layouts/levels.ts";
import type { Values } from "./values.ts";

export interface Along {
  /**
   * Mean value of the links relative to the worst link: for each level entered from below, the lowest first, then for each level entered
   * from above.
   */
  readonly parts: readonly number[];
  /** Whether the links of each row have nearly equal values. */
  readonly isEven: boolean;
}

/** Maximum difference of equal links of a row, as a part of the worst link. */
const same = 0.05;

/** The growth of values along a path of a tree; null where the values do not grow with every hop, or in a tree with a single level. */
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
