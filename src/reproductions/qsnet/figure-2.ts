/** Figure 2 of the QsNET paper: quaternary fat trees of dimension 1, 2 and 3. */
import { factsOf, readScenario } from "../../core/scenario/scenario.ts";
import { builtNetwork, underUniform } from "../documents.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { filledIn, printed } from "../numbers.ts";
import { exactCell, lineByLine } from "../rows.ts";

const dimensions = [1, 2, 3];
const documentOf = (n: number) => underUniform(`Quaternary fat tree of dimension ${n}`, { kind: "k-ary-n-tree", k: 4, n });

const table = lineByLine(dimensions, (n) => ({ label: `dimension ${n}`, document: documentOf(n) }), [
  [
    series("nodes", "Nodes"),
    (n) => exactCell("terminals of the built network", () => builtNetwork(documentOf(n)).terminals, filledIn("4ⁿ", 4 ** n)),
  ],
  [
    series("switches", "Switches"),
    (n) => exactCell("switches of the built network", () => builtNetwork(documentOf(n)).switches, filledIn("n × 4ⁿ⁻¹", n * 4 ** (n - 1))),
  ],
  [
    series("longest", "Longest way", "terminal channels counted", "hops"),
    (n) =>
      exactCell(
        "channels on the longest shortest way between two terminals",
        () => factsOf(readScenario(documentOf(n)).topology).diameter as number,
        n === 3 ? printed("6") : null,
      ),
  ],
]);

export const qsnetFigure2 = exhibit("qsnet", "Figure 2", "Section 2.2", {
  title: "Quaternary fat trees: four times the nodes with every level",
  lede: ({ of }) =>
    `The machine of the paper is the largest of the three: ${of("nodes dimension 3")} nodes on ${of("switches dimension 3")} switches, at most ${of("longest dimension 3")} hops apart.`,
  ...table,
  notes: notesOf({
    "in the source: Hops":
      "A hop is a channel crossed, those of the terminals counted: Section 5.4 calls neighbours under one switch two hops away and gives 6 for the longest paths.",
  }),
  documents: dimensions.map((n) => ({ title: `4-ary ${n}-tree`, document: documentOf(n) })),
});
