/** The values of a matrix, independent of its layout. */
import { isTree, type Network } from "../../core/network/network.ts";

export interface Values {
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
 * Values of every channel that leads to a switch, and of channels that lead to terminals where these have cells. Links are compared with
 * links, and switches with switches. (Petrini et al. (QsNET), §5.4)
 */
export function valuesOf(network: Network, withExits: boolean, of: (channel: number) => number): Values {
  const { terminals, switches, head, tail } = network;
  // In a tree the cells are the input ports of switches.
  const hasExits = withExits && !isTree(network.axes);
  const ofChannel = new Float64Array(head.length);
  const ofSwitch = new Float64Array(switches);
  const channels: number[] = [];
  let worstChannel = 0;
  for (let c = 0; c < head.length; c++) {
    const isExit = head[c] < terminals;
    if (isExit && (!hasExits || tail[c] < terminals)) continue;
    const value = of(c);
    ofChannel[c] = value;
    channels.push(c);
    if (value > worstChannel) worstChannel = value;
    if (!isExit) ofSwitch[head[c] - terminals] += value;
  }
  return { ofChannel, ofSwitch, worstChannel, worstSwitch: ofSwitch.reduce((a, b) => Math.max(a, b), 0), channels };
}

/** The member with the highest value, such as the channel that represents a merged port. */
export function mostOf(members: readonly number[], values: Float64Array, offset = 0): number {
  return members.reduce((most, each) => (values[each - offset] > values[most - offset] ? each : most));
}
