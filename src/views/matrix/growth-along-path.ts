/** How the values of a tree's links grow along the path of a packet, from the terminals up to the top and down again. */
import type { Network } from "../../core/network/network.ts";
import { treeRowsOf } from "../stage/layouts/levels.ts";
import type { MatrixValues } from "./values.ts";

export interface PathGrowth {
  /**
   * Mean value of the links relative to the worst link: for each level entered from below, the lowest first, then for each level entered
   * from above.
   */
  readonly relativeValues: readonly number[];
  /** Whether the links of each row have nearly equal values. */
  readonly isEven: boolean;
}

/** Values of a row count as equal up to this difference, relative to the value of the worst link. */
const maxEqualDifference = 0.05;

/** The growth of the values along a path. Null where they do not grow with every hop, or in a tree with a single level. */
export function growthAlongPath(network: Network, { ofChannel, worstChannel }: MatrixValues): PathGrowth | null {
  const { switches, up, down } = treeRowsOf(network);
  const { reverse } = network;
  const channelRows = [
    ...switches.map((row) => row.flatMap((node) => down[node].map((channel) => reverse[channel]))),
    ...switches
      .slice(0, -1)
      .map((row) => row.flatMap((node) => up[node].map((channel) => reverse[channel])))
      .toReversed(),
  ];
  if (worstChannel === 0 || channelRows.length < 3) return null;
  const relativeValues = channelRows.map((row) => row.reduce((sum, channel) => sum + ofChannel[channel], 0) / row.length / worstChannel);
  if (relativeValues.some((value, i) => value <= (i === 0 ? 0 : relativeValues[i - 1]))) return null;
  const rangeOf = (row: readonly number[]) =>
    row.reduce((max, channel) => Math.max(max, ofChannel[channel]), 0) -
    row.reduce((min, channel) => Math.min(min, ofChannel[channel]), Infinity);
  return { relativeValues, isEven: channelRows.every((row) => rangeOf(row) <= maxEqualDifference * worstChannel) };
}
