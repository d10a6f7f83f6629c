/** Figure 2 of the QsNET paper: quaternary fat trees of dimension 1, 2 and 3. */
import { compile } from "../../core/run/compile.ts";
import { factsOf, readScenario } from "../../core/scenario/scenario.ts";
import type { ScenarioDocument } from "../contract.ts";
import { filledIn, printed } from "../numbers.ts";
import { exhibit, inTheSource, series } from "../exhibit.ts";

const dimensions = [1, 2, 3];
const documentOf = (n: number): ScenarioDocument => ({
  version: 1,
  title: `Quaternary fat tree of dimension ${n}`,
  topology: { kind: "k-ary-n-tree", k: 4, n },
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
});
const networkOf = (n: number) => compile(readScenario(documentOf(n))).plan.network;

const rows = dimensions.flatMap((n) => {
  const label = `dimension ${n}`;
  const document = documentOf(n);
  return [
    {
      label,
      series: "nodes",
      published: filledIn("4ⁿ", 4 ** n),
      formula: "terminals of the built network",
      document,
      value: () => networkOf(n).terminals,
    },
    {
      label,
      series: "switches",
      published: filledIn("n × 4ⁿ⁻¹", n * 4 ** (n - 1)),
      formula: "switches of the built network",
      document,
      value: () => networkOf(n).switches,
    },
    {
      label,
      series: "longest",
      published: n === 3 ? printed("6") : null,
      formula: "channels on the longest shortest way between two terminals",
      decimals: 0,
      document,
      value: () => factsOf(readScenario(document).topology).diameter as number,
    },
  ];
});

export const qsnetFigure2 = exhibit("qsnet", "Figure 2", "Section 2.2", {
  title: "Quaternary fat trees: four times the nodes with every level",
  lede: ({ values }) =>
    `The machine of the paper is the largest of the three: ${values.get("nodes dimension 3")?.value} nodes on ${values.get("switches dimension 3")?.value} switches, at most ${values.get("longest dimension 3")?.value} hops apart.`,
  series: [series("nodes", "Nodes"), series("switches", "Switches"), series("longest", "Longest way", "terminal channels counted", "hops")],
  rows,
  tolerance: { relative: 0, why: "Counts are whole numbers: nothing but equality will do." },
  notes: inTheSource({
    Hops: "A hop is a channel crossed, those of the terminals counted: Section 5.4 calls neighbours under one switch two hops away and gives 6 for the longest paths.",
  }),
  documents: dimensions.map((n) => ({ title: `4-ary ${n}-tree`, document: documentOf(n) })),
});
