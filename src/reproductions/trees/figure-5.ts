/** Trees report, Figure 5: number and length of the messages in which the waterfall sends data of a given size. */
import { waterfallMessageBytes } from "../../core/workloads/waterfall.ts";
import { printedFormula, withThousands } from "../numbers.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { exactNumber, rowsBySubject } from "../rows.ts";
import { taskCount } from "./networks.ts";
import { causalityOfPattern, patternDocument } from "./programs.ts";

const dataSizes = [10, 100, 1000, 10_000, 100_000];
/** 8 · 2^(log₁₀ size), computed by hand. */
const printedLengths = [16, 32, 64, 128, 256];
const packetBytes = 64;

const table = rowsBySubject(dataSizes, (size) => ({ label: `${withThousands(size)} B` }), [
  [
    series("length", "Message length", "8·2^(log₁₀ size)", "B"),
    (size, i) =>
      exactNumber("message length in the waterfall", () => waterfallMessageBytes(size), printedFormula(`8·2^${i + 1}`, printedLengths[i])),
  ],
  [
    series("count", "Messages", "to each successor, ⌈size / length⌉"),
    (size, i) =>
      exactNumber(
        "iterations of the loop: messages to each successor",
        () => Math.ceil(size / waterfallMessageBytes(size)),
        printedFormula(`⌈${size}/${printedLengths[i]}⌉`, Math.ceil(size / printedLengths[i])),
      ),
  ],
  [
    series("packets", "Packets", "of 4,096 ranks; not printed"),
    (size) =>
      exactNumber(
        "messages × packets of 64 B, over the links of a mesh of 64 × 64",
        ({ memoized }) =>
          memoized(causalityOfPattern, "WF", taskCount).messages *
          Math.ceil(size / waterfallMessageBytes(size)) *
          Math.ceil(waterfallMessageBytes(size) / packetBytes),
      ),
  ],
]);

export const treesFigure5 = exhibit("trees", "Figure 5", "Section 3.3", {
  title: "The waterfall sends ten thousand times the bytes in four hundred times the messages",
  lede({ numberOf }) {
    const of = (id: string) => withThousands(numberOf(id));
    return `The waterfall sends 10 B as ${of("count 10 B")} message of ${of("length 10 B")} B, and 100,000 B as ${of("count 100,000 B")} messages of ${of("length 100,000 B")} B: a total of ${of("packets 100,000 B")} packets over all ranks.`;
  },
  ...table,
  notes: notesOf({
    "erratum in the source: One rank too many":
      "In the pseudo-code, a node sends down if “node ≤ N − √N”. The first node of the last row, N − √N, would then send to node N, which does not exist; the condition must be “<”.",
    "in the source: Ten bytes in a message of sixteen":
      "For a size of 10 B the formula gives messages of 16 B, longer than their data. All messages up to 64 B are sent as one packet.",
  }),
  documents: [{ title: "Waterfall of 16 ranks", document: patternDocument("Waterfall of 16 ranks", "WF", 16) }],
});
