/** Classifies the nodes of a network as terminals or switches, with the same rules for all formats. */
import { shortened, type Telling } from "./told.ts";

/** Words for nodes that send and receive, and for nodes that only forward packets: as a type, or as part of a name. */
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
/** Words that may occur in names but mean nothing as a type. */
const terminalNames = new Set([...terminalWords, ..."h t n node nodes cn".split(" ")]);
const switchNames = new Set([...switchWords, ..."s r".split(" ")]);
/** Words so short that they count only if a number follows, as in `h12`. */
const initials = new Set("h t n s r pe".split(" "));
/**
 * Initials that may also mean a switch, `t` for top of rack and `pe` for provider edge. They count only if the nodes have a single link
 * each.
 */
const ambiguousInitials = new Set("t pe".split(" "));

type Links = readonly (readonly [number, number])[];

/**
 * Decides which of N nodes are terminals, and reports what was guessed. In order of precedence: types that the text gives; families of
 * names such as `h12`, `node03` and `server-a`; nodes with a single link, if they are at least half of all. Otherwise, all nodes are
 * switches. A guess is rejected if no two terminals could communicate.
 * @param names display names; undefined for a node without one in a text that names others
 * @param links pairs of node indices
 * @param typeOfNode type of each node in the text, such as `host` or `switch`; undefined if there is none
 * @param ids identifiers in the text, if they differ from the names
 * @param isGeographic whether a node is geographic; such a node is a router and never a terminal because of its links alone
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

/** 1 for a terminal, 0 for a switch, −1 if unknown. */
type Kind = 1 | 0 | -1;

/** Classifies by the types that the text gives; null if they are missing or implausible. */
function bySaying(says: readonly (string | undefined)[], links: Links, degrees: Degrees, tell: Telling): boolean[] | null {
  const kinds = says.map((word) => (word === undefined ? -1 : kindOfType(word)));
  const silent = kinds.reduce((count: number, kind) => (kind < 0 ? count + 1 : count), 0);
  if (silent === kinds.length) return null;
  if (silent === 0) return kinds.map((kind) => kind === 1);
  // If only one type occurs, the other nodes are of the other type.
  const isOneKind = !kinds.includes(0) || !kinds.includes(1);
  const others = kinds.includes(1) ? "switches" : "terminals";
  const found = isOneKind
    ? kinds.map((kind) => (kind < 0 ? others === "terminals" : kind === 1))
    : kinds.map((kind, n) => (kind < 0 ? degrees.of[n] === 1 : kind === 1));
  // If only a few switches have a type, the others are not all terminals when they are linked to each other.
  const isPlausible = !(isOneKind && others === "terminals") || !links.some(([a, b]) => kinds[a] < 0 && kinds[b] < 0);
  // If most nodes have a type, the types are accepted even if terminals cannot communicate.
  const isSample = 2 * silent > kinds.length;
  if (!isPlausible || (isSample && links.length > 0 && !canSend(found, links, mostOfThem))) return null;
  tell.guess(
    isOneKind
      ? `No type is said of ${counted(silent, kinds.length)}: these are taken for ${others}.`
      : `No type is said of ${counted(silent, kinds.length)}: what hangs on one link is taken for a terminal, the rest for switches.`,
  );
  return found;
}

/** What the name of a node implies. */
interface Label {
  readonly name: string;
  readonly kind: Kind;
  /** The last known word of the name, empty if there is none. */
  readonly word: string;
  /** The name with a placeholder instead of numbers, which is equal for all names of a series. */
  readonly series: string;
}

/** Nodes with similar names: with the same word or, if it is an initial, in the same series. */
interface Family {
  readonly word: string;
  members: number;
  /** Number of members with a single neighbor. */
  single: number;
}

/**
 * Classifies by names. A family of names counts as evidence if it has at least two nodes, most of which have a single neighbor. More
 * neighbors are accepted if the other nodes are named as switches or form series. The result must contain both types, must not link two
 * terminals, and must not leave more nodes with a single link unclassified than it classifies as terminals.
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
  // Besides families, single nodes with terminal names count if they have a single neighbor.
  const found = labels.map((label, n) => label.kind === 1 && (evidence.has(keyOf(label)) || degrees.isSingle(n)));
  const count = found.reduce((sum, is) => sum + Number(is), 0);
  const others = labels.reduce((sum, { kind }, n) => sum + Number(!found[n] && kind !== 0 && degrees.of[n] === 1), 0);
  if (count === labels.length || others > count || links.some(([a, b]) => found[a] && found[b])) return null;
  if (links.length > 0 && !canSend(found, links, isSurrounded ? mostOfThem : allOfThem)) return null;
  tell.guess(`By names such as "${shown(labels[found.indexOf(true)].name)}", ${counted(count, labels.length)} are taken for terminals.`);
  return found;
}

/** Whether most of the other nodes have names of switches, or form series. */
function restOf(labels: readonly Label[]): { readonly areSwitches: boolean; readonly areSeries: boolean } {
  const rest = labels.filter(({ kind }) => kind !== 1);
  const count = new Map<string, number>();
  for (const { series } of rest) count.set(series, (count.get(series) ?? 0) + 1);
  const inSeries = ({ series }: Label) => series.includes(numberSign) && /\p{L}/u.test(series) && count.get(series)! > 1;
  const isMost = (is: (label: Label) => boolean) => 2 * rest.reduce((sum, label) => sum + Number(is(label)), 0) > rest.length;
  return { areSwitches: isMost(({ kind }) => kind === 0), areSeries: isMost(inSeries) };
}

/**
 * Classifies by the number of links: nodes with a single link are terminals if each is linked to a node with more links and if they are at
 * least half of all linked nodes. Nodes with names of switches and geographic nodes are excluded.
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

/** Number of links of each node, and whether all of them lead to one neighbor. */
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

/** Number of terminals that must be connected by one network of switches, of all that are connected at all. */
const allOfThem = (count: number) => count;
const mostOfThem = (count: number) => Math.floor(count / 2) + 1;

/**
 * Whether the terminals of a guess can communicate: at least two are connected by switches, and so are all or most of the terminals of each
 * connected component. If links join terminals, these forward packets, and any path counts.
 */
function canSend(isTerminal: readonly boolean[], links: Links, needed: (count: number) => number): boolean {
  const forwards = links.some(([a, b]) => isTerminal[a] && isTerminal[b]);
  const whole = new Components(isTerminal.length);
  const parts = new Components(isTerminal.length);
  for (const [a, b] of links) {
    whole.join(a, b);
    if (forwards || (!isTerminal[a] && !isTerminal[b])) parts.join(a, b);
  }
  /** For each terminal, the connected parts of the switches to which it is attached. */
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

/** Connected components (union-find). */
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

/** Letters of any script between other characters. */
const word = /[\p{L}\p{M}]+/gu;
/** Maximum number of characters, at the end of a name, that are examined. */
const longestName = 100;
/** Placeholder for numbers in a series. */
const numberSign = "#";

/** The kind that a type implies, by its last known word. */
function kindOfType(type: string): Kind {
  const words = type.slice(-longestName).match(word) ?? [];
  for (const each of words.toReversed()) {
    const kind = kindOfWord(each.toLowerCase(), terminalWords, switchWords);
    if (kind >= 0) return kind;
  }
  return -1;
}

/** What a name implies, by its last known word. Initials count only if a number follows. */
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
 * The known word before a final letter, as in `hostA`; null if there is none. Short words and words for switches need a final letter of the
 * other case, because `corea` is not a core switch.
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
