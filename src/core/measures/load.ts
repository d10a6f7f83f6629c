/** Channel load in the measurement window: the mean, the largest, and the group of channels nearest to its capacity. */
import { nameOfChannel, nameOfNode, type Network } from "../network/network.ts";
import { type ChannelClocks, rateOf } from "../plan/links.ts";
import { type Frame, scalar } from "../simulation/frame.ts";
import type { FullestGroup, Load } from "./results.ts";

/** Loads within this relative tolerance are equal, because fractional rates cause rounding errors. */
const alike = 1e-5;

/** Load of the channels of a network, in phits per cycle of the window, relative to the channel rates. */
export function loadOf(network: Network, { windowPhits: phits, scalars }: Frame, links?: ChannelClocks): Load {
  const windowPhits = links === undefined ? phits : phits.map((each, c) => each / rateOf(links, c));
  const cycles = scalars[scalar.windowCycles];
  let worstChannel = 0;
  let sum = 0;
  for (let c = 0; c < windowPhits.length; c++) {
    sum += windowPhits[c];
    if (windowPhits[c] > windowPhits[worstChannel]) worstChannel = c;
  }
  const most = windowPhits[worstChannel];
  const equals = most > 0 ? windowPhits.reduce((count, phits) => (phits >= most * (1 - alike) ? count + 1 : count), -1) : 0;
  const fullest = cycles > 0 ? fullestOf(network, phits, cycles) : null;
  const rate = rateOf(links, worstChannel);
  return {
    mean: cycles > 0 ? sum / windowPhits.length / cycles : 0,
    worst: cycles > 0 ? most / cycles : 0,
    worstChannel,
    worstName: nameOfChannel(network, worstChannel),
    ...(equals > 0 ? { equals } : {}),
    ...(rate === 1 ? {} : { rate }),
    ...(fullest !== null && fullest.load / fullest.capacity > most / cycles ? { fullest } : {}),
  };
}

/** The group nearest to its capacity; null if there are no groups, or its channels have no common node. */
function fullestOf(network: Network, windowPhits: ArrayLike<number>, cycles: number): FullestGroup | null {
  const { group, groupCapacity, head, tail } = network;
  if (groupCapacity.length === 0) return null;
  const loads = new Float64Array(groupCapacity.length);
  group.forEach((g, c) => {
    if (g >= 0) loads[g] += windowPhits[c] / cycles;
  });
  const full = loads.reduce((most, load, g) => (load / groupCapacity[g] > loads[most] / groupCapacity[most] ? g : most), 0);
  const own = [...group.keys()].filter((c) => group[c] === full);
  const common = (ends: Int32Array) => (own.every((c) => ends[c] === ends[own[0]]) ? ends[own[0]] : null);
  const [into, from] = [common(head), common(tail)];
  const node = into ?? from;
  if (node === null || loads[full] === 0) return null;
  return { name: nameOfNode(network, node), isInto: into !== null, load: loads[full], capacity: groupCapacity[full] };
}
