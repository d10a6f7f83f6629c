/** The numbers of a matrix, before anything is placed. */
import { isTree, type Network } from "../../core/network/network.ts";

export interface Values {
  /** [C] Of every channel; 0 for those that have no cell. */
  readonly ofChannel: Float64Array;
  /** [S] Of every switch: what the channels that lead to it have together. */
  readonly ofSwitch: Float64Array;
  readonly worstChannel: number;
  readonly worstSwitch: number;
  /** Channels that have a cell. */
  readonly channels: readonly number[];
}

/**
 * Asks for the number of every channel that leads to a switch, and of those that lead to terminals where these have cells.
 * Numbers are compared among links, and among switches. (Petrini et al. (QsNET), §5.4)
 */
export function valuesOf(network: Network, withExits: boolean, of: (channel: number) => number): Values {
  const { terminals, switches, head, tail } = network;
  // A tree's cells are the ports of its switches, by which something comes in.
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

/** The channel of a port that is meant: the one with most. */
export function mostOf(members: readonly number[], values: Float64Array, offset = 0): number {
  return members.reduce((most, each) => (values[each - offset] > values[most - offset] ? each : most));
}
