/** Switches and links taken out of a network and brought back, as faults in the document. */
import { recently } from "../../../core/base/lru.ts";
import type { ChosenKind } from "../../../core/base/params.ts";
import { topologies } from "../../../core/kinds/all-kinds.ts";
import { type Faults, keptChannels, withFaults } from "../../../core/network/faults.ts";
import { familyOf, nameOfLink, nameOfNode, type Network } from "../../../core/network/network.ts";
import type { Selected } from "../../../core/network/selected.ts";
import { faultyId } from "../../../core/topologies/contract.ts";

/** A change of the topology, with its title. */
export interface Outage {
  /** Title of the button: `Take out X switch 0`. */
  readonly title: string;
  readonly topology: ChosenKind;
}

/** A topology separated into network and faults. */
interface Standing {
  readonly of: ChosenKind;
  readonly faults: Faults;
  /** The network without its faults, and the part that remains with them. */
  readonly entire: Network;
  readonly present: Network;
  /** Number in the entire network of each channel of the remaining one. */
  readonly before: Int32Array;
}

/** Cached for the last few topologies: an entry holds two networks, and undo returns to earlier topologies. */
const standingOf = recently((topology: ChosenKind): Standing => {
  const { of, deadLinks, ...rest } = (topology.kind === faultyId ? topology.values : none(topology)) as Named;
  const faults: Faults = { ...rest, deadChannels: deadLinks };
  const entire = topologies.get(of.kind).build(of.values);
  return { of, faults, entire, present: withFaults(entire, faults), before: keptChannels(entire, faults) };
}, 4);

type Named = { readonly of: ChosenKind; readonly deadLinks: readonly number[] } & Omit<Faults, "deadChannels">;

const none = (of: ChosenKind): Named => ({ of, links: 0, switches: 0, deadLinks: [], deadSwitches: [], seed: 1 });

/** The topology with changed faults; the plain network if none remain. */
function withOthers({ of, faults }: Standing, other: Partial<Faults>): ChosenKind {
  const { deadChannels, ...rest } = { ...faults, ...other };
  const isEntire = rest.links + rest.switches + deadChannels.length + rest.deadSwitches.length === 0;
  return isEntire ? of : { kind: faultyId, values: { of, ...rest, deadLinks: deadChannels } };
}

/**
 * Possible outages for the selection: take it out or bring it back. Empty if it is neither a switch nor a link, or if it failed at random.
 */
export function outagesOf(topology: ChosenKind, selected: Selected): readonly Outage[] {
  if (selected.is !== "switch" && selected.is !== "channel") return [];
  const standing = standingOf(topology);
  return selected.is === "channel" ? ofLink(standing, selected.channel) : ofSwitch(standing, selected.node);
}

function ofLink(standing: Standing, channel: number): readonly Outage[] {
  const { before, faults, entire } = standing;
  const old = before[channel];
  if (old === undefined) return [];
  const deadChannels = [...faults.deadChannels, Math.min(old, entire.reverse[old])].sort((a, b) => a - b);
  return [{ title: `Take out the link ${nameOfLink(entire, old)}`, topology: withOthers(standing, { deadChannels }) }];
}

/** Outages of a switch, and of the subnetwork formed by its family if it has one. */
function ofSwitch(standing: Standing, node: number): readonly Outage[] {
  const { entire, present, faults } = standing;
  const own = node - entire.terminals;
  if (own < 0 || own >= entire.switches) return [];
  const named = new Set(faults.deadSwitches);
  const isAlive = (s: number) => present.firstOut[entire.terminals + s] < present.firstOut[entire.terminals + s + 1];
  const out = (switches: readonly number[]) =>
    withOthers(standing, { deadSwitches: [...new Set([...named, ...switches])].sort((a, b) => a - b) });
  const back = (switches: readonly number[]) =>
    withOthers(standing, { deadSwitches: faults.deadSwitches.filter((s) => !switches.includes(s)) });
  const name = nameOfNode(entire, node);
  const single = isAlive(own)
    ? [{ title: `Take out ${name}`, topology: out([own]) }]
    : named.has(own)
      ? [{ title: `Bring back ${name}`, topology: back([own]) }]
      : [];
  const family = familyOf(entire, node);
  if (family < 0) return single;
  // The switches of a family form a subnetwork.
  const subnetwork = `the whole ${entire.axes[family].name} subnetwork`;
  const all = Array.from({ length: entire.switches }, (_, s) => s);
  const switches = all.filter((s) => familyOf(entire, entire.terminals + s) === family);
  return [
    ...single,
    ...(switches.some(isAlive) ? [{ title: `Take out ${subnetwork}`, topology: out(switches) }] : []),
    ...(switches.filter((s) => named.has(s)).length > 1 ? [{ title: `Bring back ${subnetwork}`, topology: back(switches) }] : []),
  ];
}

/** All parts that were taken out by name, each with the change that brings it back. */
export function namedDead(topology: ChosenKind): readonly Outage[] {
  if (topology.kind !== faultyId) return [];
  const standing = standingOf(topology);
  const { entire, faults } = standing;
  return [
    ...faults.deadSwitches.map((s) => ({
      title: nameOfNode(entire, entire.terminals + s),
      topology: withOthers(standing, { deadSwitches: faults.deadSwitches.filter((other) => other !== s) }),
    })),
    ...faults.deadChannels.map((c) => ({
      title: `link ${nameOfLink(entire, c)}`,
      topology: withOthers(standing, { deadChannels: faults.deadChannels.filter((other) => other !== c) }),
    })),
  ];
}

/** The network without its faults, and the part that remains with them; null without faults. */
export function remainsOf(topology: ChosenKind): { readonly entire: Network; readonly present: Network } | null {
  return topology.kind === faultyId ? standingOf(topology) : null;
}

/** The topology without named dead parts. */
export function allBack(topology: ChosenKind): ChosenKind {
  return withOthers(standingOf(topology), { deadChannels: [], deadSwitches: [] });
}
