/** GraphML: XML with attributes that each file declares as keys. yEd, Gephi, NetworkX, igraph and the Topology Zoo write it. */
import type { Format, ReaderOptions, ReadResult, ReadNode, WritableContent } from "../contract.ts";
import { networkLimitations } from "../from-network.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { AttributeReader } from "./attributed/attribute-reader.ts";
import { AttributedGraph } from "./attributed/attributed-graph.ts";
import { type WrittenAttribute, linkAttributes, nodeAttributes, usedAttributes, attributeValues } from "./attributed/written-attributes.ts";
import { encodeEntities, readXml, type XmlElement } from "./attributed/xml.ts";

const id = "graphml";

export const graphml: Format = {
  id,
  title: "GraphML",
  contentKind: "network",
  extension: "graphml",
  source: "Brandes, Eiglsperger, Herman, Himsolt, Marshall (Graph Drawing 2001); graphml.graphdrawing.org",
  limitations: networkLimitations,
  confidenceOf: (excerpt) => (/<(?:\w+:)?graphml[\s>]/i.test(excerpt) ? 1 : 0),
  read,
  write,
};

/** An attribute that a file declares. */
interface GraphmlKey {
  readonly name: string;
  readonly fallback?: string;
}

function read(text: string, { onProgress }: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const attributeReader = new AttributeReader(diagnostics, false);
  const graph = new AttributedGraph(text, diagnostics, attributeReader);
  const keys = new Map<string, GraphmlKey>();
  const directedDefaults: boolean[] = [];
  const nodes: XmlElement[] = [];
  let edge: XmlElement | null = null;
  /** The key of the <data> element that is open, and the <key> declaration that is open. */
  let openDataKey: string | null = null;
  let openKey: { readonly id: string; readonly name: string; readonly of: string } | null = null;

  const openPart = (attributes: ReadonlyMap<string, string>, position: number, node = -1): XmlElement => ({
    at: position,
    attributes,
    nestedAttributes: [],
    node,
  });
  const fatalError = readXml(
    text,
    {
      /**
       * Start of an element: collects the declared attributes (keys), and opens a node, edge or graph. `position` is the offset of the
       * element in the text; `nodes` are the open nodes, the innermost last.
       */
      onStart(name, attributes, position) {
        const openElement = edge ?? nodes[nodes.length - 1];
        switch (name) {
          case "key":
            openKey = {
              id: attributes.get("id") ?? "",
              name: attributes.get("attr.name") ?? attributes.get("id") ?? "",
              of: attributes.get("for")?.toLowerCase() ?? "all",
            };
            keys.set(openKey.id, { name: openKey.name });
            break;
          case "graph":
            if (nodes.length > 0) graph.markGroup(nodes[nodes.length - 1].node);
            directedDefaults.push(attributes.get("edgedefault")?.toLowerCase() === "directed");
            break;
          case "node":
            nodes.push(openPart(attributes, position, graph.declare(attributes.get("id") ?? "", position)));
            break;
          case "edge":
            edge = openPart(attributes, position);
            break;
          case "hyperedge":
            graph.note(position, "may connect more than two nodes; a link connects two");
            break;
          case "data":
            openDataKey = attributes.get("key") ?? "";
            break;
          // Position of a node in files of yEd.
          case "geometry":
            for (const axis of ["x", "y"]) if (attributes.has(axis)) openElement?.nestedAttributes.push([axis, attributes.get(axis)!]);
        }
      },
      /** End of an element: adds its content to the attributes of the open node or edge, or a node or edge to the graph. */
      onEnd(name, content) {
        const openElement = edge ?? nodes[nodes.length - 1];
        switch (name) {
          case "key":
            openKey = null;
            break;
          case "default":
            for (const element of ["node", "edge"] as const)
              if (openKey !== null && (openKey.of === element || openKey.of === "all"))
                attributeReader.addDefault(element, openKey.name, content.trim());
            break;
          case "graph":
            directedDefaults.pop();
            break;
          case "data":
            if (openDataKey !== null && content.trim() !== "")
              openElement?.nestedAttributes.push([keys.get(openDataKey)?.name ?? openDataKey, content.trim()]);
            openDataKey = null;
            break;
          case "nodelabel":
          case "edgelabel":
            if (content.trim() !== "") openElement?.nestedAttributes.push(["label", content.trim().replaceAll(/\s+/g, " ")]);
            break;
          case "node": {
            const { node = -1, nestedAttributes = [], at: position = 0 } = nodes.pop() ?? {};
            if (node >= 0) graph.describe(node, [...nestedAttributes, ...attributeReader.defaults.node], position);
            break;
          }
          case "edge":
            if (edge !== null) {
              const { attributes, nestedAttributes, at: position } = edge;
              const [from, to] = [attributes.get("source") ?? "", attributes.get("target") ?? ""];
              const ports = ["sourceport", "targetport"].flatMap((port): [string, string][] =>
                attributes.has(port) ? [[port, attributes.get(port)!]] : [],
              );
              const isArrow = attributes.has("directed")
                ? attributes.get("directed")?.toLowerCase() === "true"
                : (directedDefaults[directedDefaults.length - 1] ?? false);
              graph.addEdge(from, to, [...nestedAttributes, ...ports, ...attributeReader.defaults.edge], position, { isArrow });
            }
            edge = null;
        }
      },
      onFault: (position, reason) => graph.note(position, reason),
    },
    onProgress,
  );
  if (fatalError !== null) return graph.refusal(id, fatalError.at, fatalError.why);
  return graph.result(id, "The file has no <node>. GraphML has nodes and edges within <graph>.");
}

/** Positions are written as two attributes. */
const writtenNodeAttributes: readonly WrittenAttribute<ReadNode>[] = [
  ...nodeAttributes,
  { key: "x", type: "double", valueOf: ({ place }) => place?.[0] },
  { key: "y", type: "double", valueOf: ({ place }) => place?.[1] },
];
const typeNames = { string: "string", double: "double", integer: "int" } as const;

/** The text of a network as GraphML: a key per attribute that occurs, then the nodes and links with their attributes. */
function write({ network }: WritableContent): string {
  const { nodes, links } = network!;
  const [ofNodes, ofLinks] = [usedAttributes(nodes, writtenNodeAttributes), usedAttributes(links, linkAttributes)];
  const keyElements = <T>(attributes: readonly WrittenAttribute<T>[], element: string) =>
    attributes.map(({ key, type }) => `  <key id="${key}" for="${element}" attr.name="${key}" attr.type="${typeNames[type]}"/>`);
  const dataElements = <T>(item: T, attributes: readonly WrittenAttribute<T>[]) =>
    attributeValues(item, attributes)
      .map(([key, value]) => `<data key="${key}">${encodeEntities(String(value))}</data>`)
      .join("");
  const ids = xmlIds(nodes);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keyElements(ofNodes, "node"),
    ...keyElements(ofLinks, "edge"),
    '  <graph edgedefault="undirected">',
    ...nodes.map((node, n) => `    <node id="${ids[n]}">${dataElements(node, ofNodes)}</node>`),
    ...links.map((link) => {
      const ends = `source="${ids[link.a]}" target="${ids[link.b]}"`;
      const ports =
        (link.aPort === undefined ? "" : ` sourceport="${link.aPort}"`) + (link.bPort === undefined ? "" : ` targetport="${link.bPort}"`);
      return `    <edge ${ends}${ports}>${dataElements(link, ofLinks)}</edge>`;
    }),
    "  </graph>",
    "</graphml>",
    "",
  ].join("\n");
}

/** Ids without characters that XML forbids. Ids that become empty or ambiguous get a numeric suffix. */
function xmlIds(nodes: readonly ReadNode[]): readonly string[] {
  const usedIds = new Set<string>();
  return nodes.map(({ id }, n) => {
    const name = encodeEntities(id);
    let uniqueId = name;
    for (let i = n; uniqueId === "" || usedIds.has(uniqueId); i++) uniqueId = `${name}_${i}`;
    usedIds.add(uniqueId);
    return uniqueId;
  });
}
