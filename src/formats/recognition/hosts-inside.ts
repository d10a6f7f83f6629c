/**
 * Finds hosts that contain a switch, such as servers whose accelerators share one, so that the network between hosts can be recognized
 * separately.
 */
import type { Network } from "../../core/network/network.ts";
import type { Fabric, Placed, Whole } from "./contract.ts";
import { linksIn, neighboursOf, usual } from "./fabric.ts";
import type { RatesOf } from "./irregular.ts";
import { placesOf } from "./trees/tree-whole.ts";

export interface HostsInside {
  /** [S] Host that contains each switch, from 0; −1 for switches between hosts. */
  readonly hostOf: Int32Array;
  /** [H] Number of terminals and number of internal switches of each host. */
  readonly terminals: readonly number[];
  readonly switches: readonly number[];
  /** Whether no switch between hosts has two terminals of the same host, as in a rail-optimized network. */
  readonly areRails: boolean;
}

/**
 * Finds the hosts of a network. Internal switches have no links to other switches, and all their terminals also have links to switches
 * between hosts; every terminal belongs to one host. If no two switches of the network are joined, the switches with the fastest links are
 * the internal ones.
 * @returns null if there are none
 */
export function hostsInsideOf(network: Network, fabric: Fabric, ratesOf?: RatesOf): HostsInside | null {
  const { terminals, head, firstOut } = network;
  const switchesOf = Array.from({ length: terminals }, (_, t) =>
    [...new Set(head.subarray(firstOut[t], firstOut[t + 1]))].filter((n) => n >= terminals).map((n) => n - terminals),
  );
  const terminalsOf = Array.from({ length: fabric.switches }, (): number[] => []);
  switchesOf.forEach((own, t) => own.forEach((s) => terminalsOf[s].push(t)));
  const alone = Array.from({ length: fabric.switches }, (_, s) => s).filter(
    (s) => neighboursOf(fabric, s).length === 0 && terminalsOf[s].length > 1,
  );
  const inside = linksIn(fabric) > 0 ? alone : fastestOf(network, alone, ratesOf);
  const groups = new Map<string, { readonly terminals: readonly number[]; readonly switches: number[] }>();
  for (const s of inside) {
    const key = terminalsOf[s].join();
    const group = groups.get(key) ?? { terminals: terminalsOf[s], switches: [] };
    group.switches.push(s);
    groups.set(key, group);
  }
  const hosts = [...groups.values()];
  const hostOf = new Int32Array(fabric.switches).fill(-1);
  hosts.forEach((host, h) => host.switches.forEach((s) => (hostOf[s] = h)));
  if (hosts.length < 2 || inside.length === fabric.switches) return null;
  // Every terminal belongs to one host and has a link to another switch.
  const isOne = (own: readonly number[]) => new Set(own.map((s) => hostOf[s]).filter((h) => h >= 0)).size === 1;
  if (!switchesOf.every((own) => own.length === 0 || (isOne(own) && own.some((s) => hostOf[s] < 0)))) return null;
  const hostAt = switchesOf.map((own) => Math.max(-1, ...own.map((s) => hostOf[s])));
  const areRails = terminalsOf.every((own, s) => hostOf[s] >= 0 || new Set(own.map((t) => hostAt[t])).size === own.length);
  return { hostOf, terminals: hosts.map((host) => host.terminals.length), switches: hosts.map((host) => host.switches.length), areRails };
}

/** The switches with the fastest links; none if all are equally fast or the rates are unknown. */
function fastestOf({ terminals, firstOut }: Network, switches: readonly number[], ratesOf?: RatesOf): readonly number[] {
  if (ratesOf === undefined) return [];
  const rates = switches.map((s) => {
    const [from, to] = [firstOut[terminals + s], firstOut[terminals + s + 1]];
    return usual(Array.from({ length: to - from }, (_, i) => ratesOf(from + i)));
  });
  const [most, least] = [Math.max(...rates), Math.min(...rates)];
  return most === least ? [] : switches.filter((_, i) => rates[i] === most);
}

/** The switch graph between hosts; [O] index of each of its switches in the full graph. */
export function fabricBetween(fabric: Fabric, { hostOf }: HostsInside): { readonly fabric: Fabric; readonly switches: readonly number[] } {
  const switches = Array.from(hostOf.keys()).filter((s) => hostOf[s] < 0);
  const now = new Int32Array(fabric.switches).fill(-1);
  switches.forEach((s, i) => (now[s] = i));
  const first = new Int32Array(switches.length + 1);
  const [to, times]: [number[], number[]] = [[], []];
  switches.forEach((s, i) => {
    for (let n = fabric.first[s]; n < fabric.first[s + 1]; n++) {
      to.push(now[fabric.to[n]]);
      times.push(fabric.times[n]);
    }
    first[i + 1] = to.length;
  });
  const hosts = Int32Array.from(switches, (s) => fabric.hosts[s]);
  return { fabric: { switches: switches.length, first, to: Int32Array.from(to), times: Int32Array.from(times), hosts }, switches };
}

/** A placement of switches that have no links to each other, such as rails of a single switch. */
export function separate(fabric: Fabric): Placed {
  const sizes = [fabric.switches];
  return {
    whole: {
      topology: null,
      title: fabric.switches === 1 ? "single switch" : `${fabric.switches} switches side by side`,
      said: [],
      ...placesOf(sizes, usual(fabric.hosts)),
      links: [],
    },
    place: Int32Array.from({ length: fabric.switches }, (_, s) => s),
  };
}

/**
 * Adds the internal switches to the placement of the network between hosts. Their slots follow all others and have coordinate −1 on every
 * axis.
 * @param switches [O] as returned by {@link fabricBetween}
 */
export function withHosts({ whole, place }: Placed, inside: HostsInside, switches: readonly number[]): Placed {
  const { hostOf, terminals } = inside;
  const own = Array.from(hostOf.keys()).filter((s) => hostOf[s] >= 0);
  const all = new Int32Array(hostOf.length).fill(-1);
  switches.forEach((s, i) => (all[s] = place[i]));
  own.forEach((s, i) => (all[s] = whole.hosts.length + i));
  const at = new Int32Array(whole.at.length + own.length * whole.axes.length).fill(-1);
  at.set(whole.at);
  const each = usual(terminals);
  return {
    place: all,
    whole: { ...whole, topology: null, at, hosts: Int32Array.from([...whole.hosts, ...own.map(() => each)]) },
  };
}

/**
 * Describes hosts and the network between them. The axes are removed, because no topology of this program combines them with such hosts.
 */
export function hostsSaid({ title, said, ...whole }: Whole, { terminals, switches, areRails }: HostsInside): Whole {
  const all = (numbers: readonly number[]) => {
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    return least === most ? `${least}` : `${least} to ${most}`;
  };
  const some = (numbers: readonly number[], one: string, several: string) => `${all(numbers)} ${all(numbers) === "1" ? one : several}`;
  return {
    ...whole,
    axes: [],
    at: new Int32Array(0),
    title: areRails ? "network of GPU rails with a switch in each host" : "network of hosts with a switch inside each",
    said: [
      `It has ${terminals.length} hosts of ${some(terminals, "terminal", "terminals")}, with ${some(switches, "switch", "switches")} inside each.`,
      `Between hosts: ${title}.`,
      ...said,
    ],
  };
}
