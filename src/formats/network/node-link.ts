/** Node-link JSON: a list of nodes and a list of links, as written by NetworkX, TopoHub, D3 and Cytoscape. */
import type { Format, ReaderOptions, ReadResult, WritableContent } from "../contract.ts";
import { networkLimitations } from "../from-network.ts";
import { refusedResult, DiagnosticsCollector } from "../diagnostics.ts";
import { type AttributeEntries, kilometres, AttributeReader } from "./attributed/attribute-reader.ts";
import { entryOffsets } from "./attributed/json-entry-offsets.ts";
import { parseJson } from "./attributed/parse-json.ts";
import { AttributedGraph } from "./attributed/attributed-graph.ts";
import { linkAttributes, nodeAttributes, attributeValues } from "./attributed/written-attributes.ts";

const id = "node-link";
/** Keys of the list of links and of the two ends of a link; the keys of NetworkX come first. */
const linkListKeys = ["links", "edges"] as const;
const endKeys = { from: ["source", "from", "src", "u", "a"], to: ["target", "to", "dst", "v", "b"] } as const;
/** Keys of nested objects that may hold the attributes of a node or link. */
const nestedKeys = ["data", "metadata", "properties", "attributes"] as const;

export const nodeLink: Format = {
  id,
  title: "Node-link JSON",
  contentKind: "network",
  extension: "json",
  source: "NetworkX, node_link_data; TopoHub (Jurkiewicz, 2023); D3",
  limitations: networkLimitations,
  confidenceOf(excerpt) {
    if (/^\s*\[\s*\{/.test(excerpt)) return /"(?:source|from)"\s*:/i.test(excerpt) && /"(?:target|to)"\s*:/i.test(excerpt) ? 0.8 : 0;
    if (!/^\s*\{/.test(excerpt)) return 0;
    // NetworkX writes these keys first. TopoHub writes traffic, which may be long, before the nodes.
    const isNetworkX = /"multigraph"\s*:/i.test(excerpt) && /"directed"\s*:/i.test(excerpt);
    const hasNodes = /"nodes"\s*:/i.test(excerpt);
    const hasLinks = /"(links|edges)"\s*:\s*[[{]/i.test(excerpt) || /"(source|target)"\s*:/i.test(excerpt);
    return isNetworkX || (hasNodes && hasLinks) ? 0.95 : hasNodes ? 0.6 : hasLinks ? 0.5 : 0;
  },
  read,
  write,
};

type JsonEntry = Readonly<Record<string, unknown>>;
/** Structural keys, which some programs write with capital letters. */
const structuralKeys = new Set([
  ...linkListKeys,
  ...endKeys.from,
  ...endKeys.to,
  ...nestedKeys,
  ..."nodes adjacency directed multigraph elements graph network id key name".split(" "),
]);

/** An entry with its structural keys in lower case. */
function withLowerCaseKeys(entry: JsonEntry): JsonEntry {
  const needsLowering = (key: string) => {
    const lowerKey = key.toLowerCase();
    return lowerKey !== key && structuralKeys.has(lowerKey) && !Object.hasOwn(entry, lowerKey);
  };
  if (!Object.keys(entry).some(needsLowering)) return entry;
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [needsLowering(key) ? key.toLowerCase() : key, value]));
}

const isJsonObject = (value: unknown): value is JsonEntry => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads node-link JSON, as NetworkX and D3 write it: a list of nodes and a list of links, or the neighbors of each node. A link names its
 * ends by id or, if no node has an id, by index.
 */
function read(text: string, { onProgress }: ReaderOptions = {}): ReadResult {
  const { value, lines, refused } = parseJson(text, onProgress);
  if (refused !== null) return refusedResult(id, lines, refused);
  // The object that contains the list of nodes: the whole document, or an object within it.
  const graphObject = findNodeHolder(value);
  if (graphObject === null)
    return refusedResult(
      id,
      lines,
      'The file has no list of "nodes". Node-link JSON has a list of "nodes", and one of "links" or "edges".',
    );
  onProgress?.(0.5);
  const diagnostics = new DiagnosticsCollector();
  // Find the links, in a separate list or as the neighbors of each node. TopoHub, which has "ecmp_fwd", gives lengths in kilometers.
  const linkListName = linkListKeys.find((name) => Array.isArray(graphObject[name]));
  const links = linkListName === undefined ? linksOfAdjacency(graphObject) : (graphObject[linkListName] as readonly unknown[]);
  const isTopoHub = links.some((link) => isJsonObject(link) && "ecmp_fwd" in link);
  const graph = new AttributedGraph(text, diagnostics, new AttributeReader(diagnostics, true, isTopoHub ? kilometres : undefined));
  const offsets = entryOffsets(text, new Set(["nodes", ...linkListKeys]));
  // Offset in the text of the i-th entry of a list, for diagnostics.
  const offsetOf = (list: string, i: number) => offsets.get(list)?.[i] ?? 0;

  const nodes = nodeEntries(graphObject["nodes"]);
  /** Node id of each entry, because links may refer to a node by its index. */
  const ids: (string | null)[] = [];
  nodes.forEach(({ keyName, entry }, i) => {
    const offset = offsetOf("nodes", i);
    const name = keyName ?? (isJsonObject(entry) ? idOfValue(entry["id"] ?? entry["key"] ?? entry["name"] ?? i) : idOfValue(entry));
    ids.push(name);
    if (name === null) return graph.note(offset, 'is not a node; expected a node such as {"id": "a"}');
    const node = graph.declare(name, offset);
    if (node >= 0 && isJsonObject(entry)) graph.describe(node, attributesOf(entry), offset);
  });
  // Links may name nodes by index only if no node has an id.
  const hasIds = nodes.some(
    ({ keyName, entry }) => keyName !== null || !isJsonObject(entry) || entry["id"] !== undefined || entry["key"] !== undefined,
  );
  // The list of links may be before the list of nodes, so the lines of the text are counted from the start again.
  graph.restartLines();
  const isDirected = graphObject["directed"] === true;
  const isSimple = graphObject["multigraph"] === false;
  links.forEach((link, i) => {
    const offset = linkListName === undefined ? 0 : offsetOf(linkListName, i);
    // A link is an object or a pair of ends; an end is an id, an index, or an object with an id.
    const entry = isJsonObject(link) ? withNestedAttributes(link) : Array.isArray(link) ? { source: link[0], target: link[1] } : {};
    const [from, to] = [endOf(entry, endKeys.from), endOf(entry, endKeys.to)].map((end) =>
      typeof end === "number" && !hasIds ? (ids[end] ?? null) : idOfValue(isJsonObject(end) ? withLowerCaseKeys(end)["id"] : end),
    );
    if (from === null || to === null) graph.note(offset, 'is not a link; expected a link such as {"source": "a", "target": "b"}');
    else graph.addEdge(from, to, attributesOf(entry, [...endKeys.from, ...endKeys.to]), offset, { isArrow: isDirected, isSimple });
  });
  return graph.result(id, 'The file has no nodes. Node-link JSON has a list of "nodes", and one of "links" or "edges".');
}

/** The object that holds the nodes: the whole document, or a nested object as in Cytoscape and JGF. */
function findNodeHolder(value: unknown): JsonEntry | null {
  if (Array.isArray(value)) return splitMixedList(value);
  if (!isJsonObject(value)) return null;
  const root = withLowerCaseKeys(value);
  const hasNodes = ({ nodes }: JsonEntry) =>
    Array.isArray(nodes) ? nodes.length > 0 : isJsonObject(nodes) && Object.keys(nodes).length > 0;
  const holders = [root, ...[root["elements"], root["graph"], root["network"]].filter(isJsonObject).map(withLowerCaseKeys)];
  return holders.find(hasNodes) ?? (Array.isArray(root["nodes"]) ? root : null);
}

/** Links of an adjacency list of NetworkX (adjacency_data). In an undirected graph, each link is listed at both ends and taken once. */
function linksOfAdjacency({ nodes, adjacency, directed }: JsonEntry): readonly JsonEntry[] {
  if (!Array.isArray(adjacency) || !Array.isArray(nodes)) return [];
  const key = (id: unknown) => idOfValue(id) ?? "";
  const ids: unknown[] = nodes.map((node: unknown) => (isJsonObject(node) ? withLowerCaseKeys(node)["id"] : node));
  const indexOfKey = new Map(ids.map((id, i) => [key(id), i]));
  return adjacency.flatMap((neighbours: unknown, i) =>
    (Array.isArray(neighbours) ? neighbours.filter(isJsonObject).map(withLowerCaseKeys) : [])
      .filter(({ id: neighborId }) => directed === true || !((indexOfKey.get(key(neighborId)) ?? i) < i))
      .map(({ id: neighborId, ...attributes }) => ({ ...attributes, source: ids[i], target: neighborId })),
  );
}

/** Splits a mixed list into nodes and links: an entry with two ends is a link. */
function splitMixedList(entries: readonly unknown[]): JsonEntry {
  const isLink = (entry: unknown) => {
    const flatEntry = isJsonObject(entry) ? withNestedAttributes(entry) : {};
    return endOf(flatEntry, endKeys.from) !== undefined && endOf(flatEntry, endKeys.to) !== undefined;
  };
  const links = entries.filter(isLink);
  const others = entries.filter((entry) => !isLink(entry));
  const endIds = links.flatMap((entry) => {
    const flatEntry = withNestedAttributes(entry as JsonEntry);
    return [endOf(flatEntry, endKeys.from), endOf(flatEntry, endKeys.to)].flatMap((end) => idOfValue(end) ?? []);
  });
  const nodes: readonly unknown[] = others.length > 0 ? others : [...new Set(endIds)];
  return { nodes, links };
}

/** Nodes given as a list, or as an object whose keys are their names. */
function nodeEntries(nodes: unknown): readonly { readonly keyName: string | null; readonly entry: unknown }[] {
  if (Array.isArray(nodes))
    return nodes.map((entry: unknown) => ({ keyName: null, entry: isJsonObject(entry) ? withNestedAttributes(entry) : entry }));
  return isJsonObject(nodes) ? Object.entries(nodes).map(([keyName, entry]) => ({ keyName, entry })) : [];
}

/** An entry with the attributes of its nested objects. */
function withNestedAttributes(rawEntry: JsonEntry): JsonEntry {
  const entry = withLowerCaseKeys(rawEntry);
  return Object.assign({ ...entry }, ...nestedKeys.map((name) => (isJsonObject(entry[name]) ? withLowerCaseKeys(entry[name]) : {})));
}

/** Id of a node. NetworkX allows numbers, and tuples, which it writes as lists. */
function idOfValue(value: unknown): string | null {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!Array.isArray(value) || value.length > 16 || !value.every((each) => typeof each === "string" || typeof each === "number"))
    return null;
  return `(${value.join(", ")})`;
}

function endOf(entry: JsonEntry, names: readonly string[]): unknown {
  const name = names.find((each) => entry[each] !== undefined);
  return name === undefined ? undefined : entry[name];
}

/** Attributes of a node or link without its structural keys. */
function attributesOf(entry: JsonEntry, without: readonly string[] = ["id", "key"]): AttributeEntries {
  return Object.entries(entry).filter(([key]) => !without.includes(key));
}

/** The text of a network as node-link JSON, with a line per node and per link. */
function write({ network }: WritableContent): string {
  const { nodes, links } = network!;
  // A line of JSON with an object that has the entries (key, value) of all groups.
  const jsonLine = (...entryGroups: readonly (readonly (readonly [string, unknown])[])[]) =>
    `    ${JSON.stringify(Object.fromEntries(entryGroups.flat()))}`;
  const jsonLines = {
    nodes: nodes.map((node) =>
      jsonLine(
        [["id", node.id]],
        attributeValues(node, nodeAttributes),
        // The y axis of NetworkX points up. It is 0 − y, because −y may be −0.
        node.place === undefined ? [] : [["pos", [node.place[0], 0 - node.place[1]]]],
      ),
    ),
    edges: links.map((link) =>
      jsonLine(
        [
          ["source", nodes[link.a].id],
          ["target", nodes[link.b].id],
        ],
        link.aPort === undefined ? [] : [["source_port", link.aPort]],
        link.bPort === undefined ? [] : [["target_port", link.bPort]],
        attributeValues(link, linkAttributes),
      ),
    ),
  };
  const jsonList = (lines: readonly string[]) => (lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`);
  return `{\n  "directed": false,\n  "multigraph": true,\n  "graph": {},\n  "nodes": ${jsonList(jsonLines.nodes)},\n  "edges": ${jsonList(jsonLines.edges)}\n}\n`;
}
