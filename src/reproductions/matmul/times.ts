/** The times of the matrix multiplication paper, Tables 1 and 3, and an analysis of which parts of the model cause them. */
import { defined } from "../../core/base/defined.ts";
import { anded } from "../../core/base/words.ts";
import type { Exhibit, ExhibitRun, Note, ResultsOf, ScenarioDocument, Word } from "../contract.ts";
import { printed, withDecimals } from "../numbers.ts";
import { isAbove, isAtLeast, isInRange } from "../predicates.ts";
import { column, type ColumnRow, joinedTables, ratioOf, readFrom, secondsOf } from "../rows.ts";
import { checked, exhibit, notesOf, type Reading, series } from "../exhibit.ts";
import {
  blockTimes,
  constants,
  type NetworkName,
  networks,
  onCluster,
  processes,
  type ProgramName,
  ranksCard,
  type Size,
  sizes,
  withWorkload,
  wordOf,
} from "./machine.ts";
import { percent } from "../verdict.ts";
import { printedRatios, printedTimes, says } from "./printed.ts";

type Column = readonly [NetworkName, ProgramName];
const columns: readonly Column[] = [
  ["Ethernet", "point to point"],
  ["Ethernet", "broadcast"],
  ["InfiniBand", "point to point"],
  ["InfiniBand", "broadcast"],
];

const runId = (network: NetworkName, program: ProgramName, size: Size) => `${network} ${program} ${size}`;
const runOf = (network: NetworkName, program: ProgramName, size: Size): ExhibitRun => ({
  id: runId(network, program, size),
  document: onCluster(network, program, size),
});
const runsOf = (some: readonly Column[]) => some.flatMap(([network, program]) => sizes.map((size) => runOf(network, program, size)));
const secondsIn = (results: ResultsOf, network: NetworkName, program: ProgramName, size: Size) =>
  secondsOf(results(runId(network, program, size)));

const formula = "from the start to the end of the last process; fluid flow: rates, not packets";

function timeRow(table: "1" | "3", [network, program]: Column, size: Size): ColumnRow {
  const id = runId(network, program, size);
  return {
    id: `time ${id}`,
    label: `${titles[program]} over ${network}`,
    published: printed(printedTimes[table][`${network} ${program}`][sizes.indexOf(size)]),
    word: wordOf(network, program, size),
    formula,
    ...readFrom(id, secondsOf),
  };
}

function ratioRow(network: NetworkName, program: ProgramName, size: Size, text: string): ColumnRow {
  const id = runId(network, program, size);
  return {
    key: id,
    label: program === "variant" ? `N = ${size}` : `${network}, N = ${size}`,
    published: printed(text),
    word: wordOf(network, program, size),
    formula: `time of ${program === "variant" ? "the variant" : "point to point"} / time of broadcasts`,
    ...ratioOf([id, runId(network, "broadcast", size)], secondsOf),
  };
}

/** One series per size, because only times of the same size are comparable: larger matrices take longer in any model. */
const timesIn = (table: "1" | "3", some: readonly Column[]) =>
  sizes.map((size) =>
    column(
      series(`time ${size}`, `Times at N = ${size}`, "", "s"),
      some.map((each) => timeRow(table, each, size)),
    ),
  );
const titles: Readonly<Record<ProgramName, string>> = {
  "point to point": "Point to point",
  broadcast: "Broadcasts",
  variant: "The variant",
};

// ---- What causes the penalty: one property of the model is changed at a time. ----

/** A change to both programs over InfiniBand, at one matrix size. */
interface Without {
  readonly title: string;
  readonly detail: string;
  readonly word: Word;
  readonly change: (document: ScenarioDocument) => ScenarioDocument;
}

const at: Size = 8000;
/** Changes parameters of both programs. */
const both = (more: ScenarioDocument) => (document: ScenarioDocument) => withWorkload(document, more);
/** Changes parameters of one of the two programs. */
const only =
  (algorithm: "broadcast" | "point-to-point", more: ScenarioDocument) =>
  (document: ScenarioDocument): ScenarioDocument =>
    (document["workload"] as ScenarioDocument)["algorithm"] === algorithm ? withWorkload(document, more) : document;
/** Nothing was set with any of these numbers in view. */
const predicted: Word = { is: "predicted" };

const withouts: readonly Without[] = [
  { title: "as it is", detail: "", word: wordOf("InfiniBand", "point to point", at), change: (document) => document },
  { title: "no start", detail: "both begin at once", word: predicted, change: both({ start: 0 }) },
  {
    title: "hardly any communication",
    detail: "links of 100 GB/s, no start-up of messages",
    word: predicted,
    change: (document) => ({ ...document, technology: { kind: "own-links", rate: "100000 MB/s" }, host: "ideal" }),
  },
  { title: "Xeons 1.5 times as fast", detail: "two of the four nodes", word: predicted, change: both({ speeds: [1.5, 1.5, 1, 1] }) },
  { title: "double precision", detail: "8 bytes an element", word: predicted, change: both({ element: "8 B" }) },
  { title: "broadcasts by a tree", detail: "binomial, whole blocks", word: predicted, change: only("broadcast", { broadcast: "tree" }) },
  { title: "one broadcast ahead", detail: "under way while nodes compute", word: predicted, change: only("broadcast", { ahead: 1 }) },
  { title: "four blocks for each process", detail: "point to point", word: predicted, change: only("point-to-point", { blocks: 4 }) },
];

const carrierId = (title: string, program: ProgramName) =>
  title === "as it is" ? runId("InfiniBand", program, at) : `${title}, ${program}`;
const carrierRuns: readonly ExhibitRun[] = withouts.slice(1).flatMap(({ title, change }) =>
  (["point to point", "broadcast"] as const).map((program) => ({
    id: carrierId(title, program),
    document: change({ ...onCluster("InfiniBand", program, at), title: `${titles[program]} over InfiniBand, N = ${at}, ${title}` }),
  })),
);

const carrierRow = ({ title, detail, word }: Without): ColumnRow => ({
  label: title,
  detail: detail || undefined,
  word,
  formula: `time of point to point / time of broadcasts, InfiniBand, N = ${at}`,
  decimals: 3,
  ...ratioOf([carrierId(title, "point to point"), carrierId(title, "broadcast")], secondsOf),
});

/** The same programs on a shared medium, where a broadcast takes one transmission. */
const onBus = (program: ProgramName, size: Size): ExhibitRun => ({
  id: `bus ${program} ${size}`,
  document: {
    ...onCluster("Ethernet", program, size, program === "broadcast" ? { broadcast: "medium" } : {}),
    version: 1,
    title: `${titles[program]} on a shared bus, N = ${size}`,
    topology: { kind: "shared-bus", terminals: processes },
  },
});
const busRuns = (["point to point", "broadcast"] as const).flatMap((program) => sizes.map((size) => onBus(program, size)));

const busRow = (size: Size): ColumnRow => ({
  key: size,
  label: `N = ${size}`,
  word: predicted,
  formula: "time of point to point / time of broadcasts in one transmission each, 1 Gb/s for all nodes together",
  decimals: 2,
  ...ratioOf([onBus("point to point", size).id, onBus("broadcast", size).id], secondsOf),
});

/** A document for computing times without communication. The matrix is small because only the order of blocks matters. */
const small = (program: ProgramName, ahead?: number) => onCluster("InfiniBand", program, 800, { start: 0, ...defined({ ahead }) });

const blockRow = (label: string, detail: string, document: ScenarioDocument, scale = 1, speeds?: readonly number[]): ColumnRow => ({
  label,
  detail,
  formula: "the longest chain of blocks, where messages take no time",
  decimals: 1,
  document,
  value: () => scale * blockTimes(document, speeds),
});

const blockSeries = series("blocks", "Without any communication", "in times of one of the 64 blocks, on a slow node");
const blockRows: readonly ColumnRow[] = [
  // A block of the broadcast algorithm is four times as large as a block of the others.
  blockRow("broadcasts", "4 blocks of each process, four times as large", small("broadcast"), 4),
  blockRow("wavefront", "16 blocks of each process", small("point to point")),
  blockRow("one exchange ahead", "with each other process", small("variant", 1)),
  blockRow("two exchanges ahead", "with each other process", small("variant", 2)),
  blockRow("wavefront, Xeons 1.5 times as fast", "in times of the slow nodes", small("point to point"), 1, [1.5, 1.5, 1, 1]),
];

// ---- Statements ----

const larger = sizes.slice(1);
const penaltyOf = (results: ResultsOf, network: NetworkName, size: Size, program: ProgramName = "point to point") =>
  secondsIn(results, network, program, size) / secondsIn(results, network, "broadcast", size);
const idsOf = (some: readonly Column[], of: readonly Size[] = larger) =>
  some.flatMap(([network, program]) => of.map((size) => runId(network, program, size)));

const penaltyStatements = checked(says["Table 1"], [], {
  "penalty-ethernet": {
    readAs: "at every size of Table 1; printed are 45, 34, 36 and 43 %",
    otherwise: "not reproduced",
    runs: idsOf(columns.slice(0, 2), sizes),
    check: ({ results }) =>
      isInRange(
        sizes.map((size) => penaltyOf(results, "Ethernet", size) - 1),
        [0.3, 0.45],
        "In the order of the sizes ours are {all}.",
        percent,
      ),
  },
  "penalty-infiniband": {
    readAs: "between 20 and 30 % for N = 4000 and more; printed are 23, 28 and 25 %",
    otherwise: "not reproduced",
    runs: idsOf(columns.slice(2)),
    check: ({ results }) =>
      isInRange(
        larger.map((size) => penaltyOf(results, "InfiniBand", size) - 1),
        [0.2, 0.3],
        "Ours are {all} at N = 4000, 8000 and 12000.",
        percent,
      ),
  },
  "slower-on-both": {
    readAs: "the wavefront as first written is slower than broadcasts at every size of Table 1, on both networks",
    runs: idsOf(columns, sizes),
    check: ({ results }) =>
      isAbove(
        networks.flatMap((network) => sizes.map((size) => penaltyOf(results, network, size))),
        1,
        "It takes {least} to {most} times as long.",
      ),
  },
  "smaller-over-infiniband": {
    readAs: "the penalty of point to point is smaller over InfiniBand than over Ethernet at every size of Table 1, as it is in print",
    otherwise: "not reproduced",
    runs: idsOf(columns, sizes),
    check({ results }) {
      const [ethernet, infiniband] = networks.map((network) => sizes.map((size) => penaltyOf(results, network, size)));
      return {
        holds: sizes.every((_, i) => infiniband[i] < ethernet[i]),
        because: `In the order of the sizes it is ${sayParts(infiniband)} over InfiniBand, ${sayParts(ethernet)} over Ethernet.`,
      };
    },
  },
  "broadcasts-penalized": {
    readAs: "at N = 2000 broadcasts take no less over InfiniBand than over Ethernet: printed are 0.628 and 0.610 s",
    otherwise: "not reproduced",
    runs: (["InfiniBand", "Ethernet"] as const).map((network) => runId(network, "broadcast", 2000)),
    check({ results }) {
      const [infiniband, ethernet] = (["InfiniBand", "Ethernet"] as const).map((network) => secondsIn(results, network, "broadcast", 2000));
      return isAtLeast(infiniband, ethernet, "They take {} over InfiniBand, {limit} over Ethernet.", withDecimals(3, " s"));
    },
  },
});

const sayParts = (ratios: readonly number[]) => anded(ratios.map((ratio) => percent(ratio - 1)));

const variantStatements = checked(says["Table 3"], [], {
  "as-good": {
    readAs: "within 5 % at every size, and the variant ahead at one of them at least",
    runs: idsOf(
      [
        ["InfiniBand", "variant"],
        ["InfiniBand", "broadcast"],
      ],
      sizes,
    ),
    check({ results }) {
      const all = sizes.map((size) => penaltyOf(results, "InfiniBand", size, "variant"));
      return {
        holds: all.every((ratio) => Math.abs(ratio - 1) < 0.05) && all.some((ratio) => ratio < 1),
        because: `The variant takes ${anded(all.map((ratio) => ratio.toFixed(3)))} times as long, in the order of the sizes.`,
      };
    },
  },
  dependency: {
    readAs: "where messages take no time, no process waits any more",
    check() {
      const [before, after] = [blockTimes(small("point to point")), blockTimes(small("variant"))];
      return { holds: before > 16 && after === 16, because: `${before} block times become ${after}, with 16 blocks for each process.` };
    },
  },
  "one-pair": {
    readAs: "one pair with each other node, launched again when the block that it served has been computed, is enough",
    otherwise: "not reproduced",
    check() {
      const [one, two] = [blockTimes(small("variant", 1)), blockTimes(small("variant", 2))];
      return {
        holds: one === 16,
        because: `With one pair it still takes ${one} block times, with two ${two}: the second has to be on its way while a block is computed. When a pair is launched again the paper does not say.`,
      };
    },
  },
});

const modelNotes: readonly Note[] = [
  ...notesOf({
    "our model: Two constants, and what was chosen":
      "A node’s rate and a start were set on broadcasts over InfiniBand at N = 4000 and 12000 of Table 1; those two cells prove nothing. Links run at the rates of their standards, messages travel while their node computes, one after the other on the way to each other node, and a broadcast is over for a process when it has passed it on. That elements have 4 bytes and that broadcasts go along a chain was chosen with the Ethernet column in view, that nodes are equal with the ratios, that the start grows with the matrix with N = 2000, and that the variant has two exchanges pending because one leaves it as slow as it was. So of what is printed nothing was predicted; no row has a constant of its own either.",
    "still open: N = 2000":
      "A start that is the same for all sizes cannot give it: the larger matrices ask for 0.69 s, longer than the whole of four of the six published runs, 0.584 to 0.628 s. One that grows with the rows brings its times within 15 % and its ratios within 7 %. Their order is another than in print: printed broadcasts of this size are faster over Ethernet than over InfiniBand, which no network of ours explains. So of the times of Table 1 at N = 2000 those outside the tolerance differ, because the four are in another order than in print; of Table 3’s two the order is right, and such a time counts as same order.",
    "our model: Xeons and Opterons":
      "Two nodes have faster processors, and the paper treats all as equal. Over InfiniBand the printed penalty stays near 25 % however large the matrix, which asks for a faster pair; over Ethernet it grows to 43 %, which asks for none: set on one cell or another, the pair comes out 1 to more than 2 times as fast.",
  }),
];

/** The sizes at which the penalty of point to point is smaller over InfiniBand than over Ethernet, as the end of a sentence. */
function sayLess({ of: number }: Reading): string {
  const of = (network: NetworkName, size: Size) => number(`ratio ${runId(network, "point to point", size)}`);
  const less = sizes.filter((size) => of("InfiniBand", size) < of("Ethernet", size));
  return less.length === 0 ? "never" : less.length === sizes.length ? "too" : `only at N = ${anded(less.map(String))}`;
}

/** The sizes at which the faster program here differs from the one in print, as the end of a sentence. */
function sayOtherAhead({ of }: Reading): string {
  const ratio = (size: Size) => of(`ratio ${runId("InfiniBand", "variant", size)}`);
  const apart = sizes.filter((size, i) => ratio(size) < 1 !== Number(printedRatios.variant[i]) < 1);
  return apart.length === 0 ? "" : `; in print the other of the two is ahead at N = ${anded(apart.map(String))}`;
}

export const matmulTable1 = exhibit("matmul", "Table 1", "Section 3", {
  title: "What the wavefront costs on Ethernet and on InfiniBand",
  lede(found) {
    const of = (network: NetworkName) => anded(larger.map((size) => found.shown(`ratio ${runId(network, "point to point", size)}`, 2)));
    return `For N = 4000, 8000 and 12000, point to point takes ${of("Ethernet")} times as long as broadcasts over Ethernet, and ${of("InfiniBand")} times over InfiniBand; in print it is always less over InfiniBand, here ${sayLess(found)}. Between equal nodes, where messages take no time, the wavefront alone takes ${found.of("blocks wavefront")} block times instead of ${found.of("blocks broadcasts")}.`;
  },
  ...joinedTables(
    column(
      series("ratio", "Point to point over broadcasts", "how many times as long"),
      networks.flatMap((network) => sizes.map((size, i) => ratioRow(network, "point to point", size, printedRatios[network][i]))),
    ),
    ...timesIn("1", columns),
    column(
      series("carrier", "What carries the penalty", `the same ratio over InfiniBand at N = ${at}, with one thing of the model changed`),
      withouts.map(carrierRow),
    ),
    column(series("bus", "On one shared medium", "the same ratio, with a bus of 1 Gb/s for all four nodes"), sizes.map(busRow)),
    column(blockSeries, blockRows),
  ),
  statements: penaltyStatements,
  runs: [...runsOf(columns), ...carrierRuns, ...busRuns],
  constants: constants.filter(({ id }) => id !== "pending" && id !== "blocks"),
  tolerance: {
    relative: 0.1,
    why: "Ten parts in a hundred: chosen. From N = 4000 on the printed penalties are between 22 and 43 %, so that a model without any would be outside.",
  },
  notes: [
    ...modelNotes,
    ...notesOf({
      "erratum in the source: 1.223":
        "Over InfiniBand at N = 4000 the table prints a ratio of 1.223, where its own times, 2.483 and 2.022 s, give 1.228.",
      "our model: The shared bus":
        "The paper calls Ethernet a shared bus. On one medium for all four nodes, point to point would take 45 % longer than printed at N = 4000, where we lie 15 % above it with a switch; at N = 12000 both agree with what is printed. We take the cluster’s Ethernet for switched; the ratios of a bus are below.",
      "still open: Where the networks differ":
        "In print the penalty is smaller over InfiniBand than over Ethernet at every size; in our model only up to N = 4000. Larger blocks compute for longer than they travel, on either network, and what is left is the wavefront itself.",
      "still open: Ethernet at N = 4000":
        "Both programs come out too slow there, by 10 and 15 %, so that broadcasts take longer than the wavefront over InfiniBand, other than in print. In print, broadcasts take 0.29 s longer than over InfiniBand; their data alone fill a gigabit port for 0.41 s. So they do at N = 8000 and 12000, for 1.63 and 3.67 s where print has 1.38 and 3.13 s, but there it is a smaller part of the whole. Some of it must have been under way while nodes computed, or in what we call the start.",
    }),
  ],
  documents: openedWith(columns),
});

/** Documents of some columns at the largest size, with the card that shows the rank timeline. */
function openedWith(some: readonly Column[]): Exhibit["documents"] {
  return some.map(([network, program]) => ({
    title: `${titles[program]} over ${network}, N = 12000`,
    document: onCluster(network, program, 12_000),
    card: ranksCard,
  }));
}

const variantColumns: readonly Column[] = [
  ["InfiniBand", "variant"],
  ["InfiniBand", "broadcast"],
];

export const matmulTable3 = exhibit("matmul", "Table 3", "Section 3", {
  title: "With exchanges pending, point to point is as good as broadcasts",
  lede(found) {
    const ratios = larger.map((size) => found.shown(`ratio ${runId("InfiniBand", "variant", size)}`, 3));
    return `With exchanges pending with every other process the wavefront takes ${anded(ratios)} times as long as broadcasts from N = 4000 on${sayOtherAhead(found)}. One with each is not enough: without any communication it still takes ${found.of("blocks one exchange ahead")} block times, with two it takes ${found.of("blocks two exchanges ahead")}.`;
  },
  ...joinedTables(
    column(
      series("ratio", "The variant over broadcasts", "how many times as long"),
      sizes.map((size, i) => ratioRow("InfiniBand", "variant", size, printedRatios.variant[i])),
    ),
    ...timesIn("3", variantColumns),
    column(blockSeries, blockRows.slice(0, 4)),
  ),
  statements: variantStatements,
  runs: runsOf(variantColumns),
  constants: constants.filter(({ id }) => id !== "blocks"),
  tolerance: {
    relative: 0.1,
    why: "Ten parts in a hundred: chosen. The printed ratios are near 1, so that any two programs without waits would be inside; the wavefront with nothing pending would be 19 to 31 % out.",
  },
  notes: [
    modelNotes[0],
    ...notesOf({
      "our model: Exchanges ahead":
        "A process hands over its first exchanges with every other one at the start, and one more with it each time it has computed a block of theirs. If it did so before computing, one would take 21 block times; the paper does not say when. Two are enough with two blocks for each process; three blocks need three, and four need four.",
      "our model: Faster Xeons": "They change nothing here: both programs end when the slowest nodes have done their share.",
      "in the source: Broadcasts twice":
        "Table 3 times broadcasts over InfiniBand once more: 0.5 to 1 % less than in Table 1, so much do runs of the same program differ.",
    }),
    modelNotes[1],
  ],
  documents: openedWith(variantColumns),
});
