/** QsNET, Section 4.4: the six permutations on the tree of 64 nodes. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import { analyzePlan } from "../../core/analysis/analyse.ts";
import { compiledPlan, comparisonDocument } from "../documents.ts";
import type { ScenarioDocument } from "../contract.ts";
import { printed, printedAs } from "../numbers.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { exactCell, lineByLine } from "../rows.ts";
import { permutations as patterns } from "./machine.ts";

const topology = { kind: "k-ary-n-tree", k: 4, n: 3 };

const documentOf = (name: string, kind: string, extraFields: ScenarioDocument = {}): ScenarioDocument => ({
  version: 1,
  title: `QsNET, ${name}`,
  topology,
  workload: { kind: "open-loop", pattern: { kind }, load: 1 },
  ...extraFields,
});

const planOf = (kind: string) => compiledPlan(documentOf(kind, kind));
const analysisOf = (kind: string) => analyzePlan(planOf(kind));

/** The percentage of channels that carry traffic. */
function busyPercent({ channelLoad }: Analysis): number {
  return (100 * channelLoad.filter((load) => load > 0).length) / channelLoad.length;
}

const openDocuments = patterns.map(([name, kind]) => ({ title: name, document: documentOf(name, kind) }));

export const qsnetSection44 = exhibit("qsnet", "Section 4.4", "Section 4.4", {
  title: "Every one of the six permutations fits the tree without conflicts",
  lede({ numberOf }) {
    const highestLoad = Math.max(...patterns.map(([name]) => numberOf(`load ${name}`)));
    const conclusion =
      highestLoad <= 1 + 1e-9 ? ": what is lost in the measurements is lost by routing and flow control, not by the tree" : "";
    return `Spread evenly over the ways up, no permutation asks a channel for more than ${highestLoad.toFixed(2)} of what it carries${conclusion}.`;
  },
  ...lineByLine(patterns, ([label, kind]) => ({ label, document: documentOf(label, kind) }), [
    [
      series("load", "Largest channel load", "all terminals sending at full rate; 1 is all that a channel carries", "phits/cycle"),
      ([, kind]) => ({
        published: printedAs("no conflicts, 1", 1),
        formula: "traffic split evenly over the ways of every hop; the largest sum on a channel",
        decimals: 2,
        value: ({ once }) => Math.max(...once(analysisOf, kind).channelLoad),
      }),
    ],
    [
      series("hops", "Hops, mean", "terminal channels counted", "channels"),
      ([, kind]) => ({
        ...(kind === "neighbour" || kind === "complement" ? { detail: "Section 5.4" } : {}),
        published: kind === "neighbour" ? printed("2") : kind === "complement" ? printed("6") : null,
        formula: "channels on the way of each packet, on average over the nodes that send",
        decimals: 2,
        value: ({ once }) => once(analysisOf, kind).meanHops,
      }),
    ],
    [
      series("busy", "Channels in use", "", "%"),
      ([, kind]) => ({
        ...(kind === "complement" ? { detail: "Section 5.4" } : {}),
        published: kind === "complement" ? printedAs("all, 100", 100) : null,
        formula: "channels that carry something / channels",
        decimals: 0,
        value: ({ once }) => busyPercent(once(analysisOf, kind)),
      }),
    ],
    [
      series("silent", "Nodes that send nothing"),
      ([, kind]) =>
        exactCell("nodes that the permutation maps to themselves", () => {
          const { network, demand } = planOf(kind);
          return demand.form === "open-loop" ? network.terminals - demand.isSending.reduce((sum, each) => sum + each, 0) : 0;
        }),
    ],
  ]),
  tolerance: { relative: 0, why: "Computed, not measured: nothing but equality will do." },
  notes: notesOf({
    "our model: Without conflicts":
      "A load of at most 1 on every channel is what routing without conflicts needs. We split the flow of a node evenly over its ways up; an off-line router would give each node one way. On a full fat tree, any permutation has room in this sense: the number tests the tree and the counting, not the six patterns.",
    "in the source: Who is silent":
      "Section 5.4 names the palindromes of bit-reversal: nodes whose number reads the same from both ends send nothing.",
  }),
  documents: [
    { title: "All six side by side", document: comparisonDocument("The six permutations of QsNET", openDocuments) },
    ...openDocuments,
  ],
});
