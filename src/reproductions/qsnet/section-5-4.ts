/** QsNET, Section 5.4: whether complement traffic needs the whole top level of the tree. */
import { withoutUndefined } from "../../core/base/defined.ts";
import { builtNetwork, comparisonDocument } from "../documents.ts";
import type { RunResults, ScenarioDocument, Statement } from "../contract.ts";
import { exhibit, notesOf, sentenceWithId, series } from "../exhibit.ts";
import { withDecimals } from "../numbers.ts";
import { isAtLeast } from "../predicates.ts";
import { rowsOfOneSeries, joinTables } from "../rows.ts";
import {
  acceptedRate,
  acceptedRow,
  bidirectionalRate,
  dataRate,
  workbenchNote,
  qsnetDocument,
  permutations,
  saturatingTraffic,
  qsnetTolerance,
  qsnetDataUnit,
} from "./machine.ts";
import { qsnetSentences } from "./printed.ts";

const traffic = [...permutations, ["uniform", "uniform"]] as const;
type Traffic = (typeof traffic)[number];

const tree = { kind: "k-ary-n-tree", k: 4, n: 3 };
/**
 * Number of switches below the top level, index of the first switch to remove, and number of removed switches: the right eight of sixteen.
 */
const [lowerSwitches, firstRemoved, removedCount] = [32, 40, 8];
/** The removed switches. Without these, each switch of the second level keeps two of its four links up. */
const deadSwitches = Array.from({ length: removedCount }, (_, i) => firstRemoved + i);

/** The tree with the right half of the top level merged into the left half: each remaining top switch uses all eight ports downwards. */
function mergedTopology(): ScenarioDocument {
  const { terminals, switches, head, firstOut } = builtNetwork({ topology: tree });
  const links: { readonly a: number; readonly b: number }[] = [];
  for (let node = 0; node < switches; node++) {
    for (let c = firstOut[terminals + node]; c < firstOut[terminals + node + 1]; c++) {
      const to = head[c] - terminals;
      if (to > node) links.push({ a: node, b: to >= firstRemoved ? to - removedCount : to });
    }
  }
  const switchOf = Array.from({ length: terminals }, (_, t) => head[firstOut[t]] - terminals);
  return { kind: "graph", switches: lowerSwitches + removedCount, links, terminals: switchOf };
}

/** The three networks. The merged one is a graph without levels, but its shortest paths are the same up and down. */
const networks = [
  { id: "whole", title: "all 16 switches on top", label: "all 16 top switches", caption: "64 links to them", make: () => ({}) },
  {
    id: "removed",
    title: "8 taken out, their links with them",
    label: "8 removed, with their links",
    caption: "32 links to the top; every switch below keeps two of four uplinks",
    make: () => ({ topology: { kind: "faulty", of: tree, links: 0, deadSwitches } }),
  },
  {
    id: "merged",
    title: "two in one, all eight ports down",
    label: "merged in pairs, all eight ports down",
    caption: "8 switches, 64 links to them",
    make: () => ({ topology: mergedTopology(), routing: { kind: "shortest-path" } }),
  },
] as const;
type TopLevelVariant = (typeof networks)[number];

const idOf = ({ id }: TopLevelVariant, [, kind]: Traffic) => `${id} ${kind}`;
const documentOf = ({ title, make }: TopLevelVariant, [name, kind]: Traffic) =>
  qsnetDocument(`QsNET, ${name}, ${title}`, saturatingTraffic(kind), { ...make(), run: { warmUp: 100_000, window: 100_000, drain: 0 } });

const rateOf = (results: RunResults, network: TopLevelVariant, each: Traffic) => acceptedRate(results(idOf(network, each)));
const [wholeTree, prunedTree, mergedTree] = networks;
const complementTraffic = traffic[2];

/** Data rate in MB/s that each of 64 nodes can get over a number of links. */
const rateOverLinks = (links: number) => (dataRate(1) * links) / 64;

const halvingStatement = (network: TopLevelVariant, readAs: string, otherwise?: Statement["otherwise"]): Statement => ({
  ...sentenceWithId(qsnetSentences["Section 5.4"], network.id),
  interpretation: readAs,
  ...withoutUndefined({ otherwise }),
  runs: [idOf(wholeTree, complementTraffic), idOf(network, complementTraffic)],
  check({ results }) {
    const wholeRate = rateOf(results, wholeTree, complementTraffic);
    const sentence = `Complement has ${wholeRate.toFixed(0)} MB/s with all 16 top switches, {} MB/s with half of them.`;
    return isAtLeast(rateOf(results, network, complementTraffic), 0.99 * wholeRate, sentence, withDecimals(0));
  },
});

export const qsnetSection54 = exhibit("qsnet", "Section 5.4", "Section 5.4", {
  loadUnit: qsnetDataUnit,
  title: "Complement traffic needs half of the top switches, but all of their links",
  lede({ textOf }) {
    const of = (network: TopLevelVariant) => textOf(idOf(network, complementTraffic), 0);
    return `Without eight of the sixteen top switches, complement traffic falls from ${of(wholeTree)} to ${of(prunedTree)} MB/s. If their links are connected to free ports of the eight other switches, it remains at ${of(mergedTree)} MB/s. The paper’s remark can only mean the latter.`;
  },
  ...joinTables(
    ...networks.map((network) => {
      const provenance = network === wholeTree ? {} : { provenance: { is: "predicted" } as const };
      return rowsOfOneSeries(
        series(network.id, network.label, network.caption, "MB/s"),
        traffic.map((each) => acceptedRow(idOf(network, each), each[1], { label: each[0], ...provenance })),
      );
    }),
  ),
  statements: [
    halvingStatement(
      prunedTree,
      "eight of the sixteen switches are removed with their links; the loss is at most 1 %",
      "contradicts the 280 MB/s of the same section",
    ),
    halvingStatement(
      mergedTree,
      "pairs of top-level switches, each with four free ports, are merged into one; the loss is at most 1 %",
      "not reproduced",
    ),
  ],
  runs: networks.flatMap((network) => traffic.map((each) => ({ id: idOf(network, each), document: documentOf(network, each) }))),
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: Bound by the links": `Every message of complement crosses the top level. 64 nodes with ${bidirectionalRate} MB/s each need at least ${Math.ceil((64 * bidirectionalRate) / dataRate(1))} links of ${dataRate(1).toFixed(0)} MB/s of data. There are 64; with 32 links, a node has at most ${rateOverLinks(32).toFixed(0)} MB/s. So the paper cannot mean that switches are removed with their links, unless a node sends less: at 165 MB/s nothing would be lost.`,
      "our model: Free ports":
        "A switch has eight ports, four of which are unused at the top level of this tree. Two top switches connected to the same four switches can be merged into one that uses all its ports: half the switches, with the same links. This holds for every pattern, not only for complement; the small changes of the slow permutations come from tie-breaking, which begins at a different port.",
      "our model: Patterns that need the top level":
        "Neighbor does not use the top level, and in butterfly only 32 nodes use it: both lose nothing with half of its links. Complement loses most in MB/s, the slow permutations lose less. Uniform traffic also loses, in single runs that vary by about 5 MB/s (Section 5.3); its bandwidth with merged switches does not differ significantly from that with all switches.",
    }),
    workbenchNote,
  ],
  documents: [
    {
      title: "Complement on all three networks",
      document: comparisonDocument(
        "QsNET, complement, by its top level",
        networks.map((network) => ({ title: network.title, document: documentOf(network, complementTraffic) })),
      ),
    },
    ...networks.map((network) => ({ title: `Complement, ${network.label}`, document: documentOf(network, complementTraffic) })),
    ...[wholeTree, prunedTree].map((network) => ({ title: `Bit-reversal, ${network.label}`, document: documentOf(network, traffic[5]) })),
  ],
});
