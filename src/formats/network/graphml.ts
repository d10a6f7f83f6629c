/** GraphML: XML with attributes that each file declares as keys. yEd, Gephi, NetworkX, igraph and the Topology Zoo write it. */
import type { Format, Given, Reading, ReadNode, Written } from "../contract.ts";
import { neverSaid } from "../from-network.ts";
import { Telling } from "../told.ts";
import { Understanding } from "./marks/attributes.ts";
import { MarkedGraph } from "./marks/marked.ts";
import { type Attribute, linkAttributes, nodeAttributes, usedBy, valuesOf } from "./marks/written.ts";
import { encoded, readXml, type XmlPart } from "./marks/xml.ts";

const id = "graphml";

export const graphml: Format = {
  id,
  title: "GraphML",
  carries: "network",
  extension: "graphml",
  source: "Brandes, Eiglsperger, Herman, Himsolt, Marshall (Graph Drawing 2001); graphml.graphdrawing.org",
  cannotSay: neverSaid,
  recognise: (head) => (/<(?:\w+:)?graphml[\s>]/i.test(head) ? 1 : 0),
  read,
  write,
};

/** An attribute that a file declares. */
interface Key {
  readonly name: string;
  readonly fallback?: string;
}

function read(text: string, { onPart }: Given = {}): Reading {
  const tell = new Telling();
  const understanding = new Understanding(tell, false);
  const graph = new MarkedGraph(text, tell, understanding);
  const keys = new Map<string, Key>();
  const directed: boolean[] = [];
  const nodes: XmlPart[] = [];
  let edge: XmlPart | null = null;
  /** The key of the <data> element that is open, and the <key> declaration that is open. */
  let data: string | null = null;
  let declared: { readonly id: string; readonly name: string; readonly of: string } | null = null;

  const part = (attributes: ReadonlyMap<string, string>, at: number, node = -1): XmlPart => ({
    at,
    attributes,
    said: [],
    node,
  });
  const fatal = readXml(
    text,
    {
      begin(name, attributes, at) {
        const own = edge ?? nodes[nodes.length - 1];
        switch (name) {
          case "key":
            declared = {
              id: attributes.get("id") ?? "",
              name: attributes.get("attr.name") ?? attributes.get("id") ?? "",
              of: attributes.get("for")?.toLowerCase() ?? "all",
            };
            keys.set(declared.id, { name: declared.name });
            break;
          case "graph":
            if (nodes.length > 0) graph.group(nodes[nodes.length - 1].node);
            directed.push(attributes.get("edgedefault")?.toLowerCase() === "directed");
            break;
          case "node":
            nodes.push(part(attributes, at, graph.declare(attributes.get("id") ?? "", at)));
            break;
          case "edge":
            edge = part(attributes, at);
            break;
          case "hyperedge":
            graph.note(at, "joins any number of nodes; links join two");
            break;
          case "data":
            data = attributes.get("key") ?? "";
            break;
          // Position of a node in files of yEd.
          case "geometry":
            for (const axis of ["x", "y"]) if (attributes.has(axis)) own?.said.push([axis, attributes.get(axis)!]);
        }
      },
      end(name, words) {
        const own = edge ?? nodes[nodes.length - 1];
        switch (name) {
          case "key":
            declared = null;
            break;
          case "default":
            for (const of of ["node", "edge"] as const)
              if (declared !== null && (declared.of === of || declared.of === "all"))
                understanding.keepUsual(of, declared.name, words.trim());
            break;
          case "graph":
            directed.pop();
            break;
          case "data":
            if (data !== null && words.trim() !== "") own?.said.push([keys.get(data)?.name ?? data, words.trim()]);
            data = null;
            break;
          case "nodelabel":
          case "edgelabel":
            if (words.trim() !== "") own?.said.push(["label", words.trim().replaceAll(/\s+/g, " ")]);
            break;
          case "node": {
            const { node = -1, said = [], at = 0 } = nodes.pop() ?? {};
            if (node >= 0) graph.describe(node, [...said, ...understanding.usual.node], at);
            break;
          }
          case "edge":
            if (edge !== null) {
              const { attributes, said, at } = edge;
              const [from, to] = [attributes.get("source") ?? "", attributes.get("target") ?? ""];
              const ports = ["sourceport", "targetport"].flatMap((port): [string, string][] =>
                attributes.has(port) ? [[port, attributes.get(port)!]] : [],
              );
              const isArrow = attributes.has("directed")
                ? attributes.get("directed")?.toLowerCase() === "true"
                : (directed[directed.length - 1] ?? false);
              graph.edge(from, to, [...said, ...ports, ...understanding.usual.edge], at, { isArrow });
            }
            edge = null;
        }
      },
      fault: (at, why) => graph.note(at, why),
    },
    onPart,
  );
  if (fatal !== null) return graph.refused(id, fatal.at, fatal.why);
  return graph.reading(id, "It has no <node>. GraphML has nodes and edges within <graph>.");
}

/** Positions are written as two attributes. */
const writtenOfNodes: readonly Attribute<ReadNode>[] = [
  ...nodeAttributes,
  { key: "x", type: "double", of: ({ place }) => place?.[0] },
  { key: "y", type: "double", of: ({ place }) => place?.[1] },
];
const types = { string: "string", double: "double", integer: "int" } as const;

function write({ network }: Written): string {
  const { nodes, links } = network!;
  const [ofNodes, ofLinks] = [usedBy(nodes, writtenOfNodes), usedBy(links, linkAttributes)];
  const declared = <T>(attributes: readonly Attribute<T>[], of: string) =>
    attributes.map(({ key, type }) => `  <key id="${key}" for="${of}" attr.name="${key}" attr.type="${types[type]}"/>`);
  const data = <T>(thing: T, attributes: readonly Attribute<T>[]) =>
    valuesOf(thing, attributes)
      .map(([key, value]) => `<data key="${key}">${encoded(String(value))}</data>`)
      .join("");
  const ids = idsInXml(nodes);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...declared(ofNodes, "node"),
    ...declared(ofLinks, "edge"),
    '  <graph edgedefault="undirected">',
    ...nodes.map((node, n) => `    <node id="${ids[n]}">${data(node, ofNodes)}</node>`),
    ...links.map((link) => {
      const ends = `source="${ids[link.a]}" target="${ids[link.b]}"`;
      const ports =
        (link.aPort === undefined ? "" : ` sourceport="${link.aPort}"`) + (link.bPort === undefined ? "" : ` targetport="${link.bPort}"`);
      return `    <edge ${ends}${ports}>${data(link, ofLinks)}</edge>`;
    }),
    "  </graph>",
    "</graphml>",
    "",
  ].join("\n");
}

/** Ids without characters that XML forbids. Ids that become empty or ambiguous get a numeric suffix. */
function idsInXml(nodes: readonly ReadNode[]): readonly string[] {
  const taken = new Set<string>();
  return nodes.map(({ id }, n) => {
    const name = encoded(id);
    let own = name;
    for (let i = n; own === "" || taken.has(own); i++) own = `${name}_${i}`;
    taken.add(own);
    return own;
  });
}
