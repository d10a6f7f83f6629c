/** Classifies the nodes of a network as terminals or switches, with the same rules for all formats. */
import { shortenLine, type DiagnosticsCollector } from "./diagnostics.ts";

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
const shortWords = new Set("h t n s r pe".split(" "));
/**
 * Initials that may also mean a switch, `t` for top of rack and `pe` for provider edge. They count only if the nodes have a single link
 * each.
 */
const ambiguousWords = new Set("t pe".split(" "));

type NodePairs = readonly (readonly [number, number])[];

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
export function classifyTerminals(
  names: readonly (string | undefined)[],
  links: NodePairs,
  typeOfNode: readonly (string | undefined)[],
  diagnostics: DiagnosticsCollector,
  ids: readonly string[] | null = null,
  isGeographic: (node: number) => boolean = () => false,
): boolean[] {
  const degrees = new NodeDegrees(names.length, links);
  const labels = names.map(nameLabel);
  return (
    classifyByTypes(typeOfNode, links, degrees, diagnostics) ??
    classifyByNames(labels, links, degrees, diagnostics) ??
    (ids === null ? null : classifyByNames(ids.map(nameLabel), links, degrees, diagnostics)) ??
    classifyByDegree(labels, links, degrees, isGeographic, diagnostics) ??
    withoutTerminals(names.length, diagnostics)
  );
}

/** 1 for a terminal, 0 for a switch, −1 if unknown. */
type NodeKind = 1 | 0 | -1;

/**
 * [N] Whether each node is a terminal, by the types that the file gives; null if no node has a type or if the types are implausible. A node
 * kind is 1 for a terminal, 0 for a switch, and −1 if it is unknown.
 */
function classifyByTypes(
  typeOfNode: readonly (string | undefined)[],
  links: NodePairs,
  degrees: NodeDegrees,
  diagnostics: DiagnosticsCollector,
): boolean[] | null {
  const kinds = typeOfNode.map((word) => (word === undefined ? -1 : typeKind(word)));
  const untypedCount = kinds.reduce((count: number, kind) => (kind < 0 ? count + 1 : count), 0);
  if (untypedCount === kinds.length) return null;
  if (untypedCount === 0) return kinds.map((kind) => kind === 1);
  // If only one type occurs, the other nodes are of the other type.
  const hasOneKind = !kinds.includes(0) || !kinds.includes(1);
  const otherKind = kinds.includes(1) ? "switches" : "terminals";
  const isTerminal = hasOneKind
    ? kinds.map((kind) => (kind < 0 ? otherKind === "terminals" : kind === 1))
    : kinds.map((kind, n) => (kind < 0 ? degrees.degree[n] === 1 : kind === 1));
  // If only switches have a type, the nodes without a type are terminals, unless some of them are linked to each other.
  const isPlausible = !(hasOneKind && otherKind === "terminals") || !links.some(([a, b]) => kinds[a] < 0 && kinds[b] < 0);
  // If most nodes have a type, the types are accepted even if terminals cannot communicate.
  const areMostUntyped = 2 * untypedCount > kinds.length;
  if (!isPlausible || (areMostUntyped && links.length > 0 && !canCommunicate(isTerminal, links, mostTerminals))) return null;
  diagnostics.guess(
    hasOneKind
      ? `The file gives no type for ${countOfNodes(untypedCount, kinds.length)}: they are read as ${otherKind}.`
      : `The file gives no type for ${countOfNodes(untypedCount, kinds.length)}: nodes with a single link are read as terminals, all others as switches.`,
  );
  return isTerminal;
}

/** What the name of a node implies. */
interface NameLabel {
  readonly name: string;
  readonly kind: NodeKind;
  /** The last known word of the name, empty if there is none. */
  readonly word: string;
  /** The name with a placeholder instead of numbers, which is equal for all names of a series. */
  readonly series: string;
}

/** Nodes with similar names: with the same word or, if it is an initial, in the same series. */
interface NameFamily {
  readonly word: string;
  members: number;
  /** Number of members with a single neighbor. */
  singleMembers: number;
}

/**
 * [N] Whether each node is a terminal, by the names of the nodes. A family is the set of terminal names with the same word. It counts as
 * evidence if it has at least two nodes, most of which have a single neighbor. More neighbors are accepted if the other nodes are named as
 * switches or form series. The result is null unless it contains both types, links no two terminals, and leaves no more nodes with a single
 * link unclassified than it classifies as terminals.
 */
function classifyByNames(
  labels: readonly NameLabel[],
  links: NodePairs,
  degrees: NodeDegrees,
  diagnostics: DiagnosticsCollector,
): boolean[] | null {
  const families = new Map<string, NameFamily>();
  // A short word, such as n, counts only together with its series.
  const keyOf = ({ word, series }: NameLabel) => (shortWords.has(word) ? series : word);
  labels.forEach((label, n) => {
    if (label.kind !== 1) return;
    const key = keyOf(label);
    const family = families.get(key) ?? { word: label.word, members: 0, singleMembers: 0 };
    families.set(key, family);
    family.members++;
    if (degrees.isSingle(n)) family.singleMembers++;
  });
  if (families.size === 0) return null;
  const otherNames = namesOfOthers(labels);
  let dependsOnOthers = false;
  const isEvidence = (family: NameFamily) => {
    if (family.members < 2) return false;
    if (2 * family.singleMembers > family.members) return true;
    const isSupported = shortWords.has(family.word)
      ? otherNames.areSwitches && !ambiguousWords.has(family.word)
      : otherNames.areSwitches || otherNames.areSeries;
    dependsOnOthers ||= isSupported;
    return isSupported;
  };
  const evidenceKeys = new Set([...families].flatMap(([key, family]) => (isEvidence(family) ? [key] : [])));
  if (evidenceKeys.size === 0) return null;
  // In addition to families, each node with a terminal name counts if it has a single neighbor.
  const isTerminal = labels.map((label, n) => label.kind === 1 && (evidenceKeys.has(keyOf(label)) || degrees.isSingle(n)));
  const count = isTerminal.reduce((sum, value) => sum + Number(value), 0);
  const unnamedLeaves = labels.reduce((sum, { kind }, n) => sum + Number(!isTerminal[n] && kind !== 0 && degrees.degree[n] === 1), 0);
  if (count === labels.length || unnamedLeaves > count || links.some(([a, b]) => isTerminal[a] && isTerminal[b])) return null;
  if (links.length > 0 && !canCommunicate(isTerminal, links, dependsOnOthers ? mostTerminals : allTerminals)) return null;
  diagnostics.guess(
    `Because of names such as "${shortName(labels[isTerminal.indexOf(true)].name)}", ${countOfNodes(count, labels.length)} are read as terminals.`,
  );
  return isTerminal;
}

/** Whether most of the other nodes have names of switches, or form series. */
function namesOfOthers(labels: readonly NameLabel[]): { readonly areSwitches: boolean; readonly areSeries: boolean } {
  const otherLabels = labels.filter(({ kind }) => kind !== 1);
  const seriesSize = new Map<string, number>();
  for (const { series } of otherLabels) seriesSize.set(series, (seriesSize.get(series) ?? 0) + 1);
  const isInSeries = ({ series }: NameLabel) => series.includes(numberPlaceholder) && /\p{L}/u.test(series) && seriesSize.get(series)! > 1;
  const holdsForMost = (condition: (label: NameLabel) => boolean) =>
    2 * otherLabels.reduce((sum, label) => sum + Number(condition(label)), 0) > otherLabels.length;
  return { areSwitches: holdsForMost(({ kind }) => kind === 0), areSeries: holdsForMost(isInSeries) };
}

/**
 * Classifies by the number of links: nodes with a single link are terminals if each is linked to a node with more links and if they are at
 * least half of all linked nodes. Nodes with names of switches and geographic nodes are excluded.
 */
function classifyByDegree(
  labels: readonly NameLabel[],
  links: NodePairs,
  degrees: NodeDegrees,
  isGeographic: (node: number) => boolean,
  diagnostics: DiagnosticsCollector,
): boolean[] | null {
  const degree = degrees.degree;
  if (links.some(([a, b]) => degree[a] === 1 && degree[b] === 1)) return null;
  const isTerminal = labels.map(({ kind }, n) => degree[n] === 1 && kind !== 0 && !isGeographic(n));
  const count = isTerminal.reduce((sum, value) => sum + Number(value), 0);
  const linkedCount = degree.reduce((sum, degreeOfNode) => (degreeOfNode > 0 ? sum + 1 : sum), 0);
  if (count === 0 || 2 * count < linkedCount || !canCommunicate(isTerminal, links, mostTerminals)) return null;
  diagnostics.guess(`Because they have only one link, ${countOfNodes(count, labels.length)} are read as terminals.`);
  return isTerminal;
}

function withoutTerminals(nodeCount: number, diagnostics: DiagnosticsCollector): boolean[] {
  if (nodeCount > 0) diagnostics.guess("No node is marked as a terminal: all nodes are read as switches.");
  return Array.from({ length: nodeCount }, () => false);
}

/** Number of links of each node, and whether all of them lead to one neighbor. */
class NodeDegrees {
  readonly degree: Int32Array;
  private readonly onlyNeighbor: Int32Array;

  constructor(nodeCount: number, links: NodePairs) {
    this.degree = new Int32Array(nodeCount);
    this.onlyNeighbor = new Int32Array(nodeCount).fill(noNeighbor);
    for (const [a, b] of links) {
      this.add(a, b);
      this.add(b, a);
    }
  }

  isSingle(node: number): boolean {
    return this.onlyNeighbor[node] >= 0;
  }

  private add(node: number, neighbor: number): void {
    this.degree[node]++;
    const current = this.onlyNeighbor[node];
    this.onlyNeighbor[node] = current === noNeighbor || current === neighbor ? neighbor : severalNeighbors;
  }
}
const [noNeighbor, severalNeighbors] = [-1, -2];

/** For {@link canCommunicate}: how many of the `count` terminals of a component must be connected by switches. */
const allTerminals = (count: number) => count;
const mostTerminals = (count: number) => Math.floor(count / 2) + 1;

/**
 * Whether terminals could communicate if a guess which nodes are terminals is right: at least two of them are connected by switches, and in
 * each connected component at least `requiredCount` of its terminals. If links join terminals, these forward packets.
 * @param links pairs of node indices
 * @param requiredCount how many of the given number of terminals of a component must be connected by switches
 */
function canCommunicate(isTerminal: readonly boolean[], links: NodePairs, requiredCount: (count: number) => number): boolean {
  const terminalsForward = links.some(([a, b]) => isTerminal[a] && isTerminal[b]);
  const components = new Components(isTerminal.length);
  const switchParts = new Components(isTerminal.length);
  for (const [a, b] of links) {
    components.join(a, b);
    if (terminalsForward || (!isTerminal[a] && !isTerminal[b])) switchParts.join(a, b);
  }
  /** For each terminal, the connected parts of the switches to which it is attached. */
  const partsOfTerminal = new Map<number, Set<number>>();
  const add = (terminal: number, part: number) => {
    const knownParts = partsOfTerminal.get(terminal);
    if (knownParts === undefined) partsOfTerminal.set(terminal, new Set([part]));
    else knownParts.add(part);
  };
  for (const [a, b] of links) {
    if (isTerminal[a]) add(a, switchParts.rootOf(terminalsForward ? a : b));
    if (isTerminal[b]) add(b, switchParts.rootOf(terminalsForward ? b : a));
  }
  // Count the terminals of each component, and of each part.
  const terminalsOfComponent = new Map<number, number>();
  const terminalsOnPart = new Map<number, number>();
  for (const [terminal, terminalParts] of partsOfTerminal) {
    const component = components.rootOf(terminal);
    terminalsOfComponent.set(component, (terminalsOfComponent.get(component) ?? 0) + 1);
    for (const part of terminalParts) terminalsOnPart.set(part, (terminalsOnPart.get(part) ?? 0) + 1);
  }
  /** By component, the number of terminals on the part that has most of them. */
  const maxTerminalsOnPart = new Map<number, number>();
  for (const [part, count] of terminalsOnPart)
    maxTerminalsOnPart.set(components.rootOf(part), Math.max(maxTerminalsOnPart.get(components.rootOf(part)) ?? 0, count));
  const multiTerminalComponents = [...terminalsOfComponent].filter(([, count]) => count > 1);
  return (
    [...maxTerminalsOnPart.values()].some((count) => count > 1) &&
    multiTerminalComponents.every(([component, count]) => (maxTerminalsOnPart.get(component) ?? 0) >= requiredCount(count))
  );
}

/** Connected components (union-find). */
class Components {
  private readonly parent: Int32Array;

  constructor(nodes: number) {
    this.parent = Int32Array.from({ length: nodes }, (_, n) => n);
  }

  rootOf(node: number): number {
    const { parent } = this;
    let root = node;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  }

  join(a: number, b: number): void {
    this.parent[this.rootOf(a)] = this.rootOf(b);
  }
}

/** Letters of any script between other characters. */
const wordPattern = /[\p{L}\p{M}]+/gu;
/** Maximum number of characters, at the end of a name, that are examined. */
const maxNameLength = 100;
/** Placeholder for numbers in a series. */
const numberPlaceholder = "#";

/** The kind that a type implies, by its last known word. */
function typeKind(type: string): NodeKind {
  const words = type.slice(-maxNameLength).match(wordPattern) ?? [];
  for (const candidate of words.toReversed()) {
    const kind = wordKind(candidate.toLowerCase(), terminalWords, switchWords);
    if (kind >= 0) return kind;
  }
  return -1;
}

/** What a name implies, by its last known word. Initials count only if a number follows. */
function nameLabel(name: string = ""): NameLabel {
  const end = name.slice(-maxNameLength).toLowerCase();
  const series = end.replaceAll(/\d+/g, numberPlaceholder);
  for (const match of [...end.matchAll(wordPattern)].toReversed()) {
    const kind = wordKind(match[0], terminalNames, switchNames);
    const stem = kind < 0 ? stemBeforeLetter(match[0], name.slice(-maxNameLength).slice(match.index, match.index + match[0].length)) : null;
    if (stem !== null) return { name, kind: wordKind(stem, terminalNames, switchNames), word: stem, series };
    if (kind < 0 || (shortWords.has(match[0]) && !/^[-_ ([#]?\d/.test(end.slice(match.index + match[0].length)))) continue;
    return { name, kind, word: match[0], series };
  }
  return { name, kind: -1, word: "", series };
}

/**
 * The known word before a final letter, as in `hostA`; null if there is none. Short words and words for switches need a final letter of the
 * other case, because `corea` is not a core switch.
 */
function stemBeforeLetter(text: string, original: string): string | null {
  const stem = text.slice(0, -1);
  const isCamelCase = /\p{Ll}\p{Lu}$/u.test(original);
  if (shortWords.has(stem) || (!isCamelCase && (stem.length < 4 || switchNames.has(stem)))) return null;
  return terminalNames.has(stem) || switchNames.has(stem) ? stem : null;
}

const wordKind = (text: string, terminals: ReadonlySet<string>, switches: ReadonlySet<string>): NodeKind =>
  terminals.has(text) ? 1 : switches.has(text) ? 0 : -1;

const countOfNodes = (count: number, total: number) => `${count.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} nodes`;
const shortName = (id: string) => shortenLine(id, 40);
