/**
 * Finds hosts that contain a switch, such as servers whose accelerators share one, so that the network between hosts can be recognized
 * separately.
 */
import type { Network } from "../../core/network/network.ts";
import type { SwitchFabric, Placement, IdealTopology } from "./contract.ts";
import { fabricLinks, neighborsIn, mostFrequent } from "./switch-fabric.ts";
import type { ChannelRates } from "./irregularities.ts";
import { levelSlots } from "./trees/ideal-tree.ts";

export interface HostsWithSwitches {
  /** [S] Host that contains each switch, from 0; −1 for switches between hosts. */
  readonly hostOf: Int32Array;
  /** [H] Number of terminals and number of internal switches of each host. */
  readonly terminals: readonly number[];
  readonly switches: readonly number[];
  /** Whether no switch between hosts has two terminals of the same host, as in a rail-optimized network. */
  readonly areRails: boolean;
}

/**
 * Finds hosts with internal switches, such as servers with NVLink switches between their GPUs. Internal switches have no links to other
 * switches, and all their terminals also have links to switches between hosts; every terminal belongs to one host. If no two switches of
 * the network are joined, the switches with the fastest links are the internal ones.
 * @param ratesOf rate of each channel, if it is known
 * @returns null if there are none
 */
export function findHostsWithSwitches(network: Network, fabric: SwitchFabric, ratesOf?: ChannelRates): HostsWithSwitches | null {
  const { terminals, head, firstOut } = network;
  const switchesOfTerminal = Array.from({ length: terminals }, (_, t) =>
    [...new Set(head.subarray(firstOut[t], firstOut[t + 1]))].filter((n) => n >= terminals).map((n) => n - terminals),
  );
  const terminalsOfSwitch = Array.from({ length: fabric.switchCount }, (): number[] => []);
  switchesOfTerminal.forEach((attached, t) => attached.forEach((s) => terminalsOfSwitch[s].push(t)));
  // Find the internal switches.
  const isolatedSwitches = Array.from({ length: fabric.switchCount }, (_, s) => s).filter(
    (s) => neighborsIn(fabric, s).length === 0 && terminalsOfSwitch[s].length > 1,
  );
  const internalSwitches = fabricLinks(fabric) > 0 ? isolatedSwitches : fastestSwitches(network, isolatedSwitches, ratesOf);
  // Internal switches with the same terminals belong to one host.
  const hostsByTerminals = new Map<string, { readonly terminals: readonly number[]; readonly switches: number[] }>();
  for (const s of internalSwitches) {
    const key = terminalsOfSwitch[s].join();
    const group = hostsByTerminals.get(key) ?? { terminals: terminalsOfSwitch[s], switches: [] };
    group.switches.push(s);
    hostsByTerminals.set(key, group);
  }
  const hosts = [...hostsByTerminals.values()];
  const hostOf = new Int32Array(fabric.switchCount).fill(-1);
  hosts.forEach((host, h) => host.switches.forEach((s) => (hostOf[s] = h)));
  if (hosts.length < 2 || internalSwitches.length === fabric.switchCount) return null;
  // Every terminal belongs to one host and has a link to another switch.
  const isInOneHost = (attached: readonly number[]) => new Set(attached.map((s) => hostOf[s]).filter((h) => h >= 0)).size === 1;
  if (!switchesOfTerminal.every((attached) => attached.length === 0 || (isInOneHost(attached) && attached.some((s) => hostOf[s] < 0))))
    return null;
  const hostOfTerminal = switchesOfTerminal.map((attached) => Math.max(-1, ...attached.map((s) => hostOf[s])));
  // In a network of rails, every switch between hosts has at most one terminal of each host.
  const areRails = terminalsOfSwitch.every(
    (attached, s) => hostOf[s] >= 0 || new Set(attached.map((t) => hostOfTerminal[t])).size === attached.length,
  );
  return { hostOf, terminals: hosts.map((host) => host.terminals.length), switches: hosts.map((host) => host.switches.length), areRails };
}

/** The switches with the fastest links; none if all are equally fast or the rates are unknown. */
function fastestSwitches({ terminals, firstOut }: Network, switches: readonly number[], ratesOf?: ChannelRates): readonly number[] {
  if (ratesOf === undefined) return [];
  const rates = switches.map((s) => {
    const [firstChannel, endChannel] = [firstOut[terminals + s], firstOut[terminals + s + 1]];
    return mostFrequent(Array.from({ length: endChannel - firstChannel }, (_, i) => ratesOf(firstChannel + i)));
  });
  const [highest, lowest] = [Math.max(...rates), Math.min(...rates)];
  return highest === lowest ? [] : switches.filter((_, i) => rates[i] === highest);
}

/**
 * The network without the internal switches of its hosts, for which the topology is then recognized. `switches` is [O] the index of each of
 * its O switches in the full network.
 */
export function fabricBetween(
  fabric: SwitchFabric,
  { hostOf }: HostsWithSwitches,
): { readonly fabric: SwitchFabric; readonly switches: readonly number[] } {
  const switches = Array.from(hostOf.keys()).filter((s) => hostOf[s] < 0);
  const newIndex = new Int32Array(fabric.switchCount).fill(-1);
  switches.forEach((s, i) => (newIndex[s] = i));
  const firstNeighbor = new Int32Array(switches.length + 1);
  const [neighbors, linkCounts]: [number[], number[]] = [[], []];
  switches.forEach((s, i) => {
    for (let entry = fabric.firstNeighbor[s]; entry < fabric.firstNeighbor[s + 1]; entry++) {
      neighbors.push(newIndex[fabric.neighbors[entry]]);
      linkCounts.push(fabric.linkCounts[entry]);
    }
    firstNeighbor[i + 1] = neighbors.length;
  });
  const terminalsOfSwitch = Int32Array.from(switches, (s) => fabric.terminalCounts[s]);
  return {
    fabric: {
      switchCount: switches.length,
      firstNeighbor,
      neighbors: Int32Array.from(neighbors),
      linkCounts: Int32Array.from(linkCounts),
      terminalCounts: terminalsOfSwitch,
    },
    switches,
  };
}

/** A placement of switches that have no links to each other, such as rails of a single switch. */
export function placeSeparately(fabric: SwitchFabric): Placement {
  const sizes = [fabric.switchCount];
  return {
    ideal: {
      topology: null,
      title: fabric.switchCount === 1 ? "single switch" : `${fabric.switchCount} separate switches`,
      sentences: [],
      ...levelSlots(sizes, mostFrequent(fabric.terminalCounts)),
      links: [],
    },
    slotOf: Int32Array.from({ length: fabric.switchCount }, (_, s) => s),
  };
}

/**
 * Adds the internal switches of hosts to the placement of the network between hosts. Their slots follow all others and have coordinate −1
 * on every axis.
 * @param switches [O] as returned by {@link fabricBetween}
 */
export function withHostSwitches({ ideal, slotOf }: Placement, hosts: HostsWithSwitches, switches: readonly number[]): Placement {
  const { hostOf, terminals } = hosts;
  const internalSwitches = Array.from(hostOf.keys()).filter((s) => hostOf[s] >= 0);
  const allSlots = new Int32Array(hostOf.length).fill(-1);
  switches.forEach((s, i) => (allSlots[s] = slotOf[i]));
  internalSwitches.forEach((s, i) => (allSlots[s] = ideal.terminalCounts.length + i));
  const coordinates = new Int32Array(ideal.coordinates.length + internalSwitches.length * ideal.axes.length).fill(-1);
  coordinates.set(ideal.coordinates);
  const usualTerminals = mostFrequent(terminals);
  return {
    slotOf: allSlots,
    ideal: {
      ...ideal,
      topology: null,
      coordinates,
      terminalCounts: Int32Array.from([...ideal.terminalCounts, ...internalSwitches.map(() => usualTerminals)]),
    },
  };
}

/**
 * Describes a network of hosts with internal switches: the numbers of hosts and switches, followed by the description of the network
 * between the hosts. The axes are removed, because no topology of this program combines them with such hosts.
 */
export function describeHosts(
  { title, sentences, ...ideal }: IdealTopology,
  { terminals, switches, areRails }: HostsWithSwitches,
): IdealTopology {
  const rangeText = (numbers: readonly number[]) => {
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    return lowest === highest ? `${lowest}` : `${lowest} to ${highest}`;
  };
  const countText = (numbers: readonly number[], singular: string, plural: string) =>
    `${rangeText(numbers)} ${rangeText(numbers) === "1" ? singular : plural}`;
  return {
    ...ideal,
    axes: [],
    coordinates: new Int32Array(0),
    title: areRails ? "network of GPU rails with a switch in each host" : "network of hosts with a switch inside each",
    sentences: [
      `It has ${terminals.length} hosts of ${countText(terminals, "terminal", "terminals")}, with ${countText(switches, "switch", "switches")} inside each.`,
      `Between hosts: ${title}.`,
      ...sentences,
    ],
  };
}
