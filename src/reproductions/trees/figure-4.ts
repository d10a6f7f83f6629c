/** Trees report, Figure 4: the communication patterns, drawn from the simulated programs, and the statements of Section 3.3 about them. */
import type { Published, Statement } from "../contract.ts";
import { grouped, printedAs, printedRange } from "../numbers.ts";
import { checked, exhibit, notesOf, quoted, series } from "../exhibit.ts";
import { isBelow } from "../predicates.ts";
import { exactCell, lineByLine } from "../rows.ts";
import { tasks } from "./networks.ts";
import { causalityOfPattern, distancesOf, patternDocument } from "./programs.ts";
import { patternNames, type TreePattern } from "./runs.ts";
import { patterns } from "./times.ts";
import type { Causality } from "../../core/analysis/analysis.ts";
import type { Once } from "../once.ts";
import { says } from "./printed.ts";

/** Returns the causality of a pattern's messages for a number of ranks. */
type Followed = (pattern: TreePattern, ranks?: number) => Causality;
const followedBy =
  (once: Once): Followed =>
  (pattern, ranks = tasks) =>
    once(causalityOfPattern, pattern, ranks);

/** Numbers that Section 3.3 prints about a pattern: longest distance, number of distances, and number of messages at the start. */
interface Said {
  readonly longest: Published;
  readonly distances?: Published;
  readonly start?: Published;
  readonly chain?: Published;
}

const root = printedAs("√N", 64, 0);
const square = printedAs("∛N²", 256, 0);
const half = printedAs("N/2", 2048, 0);
const said: Readonly<Record<TreePattern, Said>> = {
  "2W": { longest: root, distances: printedAs("just two values", 2, 0), start: printedAs("two", 2, 0) },
  "3W": { longest: square, distances: printedAs("three values", 3, 0), start: printedAs("three for 3W", 3, 0) },
  "2M": { longest: root, distances: printedRange("four values: 1 and √N", 2, 4) },
  "3M": { longest: square, distances: printedAs("1, ∛N and ∛N²", 3, 0) },
  BU: { longest: half, start: printedAs("a message at each node", tasks, 0) },
  BT: { longest: half, start: printedAs("at odd-numbered nodes", tasks / 2, 0) },
  WF: { longest: root, distances: printedAs("1 and √N", 2, 0), chain: printedAs("64", 64, 0) },
};

const counted = (id: keyof Said | "messages", formula: string, value: (causality: Causality) => number) => (pattern: TreePattern) => ({
  ...exactCell(formula, ({ once }) => value(followedBy(once)(pattern)), id === "messages" ? null : said[pattern][id]),
  decimals: 0,
});

const table = lineByLine(patterns, (pattern) => ({ key: pattern, label: patternNames[pattern] }), [
  [
    series("longest", "Longest distance", "between the numbers of two ranks"),
    counted("longest", "largest difference between the two ranks of a message", (causality) => distancesOf(causality).at(-1) ?? 0),
  ],
  [
    series("distances", "Distances", "how many different ones"),
    counted("distances", "different differences, whichever way a message goes", (causality) => distancesOf(causality).length),
  ],
  [
    series("start", "At the start", "messages that wait for none"),
    counted("start", "messages that wait for no other", ({ perStep }) => perStep?.[0] ?? 0),
  ],
  [
    series("messages", "Messages", "not printed; of the waterfall one turn"),
    counted("messages", "all messages of the program, counted; for the waterfall those of one turn", ({ messages }) => messages),
  ],
  [
    series("chain", "Longest chain", "messages, each received before the next is sent"),
    counted("chain", "most messages of which each must be received before the next is sent", ({ chain }) => chain.length),
  ],
]);

/**
 * The statement that a pattern has the expected number of messages, and log₂ of the number of ranks as its number of steps, at several
 * sizes.
 */
const sizes = [64, 512, 4096];
const order = (id: string, pattern: "BU" | "BT", messages: (ranks: number) => number): Statement => ({
  ...quoted(says["Figure 4"], id),
  readAs: `${pattern}: the ${patternNames[pattern]}; time counted in steps`,
  runs: [],
  check({ once }) {
    const all = sizes.map((ranks) => ({ ranks, own: followedBy(once)(pattern, ranks) }));
    return {
      holds: all.every(({ ranks, own }) => own.messages === messages(ranks) && own.chain.length === Math.log2(ranks)),
      because: `With ${sizes.join(", ")} ranks: ${all.map(({ own }) => grouped(own.messages)).join(", ")} messages in ${all.map(({ own }) => own.chain.length).join(", ")} steps.`,
    };
  },
});

/** Largest number of ranks that send in the same step. */
function mostSending({ listed }: Causality): number {
  const senders = new Map<number, Set<number>>();
  listed?.step.forEach((step, m) => senders.set(step, (senders.get(step) ?? new Set()).add(listed.from[m])));
  return Math.max(0, ...[...senders.values()].map(({ size }) => size));
}

function leastSent({ listed }: Causality): number {
  const sent = new Int32Array(tasks);
  listed?.from.forEach((from) => sent[from]++);
  return sent.reduce((a, b) => Math.min(a, b), Infinity);
}

const statements: readonly Statement[] = [
  order("butterfly-order", "BU", (ranks) => ranks * Math.log2(ranks)),
  order("tree-order", "BT", (ranks) => ranks - 1),
  ...checked(says["Figure 4"], [], {
    "waves-light": {
      readAs: "a few: fewer than one in twenty",
      check: ({ once }) =>
        isBelow(
          (["2W", "3W"] as const).map((pattern) => mostSending(followedBy(once)(pattern))),
          tasks / 20,
          "At most {0} of the 4,096 ranks send in one step of the 2-D wavefront, and {1} in one of the 3-D.",
          String,
        ),
    },
    "meshes-heavy": {
      check({ once }) {
        const both = (["2M", "3M"] as const).map((pattern) => followedBy(once)(pattern));
        const [two, three] = both.map(leastSent);
        const isAtOnce = both.every(({ chain }) => chain.length === 1);
        return {
          holds: isAtOnce && Math.min(two, three) > 1,
          because: `No message waits for another; every rank sends at least ${two} in two dimensions and ${three} in three.`,
        };
      },
    },
  }),
];

const drawn = [
  ["a) Wavefront, 3 × 3", "2W", 9, "mesh", "the sweep and its return; the number at an arrow is its wave."],
  ["b) Mesh exchange, 4 × 4", "2M", 16, "mesh", "every rank to all its neighbours at once."],
  ["c) Butterfly, 8 ranks", "BU", 8, "rails", "exchanges at distance 1, 2 and 4."],
  ["d) Binary tree, 8 ranks", "BT", 8, "rails", "what is left sends twice as far, up to rank 0."],
  ["e) Waterfall, 9 ranks", "WF", 9, "rails", "one turn of the sweep; every turn follows in its wake."],
] as const;

export const treesFigure4 = exhibit("trees", "Figure 4", "Section 3.3", {
  title: "Seven programs, from one that sends all at once to one of 252 steps",
  lede({ of: number }) {
    const of = (id: string) => grouped(number(id));
    return `With 4,096 ranks, the exchanges in a mesh have chains of ${of("chain 2M")} message, the collectives of ${of("chain BU")}, the wavefront in two dimensions of ${of("chain 2W")}. The longest chain of the waterfall has ${of("chain WF")} messages; the text says 64.`;
  },
  ...table,
  statements,
  figures: {
    is: "programs",
    title: "Figure 4, drawn from the programs that are run",
    caption: "an arrow for each message; go from step to step",
    programs: drawn.map(([title, pattern, ranks, form, say]) => ({
      title,
      say,
      form,
      program: () => causalityOfPattern(pattern, ranks),
    })),
  },
  notes: notesOf({
    "erratum in the source: 64 in the text, 126 in the pattern":
      "The text gives 64 as the length of the waterfall's causality chains. From rank 0 to the opposite corner of a 64 × 64 mesh a message must be handed on 63 times in each dimension: 126 messages over 127 ranks. 64 is the length of one side.",
    "erratum in the source: Four values, of which two are listed":
      "Of the 2-D mesh exchange the text says that distances “can take just four values: 1 and √N”. There are two distances, four directions.",
    "in the source: The order within an exchange":
      "Whether a rank sends first to the left or to the right is not said; it changes no number here, but the times of mesh exchanges.",
  }),
  documents: drawn.map(([title, pattern, ranks]) => ({ title: title.slice(3), document: patternDocument(title.slice(3), pattern, ranks) })),
});
