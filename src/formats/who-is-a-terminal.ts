/** Which nodes of a network are terminals, where its text says so, or does not. One decision for all formats. */
import { shortened, type Telling } from "./told.ts";

/** What texts call nodes that send and receive, and nodes that only pass packets on: as a type, or as a part of a name. */
const terminalWords = new Set(
  "host hosts hostname terminal terminals server servers srv compute computer endpoint endnode client workstation nic hca nid gpu npu cpu processor pe login vm worker storage".split(
    " ",
  ),
);
const switchWords = new Set(
  "switch switches switching sw router routers rtr spine spines leaf leaves leafs core tor agg aggr aggregation edge distribution fabric bridge hub gateway".split(
    " ",
  ),
);
/** Words that are names, but say nothing as a type. */
const terminalNames = new Set([...terminalWords, ..."h t n node nodes cn".split(" ")]);
const switchNames = new Set([...switchWords, ..."s r".split(" ")]);
/** Words so short that they are also initials: they count only with a number behind them, as in `h12`. */
const initials = new Set("h t n s r pe".split(" "));
/** Initials that may also stand for a switch, `t` for top of rack and `pe` for provider edge: their members need one link each. */
const ambiguousInitials = new Set("t pe".split(" "));

type Links = readonly (readonly [number, number])[];

/**
 * Decides for N nodes which are terminals, and tells what was guessed. What the text says goes first, then families of names such as
 * `h12`, `node03` and `server-a`; then nodes that hang on one link, if they are half of all or more. Else all are switches. A guess with
 * which no two terminals could send to each other is given up.
 * @param names what people call nodes; undefined where a text names other nodes, but not this one
 * @param links pairs of their places
 * @param says a word that the text has for what each node is, `host` or `switch`; undefined where it has none
 * @param ids what the text itself calls nodes, where that is something else
 * @param isOnMap nodes that stand for a place on the map, which has routers: none of them is a terminal by its links alone
 */
export function whoIsATerminal(
  names: readonly (string | undefined)[],
  links: Links,
  says: readonly (string | undefined)[],
  tell: Telling,
  ids: readonly string[] | null = null,
  isOnMap: (node: number) => boolean = () => false,
): boolean[] {
  const degrees = new Degrees(names.length, links);
  const labels = names.map(labelOf);
  return (
    bySaying(says, links, degrees, tell) ??
    byName(labels, links, degrees, tell) ??
    (ids === null ? null : byName(ids.map(labelOf), links, degrees, tell)) ??
    byDegree(labels, links, degrees, isOnMap, tell) ??
    noTerminals(names.length, tell)
  );
}

/** 1 for a terminal, 0 for a switch, −1 where nothing is said. */
type Kind = 1 | 0 | -1;

function bySaying(says: readonly (string | undefined)[], links: Links, degrees: Degrees, tell: Telling): boolean[] | null {
  const kinds = says.map((word) => (word === undefined ? -1 : kindOfType(word)));
  const silent = kinds.reduce((count: number, kind) => (kind < 0 ? count + 1 : count), 0);
  if (silent === kinds.length) return null;
  if (silent === 0) return kinds.map((kind) => kind === 1);
  // Where one kind alone is named, the others are of the other kind.
  const isOneKind = !kinds.includes(0) || !kinds.includes(1);
  const others = kinds.includes(1) ? "switches" : "terminals";
  const found = isOneKind
    ? kinds.map((kind) => (kind < 0 ? others === "terminals" : kind === 1))
    : kinds.map((kind, n) => (kind < 0 ? degrees.of[n] === 1 : kind === 1));
  // A few switches that are named say nothing of nodes that are linked to each other.
  const isPlausible = !(isOneKind && others === "terminals") || !links.some(([a, b]) => kinds[a] < 0 && kinds[b] < 0);
  // What is said of most nodes is believed, also where they cannot send.
  const isSample = 2 * silent > kinds.length;
  if (!isPlausible || (isSample && links.length > 0 && !canSend(found, links, mostOfThem))) return null;
  tell.guess(
    isOneKind
      ? `No type is said of ${counted(silent, kinds.length)}: these are taken for ${others}.`
      : `No type is said of ${counted(silent, kinds.length)}: what hangs on one link is taken for a terminal, the rest for switches.`,
  );
  return found;
}

/** What the name of a node says that it is. */
interface Label {
  readonly name: string;
  readonly kind: Kind;
  /** The last word that is known, empty where there is none. */
  readonly word: string;
  /** The name with a sign in place of its numbers: names of one series have it in common. */
  readonly series: string;
}

/** Nodes that are called alike: by a word, or, where that is an initial, by the whole name but for its numbers. */
interface Family {
  readonly word: string;
  members: number;
  /** How many of them are linked to one node. */
  single: number;
}

/**
 * Names count as evidence where they come in families: at least two nodes, most of them linked to one node, or as many links as they like
 * where the other nodes are called switches, or come in series, too. They must divide the nodes, join no two terminals, and leave fewer
 * nodes on one link unnamed than they name.
 */
function byName(labels: readonly Label[], links: Links, degrees: Degrees, tell: Telling): boolean[] | null {
  const families = new Map<string, Family>();
  const keyOf = ({ word, series }: Label) => (initials.has(word) ? series : word);
  labels.forEach((label, n) => {
    if (label.kind !== 1) return;
    const key = keyOf(label);
    const family = families.get(key) ?? { word: label.word, members: 0, single: 0 };
    families.set(key, family);
    family.members++;
    if (degrees.isSingle(n)) family.single++;
  });
  if (families.size === 0) return null;
  const rest = restOf(labels);
  let isSurrounded = false;
  const isEvidence = (family: Family) => {
    if (family.members < 2) return false;
    if (2 * family.single > family.members) return true;
    const isTold = initials.has(family.word) ? rest.areSwitches && !ambiguousInitials.has(family.word) : rest.areSwitches || rest.areSeries;
    isSurrounded ||= isTold;
    return isTold;
  };
  const evidence = new Set([...families].flatMap(([key, family]) => (isEvidence(family) ? [key] : [])));
  if (evidence.size === 0) return null;
  // Beside a family, one node by itself may be a terminal, too.
  const found = labels.map((label, n) => label.kind === 1 && (evidence.has(keyOf(label)) || degrees.isSingle(n)));
  const count = found.reduce((sum, is) => sum + Number(is), 0);
  const others = labels.reduce((sum, { kind }, n) => sum + Number(!found[n] && kind !== 0 && degrees.of[n] === 1), 0);
  if (count === labels.length || others > count || links.some(([a, b]) => found[a] && found[b])) return null;
  if (links.length > 0 && !canSend(found, links, isSurrounded ? mostOfThem : allOfThem)) return null;
  tell.guess(`By names such as "${shown(labels[found.indexOf(true)].name)}", ${counted(count, labels.length)} are taken for terminals.`);
  return found;
}

/** What most of the nodes are called that no name makes terminals. */
function restOf(labels: readonly Label[]): { readonly areSwitches: boolean; readonly areSeries: boolean } {
  const rest = labels.filter(({ kind }) => kind !== 1);
  const count = new Map<string, number>();
  for (const { series } of rest) count.set(series, (count.get(series) ?? 0) + 1);
  const inSeries = ({ series }: Label) => series.includes(numberSign) && /\p{L}/u.test(series) && count.get(series)! > 1;
  const isMost = (is: (label: Label) => boolean) => 2 * rest.reduce((sum, label) => sum + Number(is(label)), 0) > rest.length;
  return { areSwitches: isMost(({ kind }) => kind === 0), areSeries: isMost(inSeries) };
}

/**
 * Nodes on one link count where each hangs on a node with more, and they are at least half of those that are linked; but for
 * those that are called switches, or stand on the map.
 */
function byDegree(
  labels: readonly Label[],
  links: Links,
  degrees: Degrees,
  isOnMap: (node: number) => boolean,
  tell: Telling,
): boolean[] | null {
  const degree = degrees.of;
  if (links.some(([a, b]) => degree[a] === 1 && degree[b] === 1)) return null;
  const found = labels.map(({ kind }, n) => degree[n] === 1 && kind !== 0 && !isOnMap(n));
  const count = found.reduce((sum, is) => sum + Number(is), 0);
  const linked = degree.reduce((sum, own) => (own > 0 ? sum + 1 : sum), 0);
  if (count === 0 || 2 * count < linked || !canSend(found, links, mostOfThem)) return null;
  tell.guess(`By hanging on one link only, ${counted(count, labels.length)} are taken for terminals.`);
  return found;
}

function noTerminals(nodes: number, tell: Telling): boolean[] {
  if (nodes > 0) tell.guess("No node says that it is a terminal: all are taken for switches.");
  return Array.from({ length: nodes }, () => false);
}

/** How many links each node has, and whether they all lead to one other. */
class Degrees {
  readonly of: Int32Array;
  private readonly neighbour: Int32Array;

  constructor(nodes: number, links: Links) {
    this.of = new Int32Array(nodes);
    this.neighbour = new Int32Array(nodes).fill(none);
    for (const [a, b] of links) {
      this.add(a, b);
      this.add(b, a);
    }
  }

  isSingle(node: number): boolean {
    return this.neighbour[node] >= 0;
  }

  private add(node: number, to: number): void {
    this.of[node]++;
    const known = this.neighbour[node];
    this.neighbour[node] = known === none || known === to ? to : several;
  }
}
const [none, several] = [-1, -2];

/** How many terminals must be on one network of switches, of those that a text joins. */
const allOfThem = (count: number) => count;
const mostOfThem = (count: number) => Math.floor(count / 2) + 1;

/**
 * Whether the terminals of a guess can send to each other: at least two are on one network of switches, and so are all those, or most,
 * that links join in any way. Where links join terminals, these pass packets on, and links in any way will do.
 */
function canSend(isTerminal: readonly boolean[], links: Links, needed: (count: number) => number): boolean {
  const forwards = links.some(([a, b]) => isTerminal[a] && isTerminal[b]);
  const whole = new Components(isTerminal.length);
  const parts = new Components(isTerminal.length);
  for (const [a, b] of links) {
    whole.join(a, b);
    if (forwards || (!isTerminal[a] && !isTerminal[b])) parts.join(a, b);
  }
  /** Parts of the switches that each terminal is on; each is counted once. */
  const partsOf = new Map<number, Set<number>>();
  const add = (terminal: number, part: number) => {
    const known = partsOf.get(terminal);
    if (known === undefined) partsOf.set(terminal, new Set([part]));
    else known.add(part);
  };
  for (const [a, b] of links) {
    if (isTerminal[a]) add(a, parts.of(forwards ? a : b));
    if (isTerminal[b]) add(b, parts.of(forwards ? b : a));
  }
  const terminals = new Map<number, number>();
  const onPart = new Map<number, number>();
  for (const [terminal, own] of partsOf) {
    const component = whole.of(terminal);
    terminals.set(component, (terminals.get(component) ?? 0) + 1);
    for (const part of own) onPart.set(part, (onPart.get(part) ?? 0) + 1);
  }
  const most = new Map<number, number>();
  for (const [part, count] of onPart) most.set(whole.of(part), Math.max(most.get(whole.of(part)) ?? 0, count));
  const joined = [...terminals].filter(([, count]) => count > 1);
  return [...most.values()].some((count) => count > 1) && joined.every(([component, count]) => (most.get(component) ?? 0) >= needed(count));
}

/** Nodes that links join, by one node of each component. */
class Components {
  private readonly above: Int32Array;

  constructor(nodes: number) {
    this.above = Int32Array.from({ length: nodes }, (_, n) => n);
  }

  of(node: number): number {
    const { above } = this;
    let top = node;
    while (above[top] !== top) top = above[top] = above[above[top]];
    return top;
  }

  join(a: number, b: number): void {
    this.above[this.of(a)] = this.of(b);
  }
}

/** A word: letters of any script between other signs. */
const word = /[\p{L}\p{M}]+/gu;
/** Long names end like short ones. */
const longestName = 100;
/** In place of numbers in a series. */
const numberSign = "#";

/** What a type says, by the last word of it that is known. */
function kindOfType(type: string): Kind {
  const words = type.slice(-longestName).match(word) ?? [];
  for (const each of words.toReversed()) {
    const kind = kindOfWord(each.toLowerCase(), terminalWords, switchWords);
    if (kind >= 0) return kind;
  }
  return -1;
}

/** What a name says, by the last word of it that is known; initials count only with a number behind them. */
function labelOf(name: string = ""): Label {
  const end = name.slice(-longestName).toLowerCase();
  const series = end.replaceAll(/\d+/g, numberSign);
  for (const match of [...end.matchAll(word)].toReversed()) {
    const kind = kindOfWord(match[0], terminalNames, switchNames);
    const stem = kind < 0 ? stemOf(match[0], name.slice(-longestName).slice(match.index, match.index + match[0].length)) : null;
    if (stem !== null) return { name, kind: kindOfWord(stem, terminalNames, switchNames), word: stem, series };
    if (kind < 0 || (initials.has(match[0]) && !/^[-_ ([#]?\d/.test(end.slice(match.index + match[0].length)))) continue;
    return { name, kind, word: match[0], series };
  }
  return { name, kind: -1, word: "", series };
}

/**
 * The known word before the letter that ends a name, as in `hostA`; null where there is none. Short words need a letter of
 * the other case, and so do words for switches: `corea` is a country.
 */
function stemOf(text: string, written: string): string | null {
  const stem = text.slice(0, -1);
  const isCut = /\p{Ll}\p{Lu}$/u.test(written);
  if (initials.has(stem) || (!isCut && (stem.length < 4 || switchNames.has(stem)))) return null;
  return terminalNames.has(stem) || switchNames.has(stem) ? stem : null;
}

const kindOfWord = (text: string, terminals: ReadonlySet<string>, switches: ReadonlySet<string>): Kind =>
  terminals.has(text) ? 1 : switches.has(text) ? 0 : -1;

const counted = (count: number, of: number) => `${count.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} nodes`;
const shown = (id: string) => shortened(id, 40);
