/** Figure 2 of the QsNET paper: quaternary fat trees of dimension 1, 2 and 3. */
import { topologyFacts, readScenario } from "../../core/scenario/scenario.ts";
import { builtNetwork, uniformTrafficOn } from "../documents.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { printedFormula, printed } from "../numbers.ts";
import { exactCell, lineByLine } from "../rows.ts";

const dimensions = [1, 2, 3];
const documentOf = (n: number) => uniformTrafficOn(`Quaternary fat tree of dimension ${n}`, { kind: "k-ary-n-tree", k: 4, n });

const table = lineByLine(dimensions, (n) => ({ label: `dimension ${n}`, document: documentOf(n) }), [
  [
    series("nodes", "Nodes"),
    (n) => exactCell("terminals of the built network", () => builtNetwork(documentOf(n)).terminals, printedFormula("4ⁿ", 4 ** n)),
  ],
  [
    series("switches", "Switches"),
    (n) =>
      exactCell("switches of the built network", () => builtNetwork(documentOf(n)).switches, printedFormula("n × 4ⁿ⁻¹", n * 4 ** (n - 1))),
  ],
  [
    series("longest", "Longest way", "terminal channels counted", "hops"),
    (n) =>
      exactCell(
        "channels on the longest shortest way between two terminals",
        () => topologyFacts(readScenario(documentOf(n)).topology).diameter as number,
        n === 3 ? printed("6") : null,
      ),
  ],
]);

export const qsnetFigure2 = exhibit("qsnet", "Figure 2", "Section 2.2", {
  title: "Quaternary fat trees: four times the nodes with every level",
  lede: ({ numberOf }) =>
    `The machine of the paper is the largest of the three: ${numberOf("nodes dimension 3")} nodes on ${numberOf("switches dimension 3")} switches, at most ${numberOf("longest dimension 3")} hops apart.`,
  ...table,
  notes: notesOf({
    "in the source: Hops":
      "A hop is a channel crossed, those of the terminals counted: Section 5.4 calls neighbours under one switch two hops away and gives 6 for the longest paths.",
  }),
  documents: dimensions.map((n) => ({ title: `4-ary ${n}-tree`, document: documentOf(n) })),
});
