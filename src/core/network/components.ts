/** Networks that are not connected: how many parts they have, and which terminals send and receive. */
import { anded } from "../base/words.ts";
import { nameOfNode, type Network } from "./network.ts";
import { Pieces } from "./pieces.ts";

/** The connected components of a network, and what becomes of its terminals. Every terminal is in exactly one of the three lists. */
export interface Components {
  /** Connected components with at least one link. */
  readonly count: number;
  /** Of these, components without a terminal. */
  readonly withoutTerminals: number;
  /** Terminals that can send to at least one other, in ascending order. */
  readonly running: readonly number[];
  /** Terminals that have a link and cannot send to any of {@link running}, in ascending order. */
  readonly elsewhere: readonly number[];
  /** Terminals without a link, in ascending order. A free number of a drawing, one without a link or a name, is no terminal. */
  readonly unlinked: readonly number[];
  /** Whether terminals of several components send, each to those of its own. */
  readonly areSeveralRunning: boolean;
  /** How many components there are and how many terminals run, as a sentence. */
  readonly said: string;
}

/** The components of a network of T terminals; undefined where it is connected and all terminals run. */
export function componentsOf(network: Network): Components | undefined {
  const { terminals: T, switches: S, head, tail, firstOut, forwards, present, look } = network;
  /** All nodes that links join, whatever passes packets on. */
  const joined = new Pieces(T + S);
  /** Nodes that packets can pass between: terminals pass nothing on unless the network says so. */
  const passed = new Pieces(T + S);
  head.forEach((to, channel) => {
    const from = tail[channel];
    joined.join(from, to);
    if (forwards || (from >= T && to >= T)) passed.join(from, to);
  });
  const isLinked = (n: number) => firstOut[n + 1] > firstOut[n];
  const takesPart = new Uint8Array(T).fill(present === undefined ? 1 : 0);
  for (const t of present ?? []) takesPart[t] = 1;

  // A terminal with links to several pieces can send into each of them.
  const piecesAt = (t: number): ReadonlySet<number> => {
    if (forwards) return new Set(isLinked(t) ? [passed.of(t)] : []);
    const own = new Set<number>();
    for (let channel = firstOut[t]; channel < firstOut[t + 1]; channel++) own.add(passed.of(head[channel]));
    return own;
  };
  const size = new Int32Array(T + S);
  for (let t = 0; t < T; t++) if (takesPart[t] === 1) for (const piece of piecesAt(t)) size[piece]++;

  const [running, elsewhere, unlinked]: number[][] = [[], [], []];
  for (let t = 0; t < T; t++) {
    if (takesPart[t] === 1 && [...piecesAt(t)].some((piece) => size[piece] > 1)) running.push(t);
    else if (isLinked(t)) elsewhere.push(t);
    else if (takesPart[t] === 1 || look?.names.has(t) === true || look?.places.has(t) === true) unlinked.push(t);
  }
  const all = new Set<number>();
  const withTerminals = new Set<number>();
  for (let n = 0; n < T + S; n++) {
    if (!isLinked(n)) continue;
    all.add(joined.of(n));
    if (n < T) withTerminals.add(joined.of(n));
  }
  if (all.size <= 1 && elsewhere.length + unlinked.length === 0) return undefined;
  const found = {
    count: all.size,
    withoutTerminals: all.size - withTerminals.size,
    running,
    elsewhere,
    unlinked,
    areSeveralRunning: new Set(running.map((t) => joined.of(t))).size > 1,
  };
  return { ...found, said: sayComponents(found) };
}

const counted = (count: number, one: string, more: string) => `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;

function sayComponents({ count, withoutTerminals, running, elsewhere, unlinked, areSeveralRunning }: Omit<Components, "said">): string {
  const all = running.length + elsewhere.length + unlinked.length;
  const head = count > 1 ? `The network is in ${count.toLocaleString("en-US")} parts; ` : "";
  const run = `${running.length.toLocaleString("en-US")} of ${counted(all, "terminal runs", "terminals run")}`;
  const others = [
    // Where all that do not run are in other parts, the numbers say so.
    ...(elsewhere.length > 0 && (count <= 1 || unlinked.length > 0)
      ? [counted(elsewhere.length, "has no path to them", "have no path to them")]
      : []),
    ...(unlinked.length > 0 ? [counted(unlinked.length, "has no link", "have no link")] : []),
  ];
  const apart = areSeveralRunning ? ", each within its part" : "";
  const empty = withoutTerminals === 0 ? "" : ` ${counted(withoutTerminals, "part has", "parts have")} no terminal.`;
  return `${head}${run}${apart}${others.length === 0 ? "" : `${count > 1 && !areSeveralRunning ? "," : ";"} ${anded(others)}`}.${empty}`;
}

/** Names of terminals that a sentence lists, at most. */
const mostNamed = 5;

/**
 * How many terminals of a network run and which do not, by name, as sentences; none where it is connected and all terminals run, nor
 * where none can: why is said when it is to run.
 */
export function sayLeftOut(network: Network): readonly string[] {
  const found = componentsOf(network);
  if (found === undefined || found.running.length === 0) return [];
  const { count, running, areSeveralRunning, said } = found;
  const names = [...found.elsewhere, ...found.unlinked].sort((a, b) => a - b).map((t) => nameOfNode(network, t));
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names;
  const more = names.length - shown.length;
  const list = names.length === 0 ? "" : anded([...shown, ...(more > 0 ? [`${more.toLocaleString("en-US")} more`] : [])]);
  const which = count > 1 && running.length > 0 && !areSeveralRunning ? "The part with the most terminals runs. " : "";
  return names.length === 0 ? [said] : [said, `${which}Left out: ${list}.`];
}
