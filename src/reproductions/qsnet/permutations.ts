/** QsNET, Section 4.4: the six permutations on the tree of 64 nodes. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import { analyzePlan } from "../../core/analysis/analyse.ts";
import { compiledPlan, comparisonDocument } from "../documents.ts";
import type { ScenarioDocument } from "../contract.ts";
import { printed, printedAs } from "../numbers.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { exactNumber, rowsBySubject } from "../rows.ts";
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
  title: "The tree can route each of the six permutations without conflicts",
  lede({ numberOf }) {
    const highestLoad = Math.max(...patterns.map(([name]) => numberOf(`load ${name}`)));
    const conclusion = highestLoad <= 1 + 1e-9 ? ": the measured losses are caused by routing and flow control, not by the tree" : "";
    return `With an even split over the upward paths, the highest channel load of any permutation is ${highestLoad.toFixed(2)} times the channel bandwidth${conclusion}.`;
  },
  ...rowsBySubject(patterns, ([label, kind]) => ({ label, document: documentOf(label, kind) }), [
    [
      series("load", "Largest channel load", "all terminals send at full rate; 1 is the bandwidth of a channel", "phits/cycle"),
      ([, kind]) => ({
        published: printedAs("no conflicts, 1", 1),
        formula: "highest load of a channel, with an even split over the channels of each hop",
        decimals: 2,
        value: ({ memoized }) => Math.max(...memoized(analysisOf, kind).channelLoad),
      }),
    ],
    [
      series("hops", "Hops, mean", "including terminal channels", "channels"),
      ([, kind]) => ({
        ...(kind === "neighbour" || kind === "complement" ? { detail: "Section 5.4" } : {}),
        published: kind === "neighbour" ? printed("2") : kind === "complement" ? printed("6") : null,
        formula: "channels on the path of a packet, mean over the sending nodes",
        decimals: 2,
        value: ({ memoized }) => memoized(analysisOf, kind).meanHops,
      }),
    ],
    [
      series("busy", "Channels in use", "", "%"),
      ([, kind]) => ({
        ...(kind === "complement" ? { detail: "Section 5.4" } : {}),
        published: kind === "complement" ? printedAs("all, 100", 100) : null,
        formula: "channels with load / channels",
        decimals: 0,
        value: ({ memoized }) => busyPercent(memoized(analysisOf, kind)),
      }),
    ],
    [
      series("silent", "Nodes that send nothing"),
      ([, kind]) =>
        exactNumber("nodes that the permutation maps to themselves", () => {
          const { network, demand } = planOf(kind);
          return demand.form === "open-loop" ? network.terminals - demand.isSending.reduce((sum, each) => sum + each, 0) : 0;
        }),
    ],
  ]),
  tolerance: { relative: 0, why: "Computed exactly, so only equal numbers agree." },
  notes: notesOf({
    "our model: Without conflicts":
      "Routing without conflicts requires a load of at most 1 on every channel. We split the flow of each node evenly over its upward paths; an off-line router would assign one path to each node. On a full fat tree, every permutation has this property, so the number tests our tree and our counting, not the six patterns.",
    "in the source: Silent nodes":
      "Section 5.4 mentions the palindromes of bit-reversal: nodes whose binary number is a palindrome do not send.",
  }),
  documents: [
    { title: "All six side by side", document: comparisonDocument("The six permutations of QsNET", openDocuments) },
    ...openDocuments,
  ],
});
