/** GEXF as Gephi and NetworkX write it: XML with attributes that each file declares. */
import type { Format, ReaderOptions, ReadResult } from "../contract.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { AttributeReader } from "./attributed/attribute-reader.ts";
import { AttributedGraph } from "./attributed/attributed-graph.ts";
import { readXml, type XmlElement } from "./attributed/xml.ts";

const id = "gexf";

export const gexf: Format = {
  id,
  title: "GEXF",
  contentKind: "network",
  extension: "gexf",
  source: "GEXF 1.3, gexf.net",
  limitations: [],
  confidenceOf: (excerpt) => (/<(?:\w+:)?gexf[\s>]/i.test(excerpt) ? 1 : 0),
  read,
};

function read(text: string, { onProgress }: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const attributeReader = new AttributeReader(diagnostics, true);
  const graph = new AttributedGraph(text, diagnostics, attributeReader);
  /** Attribute titles, by element class and attribute id. */
  const titles = new Map<string, string>();
  const nodes: XmlElement[] = [];
  let edge: XmlElement | null = null;
  let declaredElement: "node" | "edge" = "node";
  let declaredTitle = "";
  let isDirected = false;

  const fatalError = readXml(
    text,
    {
      /**
       * Start of an element: collects the declared attributes, and the attributes of the node or edge that is open. `position` is the
       * offset of the element in the text; `nodes` are the open nodes, the innermost last.
       */
      onStart(name, attributes, position) {
        const openElement = edge ?? nodes[nodes.length - 1];
        switch (name) {
          case "graph":
            isDirected = attributes.get("defaultedgetype")?.toLowerCase() === "directed";
            break;
          case "attributes":
            declaredElement = attributes.get("class")?.toLowerCase() === "edge" ? "edge" : "node";
            break;
          case "attribute":
            declaredTitle = attributes.get("title") ?? "";
            titles.set(`${declaredElement} ${attributes.get("id")}`, declaredTitle);
            break;
          case "nodes":
            if (nodes.length > 0) graph.markGroup(nodes[nodes.length - 1].node);
            break;
          case "node":
            nodes.push({ at: position, attributes, nestedAttributes: [], node: graph.declare(attributes.get("id") ?? "", position) });
            break;
          case "edge":
            edge = { at: position, attributes, nestedAttributes: [], node: -1 };
            break;
          case "attvalue": {
            const key = attributes.get("for") ?? attributes.get("id") ?? "";
            openElement?.nestedAttributes.push([
              titles.get(`${edge === null ? "node" : "edge"} ${key}`) ?? key,
              attributes.get("value") ?? "",
            ]);
            break;
          }
          case "position":
            for (const axis of ["x", "y"]) if (attributes.has(axis)) openElement?.nestedAttributes.push([axis, attributes.get(axis)!]);
        }
      },
      /** End of an element: adds a default value of an attribute, or the node or edge with its attributes to the graph. */
      onEnd(name, content) {
        if (name === "default") attributeReader.addDefault(declaredElement, declaredTitle, content.trim());
        else if (name === "node") {
          const { node, nestedAttributes, attributes, at: position } = nodes.pop()!;
          const label = attributes.get("label") ?? "";
          if (node >= 0) graph.describe(node, [["label", label], ...nestedAttributes, ...attributeReader.defaults.node], position);
        } else if (name === "edge" && edge !== null) {
          const { attributes, nestedAttributes, at: position } = edge;
          const [from, to, type] = ["source", "target", "type"].map((key) => attributes.get(key) ?? "");
          const isArrow = type === "" ? isDirected : type.toLowerCase() === "directed";
          graph.addEdge(
            from,
            to,
            [...nestedAttributes, ["label", attributes.get("label") ?? ""], ...attributeReader.defaults.edge],
            position,
            { isArrow },
          );
          edge = null;
        }
      },
      onFault: (position, reason) => graph.note(position, reason),
    },
    onProgress,
  );
  if (fatalError !== null) return graph.refusal(id, fatalError.at, fatalError.why);
  return graph.result(id, "The file has no <node>. GEXF has nodes and edges within <graph>.");
}
