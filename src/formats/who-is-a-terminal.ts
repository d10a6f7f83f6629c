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

/**
 * Decides for N nodes which are terminals, and tells what was guessed. What the text says goes first, then names such as
 * `h12`, `node03` and `leaf1`; then nodes that hang on one link, if they are half of all or more. Else all are switches.
 * @param ids what nodes are called
 * @param links pairs of their places
 * @param says a word that the text has for what each node is, `host` or `switch`; undefined where it has none
 */
export function whoIsATerminal(
  ids: readonly string[],
  links: readonly (readonly [number, number])[],
  says: readonly (string | undefined)[],
  tell: Telling,
): boolean[] {
  return bySaying(says, links, tell) ?? byName(ids, links, tell) ?? byDegree(ids, links, tell) ?? noTerminals(ids.length, tell);
}

/** 1 for a terminal, 0 for a switch, −1 where nothing is said. */
type Kind = 1 | 0 | -1;

function bySaying(says: readonly (string | undefined)[], links: readonly (readonly [number, number])[], tell: Telling): boolean[] | null {
  const kinds = says.map((word) => (word === undefined ? -1 : kindOf(word, terminalWords, switchWords)));
  const silent = kinds.reduce((count: number, kind) => (kind < 0 ? count + 1 : count), 0);
  if (silent === kinds.length) return null;
  if (silent === 0) return kinds.map((kind) => kind === 1);
  // Where one kind alone is named, the others are of the other kind.
  if (!kinds.includes(0) || !kinds.includes(1)) {
    const others = kinds.includes(1) ? "switches" : "terminals";
    tell.guess(`No type is said of ${counted(silent, kinds.length)}: these are taken for ${others}.`);
    return kinds.map((kind) => (kind < 0 ? others === "terminals" : kind === 1));
  }
  const degree = degreesOf(kinds.length, links);
  tell.guess(`No type is said of ${counted(silent, kinds.length)}: what hangs on one link is taken for a terminal, the rest for switches.`);
  return kinds.map((kind, n) => (kind < 0 ? degree[n] === 1 : kind === 1));
}

/** Names count where they divide the nodes, and no link joins two terminals. */
function byName(ids: readonly string[], links: readonly (readonly [number, number])[], tell: Telling): boolean[] | null {
  const found = ids.map((id) => kindOf(id, terminalNames, switchNames) === 1);
  const count = found.reduce((sum, is) => sum + Number(is), 0);
  if (count === 0 || count === ids.length || links.some(([a, b]) => found[a] && found[b])) return null;
  tell.guess(`By names such as "${shown(ids[found.indexOf(true)])}", ${counted(count, ids.length)} are taken for terminals.`);
  return found;
}

/**
 * Nodes on one link count where each hangs on a node with more, and they are at least half of those that are linked; but for
 * those that are called switches.
 */
function byDegree(ids: readonly string[], links: readonly (readonly [number, number])[], tell: Telling): boolean[] | null {
  const degree = degreesOf(ids.length, links);
  if (links.some(([a, b]) => degree[a] === 1 && degree[b] === 1)) return null;
  const found = ids.map((id, n) => degree[n] === 1 && kindOf(id, terminalNames, switchNames) !== 0);
  const count = found.reduce((sum, is) => sum + Number(is), 0);
  const linked = degree.reduce((sum, own) => (own > 0 ? sum + 1 : sum), 0);
  if (count === 0 || 2 * count < linked) return null;
  tell.guess(`By hanging on one link only, ${counted(count, ids.length)} are taken for terminals.`);
  return found;
}

function noTerminals(nodes: number, tell: Telling): boolean[] {
  if (nodes > 0) tell.guess("No node says that it is a terminal: all are taken for switches.");
  return Array.from({ length: nodes }, () => false);
}

/** By the last word of a text that is known: letters between other signs. Long names end like short ones. */
function kindOf(text: string, terminals: ReadonlySet<string>, switches: ReadonlySet<string>): Kind {
  const least = Math.max(0, text.length - longestName);
  for (let to = text.length; to > least;) {
    let from = to;
    while (from > least && isLetter(text.charCodeAt(from - 1))) from--;
    if (from < to) {
      const word = text.slice(from, to).toLowerCase();
      if (terminals.has(word)) return 1;
      if (switches.has(word)) return 0;
    }
    to = Math.min(from, to - 1);
  }
  return -1;
}

const longestName = 100;
const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

function degreesOf(nodes: number, links: readonly (readonly [number, number])[]): Int32Array {
  const degree = new Int32Array(nodes);
  for (const [a, b] of links) {
    degree[a]++;
    degree[b]++;
  }
  return degree;
}

const counted = (count: number, of: number) => `${count.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} nodes`;
const shown = (id: string) => shortened(id, 40);
