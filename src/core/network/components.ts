/** Connected components of a network, and which of its terminals can communicate. */
import { anded } from "../base/words.ts";
import { nameOfNode, type Network } from "./network.ts";
import { Pieces } from "./pieces.ts";

/** Connected components of a network, and the state of its terminals. Every terminal is in exactly one of the three lists. */
export interface Components {
  /** Number of connected components with at least one link. */
  readonly count: number;
  /** Number of these components that have no terminal. */
  readonly withoutTerminals: number;
  /** Terminals that can send to at least one other, in ascending order. */
  readonly running: readonly number[];
  /** Terminals that have a link but cannot send to any terminal of {@link running}, in ascending order. */
  readonly elsewhere: readonly number[];
  /**
   * Terminals without a link, in ascending order. A terminal number of a drawing that has no link, name or place is free and not listed.
   */
  readonly unlinked: readonly number[];
  /** Whether terminals of several components run, each sending within its component. */
  readonly areSeveralRunning: boolean;
  /** Summary sentence: the number of components and the number of running terminals. */
  readonly said: string;
}

/** The components of a network of T terminals; undefined if it is connected and all terminals run. */
export function componentsOf(network: Network): Components | undefined {
  const { terminals: T, switches: S, head, tail, firstOut, forwards, present, look } = network;
  /** Nodes joined by links, whether or not the nodes forward packets. */
  const joined = new Pieces(T + S);
  /** Nodes between which packets can pass. Terminals forward packets only if the network says so. */
  const passed = new Pieces(T + S);
  head.forEach((to, channel) => {
    const from = tail[channel];
    joined.join(from, to);
    if (forwards || (from >= T && to >= T)) passed.join(from, to);
  });
  const isLinked = (n: number) => firstOut[n + 1] > firstOut[n];
  const takesPart = new Uint8Array(T).fill(present === undefined ? 1 : 0);
  for (const t of present ?? []) takesPart[t] = 1;

  // A terminal with links to several components can send within each of them.
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

/** The summary sentence: number of components, number of running terminals, and why the others do not run. */
function sayComponents({ count, withoutTerminals, running, elsewhere, unlinked, areSeveralRunning }: Omit<Components, "said">): string {
  const all = running.length + elsewhere.length + unlinked.length;
  const head = count > 1 ? `The network is in ${count.toLocaleString("en-US")} parts; ` : "";
  const run = `${running.length.toLocaleString("en-US")} of ${counted(all, "terminal runs", "terminals run")}`;
  const others = [
    // If all other terminals are in other components, the numbers in the sentence already say so.
    ...(elsewhere.length > 0 && (count <= 1 || unlinked.length > 0)
      ? [counted(elsewhere.length, "has no path to them", "have no path to them")]
      : []),
    ...(unlinked.length > 0 ? [counted(unlinked.length, "has no link", "have no link")] : []),
  ];
  const apart = areSeveralRunning ? ", each within its part" : "";
  const empty = withoutTerminals === 0 ? "" : ` ${counted(withoutTerminals, "part has", "parts have")} no terminal.`;
  return `${head}${run}${apart}${others.length === 0 ? "" : `${count > 1 && !areSeveralRunning ? "," : ";"} ${anded(others)}`}.${empty}`;
}

/** Maximum number of terminal names in a sentence. */
const mostNamed = 5;

/**
 * Sentences about the terminals that do not run, with their names. Empty if the network is connected and all terminals run. Also empty if
 * no terminal can run, because the attempt to run then reports the reason.
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
