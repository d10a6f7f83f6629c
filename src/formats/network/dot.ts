/** DOT, the language of Graphviz. Cabling plans of Cumulus Linux and NVIDIA Air are written in it. */
import type { Format, Given, Reading, Written } from "../contract.ts";
import { neverSaid } from "../from-network.ts";
import { Telling } from "../told.ts";
import { mostUsual, Understanding } from "./marks/attributes.ts";
import { DotTokens } from "./marks/dot-tokens.ts";
import { quoted } from "./gathering.ts";
import { MarkedGraph } from "./marks/marked.ts";
import { linkAttributes, nodeAttributes, valuesOf } from "./marks/written.ts";

const id = "dot";
/** Maximum nesting depth of subgraphs, and maximum number of links that one statement may produce. */
const [deepest, mostOfOne] = [64, 1_000_000];
/** Number of statements between two progress reports. */
const statementsApart = 4096;

export const dot: Format = {
  id,
  title: "DOT",
  carries: "network",
  extension: "dot",
  source: "Graphviz, The DOT Language",
  cannotSay: neverSaid,
  recognise,
  read,
  write,
};

function recognise(head: string): number {
  const token = new DotTokens(head, () => {});
  token.next();
  if (token.isWord("strict")) token.next();
  if (!token.isWord("graph") && !token.isWord("digraph")) return 0;
  token.next();
  if (token.kind === "word") token.next();
  return token.is("{") ? 0.97 : 0;
}

type Said = ReadonlyMap<string, string>;

/** A graph or subgraph whose closing brace has not been read. */
interface Scope {
  /** Default attributes of its nodes and edges. */
  nodes: Said;
  edges: Said;
  /** Number of nodes that were mentioned before it. */
  readonly before: number;
  /** The statement that contains the subgraph. */
  readonly chain: Chain;
}

/** A statement: sets of nodes joined by edge operators, `a -- {b c} -- d`. */
interface Chain {
  readonly at: number;
  readonly ends: (readonly End[])[];
  readonly arrows: boolean[];
}
interface End {
  readonly id: string;
  readonly port?: string;
}

function read(text: string, { onPart }: Given = {}): Reading {
  const tell = new Telling();
  const understanding = new Understanding(tell, true);
  const graph = new MarkedGraph(text, tell, understanding);
  const token = new DotTokens(text, (at, why) => graph.note(at, why));
  const scopes: Scope[] = [];
  /** Node ids in the order in which they are mentioned; those of an open subgraph are the last. */
  const mentioned: string[] = [];
  let [isStrict, isDirected] = [false, false];
  /** The statement that the next node or subgraph continues, after an edge operator. */
  let expecting: Chain | null = null;
  let statements = 0;

  token.next();
  while (token.kind !== "end") {
    if (scopes.length === 0) begin();
    else if (expecting !== null) {
      const chain: Chain = expecting;
      expecting = null;
      end(chain);
    } else statement();
    if (++statements % statementsApart === 0) onPart?.(token.at / text.length);
  }
  if (scopes.length > 0) graph.note(text.length, "ends within a graph: the file is cut off, or a } is missing");
  return graph.reading(id, "It has no nodes. DOT has statements such as a -- b within graph { }.");

  /** Reads the heading of a graph, up to its opening brace. */
  function begin(): void {
    const { at } = token;
    isStrict = token.isWord("strict");
    if (isStrict) token.next();
    if (!token.isWord("graph") && !token.isWord("digraph")) {
      graph.note(at, `has ${shownToken()} where a graph begins`);
      return token.next();
    }
    isDirected = token.isWord("digraph");
    token.next();
    if (token.kind === "word" || token.kind === "html") token.next();
    if (!token.is("{")) return graph.note(token.at, `has ${shownToken()} where { is expected`);
    open({ at, ends: [], arrows: [] });
  }

  /** Opens a scope; the current token is {. */
  function open(chain: Chain): void {
    const around = scopes[scopes.length - 1];
    scopes.push({
      nodes: around?.nodes ?? new Map(),
      edges: around?.edges ?? new Map(),
      before: mentioned.length,
      chain,
    });
    token.next();
  }

  /** Reads the start of a statement: a separator, the end of a scope, default attributes, or a node or edge. */
  function statement(): void {
    const scope = scopes[scopes.length - 1];
    const { at } = token;
    if (token.is(";") || token.is(",")) return token.next();
    if (token.is("}")) return close();
    const kind = (["graph", "node", "edge"] as const).find((word) => token.isWord(word));
    if (kind !== undefined) {
      token.next();
      const said = attributes();
      if (kind === "node") scope.nodes = joined(scope.nodes, said, (key) => key === "shape" || understanding.knows(kind, key));
      if (kind === "edge") scope.edges = joined(scope.edges, said, (key) => understanding.knows(kind, key));
      return;
    }
    end({ at, ends: [], arrows: [] });
  }

  /** Reads a node or subgraph of a statement, starting at the current token. */
  function end(chain: Chain): void {
    if (token.isWord("subgraph")) {
      token.next();
      if (token.kind === "word" || token.kind === "html") token.next();
      // A reference to a subgraph by name only; its nodes were read before.
      if (!token.is("{")) return after(chain, []);
    }
    if (token.is("{")) {
      if (scopes.length < deepest) return open(chain);
      graph.note(token.at, `nests subgraphs more than ${deepest} deep`);
      return token.next();
    }
    if (token.kind !== "word" && token.kind !== "html") {
      graph.note(token.at, `has ${shownToken()} where a node is expected`);
      return token.next();
    }
    const own = plain(token.value);
    const { at } = token;
    token.next();
    if (token.is("=") && chain.ends.length === 0) {
      token.next();
      if (token.kind === "word" || token.kind === "html") token.next();
      return;
    }
    let port: string | undefined;
    for (let colons = 0; token.is(":"); colons++) {
      token.next();
      if (token.kind !== "word" && token.kind !== "html") break;
      // The second colon introduces a compass point.
      if (colons === 0) port = plain(token.value);
      token.next();
    }
    mentioned.push(own);
    if (!graph.found.has(own)) graph.mention(own, labelled(scopes[scopes.length - 1].nodes), at);
    after(chain, [port === undefined ? { id: own } : { id: own, port }]);
  }

  /** Appends a node or subgraph to its statement, which ends if no edge operator follows. */
  function after(chain: Chain, ends: readonly End[]): void {
    chain.ends.push(ends);
    const isArrow = token.is("->");
    if (isArrow || token.is("--")) {
      chain.arrows.push(isArrow || isDirected);
      token.next();
      expecting = chain;
    } else finish(chain, attributes());
  }

  /** Closes a scope; a subgraph continues the statement that contains it. */
  function close(): void {
    const { chain, before } = scopes.pop()!;
    token.next();
    if (scopes.length === 0) return;
    // A subgraph that is not part of an edge needs no list of its nodes.
    const isEnd = chain.ends.length > 0 || token.is("--") || token.is("->");
    after(chain, isEnd ? [...new Set(mentioned.slice(before))].map((own) => ({ id: own })) : []);
  }

  /** Adds the nodes or edges of a complete statement. */
  function finish({ at, ends, arrows }: Chain, said: Said): void {
    const scope = scopes[scopes.length - 1];
    if (ends.length === 1) {
      for (const { id: own } of ends[0]) graph.mention(own, labelled(said, scope.nodes), at);
      return;
    }
    const edges = [...said, ...scope.edges];
    for (let i = 0; i + 1 < ends.length; i++) {
      const [from, to] = [ends[i], ends[i + 1]];
      // Beyond the maximum, links are only counted and need not be created one by one.
      if (graph.isBeyond && from.length * to.length > 1) continue;
      if (from.length * to.length > mostOfOne) {
        const counts = [from.length, to.length, mostOfOne].map((count) => count.toLocaleString("en-US"));
        graph.note(at, `joins ${counts[0]} nodes with ${counts[1]}, each with each; up to ${counts[2]} links are read from a statement`);
        continue;
      }
      for (const a of from)
        for (const b of to) {
          const ports = [
            ["sourceport", a.port],
            ["targetport", b.port],
          ] as const;
          graph.edge(a.id, b.id, [...ports, ...edges], at, { isArrow: arrows[i], isSimple: isStrict });
        }
    }
  }

  /** Reads attribute lists in brackets, if there are any. */
  function attributes(): Said {
    const said = new Map<string, string>();
    while (token.is("[")) {
      token.next();
      while (token.kind === "word" || token.is(",") || token.is(";")) {
        if (token.kind === "sign") {
          token.next();
          continue;
        }
        const key = token.value.toLowerCase();
        token.next();
        if (!token.is("=")) continue;
        token.next();
        if (token.kind === "word") said.set(key, key === "label" ? words(token.value) : plain(token.value));
        if (token.kind === "word" || token.kind === "html") token.next();
      }
      if (token.is("]")) token.next();
      else graph.note(token.at, `has ${shownToken()} in a list of attributes; expected ]`);
    }
    return said;
  }

  function shownToken(): string {
    return token.kind === "end" ? "its end" : quoted(token.value);
  }
}

/** The attributes so far and those of the new ones that are understood. */
function joined(before: Said, said: Said, isKnown: (key: string) => boolean): Said {
  const all = new Map([...before, ...[...said].filter(([key]) => isKnown(key))]);
  return new Map([...all].slice(0, mostUsual));
}

/** A word whose escaped quotes and backslashes are resolved. */
const plain = (word: string) => (word.includes("\\") ? word.replaceAll(/\\(["\\])/g, "$1") : word);

/** A label as a single line; empty if it is a template for the node's name, as `\\N` is. */
function words(label: string): string {
  let isTemplate = false;
  const plain = label.replaceAll(/\\(.)/gs, (_, sign: string) => {
    isTemplate ||= "NGETHL".includes(sign);
    return "nlr".includes(sign) ? " " : sign;
  });
  return isTemplate ? "" : plain.trim();
}

/** The attributes of a node. The label of a record describes its fields and is left out. */
function labelled(said: Said, usual: Said = said): readonly (readonly [string, string])[] {
  const isRecord = /^M?record$/i.test(said.get("shape") ?? usual.get("shape") ?? "");
  return [...said].filter(([key]) => key !== "label" || !isRecord);
}

function write({ network }: Written): string {
  const { nodes, links } = network!;
  const list = (said: readonly (readonly [string, string | number])[]) =>
    said.length === 0
      ? ""
      : ` [${said.map(([key, value]) => `${key}=${/^-?\d+(\.\d+)?$/.test(String(value)) ? value : inQuotes(String(value))}`).join(", ")}]`;
  return [
    "graph {",
    ...nodes.map((node) => {
      const { place } = node;
      const said = valuesOf(node, nodeAttributes).map(([key, value]) => [key === "name" ? "label" : key, value] as const);
      const at = place === undefined ? [] : [["pos", `${place[0]},${0 - place[1]}!`] as const];
      return `  ${inQuotes(node.id)}${list([...said, ...at])};`;
    }),
    ...links.map((link) => {
      const ports = (["aPort", "bPort"] as const).flatMap((port) =>
        link[port] === undefined ? [] : [[port === "aPort" ? "sourceport" : "targetport", link[port]] as const],
      );
      return `  ${inQuotes(nodes[link.a].id)} -- ${inQuotes(nodes[link.b].id)}${list([...ports, ...valuesOf(link, linkAttributes)])};`;
    }),
    "}",
    "",
  ].join("\n");
}

const inQuotes = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll(/[\r\n]+/g, " ")}"`;
