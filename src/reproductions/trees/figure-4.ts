/** Trees report, Figure 4: the communication patterns, drawn from the simulated programs, and the statements of Section 3.3 about them. */
import type { Published, Statement } from "../contract.ts";
import { withThousands, printedAs, printedRange } from "../numbers.ts";
import { checkedStatements, exhibit, notesOf, sentenceWithId, series } from "../exhibit.ts";
import { isBelow } from "../predicates.ts";
import { exactNumber, rowsBySubject } from "../rows.ts";
import { taskCount } from "./networks.ts";
import { causalityOfPattern, rankDistancesOf, patternDocument } from "./programs.ts";
import { patternNames, type TreePattern } from "./runs.ts";
import { allPatterns } from "./times.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { Memoized } from "../memo.ts";
import { treesSentences } from "./printed.ts";

/** Returns the causality of a pattern's messages for a number of ranks. */
type CausalityLookup = (pattern: TreePattern, ranks?: number) => Causality;
const causalityLookup =
  (once: Memoized): CausalityLookup =>
  (pattern, ranks = taskCount) =>
    once(causalityOfPattern, pattern, ranks);

/** Numbers that Section 3.3 prints about a pattern: longest distance, number of distances, and number of messages at the start. */
interface PrintedPattern {
  readonly longest: Published;
  readonly distances?: Published;
  readonly start?: Published;
  readonly chain?: Published;
}

const printedSideLength = printedAs("√N", 64, 0);
const printedPlaneSize = printedAs("∛N²", 256, 0);
const printedHalfRanks = printedAs("N/2", 2048, 0);
const printedPatterns: Readonly<Record<TreePattern, PrintedPattern>> = {
  "2W": { longest: printedSideLength, distances: printedAs("just two values", 2, 0), start: printedAs("two", 2, 0) },
  "3W": { longest: printedPlaneSize, distances: printedAs("three values", 3, 0), start: printedAs("three for 3W", 3, 0) },
  "2M": { longest: printedSideLength, distances: printedRange("four values: 1 and √N", 2, 4) },
  "3M": { longest: printedPlaneSize, distances: printedAs("1, ∛N and ∛N²", 3, 0) },
  BU: { longest: printedHalfRanks, start: printedAs("a message at each node", taskCount, 0) },
  BT: { longest: printedHalfRanks, start: printedAs("at odd-numbered nodes", taskCount / 2, 0) },
  WF: { longest: printedSideLength, distances: printedAs("1 and √N", 2, 0), chain: printedAs("64", 64, 0) },
};

const countCell =
  (id: keyof PrintedPattern | "messages", formula: string, value: (causality: Causality) => number) => (pattern: TreePattern) => ({
    ...exactNumber(
      formula,
      ({ memoized }) => value(causalityLookup(memoized)(pattern)),
      id === "messages" ? null : printedPatterns[pattern][id],
    ),
    decimals: 0,
  });

const table = rowsBySubject(allPatterns, (pattern) => ({ key: pattern, label: patternNames[pattern] }), [
  [
    series("longest", "Longest distance", "difference between two rank numbers"),
    countCell(
      "longest",
      "largest difference between source and destination rank of a message",
      (causality) => rankDistancesOf(causality).at(-1) ?? 0,
    ),
  ],
  [
    series("distances", "Distances", "number of different distances"),
    countCell("distances", "number of different absolute rank differences of messages", (causality) => rankDistancesOf(causality).length),
  ],
  [
    series("start", "At the start", "messages without dependency"),
    countCell("start", "messages that do not depend on another message", ({ perStep }) => perStep?.[0] ?? 0),
  ],
  [
    series("messages", "Messages", "not printed; waterfall: one iteration"),
    countCell("messages", "all messages of the program, counted; for the waterfall, those of one iteration", ({ messages }) => messages),
  ],
  [
    series("chain", "Longest chain", "dependent messages on the critical path"),
    countCell("chain", "length of the longest sequence of messages, each received before the next is sent", ({ chain }) => chain.length),
  ],
]);

/** Numbers of ranks for which the statements about messages and steps are checked. */
const rankCounts = [64, 512, 4096];
/** The statement that a pattern has the expected number of messages, and log₂ of the number of ranks as its number of steps. */
const orderStatement = (id: string, pattern: "BU" | "BT", messages: (ranks: number) => number): Statement => ({
  ...sentenceWithId(treesSentences["Figure 4"], id),
  interpretation: `${pattern}: the ${patternNames[pattern]}; time counted in steps`,
  runs: [],
  check({ memoized }) {
    const causalities = rankCounts.map((ranks) => ({ ranks, own: causalityLookup(memoized)(pattern, ranks) }));
    return {
      holds: causalities.every(
        ({ ranks, own: causality }) => causality.messages === messages(ranks) && causality.chain.length === Math.log2(ranks),
      ),
      because: `With ${rankCounts.join(", ")} ranks: ${causalities.map(({ own: causality }) => withThousands(causality.messages)).join(", ")} messages in ${causalities.map(({ own: causality }) => causality.chain.length).join(", ")} steps.`,
    };
  },
});

/** Largest number of ranks that send in the same step. */
function maxSendersPerStep({ listed }: Causality): number {
  const senders = new Map<number, Set<number>>();
  listed?.step.forEach((step, m) => senders.set(step, (senders.get(step) ?? new Set()).add(listed.from[m])));
  return Math.max(0, ...[...senders.values()].map(({ size }) => size));
}

function minMessagesSent({ listed }: Causality): number {
  const messagesSent = new Int32Array(taskCount);
  listed?.from.forEach((from) => messagesSent[from]++);
  return messagesSent.reduce((a, b) => Math.min(a, b), Infinity);
}

const statements: readonly Statement[] = [
  orderStatement("butterfly-order", "BU", (ranks) => ranks * Math.log2(ranks)),
  orderStatement("tree-order", "BT", (ranks) => ranks - 1),
  ...checkedStatements(treesSentences["Figure 4"], [], {
    "waves-light": {
      interpretation: "a few nodes: less than 5 %",
      check: ({ memoized }) =>
        isBelow(
          (["2W", "3W"] as const).map((pattern) => maxSendersPerStep(causalityLookup(memoized)(pattern))),
          taskCount / 20,
          "At most {0} of the 4,096 ranks send in one step of the 2-D wavefront, and at most {1} in one step of the 3-D wavefront.",
          String,
        ),
    },
    "meshes-heavy": {
      check({ memoized }) {
        const meshCausalities = (["2M", "3M"] as const).map((pattern) => causalityLookup(memoized)(pattern));
        const [leastIn2d, leastIn3d] = meshCausalities.map(minMessagesSent);
        const haveNoDependencies = meshCausalities.every(({ chain }) => chain.length === 1);
        return {
          holds: haveNoDependencies && Math.min(leastIn2d, leastIn3d) > 1,
          because: `No message depends on another; every rank sends at least ${leastIn2d} messages in two dimensions and ${leastIn3d} in three.`,
        };
      },
    },
  }),
];

const drawnPatterns = [
  ["a) Wavefront, 3 × 3", "2W", 9, "mesh", "forward and return sweep; the number at an arrow is its wave."],
  ["b) Mesh exchange, 4 × 4", "2M", 16, "mesh", "every rank sends to all of its neighbours simultaneously."],
  ["c) Butterfly, 8 ranks", "BU", 8, "rails", "exchanges at distance 1, 2 and 4."],
  [
    "d) Binary tree, 8 ranks",
    "BT",
    8,
    "rails",
    "in each step, half of the remaining ranks send, twice as far as before, until only rank 0 remains.",
  ],
  ["e) Waterfall, 9 ranks", "WF", 9, "rails", "one iteration of the sweep; further iterations follow as a pipeline."],
] as const;

export const treesFigure4 = exhibit("trees", "Figure 4", "Section 3.3", {
  title: "Seven programs, from a single step to 252 dependent steps",
  lede({ numberOf }) {
    const of = (id: string) => withThousands(numberOf(id));
    return `With 4,096 ranks, the longest chain of dependent messages has ${of("chain 2M")} message in the mesh exchanges, ${of("chain BU")} in the collectives, and ${of("chain 2W")} in the 2-D wavefront. In the waterfall it has ${of("chain WF")} messages; the text says 64.`;
  },
  ...table,
  statements,
  figures: {
    is: "programs",
    title: "Figure 4, drawn from the simulated programs",
    caption: "one arrow per message; use the buttons to go from step to step",
    programs: drawnPatterns.map(([title, pattern, ranks, form, say]) => ({
      title,
      say,
      form,
      program: () => causalityOfPattern(pattern, ranks),
    })),
  },
  notes: notesOf({
    "erratum in the source: 64 in the text, 126 in the pattern":
      "The report’s text gives 64 as the length of the waterfall's causality chains. From rank 0 to the opposite corner of a 64 × 64 mesh data must be forwarded 63 times in each dimension: 126 messages over 127 ranks. 64 is the length of one side.",
    "erratum in the source: Four values, of which two are listed":
      "The report’s text says that distances in the 2-D mesh exchange “can take just four values: 1 and √N”. There are two distances, in four directions.",
    "in the source: The order within an exchange":
      "The report does not say in which order a rank sends to its neighbours. The order does not affect the numbers on this page, but it affects the times of mesh exchanges.",
  }),
  documents: drawnPatterns.map(([title, pattern, ranks]) => ({
    title: title.slice(3),
    document: patternDocument(title.slice(3), pattern, ranks),
  })),
});
