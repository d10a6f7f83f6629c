/** The programs of the matrix multiplication paper, block by block: Figures 1 and 2 and Table 2, read from the simulated programs. */
import type { Published } from "../contract.ts";
import { printed, printedAs } from "../numbers.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isTrueOfAll } from "../predicates.ts";
import { rowsOfOneSeries, exactNumber, joinTables, rowsBySubject } from "../rows.ts";
import { callsOf, clusterDocument, matmulProcesses, blockProductOf, ranksCard } from "./machine.ts";
import { printedBlocks, printedPartners, printedWaves, matmulSentences } from "./printed.ts";

/** Documents of both programs with matrices of 4000 rows, which are small enough for counting quickly. */
const [broadcasts, wavefront] = [clusterDocument("Ethernet", "broadcast", 4000), clusterDocument("InfiniBand", "point to point", 4000)];

const wavefrontCalls = callsOf(wavefront);
const waveCount = Math.max(...wavefrontCalls.map(({ step }) => step)) + 1;
const callsOfWave = (wave: number) => wavefrontCalls.filter(({ step }) => step === wave);

/** Number of blocks that a process computes strictly between waves 3 and 7. */
const blocksBetweenExchanges = (process: number) =>
  wavefrontCalls.filter((block) => block.process === process && block.step > 3 && block.step < 7).length;

const factRow = (
  label: string,
  detail: string,
  formula: string,
  value: () => number,
  published: Published | null = null,
  document = published === null ? broadcasts : wavefront,
) => ({ label, detail, document, ...exactNumber(formula, value, published) });

const broadcastCalls = callsOf(broadcasts);
/** Number of distinct values over all calls. */
const distinctCount = (of: (block: (typeof broadcastCalls)[number]) => number) => new Set(broadcastCalls.map(of)).size;
/** Largest value over the steps of all calls. */
const maxOverSteps = (of: (step: number) => number) => Math.max(...broadcastCalls.map(({ step }) => of(step)));

export const matmulFigure1 = exhibit("matmul", "Figure 1", "Section 2.2", {
  title: "Four broadcasts; after each, every process computes a block",
  lede: ({ numberOf }) =>
    `Every process stores its rows of A and C and its columns of B. In each of ${numberOf("facts steps")} steps one process broadcasts its columns, and then all ${numberOf("facts processes")} compute in parallel.`,
  ...rowsOfOneSeries({ ...series("facts", "The algorithm in numbers", "counted in the simulated program"), isMixed: true }, [
    factRow("processes", "one per computer", "processes that compute a block in some step", () => distinctCount(({ process }) => process)),
    factRow("blocks of A, B and C", "equal to the number of computers", "rows of blocks of the product", () => distinctCount(({ i }) => i)),
    factRow("steps", "one per block of B", "broadcasts, one after the other", () => maxOverSteps((step) => step) + 1),
    factRow("blocks computed in a step", "one by each process", "the most of any step", () =>
      maxOverSteps((index) => broadcastCalls.filter(({ step }) => step === index).length),
    ),
  ]),
  figures: {
    is: "product",
    title: "Distribution and sequence",
    caption: "rows of A and C and columns of B, by process; the number in a block is the step in which it is computed",
    product: () => blockProductOf(broadcasts, "step"),
  },
  statements: checkedStatements(matmulSentences["Figure 1"], [], {
    sequence: {
      interpretation: "in step i every process receives B_i and computes one block with it; the steps are sequential",
      check() {
        const callsByProcess = Array.from({ length: matmulProcesses }, (_, process) =>
          broadcastCalls.filter((block) => block.process === process),
        );
        const orderedProcesses = callsByProcess.filter(
          (processCalls) =>
            processCalls.length === matmulProcesses &&
            processCalls.every(({ i, j, step }, index) => i === processCalls[0].i && j === index && step === index),
        );
        const consistentCalls = broadcastCalls.filter(({ process, j, from }) => (from.length === 0) === (process === j));
        return {
          holds: orderedProcesses.length === matmulProcesses && consistentCalls.length === broadcastCalls.length,
          because: `This is true of the programs of ${orderedProcesses.length} of ${matmulProcesses} processes, and of ${consistentCalls.length} of ${broadcastCalls.length} blocks.`,
        };
      },
    },
  }),
  tolerance: {
    relative: 0,
    why: "No printed number is a result: the numbers of processes and blocks are inputs.",
  },
  notes: notesOf({
    "our model: The broadcast algorithm":
      "The paper leaves it to MPI, whose broadcasts it calls tree based (Section 5). Here each process forwards the columns to the next one in 64 pieces: a pipelined chain, chosen because its times over Ethernet are closer to Table 1. So a process receives the columns from its neighbour, not from the root of the broadcast.",
  }),
  documents: [{ title: "Broadcasts over Ethernet, N = 4000", document: broadcasts, card: ranksCard }],
});

export const matmulFigure2 = exhibit("matmul", "Figure 2", "Section 2.3", {
  title: "Fifteen waves over 8 × 8 blocks, and the reason why the last process waits",
  lede: ({ numberOf }) =>
    `The program has ${numberOf("facts waves")} waves. Between the two exchanges of processes 0 and 3, process 0 computes ${numberOf("facts blocks of process 0")} blocks; process 3 computes only ${numberOf("facts blocks of process 3")} and waits.`,
  ...rowsOfOneSeries({ ...series("facts", "The wavefront in numbers", "counted in the simulated program"), isMixed: true }, [
    factRow("waves", "Fig. 2-b; 0 to 14 are 15", "largest i + j, plus 1", () => waveCount, printedAs("0 to 14", 15, 0)),
    factRow(
      "blocks in parallel",
      "waves of four blocks or more",
      "smallest number of processes with a block in any of these waves",
      () =>
        Math.min(
          ...Array.from({ length: waveCount }, (_, wave) => callsOfWave(wave))
            .filter((all) => all.length >= matmulProcesses)
            .map((all) => new Set(all.map(({ process }) => process)).size),
        ),
      printed("4"),
    ),
    ...(
      [
        [0, printedAs("six", 6, 0)],
        [3, printedAs("three", 3, 0)],
      ] as const
    ).map(([process, published]) =>
      factRow(
        `blocks of process ${process}`,
        "between waves 3 and 7, Section 3",
        `blocks C_ij with i mod 4 = ${process} in waves 4 to 6`,
        () => blocksBetweenExchanges(process),
        published,
      ),
    ),
  ]),
  figures: {
    is: "product",
    title: "Wave by wave",
    caption: "rows of A and C and columns of B, assigned to the processes cyclically; the number in a block is its wave",
    product: () => blockProductOf(wavefront, "wave"),
  },
  tolerance: { relative: 0, why: "Blocks are counted, so only equal numbers agree." },
  notes: notesOf({
    "in the source: Within a wave":
      "If a process has two blocks in a wave, Table 2 lists the block of the later row first; so does the program, which is used to check Table 2.",
  }),
  documents: [{ title: "Wavefront over InfiniBand, N = 4000", document: wavefront, card: ranksCard }],
});

/** The calls of a process up to wave 7, in program order. A call computes one block of the product, after the exchange that it needs. */
const firstCalls = (process: number) => wavefrontCalls.filter((block) => block.process === process && block.step < 8);

/** The process from which a call receives the columns of its block; the process itself if it stores these columns. */
const partnerOf = ({ process, from }: (typeof wavefrontCalls)[number]) => from[0] ?? process;

/**
 * Table 2 of the paper: the partner of every call, with one series for each of the four processes. A call computes one block of the
 * product; its partner is the process from which it receives columns first. Wave w consists of the blocks (i, j) with i + j = w.
 */
const partnerTable = joinTables(
  ...printedPartners.map((printedPartnersOfProcess, process) => {
    const calls = firstCalls(process);
    return rowsBySubject(
      calls.map(({ step: wave }, callIndex) => ({ wave, isFirstOfWave: calls.findIndex(({ step }) => step === wave) === callIndex })),
      // From wave 4 (the number of processes) on, a process may have two blocks in a wave.
      ({ wave, isFirstOfWave }) => ({
        label: `wave ${wave}${wave < matmulProcesses ? "" : isFirstOfWave ? ", first" : ", second"}`,
        document: wavefront,
      }),
      [
        [
          { ...series(`process ${process}`, `Processor ${process}`, "partner"), isName: true },
          (_, callIndex) =>
            exactNumber(
              "the process from which it receives before it computes the block, in its program",
              () => partnerOf(firstCalls(process)[callIndex]),
              printed(printedPartnersOfProcess[callIndex]),
            ),
        ],
      ],
    );
  }),
);

export const matmulTable2 = exhibit("matmul", "Table 2", "Section 3", {
  title: "The exchange partners of each process, call by call",
  lede: ({ judgedLabels, differingLabels }) =>
    `In the simulated program, ${judgedLabels.length - differingLabels.length} of the ${judgedLabels.length} calls up to wave 7 have the partner that the table prints.`,
  ...partnerTable,
  statements: checkedStatements(matmulSentences["Table 2"], [], {
    waves: {
      interpretation: "every call of the table is in its wave, in the order of the program",
      check() {
        const calls = printedWaves.flatMap((waves, process) => [...waves].map((wave, c) => ({ wave, step: firstCalls(process)[c]?.step })));
        return isTrueOfAll(calls, ({ wave, step }) => String(step) === wave, "This is true of {count} of {of} calls.");
      },
    },
    footnotes: {
      interpretation:
        "each of the fifteen calls with a footnote computes the block that the footnote names, in the order of the two blocks of a wave",
      otherwise: "not reproduced",
      check() {
        const mismatches = printedBlocks.filter(({ process, call, block }) => {
          const printedCall = firstCalls(process)[call];
          return printedCall === undefined || `${printedCall.i} ${printedCall.j}` !== block;
        });
        return {
          holds: mismatches.length === 0,
          because: `This is true of ${printedBlocks.length - mismatches.length} of ${printedBlocks.length} calls${mismatches.length === 0 ? "" : `; the exceptions are ${mismatches.map(({ note }) => `(${note})`).join(", ")}`}.`,
        };
      },
    },
    exchanges: {
      interpretation:
        "before each block whose column belongs to another process, a process sends to the process that it receives from, and to no other",
      check() {
        return isTrueOfAll(
          wavefrontCalls.filter(({ from }) => from.length > 0),
          ({ from, to }) => from.length === 1 && to.length === 1 && from[0] === to[0],
          "This is true of {count} of {of} exchanges.",
        );
      },
    },
    "six-and-three": {
      interpretation: "from wave 4 to wave 6, between the two exchanges of processes 0 and 3",
      check() {
        const meetings = [0, 3].map((process) =>
          wavefrontCalls
            .filter((block) => block.process === process && partnerOf(block) === 3 - process && block.step < 8)
            .map(({ step }) => step),
        );
        const areAsPrinted = meetings.every((steps) => steps[0] === 3 && steps[1] === 7);
        return {
          holds: areAsPrinted && blocksBetweenExchanges(0) === 6 && blocksBetweenExchanges(3) === 3,
          because: `They exchange in waves ${meetings[0].slice(0, 2).join(" and ")}; between these, process 0 computes ${blocksBetweenExchanges(0)} blocks and process 3 computes ${blocksBetweenExchanges(3)}.`,
        };
      },
    },
  }),
  tolerance: { relative: 0, why: "A partner is either equal to the printed one or not." },
  notes: notesOf({
    "in the source: Sender and receiver":
      "The table has two columns for each processor, its destination and its source; both are always the same process, so this page shows one. For its own column, process 0 is shown as sending to itself: no message is sent.",
    "erratum in the source: Processor 2":
      "In the text, processes 0 and 2 exchange in wave 3; by the table and by the order of the blocks, they exchange in wave 2.",
  }),
  documents: [{ title: "Wavefront over InfiniBand, N = 4000", document: wavefront, card: ranksCard }],
});
