/** Describes how a network differs from its ideal network, in the same way for all families. */
import { anded } from "../../core/base/words.ts";
import { Pieces } from "../../core/network/pieces.ts";
import { axisOf, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Fabric, Irregularity, Placed, Whole } from "./contract.ts";
import { type Differences, differences, type Pair } from "./differences.ts";
import { neighboursOf, timesBetween, usual } from "./fabric.ts";

/** Returns the rate of a channel, in any unit; 0 or less if it is unknown. */
export type RatesOf = (channel: number) => number;

/**
 * All irregularities, in the order of their kinds, with similar ones combined. Switches have their display names, or the names of their
 * slots. No sentence starts with a name, because names keep their spelling.
 */
export function irregularitiesOf(network: Network, fabric: Fabric, placed: Placed, ratesOf?: RatesOf): readonly Irregularity[] {
  const { moved, ...found } = withMoved(differences(fabric, placed), placed);
  const names = namesIn(network, placed);
  return [
    ...absentIn(placed, found.absent),
    ...missingIn(fabric, placed, names, found.missing),
    ...movedIn(network, placed, names, moved),
    ...besides("doubled link", network, names, found.doubled),
    ...besides("extra link", network, names, found.extra),
    ...straysIn(names, found.strays),
    ...hostsIn(fabric, placed, names, found.otherHosts),
    ...(ratesOf === undefined ? [] : slowIn(network, placed, names, ratesOf)),
  ];
}

/** Names and node numbers of switches. */
interface Names {
  readonly of: (s: number) => string;
  readonly node: (s: number) => number;
}

function namesIn(network: Network, { whole, place }: Placed): Names {
  const node = (s: number) => network.terminals + s;
  return {
    node,
    of: (s) => (network.look?.names.has(node(s)) === true || place[s] < 0 ? nameOfNode(network, node(s)) : nameOfPlace(whole, place[s])),
  };
}

/** Name of the switch in a slot of the ideal network: `switch 3 of level 1`. */
export const nameOfPlace = ({ axes, at, hosts }: Whole, p: number): string =>
  nameOfNode({ terminals: 0, switches: hosts.length, axes, coordinates: at }, p);

/** Maximum number of names in a sentence. */
const named = 3;

/** A list of names; of long lists only the first ones, with the number of the others. */
const listed = (names: readonly string[]): string =>
  names.length <= named + 1 ? anded(names) : anded([...names.slice(0, named), `${names.length - named} more`]);

const counted = (n: number, one: string, several = `${one}s`) =>
  `${n.toLocaleString("en-US").replaceAll(",", "\u202f")} ${n === 1 ? one : several}`;

/** Groups items by a key, in the order of the first occurrence of each key. */
function grouped<T, K>(all: readonly T[], by: (each: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const each of all) {
    const own = groups.get(by(each));
    if (own === undefined) groups.set(by(each), [each]);
    else own.push(each);
  }
  return groups;
}
const nothing = { nodes: [], channels: [], between: [] } as const;
const total = (pairs: readonly Pair[]) => pairs.reduce((sum, [, , times]) => sum + times, 0);
const pairSaid = (names: Names, [a, b, times]: Pair) => `${names.of(a)} – ${names.of(b)}${times > 1 ? ` (${times})` : ""}`;

/** Switches of the ideal network that are missing. */
function absentIn({ whole }: Placed, absent: readonly number[]): readonly Irregularity[] {
  if (absent.length === 0) return [];
  const all = listed(absent.map((p) => nameOfPlace(whole, p)));
  const said =
    absent.length === 1
      ? `A regular one would have a switch more: ${all}.`
      : `A regular one would have ${counted(absent.length, "switch", "switches")} more: ${all}.`;
  return [{ kind: "missing switch", count: absent.length, said, ...nothing }];
}

/**
 * Missing links. A switch that lacks several links is reported with all of them, switches that lack equally many are combined, and the
 * remaining links are combined in one entry.
 */
function missingIn(fabric: Fabric, placed: Placed, names: Names, missing: readonly Pair[]): readonly Irregularity[] {
  const { place } = placed;
  const between = (pairs: readonly Pair[]) =>
    pairs.flatMap(([a, b, times]) => Array.from({ length: times }, () => [names.node(a), names.node(b)] as const));
  const nodes = (pairs: readonly Pair[]) => [...new Set(pairs.flatMap(([a, b]) => [names.node(a), names.node(b)]))];
  const left = new Set(missing);
  const own = new Map<number, Set<Pair>>();
  /** [S] Number of missing links of each switch that are not reported yet. */
  const untold = new Int32Array(fabric.switches);
  for (const pair of missing) {
    for (const s of [pair[0], pair[1]]) {
      own.set(s, (own.get(s) ?? new Set()).add(pair));
      untold[s] += pair[2];
    }
  }
  const lacking: { readonly s: number; readonly pairs: readonly Pair[]; readonly isUp: boolean; readonly has: number }[] = [];
  for (;;) {
    const most = untold.reduce((best, n, s) => (n > untold[best] ? s : best), 0);
    if (!(untold[most] > 1)) break;
    const pairs = [...own.get(most)!];
    for (const pair of pairs) {
      left.delete(pair);
      for (const s of [pair[0], pair[1]]) {
        own.get(s)!.delete(pair);
        untold[s] -= pair[2];
      }
    }
    const isUp = pairs.every(([a, b]) => levelOf(placed, a + b - most) > levelOf(placed, most));
    const has = neighboursOf(fabric, most).reduce(
      (sum, t) => sum + (place[t] >= 0 && (!isUp || levelOf(placed, t) > levelOf(placed, most)) ? timesBetween(fabric, most, t) : 0),
      0,
    );
    lacking.push({ s: most, pairs, isUp, has });
  }
  const alike = grouped(lacking, ({ pairs, isUp, has }) => (isUp ? `${has} of ${has + total(pairs)} up` : total(pairs)));
  const told = [...alike.values()].map((switches): Irregularity => {
    const [{ s, pairs, isUp, has }] = switches;
    const lacks = total(pairs);
    const to = listed(pairs.map(([a, b, times]) => `${names.of(a + b - s)}${times > 1 ? ` (${times})` : ""}`));
    const isOne = switches.length === 1;
    const at = isOne ? names.of(s) : `each of ${counted(switches.length, "switch", "switches")}`;
    const all = listed(switches.map((each) => names.of(each.s)));
    const up = `${has === 0 ? "No" : has} ${has > 1 ? "links lead" : "link leads"} up from ${at}, where ${has + lacks} are usual`;
    return {
      kind: isUp ? "fewer uplinks" : "missing link",
      count: isUp ? switches.length : lacks * switches.length,
      said: isUp
        ? `${up}: ${isOne ? `those to ${to} are missing` : all}.`
        : `${counted(lacks, "link")} are missing at ${at}: ${isOne ? `to ${to}` : all}.`,
      nodes: switches.map((each) => names.node(each.s)),
      channels: [],
      between: between(switches.flatMap((each) => each.pairs)),
    };
  });
  if (left.size > 0) {
    const pairs = [...left];
    const all = listed(pairs.map((pair) => pairSaid(names, pair)));
    const n = total(pairs);
    const said = n === 1 ? `A link is missing: ${all}.` : `${counted(n, "link")} are missing: ${all}.`;
    told.push({ kind: "missing link", count: n, said, nodes: nodes(pairs), channels: [], between: between(pairs) });
  }
  return told;
}

/** A cable with one end at the wrong switch. */
interface Moved {
  readonly at: number;
  readonly to: number;
  readonly insteadOf: number;
  /** Index of the link among the parallel links of the first two, counted from the last. */
  readonly last: number;
}

/** Detects moved cables: an extra link and a missing link at the same switch, whose other ends are on the same level. */
function withMoved(found: Differences, placed: Placed): Differences & { readonly moved: readonly Moved[] } {
  const missing = [...found.missing];
  const moved: Moved[] = [];
  /** The missing link that an extra link replaces, with the roles of the ends. */
  const insteadOf = (a: number, b: number) => {
    for (const [i, [x, y]] of missing.entries()) {
      for (const [at, to] of [
        [a, b],
        [b, a],
      ] as const) {
        if ((at === x || at === y) && levelOf(placed, to) === levelOf(placed, x + y - at)) return { i, at, to, insteadOf: x + y - at };
      }
    }
    return null;
  };
  const left = (pairs: readonly Pair[]) =>
    pairs.flatMap(([a, b, times]): readonly Pair[] => {
      for (; times > 0; times--) {
        const one = insteadOf(a, b);
        if (one === null) return [[a, b, times]];
        const { i, ...ends } = one;
        moved.push({ ...ends, last: times });
        const [x, y, lacking] = missing[i];
        missing.splice(i, 1, ...(lacking > 1 ? [[x, y, lacking - 1] as const] : []));
      }
      return [];
    });
  const [doubled, extra] = [left(found.doubled), left(found.extra)];
  return { ...found, missing, doubled, extra, moved };
}

/** Level of a switch with a slot; −1 if the network has no levels. */
function levelOf({ whole, place }: Placed, s: number): number {
  const level = axisOf(whole, "level");
  return level < 0 ? -1 : whole.at[place[s] * whole.axes.length + level];
}

/** Cables that are plugged into the wrong switch, in one entry. */
function movedIn(network: Network, placed: Placed, names: Names, moved: readonly Moved[]): readonly Irregularity[] {
  if (moved.length === 0) return [];
  const all = listed(moved.map(({ at, to, insteadOf }) => `${names.of(at)} – ${names.of(to)} instead of ${names.of(insteadOf)}`));
  const words = new Set(moved.map(({ to }) => placed.whole.axes[axisOf(placed.whole, "level")]?.words?.[levelOf(placed, to)] ?? "switch"));
  const word = words.size === 1 ? [...words][0] : "switch";
  return [
    {
      kind: "moved link",
      count: moved.length,
      said:
        moved.length === 1
          ? `A cable seems to be in the wrong ${word}: ${all}.`
          : `${counted(moved.length, "cable")} seem to be in the wrong ${word}: ${all}.`,
      nodes: [...new Set(moved.flatMap(({ at, to, insteadOf }) => [at, to, insteadOf].map(names.node)))],
      channels: moved.map(({ at, to, last }) => channelsBetween(network, names.node(at), names.node(to)).at(-last)!),
      between: moved.map(({ at, insteadOf }) => [names.node(at), names.node(insteadOf)] as const),
    },
  ];
}

/** The channels from one node to another, in the order of ports. */
const channelsBetween = ({ firstOut, head }: Network, from: number, to: number): readonly number[] =>
  Array.from({ length: firstOut[from + 1] - firstOut[from] }, (_, i) => firstOut[from] + i).filter((c) => head[c] === to);

/** Links that the ideal network does not have, in one entry. */
function besides(kind: "doubled link" | "extra link", network: Network, names: Names, pairs: readonly Pair[]): readonly Irregularity[] {
  if (pairs.length === 0) return [];
  const n = total(pairs);
  const all = listed(pairs.map((pair) => pairSaid(names, pair)));
  const [one, several] = kind === "doubled link" ? ["is one too many", "are too many"] : ["has no place in it", "have no place in it"];
  const channels = pairs.flatMap(([a, b, times]) => channelsBetween(network, names.node(a), names.node(b)).slice(-times));
  return [
    {
      kind,
      count: n,
      said: n === 1 ? `A link ${one}: ${all}.` : `${counted(n, "link")} ${several}: ${all}.`,
      nodes: [...new Set(pairs.flatMap(([a, b]) => [names.node(a), names.node(b)]))],
      channels,
      between: [],
    },
  ];
}

/** Switches without a slot, in one entry. */
function straysIn(names: Names, strays: readonly number[]): readonly Irregularity[] {
  if (strays.length === 0) return [];
  const all = listed(strays.map(names.of));
  const said =
    strays.length === 1
      ? `A switch has no place in it: ${all}.`
      : `${counted(strays.length, "switch", "switches")} have no place in it: ${all}.`;
  return [{ kind: "stray switch", count: strays.length, said, ...nothing, nodes: strays.map(names.node) }];
}

/** Switches with an unusual number of terminals, grouped by the actual and the usual number. */
function hostsIn(fabric: Fabric, { whole, place }: Placed, names: Names, others: readonly number[]): readonly Irregularity[] {
  const alike = grouped(others, (s) => `${fabric.hosts[s]} ${whole.hosts[place[s]]}`);
  return [...alike.values()].map((switches) => {
    const [has, is] = [fabric.hosts[switches[0]], whole.hosts[place[switches[0]]]];
    const all = listed(switches.map(names.of));
    const hang = has === 0 ? "No terminal hangs" : has === 1 ? "1 terminal hangs" : `${has} terminals hang`;
    const where = `where ${is === 0 ? "none is" : is === 1 ? "1 is" : `${is} are`} usual`;
    const said =
      switches.length === 1
        ? `${hang} on ${all}, ${where}.`
        : `${hang} on each of ${counted(switches.length, "switch", "switches")}, ${where}: ${all}.`;
    return { kind: "other terminals" as const, count: switches.length, said, ...nothing, nodes: switches.map(names.node) };
  });
}

/**
 * Class of a link between two switches, so that rates are compared within a class: the lower level, or the first axis along which the
 * switches differ.
 */
function kindOf(placed: Placed, a: number, b: number): string {
  const { whole, place } = placed;
  const level = Math.min(levelOf(placed, a), levelOf(placed, b));
  if (level >= 0) return `level ${level}`;
  const of = (s: number, axis: number) => whole.at[place[s] * whole.axes.length + axis];
  return `axis ${whole.axes.findIndex((_, axis) => of(a, axis) !== of(b, axis))}`;
}

/** Whether a switch is inside a host: it has a slot but no coordinate on any axis. */
function isInsideHost({ whole: { axes, at }, place }: Placed, s: number): boolean {
  return place[s] >= 0 && axes.length > 0 && axes.every((_, axis) => at[place[s] * axes.length + axis] < 0);
}

/**
 * Links with a known rate, each represented by one of its channels, with the class and the connected part of the network in which it is
 * compared. So links inside hosts and links of different planes are not compared with others.
 */
function ratedIn({ terminals, switches, head, tail, reverse }: Network, placed: Placed, ratesOf: RatesOf) {
  const { place } = placed;
  const pieces = new Pieces(switches);
  head.forEach((to, c) => {
    if (Math.min(to, tail[c]) >= terminals) pieces.join(to - terminals, tail[c] - terminals);
  });
  return Array.from(head.keys()).flatMap((c) => {
    const [a, b] = [tail[c] - terminals, head[c] - terminals];
    const rate = Math.min(ratesOf(c), ratesOf(reverse[c]));
    if (c > reverse[c] || !(rate > 0)) return [];
    const s = Math.max(a, b);
    if (s < 0) return [];
    const part = pieces.of(s);
    if (a < 0 || b < 0)
      return [
        isInsideHost(placed, s) ? { channel: c, rate, kind: "inside hosts", part: -1 } : { channel: c, rate, kind: "terminal", part },
      ];
    return place[a] < 0 || place[b] < 0 ? [] : [{ channel: c, rate, kind: kindOf(placed, a, b), part }];
  });
}

/** Usual rates in a tree: of terminals, then of the uplinks of each level; null if one is unknown. */
export function speedsIn(network: Network, placed: Placed, ratesOf: RatesOf): readonly number[] | null {
  const links = grouped(ratedIn(network, placed, ratesOf), ({ kind }) => kind);
  const levels = Array.from(
    { length: placed.whole.hosts.length },
    (_, p) => placed.whole.at[p * placed.whole.axes.length + axisOf(placed.whole, "level")],
  );
  const kinds = ["terminal", ...Array.from({ length: Math.max(...levels) }, (_, level) => `level ${level}`)];
  const speeds = kinds.map((kind) => usual((links.get(kind) ?? []).map(({ rate }) => rate)));
  return speeds.every((speed) => speed > 0) ? speeds : null;
}

/** Links that are slower than is usual in their class, grouped by the fraction of the usual rate. */
function slowIn(network: Network, placed: Placed, names: Names, ratesOf: RatesOf): readonly Irregularity[] {
  const { terminals, head, tail } = network;
  const name = (n: number) => (n < terminals ? nameOfNode(network, n) : names.of(n - terminals));
  const slow = [...grouped(ratedIn(network, placed, ratesOf), ({ kind, part }) => `${kind} ${part}`).values()].flatMap((all) => {
    const most = usual(all.map(({ rate }) => rate));
    return all.filter(({ rate }) => rate < most).map(({ channel, rate }) => ({ channel, part: partSaid(rate / most) }));
  });
  return [...grouped(slow, ({ part }) => part)].map(([part, links]) => {
    const list = listed(links.map(({ channel }) => `${name(tail[channel])} – ${name(head[channel])}`));
    return {
      kind: "slower",
      count: links.length,
      said:
        links.length === 1
          ? `A link runs at ${part} of the usual rate: ${list}.`
          : `${counted(links.length, "link")} run at ${part} of the usual rate: ${list}.`,
      nodes: [...new Set(links.flatMap(({ channel }) => [tail[channel], head[channel]]))],
      channels: links.map(({ channel }) => channel),
      between: [],
    };
  });
}

/** `half`, `a quarter`, `62 %`; `99.7 %` if rounding would give 0 or 100 %. */
function partSaid(part: number): string {
  if (part === 1 / 2) return "half";
  if (part === 1 / 4) return "a quarter";
  const percent = Math.round(100 * part);
  return percent > 0 && percent < 100
    ? `${percent} %`
    : `${part < 1 / 2 ? Number((100 * part).toPrecision(1)) : Math.floor(1e4 * part) / 100} %`;
}
