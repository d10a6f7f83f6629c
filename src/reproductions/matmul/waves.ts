/** The programs of the matrix multiplication paper, block by block: Figures 1 and 2 and Table 2, read from the simulated programs. */
import type { Published } from "../contract.ts";
import { printed, printedAs } from "../numbers.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isTrueOfAll } from "../predicates.ts";
import { column, exactCell, joinTables, lineByLine } from "../rows.ts";
import { callsOf, clusterDocument, matmulProcesses, blockProductOf, ranksCard } from "./machine.ts";
import { printedBlocks, printedPartners, printedWaves, matmulSentences } from "./printed.ts";

/** Documents of both programs at the second size, which is small enough for counting quickly. */
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
) => ({ label, detail, document, ...exactCell(formula, value, published) });

const broadcastCalls = callsOf(broadcasts);
/** Number of distinct values over all calls. */
const distinctCount = (of: (block: (typeof broadcastCalls)[number]) => number) => new Set(broadcastCalls.map(of)).size;
/** Largest value over the steps of all calls. */
const maxOverSteps = (of: (step: number) => number) => Math.max(...broadcastCalls.map(({ step }) => of(step)));

export const matmulFigure1 = exhibit("matmul", "Figure 1", "Section 2.2", {
  title: "Four broadcasts, and after each of them everybody computes a block",
  lede: ({ numberOf }) =>
    `Every process has its rows of A and C and its columns of B. In each of ${numberOf("facts steps")} steps one of them broadcasts its columns, and all ${numberOf("facts processes")} compute at the same time.`,
  ...column({ ...series("facts", "The algorithm in numbers", "counted in the program that is simulated"), isMixed: true }, [
    factRow("processes", "one on each computer", "processes that compute a block in some step", () =>
      distinctCount(({ process }) => process),
    ),
    factRow("blocks of A, B and C", "as many as computers", "rows of blocks of the product", () => distinctCount(({ i }) => i)),
    factRow("steps", "one for each block of B", "broadcasts, one after the other", () => maxOverSteps((step) => step) + 1),
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
      readAs: "in step i every process has B_i, from whoever passes it on, and computes one block with it; steps come one after the other",
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
          because: `So it is in the programs of ${orderedProcesses.length} of ${matmulProcesses} processes, and for ${consistentCalls.length} of ${broadcastCalls.length} blocks.`,
        };
      },
    },
  }),
  tolerance: {
    relative: 0,
    why: "Nothing is printed that could have come out otherwise: as many processes and blocks as computers were put in.",
  },
  notes: notesOf({
    "our model: How a broadcast goes":
      "The paper leaves it to MPI, whose broadcasts it calls tree based (Section 5). Here each process passes the columns on to the next one in 64 pieces: a chain, which we have chosen because its times over Ethernet come nearer to Table 1. So a process gets them from its neighbour, not from whoever broadcasts.",
  }),
  documents: [{ title: "Broadcasts over Ethernet, N = 4000", document: broadcasts, card: ranksCard }],
});

export const matmulFigure2 = exhibit("matmul", "Figure 2", "Section 2.3", {
  title: "Fifteen waves over 8 × 8 blocks, and why the last process waits",
  lede: ({ numberOf }) =>
    `Counted in the program: ${numberOf("facts waves")} waves, and between the two exchanges of processes 0 and 3 the first computes ${numberOf("facts blocks of process 0")} blocks while the other computes ${numberOf("facts blocks of process 3")} and waits.`,
  ...column({ ...series("facts", "The wavefront in numbers", "counted in the program that is simulated"), isMixed: true }, [
    factRow("waves", "Fig. 2-b; 0 to 14 are 15", "largest i + j, and one", () => waveCount, printedAs("0 to 14", 15, 0)),
    factRow(
      "blocks in parallel",
      "waves of four blocks or more",
      "processes that have a block in each such wave, the fewest",
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
    caption: "rows of A and C and columns of B, dealt out to the processes in turn; the number in a block is its wave",
    product: () => blockProductOf(wavefront, "wave"),
  },
  tolerance: { relative: 0, why: "Counts of blocks: nothing but equality will do." },
  notes: notesOf({
    "in the source: Within a wave":
      "Where a process has two blocks of a wave, Table 2 has the one of the later row first; so does the program. Table 2 is checked with it.",
  }),
  documents: [{ title: "Wavefront over InfiniBand, N = 4000", document: wavefront, card: ranksCard }],
});

/** The calls of a process up to wave 7, in program order. */
const firstCalls = (process: number) => wavefrontCalls.filter((block) => block.process === process && block.step < 8);

/** The process that a block's columns are received from; the process itself if it owns them. */
const partnerOf = ({ process, from }: (typeof wavefrontCalls)[number]) => from[0] ?? process;

const partnerTable = joinTables(
  ...printedPartners.map((printedPartnersOfProcess, process) => {
    const calls = firstCalls(process);
    return lineByLine(
      calls.map(({ step: wave }, c) => ({ wave, isFirst: calls.findIndex(({ step }) => step === wave) === c })),
      // From wave 4 on, some processes have two blocks in a wave.
      ({ wave, isFirst }) => ({
        label: `wave ${wave}${wave < matmulProcesses ? "" : isFirst ? ", first" : ", second"}`,
        document: wavefront,
      }),
      [
        [
          { ...series(`process ${process}`, `Processor ${process}`, "partner"), isName: true },
          (_, c) =>
            exactCell(
              "whom the process receives from in its program before it computes the block",
              () => partnerOf(firstCalls(process)[c]),
              printed(printedPartnersOfProcess[c]),
            ),
        ],
      ],
    );
  }),
);

export const matmulTable2 = exhibit("matmul", "Table 2", "Section 3", {
  title: "Who exchanges with whom, call by call",
  lede: ({ judged, differing }) =>
    `Read off the program that is simulated, ${judged.length - differing.length} of the ${judged.length} calls of the table up to wave 7 have the partner it prints.`,
  ...partnerTable,
  statements: checkedStatements(matmulSentences["Table 2"], [], {
    waves: {
      readAs: "every call of the table has its wave, in the order of the program",
      check() {
        const calls = printedWaves.flatMap((waves, process) => [...waves].map((wave, c) => ({ wave, step: firstCalls(process)[c]?.step })));
        return isTrueOfAll(calls, ({ wave, step }) => String(step) === wave, "So it is for {count} of its {of} calls.");
      },
    },
    footnotes: {
      readAs:
        "each of the fifteen calls with a footnote is for the block that the footnote names, in the order in which a process has two of a wave",
      otherwise: "not reproduced",
      check() {
        const mismatches = printedBlocks.filter(({ process, call, block }) => {
          const printedCall = firstCalls(process)[call];
          return printedCall === undefined || `${printedCall.i} ${printedCall.j}` !== block;
        });
        return {
          holds: mismatches.length === 0,
          because: `So it is for ${printedBlocks.length - mismatches.length} of ${printedBlocks.length}${mismatches.length === 0 ? "" : `; other are ${mismatches.map(({ note }) => `(${note})`).join(", ")}`}.`,
        };
      },
    },
    exchanges: {
      readAs: "before each block whose column is another process's, a process sends to the one that it receives from, and to no other",
      check() {
        return isTrueOfAll(
          wavefrontCalls.filter(({ from }) => from.length > 0),
          ({ from, to }) => from.length === 1 && to.length === 1 && from[0] === to[0],
          "So it is for {count} of all {of} exchanges.",
        );
      },
    },
    "six-and-three": {
      readAs: "from wave 4 to wave 6, between the two exchanges of processes 0 and 3",
      check() {
        const meetings = [0, 3].map((process) =>
          wavefrontCalls
            .filter((block) => block.process === process && partnerOf(block) === 3 - process && block.step < 8)
            .map(({ step }) => step),
        );
        const areAsPrinted = meetings.every((steps) => steps[0] === 3 && steps[1] === 7);
        return {
          holds: areAsPrinted && blocksBetweenExchanges(0) === 6 && blocksBetweenExchanges(3) === 3,
          because: `They exchange in waves ${meetings[0].slice(0, 2).join(" and ")}; between, process 0 computes ${blocksBetweenExchanges(0)} blocks and process 3 computes ${blocksBetweenExchanges(3)}.`,
        };
      },
    },
  }),
  tolerance: { relative: 0, why: "A partner is right or wrong." },
  notes: notesOf({
    "in the source: Sender and receiver":
      "The table has two columns for each processor, whom it sends to and whom it receives from; they are the same, and stand as one here. Of its own column process 0 is shown as sending to itself: nothing is sent there.",
    "erratum in the source: Processor 2":
      "The text has processes 0 and 2 exchange in wave 3; the table, and the order of the blocks, say wave 2.",
  }),
  documents: [{ title: "Wavefront over InfiniBand, N = 4000", document: wavefront, card: ranksCard }],
});
