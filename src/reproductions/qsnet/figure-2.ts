/** Figure 2 of the QsNET paper: quaternary fat trees of dimension 1, 2 and 3. */
import { topologyFacts, readScenario } from "../../core/scenario/scenario.ts";
import { builtNetwork, uniformTrafficOn } from "../documents.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { printedFormula, printed } from "../numbers.ts";
import { exactNumber, rowsBySubject } from "../rows.ts";

const dimensions = [1, 2, 3];
const documentOf = (n: number) => uniformTrafficOn(`Quaternary fat tree of dimension ${n}`, { kind: "k-ary-n-tree", k: 4, n });

const table = rowsBySubject(dimensions, (n) => ({ label: `dimension ${n}`, document: documentOf(n) }), [
  [
    series("nodes", "Nodes"),
    (n) => exactNumber("terminals of the built network", () => builtNetwork(documentOf(n)).terminals, printedFormula("4ⁿ", 4 ** n)),
  ],
  [
    series("switches", "Switches"),
    (n) =>
      exactNumber(
        "switches of the built network",
        () => builtNetwork(documentOf(n)).switches,
        printedFormula("n × 4ⁿ⁻¹", n * 4 ** (n - 1)),
      ),
  ],
  [
    series("longest", "Longest way", "including terminal channels", "hops"),
    (n) =>
      exactNumber(
        "channels on the longest minimal path between two terminals",
        () => topologyFacts(readScenario(documentOf(n)).topology).diameter as number,
        n === 3 ? printed("6") : null,
      ),
  ],
]);

export const qsnetFigure2 = exhibit("qsnet", "Figure 2", "Section 2.2", {
  title: "Quaternary fat trees: four times as many nodes with each level",
  lede: ({ numberOf }) =>
    `The machine of the paper is the largest of the three: ${numberOf("nodes dimension 3")} nodes on ${numberOf("switches dimension 3")} switches, at most ${numberOf("longest dimension 3")} hops apart.`,
  ...table,
  notes: notesOf({
    "in the source: Hops":
      "A hop is the crossing of a channel, including terminal channels: in Section 5.4, neighbours on the same switch are two hops apart and the longest paths have 6 hops.",
  }),
  documents: dimensions.map((n) => ({ title: `4-ary ${n}-tree`, document: documentOf(n) })),
});
