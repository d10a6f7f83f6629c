/** Switches and links taken out of a network and brought back, as faults in the document. */
import { memoizeRecent } from "../../../core/base/lru.ts";
import type { ChosenKind } from "../../../core/base/params.ts";
import { allTopologies } from "../../../core/kinds/all-kinds.ts";
import { type Faults, survivingChannels, withFaults } from "../../../core/network/faults.ts";
import { switchFamilyAxis, nameOfLink, nameOfNode, type Network } from "../../../core/network/network.ts";
import type { NetworkSelection } from "../../../core/network/selection.ts";
import { faultyTopologyId } from "../../../core/topologies/contract.ts";

/** A change of the topology that takes a part out of the network or brings it back, with the title of its button. */
export interface Outage {
  /** Title of the button: `Take out X switch 0`. */
  readonly title: string;
  readonly topology: ChosenKind;
}

/** A topology separated into network and faults. */
interface FaultyNetwork {
  readonly intact: ChosenKind;
  readonly faults: Faults;
  /** The network without faults; below, the network with faults. */
  readonly entire: Network;
  readonly present: Network;
  /** For each channel of the remaining network, its number in the entire network. */
  readonly entireChannelOf: Int32Array;
}

/** Cached for the last few topologies: an entry holds two networks, and undo returns to earlier topologies. */
const faultyNetworkOf = memoizeRecent((topology: ChosenKind): FaultyNetwork => {
  const {
    of: intact,
    deadLinks,
    ...rest
  } = (topology.kind === faultyTopologyId ? topology.values : withoutFaults(topology)) as NamedFaults;
  const faults: Faults = { ...rest, deadChannels: deadLinks };
  const entire = allTopologies.get(intact.kind).build(intact.values);
  return { intact, faults, entire, present: withFaults(entire, faults), entireChannelOf: survivingChannels(entire, faults) };
}, 4);

type NamedFaults = { readonly of: ChosenKind; readonly deadLinks: readonly number[] } & Omit<Faults, "deadChannels">;

const withoutFaults = (intact: ChosenKind): NamedFaults => ({
  of: intact,
  links: 0,
  switches: 0,
  deadLinks: [],
  deadSwitches: [],
  seed: 1,
});

/** The topology with changed faults; the plain network if none remain. */
function withFaultsChanged({ intact, faults }: FaultyNetwork, other: Partial<Faults>): ChosenKind {
  const { deadChannels, ...rest } = { ...faults, ...other };
  const isEntire = rest.links + rest.switches + deadChannels.length + rest.deadSwitches.length === 0;
  return isEntire ? intact : { kind: faultyTopologyId, values: { of: intact, ...rest, deadLinks: deadChannels } };
}

/**
 * The changes that are offered for the selected element: to take it out of the network or to bring it back. Empty if the element is neither
 * a switch nor a link, or if it failed at random.
 */
export function outagesOf(topology: ChosenKind, selected: NetworkSelection): readonly Outage[] {
  if (selected.is !== "switch" && selected.is !== "channel") return [];
  const faulty = faultyNetworkOf(topology);
  return selected.is === "channel" ? linkOutages(faulty, selected.channel) : switchOutages(faulty, selected.node);
}

function linkOutages(faulty: FaultyNetwork, channel: number): readonly Outage[] {
  const { entireChannelOf, faults, entire } = faulty;
  const entireChannel = entireChannelOf[channel];
  if (entireChannel === undefined) return [];
  const deadChannels = [...faults.deadChannels, Math.min(entireChannel, entire.reverse[entireChannel])].sort((a, b) => a - b);
  return [{ title: `Take out the link ${nameOfLink(entire, entireChannel)}`, topology: withFaultsChanged(faulty, { deadChannels }) }];
}

/**
 * The outages that a card offers for a switch, each with a title and the changed topology: to take the switch out of service, or to bring
 * it back. If its network has families of switches, each of which forms a subnetwork, the same is offered for the whole family. `entire` is
 * the network without faults, `present` the network with faults. Empty if `node` is a terminal.
 */
function switchOutages(faulty: FaultyNetwork, node: number): readonly Outage[] {
  const { entire, present, faults } = faulty;
  const switchIndex = node - entire.terminals;
  if (switchIndex < 0 || switchIndex >= entire.switches) return [];
  // Switches that were taken out by number. Others may be dead because of other faults, and cannot be brought back here.
  const namedDeadSwitches = new Set(faults.deadSwitches);
  const isAlive = (s: number) => present.firstOut[entire.terminals + s] < present.firstOut[entire.terminals + s + 1];
  const topologyWithout = (switches: readonly number[]) =>
    withFaultsChanged(faulty, { deadSwitches: [...new Set([...namedDeadSwitches, ...switches])].sort((a, b) => a - b) });
  const topologyWith = (switches: readonly number[]) =>
    withFaultsChanged(faulty, { deadSwitches: faults.deadSwitches.filter((s) => !switches.includes(s)) });
  const name = nameOfNode(entire, node);
  const outagesOfSwitch = isAlive(switchIndex)
    ? [{ title: `Take out ${name}`, topology: topologyWithout([switchIndex]) }]
    : namedDeadSwitches.has(switchIndex)
      ? [{ title: `Bring back ${name}`, topology: topologyWith([switchIndex]) }]
      : [];
  const family = switchFamilyAxis(entire, node);
  if (family < 0) return outagesOfSwitch;
  // The switches of a family form a subnetwork.
  const subnetwork = `the whole ${entire.axes[family].name} subnetwork`;
  const allSwitches = Array.from({ length: entire.switches }, (_, s) => s);
  const switches = allSwitches.filter((s) => switchFamilyAxis(entire, entire.terminals + s) === family);
  return [
    ...outagesOfSwitch,
    ...(switches.some(isAlive) ? [{ title: `Take out ${subnetwork}`, topology: topologyWithout(switches) }] : []),
    ...(switches.filter((s) => namedDeadSwitches.has(s)).length > 1
      ? [{ title: `Bring back ${subnetwork}`, topology: topologyWith(switches) }]
      : []),
  ];
}

/** All parts that were taken out by name, each with the change that brings it back. */
export function namedDeadParts(topology: ChosenKind): readonly Outage[] {
  if (topology.kind !== faultyTopologyId) return [];
  const faulty = faultyNetworkOf(topology);
  const { entire, faults } = faulty;
  return [
    ...faults.deadSwitches.map((s) => ({
      title: nameOfNode(entire, entire.terminals + s),
      topology: withFaultsChanged(faulty, { deadSwitches: faults.deadSwitches.filter((other) => other !== s) }),
    })),
    ...faults.deadChannels.map((c) => ({
      title: `link ${nameOfLink(entire, c)}`,
      topology: withFaultsChanged(faulty, { deadChannels: faults.deadChannels.filter((other) => other !== c) }),
    })),
  ];
}

/** The network without its faults, and the part that remains with them; null without faults. */
export function intactAndFaulty(topology: ChosenKind): { readonly entire: Network; readonly present: Network } | null {
  return topology.kind === faultyTopologyId ? faultyNetworkOf(topology) : null;
}

/** The topology without named dead parts. */
export function withoutNamedFaults(topology: ChosenKind): ChosenKind {
  return withFaultsChanged(faultyNetworkOf(topology), { deadChannels: [], deadSwitches: [] });
}
