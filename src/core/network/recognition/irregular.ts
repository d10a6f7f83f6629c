/** What a network has otherwise than the whole one that it was found to be, in one way for all families. */
import { anded, capital } from "../../base/words.ts";
import { axisOf, nameOfNode, type Network } from "../network.ts";
import type { Fabric, Irregularity, Placed, Whole } from "./contract.ts";
import { differences, type Pair } from "./differences.ts";
import { neighboursOf, timesBetween, usual } from "./fabric.ts";

/** How fast a channel is, in any unit; 0 or less where that is not known. */
export type RatesOf = (channel: number) => number;

/** What is alike is told as one, in the order of the kinds; names as people call them, by place where they call them nothing. */
export function irregularitiesOf(network: Network, fabric: Fabric, placed: Placed, ratesOf?: RatesOf): readonly Irregularity[] {
  const found = differences(fabric, placed);
  const names = namesIn(network, placed);
  return [
    ...absentIn(placed, found.absent),
    ...missingIn(fabric, placed, names, found.missing),
    ...besides("doubled link", network, names, found.doubled),
    ...besides("extra link", network, names, found.extra),
    ...straysIn(names, found.strays),
    ...hostsIn(fabric, placed, names, found.otherHosts),
    ...(ratesOf === undefined ? [] : slowIn(network, placed, names, ratesOf)),
  ];
}

/** Names of switches, and the numbers by which the network has them. */
interface Names {
  readonly of: (s: number) => string;
  /** As a sentence begins with it; what somebody wrote stays as it is. */
  readonly first: (s: number) => string;
  readonly node: (s: number) => number;
}

function namesIn(network: Network, { whole, place }: Placed): Names {
  const node = (s: number) => network.terminals + s;
  const isOwn = (s: number) => network.look?.names.has(node(s)) === true;
  const of = (s: number) => (isOwn(s) || place[s] < 0 ? nameOfNode(network, node(s)) : nameOfPlace(whole, place[s]));
  return { node, of, first: (s) => (isOwn(s) ? of(s) : capital(of(s))) };
}

/** What stands at a place of a whole network: `switch 3 of level 1`. */
export const nameOfPlace = ({ axes, at, hosts }: Whole, p: number): string =>
  nameOfNode({ terminals: 0, switches: hosts.length, axes, coordinates: at }, p);

/** Names that one sentence has room for. */
const named = 3;

/** Things in a row; of many only the first, and how many more there are. */
const listed = (names: readonly string[]): string =>
  names.length <= named + 1 ? anded(names) : anded([...names.slice(0, named), `${names.length - named} more`]);

const counted = (n: number, one: string, several = `${one}s`) =>
  `${n.toLocaleString("en-US").replaceAll(",", "\u202f")} ${n === 1 ? one : several}`;

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

function absentIn({ whole }: Placed, absent: readonly number[]): readonly Irregularity[] {
  if (absent.length === 0) return [];
  const all = listed(absent.map((p) => nameOfPlace(whole, p)));
  const said = absent.length === 1 ? `${capital(all)} is missing.` : `${counted(absent.length, "switch", "switches")} are missing: ${all}.`;
  return [{ kind: "missing switch", count: absent.length, said, ...nothing }];
}

/** A switch that lacks several links is told with all of them; what is left is told as one. */
function missingIn(fabric: Fabric, placed: Placed, names: Names, missing: readonly Pair[]): readonly Irregularity[] {
  const { whole, place } = placed;
  const between = (pairs: readonly Pair[]) =>
    pairs.flatMap(([a, b, times]) => Array.from({ length: times }, () => [names.node(a), names.node(b)] as const));
  const nodes = (pairs: readonly Pair[]) => [...new Set(pairs.flatMap(([a, b]) => [names.node(a), names.node(b)]))];
  const left = new Set(missing);
  const own = new Map<number, Set<Pair>>();
  for (const pair of missing) for (const s of [pair[0], pair[1]]) own.set(s, (own.get(s) ?? new Set()).add(pair));
  const told: Irregularity[] = [];
  const level = axisOf(whole, "level");
  const heightOf = (s: number) => whole.at[place[s] * whole.axes.length + level];
  for (;;) {
    let [most, pairs] = [-1, [] as readonly Pair[]];
    for (const [s, all] of own) {
      if (total([...all]) > Math.max(1, total(pairs))) [most, pairs] = [s, [...all]];
    }
    if (most < 0) break;
    for (const pair of pairs) {
      left.delete(pair);
      for (const s of [pair[0], pair[1]]) own.get(s)?.delete(pair);
    }
    const others = pairs.map(([a, b, times]) => [a === most ? b : a, times] as const);
    const isUp = level >= 0 && others.every(([s]) => heightOf(s) > heightOf(most));
    const has = neighboursOf(fabric, most).reduce(
      (sum, t) => sum + (place[t] >= 0 && (!isUp || heightOf(t) > heightOf(most)) ? timesBetween(fabric, most, t) : 0),
      0,
    );
    const lacks = total(pairs);
    const to = listed(others.map(([s, times]) => `${names.of(s)}${times > 1 ? ` (${times})` : ""}`));
    told.push({
      kind: isUp ? "fewer uplinks" : "missing link",
      count: isUp ? 1 : lacks,
      said: isUp
        ? `${names.first(most)} has ${counted(has, "link")} up, where ${has + lacks} are usual; it lacks ${lacks === 1 ? "that" : "those"} to ${to}.`
        : `${names.first(most)} lacks ${counted(lacks, "link")}: to ${to}.`,
      nodes: [names.node(most)],
      channels: [],
      between: between(pairs),
    });
  }
  if (left.size > 0) {
    const pairs = [...left];
    const all = listed(pairs.map((pair) => pairSaid(names, pair)));
    const n = total(pairs);
    const said = n === 1 ? `A link is missing: ${all}.` : `${counted(n, "link")} are missing: ${all}.`;
    told.push({ kind: "missing link", count: n, said, nodes: nodes(pairs), channels: [], between: between(pairs) });
  }
  return told;
}

function besides(kind: "doubled link" | "extra link", network: Network, names: Names, pairs: readonly Pair[]): readonly Irregularity[] {
  if (pairs.length === 0) return [];
  const n = total(pairs);
  const all = listed(pairs.map((pair) => pairSaid(names, pair)));
  const [one, several] =
    kind === "doubled link"
      ? ["A link is doubled", "are doubled"]
      : ["A link joins what is not joined elsewhere", "join what is not joined elsewhere"];
  const channels = pairs.flatMap(([a, b, times]) => {
    const { firstOut, head } = network;
    const [from, to] = [names.node(a), names.node(b)];
    const own = Array.from({ length: firstOut[from + 1] - firstOut[from] }, (_, i) => firstOut[from] + i).filter((c) => head[c] === to);
    return own.slice(own.length - times);
  });
  return [
    {
      kind,
      count: n,
      said: n === 1 ? `${one}: ${all}.` : `${counted(n, "link")} ${several}: ${all}.`,
      nodes: [...new Set(pairs.flatMap(([a, b]) => [names.node(a), names.node(b)]))],
      channels,
      between: [],
    },
  ];
}

function straysIn(names: Names, strays: readonly number[]): readonly Irregularity[] {
  if (strays.length === 0) return [];
  const all = listed(strays.map(names.of));
  const said =
    strays.length === 1
      ? `${names.first(strays[0])} has no place in it.`
      : `${counted(strays.length, "switch", "switches")} have no place in it: ${all}.`;
  return [{ kind: "stray switch", count: strays.length, said, ...nothing, nodes: strays.map(names.node) }];
}

function hostsIn(fabric: Fabric, { whole, place }: Placed, names: Names, others: readonly number[]): readonly Irregularity[] {
  const alike = grouped(others, (s) => `${fabric.hosts[s]} ${whole.hosts[place[s]]}`);
  return [...alike.values()].map((switches) => {
    const [has, is] = [fabric.hosts[switches[0]], whole.hosts[place[switches[0]]]];
    const all = listed(switches.map(names.of));
    const terminals = has === 0 ? "no terminals" : counted(has, "terminal");
    const said =
      switches.length === 1
        ? `${names.first(switches[0])} has ${terminals}, where ${is === 0 ? "none" : is} ${is === 1 ? "is" : "are"} usual.`
        : `${counted(switches.length, "switch", "switches")} have ${terminals}${has === 0 ? "" : " each"}, where ${is === 0 ? "none" : is} ${is === 1 ? "is" : "are"} usual: ${all}.`;
    return { kind: "other terminals" as const, count: switches.length, said, ...nothing, nodes: switches.map(names.node) };
  });
}

/** What two switches are to each other, so that links of one kind can be compared: the lower level, or the first axis along which they differ. */
function kindOf({ whole, place }: Placed, a: number, b: number): string {
  const { axes, at } = whole;
  const of = (s: number, axis: number) => at[place[s] * axes.length + axis];
  const level = axisOf(whole, "level");
  if (level >= 0) return `level ${Math.min(of(a, level), of(b, level))}`;
  return `axis ${axes.findIndex((_, axis) => of(a, axis) !== of(b, axis))}`;
}

function slowIn(network: Network, placed: Placed, names: Names, ratesOf: RatesOf): readonly Irregularity[] {
  const { terminals, head, tail, reverse } = network;
  const { place } = placed;
  const links = Array.from(head.keys()).flatMap((c) => {
    const [a, b] = [tail[c] - terminals, head[c] - terminals];
    const rate = Math.min(ratesOf(c), ratesOf(reverse[c]));
    if (c > reverse[c] || !(rate > 0)) return [];
    if (a < 0 || b < 0) return [{ channel: c, rate, kind: "terminal" }];
    return place[a] < 0 || place[b] < 0 ? [] : [{ channel: c, rate, kind: kindOf(placed, a, b) }];
  });
  const name = (n: number) => (n < terminals ? nameOfNode(network, n) : names.of(n - terminals));
  return [...grouped(links, ({ kind }) => kind).values()].flatMap((all) => {
    const most = usual(all.map(({ rate }) => rate));
    const slow = grouped(
      all.filter(({ rate }) => rate < most),
      ({ rate }) => rate,
    );
    return [...slow].map(([rate, links]) => {
      const list = listed(links.map(({ channel }) => `${name(tail[channel])} – ${name(head[channel])}`));
      const part = partSaid(rate / most);
      return {
        kind: "slower" as const,
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
  });
}

/** `half`, `a quarter`, `62 %`. */
const partSaid = (part: number): string => (part === 1 / 2 ? "half" : part === 1 / 4 ? "a quarter" : `${Math.round(100 * part)} %`);
