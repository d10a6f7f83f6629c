/**
 * What is at hand of each format before its reader is fetched: what people call it, what it carries, and by what it is known. A text
 * is known by its content alone; leading comments tell nothing.
 */
import { looksLikeAdjacencyMatrix, looksLikeCounters, looksLikeEdgeList, looksLikeMessages, looksLikeTrafficMatrix } from "./table-look.ts";
import type { Format } from "./contract.ts";

export type AtHand = Pick<Format, "id" | "title" | "carries" | "recognise">;

/** Tells how surely a text is of a format by a mark that no other has. */
const marked =
  (isMarked: (head: string) => boolean, sure = 1) =>
  (head: string) =>
    isMarked(head) ? sure : 0;

const atHand = <const Id extends string>(
  id: Id,
  title: string,
  carries: AtHand["carries"],
  recognise: AtHand["recognise"],
): AtHand & { readonly id: Id } => ({ id, title, carries, recognise });

const isXml = (head: string, root: string) => bare(head).startsWith("<") && new RegExp(`<(\\w+:)?${root}[\\s>/]`).test(head);
const hasKeys = (head: string, ...keys: string[]) => keys.some((key) => head.includes(`"${key}"`));
const isObject = (head: string) => bare(head).startsWith("{");

export const ownJson = atHand(
  "own-json",
  "Fabricscope document",
  "document",
  marked(
    (head) =>
      isObject(head) &&
      (head.includes('"fabricscope-') || (hasKeys(head, "topology") && hasKeys(head, "workload", "routing", "flowControl", "technology"))),
  ),
);
export const graphml = atHand(
  "graphml",
  "GraphML",
  "network",
  marked((head) => isXml(head, "graphml")),
);
export const gexf = atHand(
  "gexf",
  "GEXF",
  "network",
  marked((head) => isXml(head, "gexf")),
);
export const dot = atHand(
  "dot",
  "DOT",
  "network",
  marked((head) => /^(strict\s{1,20})?(di)?graph\b[^{]{0,1000}\{/i.test(bare(head)), 0.95),
);
export const nodeLink = atHand("node-link", "node-link JSON", "network", (head) =>
  isObject(head) && !hasKeys(head, "fabricscope-scenario") && hasKeys(head, "nodes", "links", "edges")
    ? hasKeys(head, "nodes") && hasKeys(head, "links", "edges")
      ? 0.95
      : 0.6
    : 0,
);
export const ibnetdiscover = atHand(
  "ibnetdiscover",
  "ibnetdiscover",
  "network",
  marked((head) => /^[ \t]*(Switch|Ca|Rt)[ \t]+\d+[ \t]+"[SHR]-/m.test(head)),
);
export const slurmConf = atHand(
  "slurm-conf",
  "Slurm topology.conf",
  "network",
  marked((head) => /^[ \t]*(SwitchName|BlockName|RingName|BlockSizes)[ \t]*=/im.test(head), 0.95),
);
export const slurmYaml = atHand(
  "slurm-yaml",
  "Slurm topology.yaml",
  "network",
  marked((head) => /^[- \t]*topology[ \t]*:/m.test(head) && /^[ \t]*-?[ \t]*(tree|block|flat|torus3d|ring)[ \t]*:/m.test(head), 0.95),
);
export const anynet = atHand(
  "anynet",
  "BookSim anynet",
  "network",
  marked((head) => /^(router[ \t]+\d|node[ \t]+\d+[ \t]+router)/.test(bare(head)), 0.95),
);
export const goal = atHand(
  "goal",
  "GOAL",
  "program",
  marked((head) => /^(num_ranks[ \t]+\d|rank[ \t]+\d+[ \t]*\{)/.test(bare(head))),
);
export const counters = atHand("counters", "port counters", "counters", looksLikeCounters);
export const messages = atHand("messages", "list of messages", "traffic", looksLikeMessages);
export const trafficMatrix = atHand("traffic-matrix", "traffic matrix", "traffic", looksLikeTrafficMatrix);
export const edgeList = atHand("edge-list", "list of links", "network", looksLikeEdgeList);
export const adjacencyMatrix = atHand("adjacency-matrix", "adjacency matrix", "network", looksLikeAdjacencyMatrix);

/** A text from its first word that is no comment: of the kinds `#`, `%`, `//`, `/* *\/`, `<!-- -->`. */
function bare(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && (text.charCodeAt(at) <= 0x20 || text[at] === "\uFEFF" || text[at] === "\u00A0")) at++;
    const opens = (mark: string) => text.startsWith(mark, at);
    const past = (mark: string) => {
      const end = text.indexOf(mark, at);
      return end < 0 ? text.length : end + mark.length;
    };
    if (opens("#") || opens("%") || opens("//")) {
      while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
    } else if (opens("/*")) at = past("*/");
    else if (opens("<!--")) at = past("-->");
    else return text.slice(at);
  }
}
