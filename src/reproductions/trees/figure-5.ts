/** Figure 5 of the trees report: in how many messages of which length the waterfall sends a size. */
import { pieceOf } from "../../core/workloads/waterfall.ts";
import { filledIn, grouped } from "../numbers.ts";
import { erratum, exhibit, inTheSource, type RowSpec, series } from "../exhibit.ts";
import { tasks } from "./networks.ts";
import { causalityOfPattern, patternDocument } from "./programs.ts";

const sizes = [10, 100, 1000, 10_000, 100_000];
/** 8 · 2^(log₁₀ size), put in by hand. */
const lengths = [16, 32, 64, 128, 256];
const packetBytes = 64;

const rows: readonly RowSpec[] = sizes.flatMap((size, i) => {
  const label = `${grouped(size)} B`;
  return [
    {
      label,
      series: "length",
      published: filledIn(`8·2^${i + 1}`, lengths[i]),
      formula: "the length that the waterfall gives its messages",
      value: () => pieceOf(size),
    },
    {
      label,
      series: "count",
      published: filledIn(`⌈${size}/${lengths[i]}⌉`, Math.ceil(size / lengths[i])),
      formula: "turns of the loop: messages to each successor",
      value: () => Math.ceil(size / pieceOf(size)),
    },
    {
      label,
      series: "packets",
      decimals: 0,
      formula: "messages × packets of 64 B, over the links of a mesh of 64 × 64",
      value: ({ once }) =>
        once(causalityOfPattern, "WF", tasks).messages * Math.ceil(size / pieceOf(size)) * Math.ceil(pieceOf(size) / packetBytes),
    },
  ];
});

export const treesFigure5 = exhibit("trees", "Figure 5", "Section 3.3", {
  title: "Ten thousand times the bytes, four hundred times the messages",
  lede({ values }) {
    const of = (id: string) => grouped(values.get(id)?.value ?? 0);
    return `The waterfall sends 10 B as ${of("count 10 B")} message of ${of("length 10 B")} B, and 100,000 B as ${of("count 100,000 B")} messages of ${of("length 100,000 B")} B: all ranks together ${of("packets 100,000 B")} packets.`;
  },
  series: [
    series("length", "Message length", "8·2^(log₁₀ size)", "B"),
    series("count", "Messages", "to each successor, ⌈size / length⌉"),
    series("packets", "Packets", "of 4,096 ranks; not printed"),
  ],
  rows,
  tolerance: { relative: 0, why: "Counts are whole numbers: nothing but equality will do." },
  notes: [
    ...erratum({
      "One rank too many":
        "The pseudo-code lets a node send down where “node ≤ N − √N”. The first node of the last row, N − √N, would then send to node N, which does not exist; it must be <.",
    }),
    ...inTheSource({
      "Ten bytes in a message of sixteen":
        "For a size of 10 B the formula gives messages of 16 B: a message is then longer than what it is to carry. All up to 64 B travel as one packet.",
    }),
  ],
  documents: [{ title: "Waterfall of 16 ranks", document: patternDocument("Waterfall of 16 ranks", "WF", 16) }],
});
