/** GEXF as Gephi and NetworkX write it: XML with attributes that each file declares. */
import type { Format, Given, Reading } from "../contract.ts";
import { Telling } from "../told.ts";
import { Understanding } from "./marks/attributes.ts";
import { MarkedGraph } from "./marks/marked.ts";
import { readXml, type XmlPart } from "./marks/xml.ts";

const id = "gexf";

export const gexf: Format = {
  id,
  title: "GEXF",
  carries: "network",
  extension: "gexf",
  source: "GEXF 1.3, gexf.net",
  cannotSay: [],
  recognise: (head) => (/<(?:\w+:)?gexf[\s>]/i.test(head) ? 1 : 0),
  read,
};

function read(text: string, { onPart }: Given = {}): Reading {
  const tell = new Telling();
  const understanding = new Understanding(tell, true);
  const graph = new MarkedGraph(text, tell, understanding);
  /** Attribute titles, by element class and attribute id. */
  const titles = new Map<string, string>();
  const nodes: XmlPart[] = [];
  let edge: XmlPart | null = null;
  let attributesOf: "node" | "edge" = "node";
  let attribute = "";
  let isDirected = false;

  const fatal = readXml(
    text,
    {
      begin(name, attributes, at) {
        const own = edge ?? nodes[nodes.length - 1];
        switch (name) {
          case "graph":
            isDirected = attributes.get("defaultedgetype")?.toLowerCase() === "directed";
            break;
          case "attributes":
            attributesOf = attributes.get("class")?.toLowerCase() === "edge" ? "edge" : "node";
            break;
          case "attribute":
            attribute = attributes.get("title") ?? "";
            titles.set(`${attributesOf} ${attributes.get("id")}`, attribute);
            break;
          case "nodes":
            if (nodes.length > 0) graph.group(nodes[nodes.length - 1].node);
            break;
          case "node":
            nodes.push({ at, attributes, said: [], node: graph.declare(attributes.get("id") ?? "", at) });
            break;
          case "edge":
            edge = { at, attributes, said: [], node: -1 };
            break;
          case "attvalue": {
            const key = attributes.get("for") ?? attributes.get("id") ?? "";
            own?.said.push([titles.get(`${edge === null ? "node" : "edge"} ${key}`) ?? key, attributes.get("value") ?? ""]);
            break;
          }
          case "position":
            for (const axis of ["x", "y"]) if (attributes.has(axis)) own?.said.push([axis, attributes.get(axis)!]);
        }
      },
      end(name, words) {
        if (name === "default") understanding.keepUsual(attributesOf, attribute, words.trim());
        else if (name === "node") {
          const { node, said, attributes, at } = nodes.pop()!;
          const label = attributes.get("label") ?? "";
          if (node >= 0) graph.describe(node, [["label", label], ...said, ...understanding.usual.node], at);
        } else if (name === "edge" && edge !== null) {
          const { attributes, said, at } = edge;
          const [from, to, type] = ["source", "target", "type"].map((key) => attributes.get(key) ?? "");
          const isArrow = type === "" ? isDirected : type.toLowerCase() === "directed";
          graph.edge(from, to, [...said, ["label", attributes.get("label") ?? ""], ...understanding.usual.edge], at, { isArrow });
          edge = null;
        }
      },
      fault: (at, why) => graph.note(at, why),
    },
    onPart,
  );
  if (fatal !== null) return graph.refused(id, fatal.at, fatal.why);
  return graph.reading(id, "It has no <node>. GEXF has nodes and edges within <graph>.");
}
