/** Channel load in the measurement window: the mean, the largest, and the group of channels nearest to its capacity. */
import { nameOfChannel, nameOfNode, type Network } from "../network/network.ts";
import { type ChannelClocks, rateOf } from "../plan/links.ts";
import { type Frame, scalar } from "../simulation/frame.ts";
import type { FullestGroup, Load } from "./results.ts";

/** Loads within this relative tolerance are equal, because fractional rates cause rounding errors. */
const equalLoadTolerance = 1e-5;

/**
 * Channel loads of the measurement window, in phits per cycle relative to the channel's rate: the mean, the largest with its channel, the
 * number of other channels that are equally loaded, and the channel group nearest to its capacity if it is nearer than any channel.
 */
export function channelLoadOf(network: Network, { windowPhits, scalars }: Frame, links?: ChannelClocks): Load {
  /** [C] Cycles of the window in which each channel was busy. */
  const busyCycles = links === undefined ? windowPhits : windowPhits.map((phits, channel) => phits / rateOf(links, channel));
  const cycles = scalars[scalar.windowCycles];
  let worstChannel = 0;
  let sum = 0;
  for (let channel = 0; channel < busyCycles.length; channel++) {
    sum += busyCycles[channel];
    if (busyCycles[channel] > busyCycles[worstChannel]) worstChannel = channel;
  }
  const maxBusy = busyCycles[worstChannel];
  // Starts at −1, because the worst channel itself is counted, too.
  const otherMaxima =
    maxBusy > 0 ? busyCycles.reduce((count, busy) => (busy >= maxBusy * (1 - equalLoadTolerance) ? count + 1 : count), -1) : 0;
  const fullest = cycles > 0 ? fullestGroupOf(network, windowPhits, cycles) : null;
  const rate = rateOf(links, worstChannel);
  return {
    mean: cycles > 0 ? sum / busyCycles.length / cycles : 0,
    worst: cycles > 0 ? maxBusy / cycles : 0,
    worstChannel,
    worstName: nameOfChannel(network, worstChannel),
    ...(otherMaxima > 0 ? { equals: otherMaxima } : {}),
    ...(rate === 1 ? {} : { rate }),
    ...(fullest !== null && fullest.load / fullest.capacity > maxBusy / cycles ? { fullest } : {}),
  };
}

/**
 * The channel group (channels that share a capacity) with the largest load relative to its capacity, named by the node at its end. Null if
 * there are no groups, or if the channels of the fullest group have no common node.
 */
function fullestGroupOf(network: Network, windowPhits: ArrayLike<number>, cycles: number): FullestGroup | null {
  const { group, groupCapacity, head, tail } = network;
  if (groupCapacity.length === 0) return null;
  const loads = new Float64Array(groupCapacity.length);
  group.forEach((groupIndex, channel) => {
    if (groupIndex >= 0) loads[groupIndex] += windowPhits[channel] / cycles;
  });
  const fullest = loads.reduce(
    (best, load, groupIndex) => (load / groupCapacity[groupIndex] > loads[best] / groupCapacity[best] ? groupIndex : best),
    0,
  );
  const groupChannels = [...group.keys()].filter((channel) => group[channel] === fullest);
  const commonNode = (ends: Int32Array) =>
    groupChannels.every((channel) => ends[channel] === ends[groupChannels[0]]) ? ends[groupChannels[0]] : null;
  const [commonHead, commonTail] = [commonNode(head), commonNode(tail)];
  const node = commonHead ?? commonTail;
  if (node === null || loads[fullest] === 0) return null;
  return { name: nameOfNode(network, node), isInto: commonHead !== null, load: loads[fullest], capacity: groupCapacity[fullest] };
}
