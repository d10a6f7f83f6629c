/** The wavefront of the matrix multiplication paper: Figure 2 and Table 2, from the order of the blocks alone. */
import { type ScenarioDocument, exhibit, printed, printedAs, type Row, type Series } from "./contract.ts";
import { reckoned, series } from "./rows.ts";

const processes = 4;
const size = 8;

/** One block C_ij: its wave is i + j, its process that of row i, the process it gets column j from that of j. */
interface Block {
  readonly wave: number;
  readonly process: number;
  readonly partner: number;
  readonly i: number;
}

const blocks: readonly Block[] = Array.from({ length: size * size }, (_, b) => {
  const [i, j] = [Math.floor(b / size), b % size];
  return { wave: i + j, process: i % processes, partner: j % processes, i };
});

const waves = Math.max(...blocks.map(({ wave }) => wave)) + 1;
const ofWave = (wave: number) => blocks.filter((block) => block.wave === wave);

/** Blocks that a process computes between wave 3 and wave 7, both left out. */
const between = (process: number) => blocks.filter((block) => block.process === process && block.wave > 3 && block.wave < 7).length;

/** Four nodes on one switch: what the cluster is. Each exchange of the first waves is a message. */
const cluster: ScenarioDocument = {
  title: "Wavefront, exchanges of the first eight waves",
  topology: { kind: "single-switch", terminals: processes },
  workload: {
    kind: "messages",
    list: blocks
      .filter(({ wave, process, partner }) => wave < size && process !== partner)
      .toSorted((a, b) => a.wave - b.wave)
      .map(({ wave, process, partner }) => ({ source: partner, destination: process, bytes: "640 B", time: wave * 1000 })),
  },
};

const fact = (label: string, detail: string, published: Row["published"], formula: string, value: () => number) =>
  reckoned({ label, detail, series: "facts", published, formula, decimals: 0, document: cluster, value });

export const matmulFigure2 = exhibit({
  id: "matmul-figure-2",
  paper: "matmul",
  label: "Figure 2",
  kind: "figure",
  section: "Section 2.3",
  title: "Fifteen waves over 8 × 8 blocks, and why the last process waits",
  lede: ({ values }) =>
    `From the order of the blocks alone: ${values.get("facts waves")?.value} waves, and between the two exchanges of processes 0 and 3 the first computes ${values.get("facts blocks of process 0")?.value} blocks while the other computes ${values.get("facts blocks of process 3")?.value} and waits.`,
  series: [{ ...series("facts", "The wavefront in numbers"), isMixed: true }],
  rows: [
    fact("waves", "Fig. 2-b", printedAs("0 to 14", 15, 0), "largest i + j, and one", () => waves),
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
  runs: [],
  tolerance: { relative: 0, why: "Counts of blocks: nothing but equality will do." },
  notes: [
    {
      title: "What the documents show",
      kind: "our model",
      text: "The exchanges of the first eight waves as messages between four terminals of one switch, a thousand cycles a wave: who talks to whom, not how long it takes.",
    },
  ],
  documents: [{ title: "Exchanges of the first eight waves", document: cluster }],
});

/** Table 2, body: partner of each call, by process, in order; the wave of a call stands in {@link callsOf}. */
const printedPartners = ["012300112233", "0123001122", "01230011", "012300"];

/** The calls of a process up to wave 7, in the order of the waves, later rows first as the table has them. */
const callsOf = (process: number) =>
  blocks.filter((block) => block.process === process && block.wave < size).toSorted((a, b) => a.wave - b.wave || b.i - a.i);

const tableRows = printedPartners.flatMap((partners, process) => {
  const calls = callsOf(process);
  return calls.map(({ wave }, c) => {
    const later = calls.slice(0, c).filter((call) => call.wave === wave).length;
    return reckoned({
      // From wave 4 on, some process has two blocks of a wave.
      label: `wave ${wave}${wave < processes ? "" : later === 0 ? ", first" : ", second"}`,
      series: `process ${process}`,
      published: printed(partners[c]),
      formula: "process that owns the column of the block, j mod 4",
      document: cluster,
      value: () => callsOf(process)[c].partner,
    });
  });
});

export const matmulTable2 = exhibit({
  id: "matmul-table-2",
  paper: "matmul",
  label: "Table 2",
  kind: "table",
  section: "Section 3",
  title: "Who exchanges with whom, call by call",
  lede({ values }) {
    const right = tableRows.filter(({ id, published }) => values.get(id)?.value === published?.low).length;
    return `With rows and columns dealt out in turn and blocks computed wave by wave, ${right} of the ${tableRows.length} calls of the table up to wave 7 have the partner it prints.`;
  },
  series: [0, 1, 2, 3].map((process) => ({ ...series(`process ${process}`, `Processor ${process}`, "partner"), isName: true })) as [
    Series,
    ...Series[],
  ],
  rows: tableRows,
  runs: [],
  tolerance: { relative: 0, why: "A partner is right or wrong." },
  notes: [
    {
      title: "Sender and receiver",
      kind: "in the source",
      text: "The table has two columns for each processor, whom it sends to and whom it receives from; they are the same, and stand as one here.",
    },
    {
      title: "Processor 2",
      kind: "erratum in the source",
      text: "The text has processes 0 and 2 exchange in wave 3; the table, and the order of the blocks, say wave 2.",
    },
  ],
  documents: [{ title: "Exchanges of the first eight waves", document: cluster }],
});
