/** DOT, the language of Graphviz. Cabling plans of Cumulus Linux and NVIDIA Air are written in it. */
import type { Format, ReaderOptions, ReadResult, WritableContent } from "../contract.ts";
import { networkLimitations } from "../from-network.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { maxDefaultAttributes, AttributeReader } from "./attributed/attribute-reader.ts";
import { DotTokenizer } from "./attributed/dot-tokenizer.ts";
import { quoteId } from "./network-builder.ts";
import { AttributedGraph } from "./attributed/attributed-graph.ts";
import { linkAttributes, nodeAttributes, attributeValues } from "./attributed/written-attributes.ts";

const id = "dot";
/** Maximum nesting depth of subgraphs, and maximum number of links that one statement may produce. */
const [maxDepth, maxLinksPerStatement] = [64, 1_000_000];
/** Number of statements between two progress reports. */
const progressInterval = 4096;

export const dot: Format = {
  id,
  title: "DOT",
  contentKind: "network",
  extension: "dot",
  source: "Graphviz, The DOT Language",
  limitations: networkLimitations,
  confidenceOf: dotConfidence,
  read,
  write,
};

function dotConfidence(excerpt: string): number {
  const tokenizer = new DotTokenizer(excerpt, () => {});
  tokenizer.next();
  if (tokenizer.isKeyword("strict")) tokenizer.next();
  if (!tokenizer.isKeyword("graph") && !tokenizer.isKeyword("digraph")) return 0;
  tokenizer.next();
  if (tokenizer.kind === "word") tokenizer.next();
  return tokenizer.isSign("{") ? 0.97 : 0;
}

type DotAttributes = ReadonlyMap<string, string>;

/** A graph or subgraph whose closing brace has not been read. */
interface DotScope {
  /** Default attributes of the nodes and edges of the scope. */
  nodes: DotAttributes;
  edges: DotAttributes;
  /** Number of nodes that were mentioned before the scope. */
  readonly mentionedBefore: number;
  /** The statement that contains the subgraph. */
  readonly statement: DotStatement;
}

/** A statement: sets of nodes joined by edge operators, `a -- {b c} -- d`. */
interface DotStatement {
  readonly offset: number;
  readonly ends: (readonly DotEnd[])[];
  readonly areEdgesDirected: boolean[];
}
interface DotEnd {
  readonly id: string;
  readonly port?: string;
}

function read(text: string, { onProgress }: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const attributeReader = new AttributeReader(diagnostics, true);
  const graph = new AttributedGraph(text, diagnostics, attributeReader);
  const tokenizer = new DotTokenizer(text, (offset, reason) => graph.note(offset, reason));
  const openScopes: DotScope[] = [];
  /** Node ids in the order in which they are mentioned; the nodes of an open subgraph come last. */
  const mentionedIds: string[] = [];
  let [isStrict, isDirected] = [false, false];
  /** The statement that the next node or subgraph continues, after an edge operator. */
  let continuedStatement: DotStatement | null = null;
  let statements = 0;

  tokenizer.next();
  while (tokenizer.kind !== "end") {
    if (openScopes.length === 0) readGraphHeading();
    else if (continuedStatement !== null) {
      const chain: DotStatement = continuedStatement;
      continuedStatement = null;
      readEnd(chain);
    } else readStatement();
    if (++statements % progressInterval === 0) onProgress?.(tokenizer.offset / text.length);
  }
  if (openScopes.length > 0) graph.note(text.length, "ends within a graph: the file is cut off, or a } is missing");
  return graph.result(id, "The graph has no nodes. DOT has statements such as a -- b within graph { }.");

  /** Reads the heading of a graph, up to its opening brace. */
  function readGraphHeading(): void {
    const { offset } = tokenizer;
    isStrict = tokenizer.isKeyword("strict");
    if (isStrict) tokenizer.next();
    if (!tokenizer.isKeyword("graph") && !tokenizer.isKeyword("digraph")) {
      graph.note(offset, `has ${tokenText()} where a graph begins`);
      return tokenizer.next();
    }
    isDirected = tokenizer.isKeyword("digraph");
    tokenizer.next();
    if (tokenizer.kind === "word" || tokenizer.kind === "html") tokenizer.next();
    if (!tokenizer.isSign("{")) return graph.note(tokenizer.offset, `has ${tokenText()} where { is expected`);
    openScope({ offset, ends: [], areEdgesDirected: [] });
  }

  /** Opens a scope; the current token is {. */
  function openScope(chain: DotStatement): void {
    const parent = openScopes[openScopes.length - 1];
    openScopes.push({
      nodes: parent?.nodes ?? new Map(),
      edges: parent?.edges ?? new Map(),
      mentionedBefore: mentionedIds.length,
      statement: chain,
    });
    tokenizer.next();
  }

  /** Reads the start of a statement: a separator, the end of a scope, default attributes, or a node or edge. */
  function readStatement(): void {
    const scope = openScopes[openScopes.length - 1];
    const { offset } = tokenizer;
    if (tokenizer.isSign(";") || tokenizer.isSign(",")) return tokenizer.next();
    if (tokenizer.isSign("}")) return closeScope();
    const kind = (["graph", "node", "edge"] as const).find((word) => tokenizer.isKeyword(word));
    if (kind !== undefined) {
      tokenizer.next();
      const ownAttributes = readAttributes();
      if (kind === "node")
        scope.nodes = mergeAttributes(scope.nodes, ownAttributes, (key) => key === "shape" || attributeReader.isKnown(kind, key));
      if (kind === "edge") scope.edges = mergeAttributes(scope.edges, ownAttributes, (key) => attributeReader.isKnown(kind, key));
      return;
    }
    readEnd({ offset, ends: [], areEdgesDirected: [] });
  }

  /**
   * Reads one end of an edge statement in DOT (a node with an optional port, or a subgraph), starting at the current token, and appends it
   * to the ends of the statement. `a -> b -> {c d}` is a chain of three ends. An assignment `name = value` is skipped.
   */
  function readEnd(chain: DotStatement): void {
    if (tokenizer.isKeyword("subgraph")) {
      tokenizer.next();
      if (tokenizer.kind === "word" || tokenizer.kind === "html") tokenizer.next();
      // A reference to a subgraph by name only; its nodes were read before.
      if (!tokenizer.isSign("{")) return appendEnds(chain, []);
    }
    if (tokenizer.isSign("{")) {
      if (openScopes.length < maxDepth) return openScope(chain);
      graph.note(tokenizer.offset, `nests subgraphs more than ${maxDepth} deep`);
      return tokenizer.next();
    }
    if (tokenizer.kind !== "word" && tokenizer.kind !== "html") {
      graph.note(tokenizer.offset, `has ${tokenText()} where a node is expected`);
      return tokenizer.next();
    }
    const nodeId = unescapeWord(tokenizer.value);
    const { offset } = tokenizer;
    tokenizer.next();
    if (tokenizer.isSign("=") && chain.ends.length === 0) {
      tokenizer.next();
      if (tokenizer.kind === "word" || tokenizer.kind === "html") tokenizer.next();
      return;
    }
    let port: string | undefined;
    for (let colonCount = 0; tokenizer.isSign(":"); colonCount++) {
      tokenizer.next();
      if (tokenizer.kind !== "word" && tokenizer.kind !== "html") break;
      // The second colon introduces a compass point.
      if (colonCount === 0) port = unescapeWord(tokenizer.value);
      tokenizer.next();
    }
    mentionedIds.push(nodeId);
    if (!graph.builder.has(nodeId)) graph.mention(nodeId, withoutRecordLabel(openScopes[openScopes.length - 1].nodes), offset);
    appendEnds(chain, [port === undefined ? { id: nodeId } : { id: nodeId, port }]);
  }

  /** Appends a node or subgraph to its statement; the statement ends if no edge operator follows. */
  function appendEnds(chain: DotStatement, ends: readonly DotEnd[]): void {
    chain.ends.push(ends);
    const isArrow = tokenizer.isSign("->");
    if (isArrow || tokenizer.isSign("--")) {
      chain.areEdgesDirected.push(isArrow || isDirected);
      tokenizer.next();
      continuedStatement = chain;
    } else finishStatement(chain, readAttributes());
  }

  /** Closes a scope; a subgraph continues the statement that contains it. */
  function closeScope(): void {
    const { statement: chain, mentionedBefore } = openScopes.pop()!;
    tokenizer.next();
    if (openScopes.length === 0) return;
    // A subgraph that is not part of an edge needs no list of its nodes.
    const isEnd = chain.ends.length > 0 || tokenizer.isSign("--") || tokenizer.isSign("->");
    appendEnds(chain, isEnd ? [...new Set(mentionedIds.slice(mentionedBefore))].map((nodeId) => ({ id: nodeId })) : []);
  }

  /**
   * Adds the nodes or edges of a complete DOT statement. With a single end, it declares nodes; otherwise, each node of an end is linked to
   * each node of the next end. `areEdgesDirected[i]` says whether the edge between ends i and i + 1 is directed.
   * @param ownAttributes attributes of this statement, which take precedence over those of the enclosing subgraph (the scope)
   */
  function finishStatement({ offset, ends, areEdgesDirected }: DotStatement, ownAttributes: DotAttributes): void {
    const scope = openScopes[openScopes.length - 1];
    if (ends.length === 1) {
      for (const { id: nodeId } of ends[0]) graph.mention(nodeId, withoutRecordLabel(ownAttributes, scope.nodes), offset);
      return;
    }
    const edges = [...ownAttributes, ...scope.edges];
    for (let i = 0; i + 1 < ends.length; i++) {
      const [leftNodes, rightNodes] = [ends[i], ends[i + 1]];
      // Beyond the maximum, links are only counted and need not be created one by one.
      if (graph.isOverLimit && leftNodes.length * rightNodes.length > 1) continue;
      if (leftNodes.length * rightNodes.length > maxLinksPerStatement) {
        const formattedCounts = [leftNodes.length, rightNodes.length, maxLinksPerStatement].map((count) => count.toLocaleString("en-US"));
        graph.note(
          offset,
          `connects each of ${formattedCounts[0]} nodes to each of ${formattedCounts[1]}; at most ${formattedCounts[2]} links are read from a statement`,
        );
        continue;
      }
      for (const a of leftNodes)
        for (const b of rightNodes) {
          const ports = [
            ["sourceport", a.port],
            ["targetport", b.port],
          ] as const;
          graph.addEdge(a.id, b.id, [...ports, ...edges], offset, { isArrow: areEdgesDirected[i], isSimple: isStrict });
        }
    }
  }

  /**
   * Reads attribute lists in brackets, `[key=value, …]`, if there are any, starting at the current token. Returns the values by lower-case
   * key.
   */
  function readAttributes(): DotAttributes {
    const ownAttributes = new Map<string, string>();
    while (tokenizer.isSign("[")) {
      tokenizer.next();
      while (tokenizer.kind === "word" || tokenizer.isSign(",") || tokenizer.isSign(";")) {
        if (tokenizer.kind === "sign") {
          tokenizer.next();
          continue;
        }
        const key = tokenizer.value.toLowerCase();
        tokenizer.next();
        if (!tokenizer.isSign("=")) continue;
        tokenizer.next();
        if (tokenizer.kind === "word") ownAttributes.set(key, key === "label" ? labelText(tokenizer.value) : unescapeWord(tokenizer.value));
        if (tokenizer.kind === "word" || tokenizer.kind === "html") tokenizer.next();
      }
      if (tokenizer.isSign("]")) tokenizer.next();
      else graph.note(tokenizer.offset, `has ${tokenText()} in a list of attributes; expected ]`);
    }
    return ownAttributes;
  }

  function tokenText(): string {
    return tokenizer.kind === "end" ? "its end" : quoteId(tokenizer.value);
  }
}

/** The current attributes, and the added attributes with a known meaning. */
function mergeAttributes(current: DotAttributes, added: DotAttributes, isKnown: (key: string) => boolean): DotAttributes {
  const merged = new Map([...current, ...[...added].filter(([key]) => isKnown(key))]);
  return new Map([...merged].slice(0, maxDefaultAttributes));
}

/** A word whose escaped quotes and backslashes are resolved. */
const unescapeWord = (word: string) => (word.includes("\\") ? word.replaceAll(/\\(["\\])/g, "$1") : word);

/** A label as a single line; empty if it is a template for the node's name, as `\\N` is. */
function labelText(label: string): string {
  let isTemplate = false;
  const plain = label.replaceAll(/\\(.)/gs, (_, character: string) => {
    isTemplate ||= "NGETHL".includes(character);
    return "nlr".includes(character) ? " " : character;
  });
  return isTemplate ? "" : plain.trim();
}

/** The attributes of a node. The label of a record describes its fields and is left out. */
function withoutRecordLabel(attributes: DotAttributes, defaults: DotAttributes = attributes): readonly (readonly [string, string])[] {
  const isRecord = /^M?record$/i.test(attributes.get("shape") ?? defaults.get("shape") ?? "");
  return [...attributes].filter(([key]) => key !== "label" || !isRecord);
}

/**
 * The text of a network as an undirected graph in DOT, the language of Graphviz: a line per node and a line per link, with their
 * attributes.
 */
function write({ network }: WritableContent): string {
  const { nodes, links } = network!;
  const attributeList = (entries: readonly (readonly [string, string | number])[]) =>
    entries.length === 0
      ? ""
      : ` [${entries.map(([key, value]) => `${key}=${/^-?\d+(\.\d+)?$/.test(String(value)) ? value : quoteDotId(String(value))}`).join(", ")}]`;
  return [
    "graph {",
    ...nodes.map((node) => {
      const { place: position } = node;
      const entries = attributeValues(node, nodeAttributes).map(([key, value]) => [key === "name" ? "label" : key, value] as const);
      const positionEntry = position === undefined ? [] : [["pos", `${position[0]},${0 - position[1]}!`] as const];
      return `  ${quoteDotId(node.id)}${attributeList([...entries, ...positionEntry])};`;
    }),
    ...links.map((link) => {
      const ports = (["aPort", "bPort"] as const).flatMap((port) =>
        link[port] === undefined ? [] : [[port === "aPort" ? "sourceport" : "targetport", link[port]] as const],
      );
      return `  ${quoteDotId(nodes[link.a].id)} -- ${quoteDotId(nodes[link.b].id)}${attributeList([...ports, ...attributeValues(link, linkAttributes)])};`;
    }),
    "}",
    "",
  ].join("\n");
}

const quoteDotId = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll(/[\r\n]+/g, " ")}"`;
