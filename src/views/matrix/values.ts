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
 * The value of a switch is the sum of its input channels; links are compared with links, switches with switches. (Petrini et al. (QsNET),
 * §5.4)
 */
export function matrixValuesOf(network: Network, withExits: boolean, valueOf: (channel: number) => number): MatrixValues {
  const { terminals, switches, head, tail } = network;
  // In a tree the cells are the input ports of switches.
  const hasExits = withExits && !isTree(network.axes);
  const ofChannel = new Float64Array(head.length);
  const ofSwitch = new Float64Array(switches);
  const channels: number[] = [];
  let worstChannel = 0;
  for (let channel = 0; channel < head.length; channel++) {
    const isExit = head[channel] < terminals;
    if (isExit && (!hasExits || tail[channel] < terminals)) continue;
    const value = valueOf(channel);
    ofChannel[channel] = value;
    channels.push(channel);
    if (value > worstChannel) worstChannel = value;
    if (!isExit) ofSwitch[head[channel] - terminals] += value;
  }
  return { ofChannel, ofSwitch, worstChannel, worstSwitch: ofSwitch.reduce((a, b) => Math.max(a, b), 0), channels };
}

/** The member with the highest value, such as the channel that represents a merged port. */
export function memberWithMost(members: readonly number[], values: Float64Array, offset = 0): number {
  return members.reduce((best, member) => (values[member - offset] > values[best - offset] ? member : best));
}
