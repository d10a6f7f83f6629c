/** The programs of the matrix multiplication paper, block by block: Figures 1 and 2 and Table 2, read off the programs that are simulated. */
import type { Series } from "../contract.ts";
import { printed, printedAs } from "../numbers.ts";
import { checked, erratum, exhibit, inTheSource, judgedOf, ourModel, type RowSpec, series } from "../exhibit.ts";
import { callsOf, onCluster, processes, productOf, ranksCard } from "./machine.ts";
import { printedBlocks, printedPartners, printedWaves, says } from "./printed.ts";

/** What the cluster runs at the second size: small enough for all numbers to be read off quickly. */
const [broadcasts, wavefront] = [onCluster("Ethernet", "broadcast", 4000), onCluster("InfiniBand", "point to point", 4000)];

const blocks = callsOf(wavefront);
const waves = Math.max(...blocks.map(({ step }) => step)) + 1;
const ofWave = (wave: number) => blocks.filter(({ step }) => step === wave);

/** Blocks that a process computes between wave 3 and wave 7, both left out. */
const between = (process: number) => blocks.filter((block) => block.process === process && block.step > 3 && block.step < 7).length;

const fact = (
  label: string,
  detail: string,
  published: RowSpec["published"],
  formula: string,
  value: () => number,
  document = wavefront,
) => ({ label, detail, series: "facts", published, formula, decimals: 0, document, value });

const steps = callsOf(broadcasts);
/** Blocks in which a process takes part, by what of them is asked. */
const most = (of: (step: number) => number) => Math.max(...steps.map(({ step }) => of(step)));

export const matmulFigure1 = exhibit("matmul", "Figure 1", "Section 2.2", {
  title: "Four broadcasts, and after each of them everybody computes a block",
  lede: ({ values }) =>
    `Every process has its rows of A and C and its columns of B. In each of ${values.get("facts steps")?.value} steps one of them broadcasts its columns, and all ${values.get("facts processes")?.value} compute at the same time.`,
  series: [{ ...series("facts", "The algorithm in numbers", "counted in the program that is simulated"), isMixed: true }],
  rows: [
    fact(
      "processes",
      "one on each computer",
      null,
      "processes that compute a block in some step",
      () => new Set(steps.map(({ process }) => process)).size,
      broadcasts,
    ),
    fact(
      "blocks of A, B and C",
      "as many as computers",
      null,
      "rows of blocks of the product",
      () => new Set(steps.map(({ i }) => i)).size,
      broadcasts,
    ),
    fact("steps", "one for each block of B", null, "broadcasts, one after the other", () => most((step) => step) + 1, broadcasts),
    fact(
      "blocks computed in a step",
      "one by each process",
      null,
      "the most of any step",
      () => most((at) => steps.filter(({ step }) => step === at).length),
      broadcasts,
    ),
  ],
  figures: [
    {
      is: "product",
      title: "Distribution and sequence",
      caption: "rows of A and C and columns of B, by process; the number in a block is the step in which it is computed",
      product: () => productOf(broadcasts, "step"),
    },
  ],
  statements: checked(says["Figure 1"], [], {
    sequence: {
      readAs: "in step i every process has B_i, from whoever passes it on, and computes one block with it; steps come one after the other",
      check() {
        const own = Array.from({ length: processes }, (_, process) => steps.filter((block) => block.process === process));
        const inTurn = own.filter(
          (all) => all.length === processes && all.every(({ i, j, step }, at) => i === all[0].i && j === at && step === at),
        );
        const had = steps.filter(({ process, j, from }) => (from.length === 0) === (process === j));
        return {
          holds: inTurn.length === processes && had.length === steps.length,
          because: `So it is in the programs of ${inTurn.length} of ${processes} processes, and for ${had.length} of ${steps.length} blocks.`,
        };
      },
    },
  }),
  tolerance: {
    relative: 0,
    why: "Nothing is printed that could have come out otherwise: as many processes and blocks as computers were put in.",
  },
  notes: ourModel({
    "How a broadcast goes":
      "The paper leaves it to MPI, whose broadcasts it calls tree based (Section 5). Here each process passes the columns on to the next one in 64 pieces: a chain, which we have chosen because its times over Ethernet come nearer to Table 1. So a process gets them from its neighbour, not from whoever broadcasts.",
  }),
  documents: [{ title: "Broadcasts over Ethernet, N = 4000", document: broadcasts, card: ranksCard }],
});

export const matmulFigure2 = exhibit("matmul", "Figure 2", "Section 2.3", {
  title: "Fifteen waves over 8 × 8 blocks, and why the last process waits",
  lede: ({ values }) =>
    `Counted in the program: ${values.get("facts waves")?.value} waves, and between the two exchanges of processes 0 and 3 the first computes ${values.get("facts blocks of process 0")?.value} blocks while the other computes ${values.get("facts blocks of process 3")?.value} and waits.`,
  series: [{ ...series("facts", "The wavefront in numbers", "counted in the program that is simulated"), isMixed: true }],
  rows: [
    fact("waves", "Fig. 2-b; 0 to 14 are 15", printedAs("0 to 14", 15, 0), "largest i + j, and one", () => waves),
    fact(
      "blocks in parallel",
      "waves of four blocks or more",
      printed("4"),
      "processes that have a block in each such wave, the fewest",
      () =>
        Math.min(
          ...Array.from({ length: waves }, (_, wave) => ofWave(wave))
            .filter((all) => all.length >= processes)
            .map((all) => new Set(all.map(({ process }) => process)).size),
        ),
    ),
    fact(
      "blocks of process 0",
      "between waves 3 and 7, Section 3",
      printedAs("six", 6, 0),
      "blocks C_ij with i mod 4 = 0 in waves 4 to 6",
      () => between(0),
    ),
    fact(
      "blocks of process 3",
      "between waves 3 and 7, Section 3",
      printedAs("three", 3, 0),
      "blocks C_ij with i mod 4 = 3 in waves 4 to 6",
      () => between(3),
    ),
  ],
  figures: [
    {
      is: "product",
      title: "Wave by wave",
      caption: "rows of A and C and columns of B, dealt out to the processes in turn; the number in a block is its wave",
      product: () => productOf(wavefront, "wave"),
    },
  ],
  tolerance: { relative: 0, why: "Counts of blocks: nothing but equality will do." },
  notes: inTheSource({
    "Within a wave":
      "Where a process has two blocks of a wave, Table 2 has the one of the later row first; so does the program. Table 2 is checked with it.",
  }),
  documents: [{ title: "Wavefront over InfiniBand, N = 4000", document: wavefront, card: ranksCard }],
});

/** The calls of a process up to wave 7, in the order of its program. */
const firstCalls = (process: number) => blocks.filter((block) => block.process === process && block.step < 8);

/** Whom a process receives from for a block; itself where it has the columns. */
const partnerOf = ({ process, from }: (typeof blocks)[number]) => from[0] ?? process;

const tableRows = printedPartners.flatMap((partners, process) => {
  const calls = firstCalls(process);
  return calls.map(({ step: wave }, c) => {
    const later = calls.slice(0, c).filter(({ step }) => step === wave).length;
    return {
      // From wave 4 on, some process has two blocks of a wave.
      label: `wave ${wave}${wave < processes ? "" : later === 0 ? ", first" : ", second"}`,
      series: `process ${process}`,
      published: printed(partners[c]),
      formula: "whom the process receives from in its program before it computes the block",
      document: wavefront,
      value: () => partnerOf(firstCalls(process)[c]),
    };
  });
});

export const matmulTable2 = exhibit("matmul", "Table 2", "Section 3", {
  title: "Who exchanges with whom, call by call",
  lede(outcome) {
    const { judged, off } = judgedOf(tableRows, outcome);
    return `Read off the program that is simulated, ${judged.length - off.length} of the ${judged.length} calls of the table up to wave 7 have the partner it prints.`;
  },
  series: [0, 1, 2, 3].map((process) => ({ ...series(`process ${process}`, `Processor ${process}`, "partner"), isName: true })) as [
    Series,
    ...Series[],
  ],
  rows: tableRows,
  statements: checked(says["Table 2"], [], {
    waves: {
      readAs: "every call of the table has its wave, in the order of the program",
      check() {
        const right = printedWaves.flatMap((waves, process) =>
          [...waves].filter((wave, c) => String(firstCalls(process)[c]?.step) === wave),
        );
        const all = printedWaves.join("").length;
        return { holds: right.length === all, because: `So it is for ${right.length} of its ${all} calls.` };
      },
    },
    footnotes: {
      readAs:
        "each of the fifteen calls with a footnote is for the block that the footnote names, in the order in which a process has two of a wave",
      otherwise: "not reproduced",
      check() {
        const wrong = printedBlocks.filter(({ process, call, block }) => {
          const own = firstCalls(process)[call];
          return own === undefined || `${own.i} ${own.j}` !== block;
        });
        return {
          holds: wrong.length === 0,
          because: `So it is for ${printedBlocks.length - wrong.length} of ${printedBlocks.length}${wrong.length === 0 ? "" : `; other are ${wrong.map(({ note }) => `(${note})`).join(", ")}`}.`,
        };
      },
    },
    exchanges: {
      readAs: "before each block whose column is another process's, a process sends to the one that it receives from, and to no other",
      check() {
        const exchanges = blocks.filter(({ from }) => from.length > 0);
        const both = exchanges.filter(({ from, to }) => from.length === 1 && to.length === 1 && from[0] === to[0]).length;
        return { holds: both === exchanges.length, because: `So it is for ${both} of all ${exchanges.length} exchanges.` };
      },
    },
    "six-and-three": {
      readAs: "from wave 4 to wave 6, between the two exchanges of processes 0 and 3",
      check() {
        const meetings = [0, 3].map((process) =>
          blocks.filter((block) => block.process === process && partnerOf(block) === 3 - process && block.step < 8).map(({ step }) => step),
        );
        const apart = meetings.every((steps) => steps[0] === 3 && steps[1] === 7);
        return {
          holds: apart && between(0) === 6 && between(3) === 3,
          because: `They exchange in waves ${meetings[0].slice(0, 2).join(" and ")}; between, process 0 computes ${between(0)} blocks and process 3 computes ${between(3)}.`,
        };
      },
    },
  }),
  tolerance: { relative: 0, why: "A partner is right or wrong." },
  notes: [
    ...inTheSource({
      "Sender and receiver":
        "The table has two columns for each processor, whom it sends to and whom it receives from; they are the same, and stand as one here. Of its own column process 0 is shown as sending to itself: nothing is sent there.",
    }),
    ...erratum({
      "Processor 2": "The text has processes 0 and 2 exchange in wave 3; the table, and the order of the blocks, say wave 2.",
    }),
  ],
  documents: [{ title: "Wavefront over InfiniBand, N = 4000", document: wavefront, card: ranksCard }],
});
