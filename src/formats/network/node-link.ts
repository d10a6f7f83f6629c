/** Node-link JSON: a list of nodes and a list of links, as written by NetworkX, TopoHub, D3 and Cytoscape. */
import type { Format, Given, Reading, Written } from "../contract.ts";
import { neverSaid } from "../from-network.ts";
import { refusedAs, Telling } from "../told.ts";
import { type Attributes, kilometres, Understanding } from "./marks/attributes.ts";
import { entryPlaces } from "./marks/json-places.ts";
import { parsedJson } from "./marks/json.ts";
import { MarkedGraph } from "./marks/marked.ts";
import { linkAttributes, nodeAttributes, valuesOf } from "./marks/written.ts";

const id = "node-link";
/** Keys of the list of links and of the two ends of a link; the keys of NetworkX come first. */
const lists = ["links", "edges"] as const;
const ends = { from: ["source", "from", "src", "u", "a"], to: ["target", "to", "dst", "v", "b"] } as const;
/** Keys of nested objects that may hold the attributes of a node or link. */
const within = ["data", "metadata", "properties", "attributes"] as const;

export const nodeLink: Format = {
  id,
  title: "Node-link JSON",
  carries: "network",
  extension: "json",
  source: "NetworkX, node_link_data; TopoHub (Jurkiewicz, 2023); D3",
  cannotSay: neverSaid,
  recognise(head) {
    if (/^\s*\[\s*\{/.test(head)) return /"(?:source|from)"\s*:/i.test(head) && /"(?:target|to)"\s*:/i.test(head) ? 0.8 : 0;
    if (!/^\s*\{/.test(head)) return 0;
    // NetworkX writes these keys first. TopoHub writes traffic before the nodes, which may be long.
    const isNetworkX = /"multigraph"\s*:/i.test(head) && /"directed"\s*:/i.test(head);
    const hasNodes = /"nodes"\s*:/i.test(head);
    const hasLinks = /"(links|edges)"\s*:\s*[[{]/i.test(head) || /"(source|target)"\s*:/i.test(head);
    return isNetworkX || (hasNodes && hasLinks) ? 0.95 : hasNodes ? 0.6 : hasLinks ? 0.5 : 0;
  },
  read,
  write,
};

type Entry = Readonly<Record<string, unknown>>;
/** Structural keys, which some programs write with capital letters. */
const ownKeys = new Set([
  ...lists,
  ...ends.from,
  ...ends.to,
  ...within,
  ..."nodes adjacency directed multigraph elements graph network id key name".split(" "),
]);

/** An entry with its structural keys in lower case. */
function lowered(entry: Entry): Entry {
  const isOther = (key: string) => {
    const low = key.toLowerCase();
    return low !== key && ownKeys.has(low) && !Object.hasOwn(entry, low);
  };
  if (!Object.keys(entry).some(isOther)) return entry;
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [isOther(key) ? key.toLowerCase() : key, value]));
}

const isEntry = (value: unknown): value is Entry => typeof value === "object" && value !== null && !Array.isArray(value);

function read(text: string, { onPart }: Given = {}): Reading {
  const { value, lines, refused } = parsedJson(text, onPart);
  if (refused !== null) return refusedAs(id, lines, refused);
  const whole = holderOf(value);
  if (whole === null) return refusedAs(id, lines, 'It has no list of "nodes". Node-link JSON has one, and one of "links" or "edges".');
  onPart?.(0.5);
  const tell = new Telling();
  const listName = lists.find((name) => Array.isArray(whole[name]));
  const links = listName === undefined ? neighboursIn(whole) : (whole[listName] as readonly unknown[]);
  const isTopoHub = links.some((link) => isEntry(link) && "ecmp_fwd" in link);
  const graph = new MarkedGraph(text, tell, new Understanding(tell, true, isTopoHub ? kilometres : undefined));
  const places = entryPlaces(text, new Set(["nodes", ...lists]));
  const placeOf = (list: string, i: number) => places.get(list)?.[i] ?? 0;

  const nodes = nodesOf(whole["nodes"]);
  /** Node id of each entry, because links may refer to a node by its index. */
  const ids: (string | null)[] = [];
  nodes.forEach(({ own, entry }, i) => {
    const at = placeOf("nodes", i);
    const name = own ?? (isEntry(entry) ? nameOf(entry["id"] ?? entry["key"] ?? entry["name"] ?? i) : nameOf(entry));
    ids.push(name);
    if (name === null) return graph.note(at, 'is no node; expected one as {"id": "a"}');
    const node = graph.declare(name, at);
    if (node >= 0 && isEntry(entry)) graph.describe(node, attributesOf(entry), at);
  });
  const hasIds = nodes.some(({ own, entry }) => own !== null || !isEntry(entry) || entry["id"] !== undefined || entry["key"] !== undefined);
  graph.fromHere();
  const isArrow = whole["directed"] === true;
  const isSimple = whole["multigraph"] === false;
  links.forEach((link, i) => {
    const at = listName === undefined ? 0 : placeOf(listName, i);
    const entry = isEntry(link) ? unfolded(link) : Array.isArray(link) ? { source: link[0], target: link[1] } : {};
    const [from, to] = [endIn(entry, ends.from), endIn(entry, ends.to)].map((end) =>
      typeof end === "number" && !hasIds ? (ids[end] ?? null) : nameOf(isEntry(end) ? lowered(end)["id"] : end),
    );
    if (from === null || to === null) graph.note(at, 'is no link; expected one as {"source": "a", "target": "b"}');
    else graph.edge(from, to, attributesOf(entry, [...ends.from, ...ends.to]), at, { isArrow, isSimple });
  });
  return graph.reading(id, 'It has no nodes. Node-link JSON has a list of "nodes", and one of "links" or "edges".');
}

/** The object that holds the nodes: the whole document, or a nested object as in Cytoscape and JGF. */
function holderOf(value: unknown): Entry | null {
  if (Array.isArray(value)) return sorted(value);
  if (!isEntry(value)) return null;
  const whole = lowered(value);
  const hasNodes = ({ nodes }: Entry) => (Array.isArray(nodes) ? nodes.length > 0 : isEntry(nodes) && Object.keys(nodes).length > 0);
  const holders = [whole, ...[whole["elements"], whole["graph"], whole["network"]].filter(isEntry).map(lowered)];
  return holders.find(hasNodes) ?? (Array.isArray(whole["nodes"]) ? whole : null);
}

/** Links of an adjacency list of NetworkX (adjacency_data). In an undirected graph, each link is listed at both ends and taken once. */
function neighboursIn({ nodes, adjacency, directed }: Entry): readonly Entry[] {
  if (!Array.isArray(adjacency) || !Array.isArray(nodes)) return [];
  const key = (id: unknown) => nameOf(id) ?? "";
  const ids: unknown[] = nodes.map((node: unknown) => (isEntry(node) ? lowered(node)["id"] : node));
  const places = new Map(ids.map((id, i) => [key(id), i]));
  return adjacency.flatMap((neighbours: unknown, i) =>
    (Array.isArray(neighbours) ? neighbours.filter(isEntry).map(lowered) : [])
      .filter(({ id: to }) => directed === true || !((places.get(key(to)) ?? i) < i))
      .map(({ id: to, ...about }) => ({ ...about, source: ids[i], target: to })),
  );
}

/** Splits a mixed list into nodes and links: an entry with two ends is a link. */
function sorted(entries: readonly unknown[]): Entry {
  const isLink = (entry: unknown) => {
    const all = isEntry(entry) ? unfolded(entry) : {};
    return endIn(all, ends.from) !== undefined && endIn(all, ends.to) !== undefined;
  };
  const links = entries.filter(isLink);
  const others = entries.filter((entry) => !isLink(entry));
  const named = links.flatMap((entry) => {
    const all = unfolded(entry as Entry);
    return [endIn(all, ends.from), endIn(all, ends.to)].flatMap((end) => nameOf(end) ?? []);
  });
  const nodes: readonly unknown[] = others.length > 0 ? others : [...new Set(named)];
  return { nodes, links };
}

/** Nodes given as a list, or as an object whose keys are their names. */
function nodesOf(nodes: unknown): readonly { readonly own: string | null; readonly entry: unknown }[] {
  if (Array.isArray(nodes)) return nodes.map((entry: unknown) => ({ own: null, entry: isEntry(entry) ? unfolded(entry) : entry }));
  return isEntry(nodes) ? Object.entries(nodes).map(([own, entry]) => ({ own, entry })) : [];
}

/** An entry with the attributes of its nested objects. */
function unfolded(written: Entry): Entry {
  const entry = lowered(written);
  return Object.assign({ ...entry }, ...within.map((name) => (isEntry(entry[name]) ? lowered(entry[name]) : {})));
}

/** Id of a node. NetworkX allows numbers, and tuples, which it writes as lists. */
function nameOf(value: unknown): string | null {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!Array.isArray(value) || value.length > 16 || !value.every((each) => typeof each === "string" || typeof each === "number"))
    return null;
  return `(${value.join(", ")})`;
}

function endIn(entry: Entry, names: readonly string[]): unknown {
  const name = names.find((each) => entry[each] !== undefined);
  return name === undefined ? undefined : entry[name];
}

/** Attributes of a node or link without its structural keys. */
function attributesOf(entry: Entry, without: readonly string[] = ["id", "key"]): Attributes {
  return Object.entries(entry).filter(([key]) => !without.includes(key));
}

function write({ network }: Written): string {
  const { nodes, links } = network!;
  const entry = (...said: readonly (readonly (readonly [string, unknown])[])[]) => `    ${JSON.stringify(Object.fromEntries(said.flat()))}`;
  const written = {
    nodes: nodes.map((node) =>
      entry(
        [["id", node.id]],
        valuesOf(node, nodeAttributes),
        node.place === undefined ? [] : [["pos", [node.place[0], 0 - node.place[1]]]],
      ),
    ),
    edges: links.map((link) =>
      entry(
        [
          ["source", nodes[link.a].id],
          ["target", nodes[link.b].id],
        ],
        link.aPort === undefined ? [] : [["source_port", link.aPort]],
        link.bPort === undefined ? [] : [["target_port", link.bPort]],
        valuesOf(link, linkAttributes),
      ),
    ),
  };
  const list = (of: readonly string[]) => (of.length === 0 ? "[]" : `[\n${of.join(",\n")}\n  ]`);
  return `{\n  "directed": false,\n  "multigraph": true,\n  "graph": {},\n  "nodes": ${list(written.nodes)},\n  "edges": ${list(written.edges)}\n}\n`;
}
