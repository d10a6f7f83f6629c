/** The values of a matrix, independent of its layout. */
import { isTree, type Network } from "../../core/network/network.ts";

export interface MatrixValues {
  /** [C] Value of every channel; 0 for channels without a cell. */
  readonly ofChannel: Float64Array;
  /** [S] Value of every switch: the sum of its input channels. */
  readonly ofSwitch: Float64Array;
  readonly worstChannel: number;
  readonly worstSwitch: number;
  /** Channels that have a cell. */
  readonly channels: readonly number[];
}

/**
 * Values for the congestion matrix: of every channel that leads to a switch (and to a terminal, if `withExits`), of every switch as the sum
 * of its input channels, and the largest of both. `channels` lists the channels that have a cell. Links are compared with links, and
 * switches with switches. (Petrini et al. (QsNET), §5.4)
 */
export function matrixValuesOf(network: Network, withExits: boolean, valueOf: (channel: number) => number): MatrixValues {
  const { terminals, switches, head, tail } = network;
  // In a tree the cells are the input ports of switches.
  const hasExits = withExits && !isTree(network.axes);
  const ofChannel = new Float64Array(head.length);
  const ofSwitch = new Float64Array(switches);
  const channels: number[] = [];
  let worstChannel = 0;
  for (let channelIndex = 0; channelIndex < head.length; channelIndex++) {
    const isExit = head[channelIndex] < terminals;
    if (isExit && (!hasExits || tail[channelIndex] < terminals)) continue;
    const value = valueOf(channelIndex);
    ofChannel[channelIndex] = value;
    channels.push(channelIndex);
    if (value > worstChannel) worstChannel = value;
    if (!isExit) ofSwitch[head[channelIndex] - terminals] += value;
  }
  return { ofChannel, ofSwitch, worstChannel, worstSwitch: ofSwitch.reduce((a, b) => Math.max(a, b), 0), channels };
}

/** The member with the highest value, such as the channel that represents a merged port. */
export function memberWithMost(members: readonly number[], values: Float64Array, offset = 0): number {
  return members.reduce((best, member) => (values[member - offset] > values[best - offset] ? member : best));
}
