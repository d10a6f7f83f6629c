/** Three Quads, Table 1: elapsed times of both programs on both networks. */
import type { ExhibitRun, ExhibitNote, Provenance } from "../contract.ts";
import { printed } from "../numbers.ts";
import { column, type ColumnRow, joinTables, meanOver, readFrom, makespanSecondsOf } from "../rows.ts";
import { exhibit, fittedProvenance, notesOf, series } from "../exhibit.ts";
import {
  quadsConstants,
  type Duplex,
  blockSeconds,
  threeQuadsDocument,
  enterpriseSwitchDocument,
  switchProvenance,
  transposeDocuments,
  payloadRate,
} from "./machine.ts";
import { printedQuadsTimes } from "./printed.ts";

/** Number of seeds for the random order of sends. */
const seeds = 20;
const orders = ["above", "below", "random"] as const;
type Order = (typeof orders)[number];

const randomOrderDocument = (seed: number) => ({ ...enterpriseSwitchDocument("half", { first: "random" }), seed });

/** All random orders as a sweep, which shows the mean, minimum and maximum over its seeds. */
const randomOrderSweep = { ...randomOrderDocument(1), sweep: [{ path: "workload.first", values: ["random"] }], seeds };

const runsOf = (order: Order): readonly ExhibitRun[] =>
  order === "random"
    ? Array.from({ length: seeds }, (_, i) => ({ id: `random ${i + 1}`, document: randomOrderDocument(i + 1) }))
    : [{ id: order, document: enterpriseSwitchDocument("half", order === "above" ? {} : { first: order }) }];

const runs: readonly ExhibitRun[] = [
  { id: "quads half", document: threeQuadsDocument("half") },
  { id: "quads full", document: threeQuadsDocument("full") },
  { id: "switch full", document: enterpriseSwitchDocument("full") },
  ...orders.flatMap(runsOf),
];

const timeRow = (label: string, detail: string, text: string, run: string, word: Provenance): ColumnRow => ({
  label,
  detail,
  published: printed(text),
  word,
  formula: "cycles from the start to the end of the last node × 32 ns; fluid flow: rates, not packets",
  ...readFrom(run, makespanSecondsOf),
});

const [memoryConstant, portConstant, intakeConstant] = quadsConstants;

const sayOrder: Readonly<Record<Order, string>> = {
  above: "the block above the diagonal",
  below: "the block below the diagonal",
  random: `either, drawn for each pair; mean of ${seeds} draws ± its standard error`,
};

const runIdsOf = (order: Order) => runsOf(order).map(({ id }) => id);

const orderRow = (order: Order): ColumnRow => ({
  key: order,
  label: sayOrder[order],
  // Below-first mirrors above-first, so only one of them provides information.
  word: order === "random" ? { is: "predicted" } : { is: "chosen", what: "which of a pair sends first" },
  formula: order === "random" ? `mean over ${seeds} seeds` : "as in Table 1",
  decimals: 1,
  ...(order === "random"
    ? { document: randomOrderSweep, ...meanOver(runIdsOf(order), makespanSecondsOf) }
    : readFrom(order, makespanSecondsOf)),
});

/** A row with the shortest or longest time over the random orders. The value names its run. */
function extremeRow(label: string, select: (...values: readonly number[]) => number): ColumnRow {
  const { document: _, ...row } = orderRow("random");
  const ids = runIdsOf("random");
  return {
    ...row,
    key: label,
    label,
    formula: `of ${seeds} seeds`,
    value({ results }) {
      const times = ids.map((id) => makespanSecondsOf(results(id)));
      const value = select(...times);
      return { value, run: ids[Math.max(0, times.indexOf(value))] };
    },
  };
}

const wireSeconds = (steps: number, duplex: Duplex) => steps * (duplex === "half" ? 2 : 1) * blockSeconds;

export const table1Notes: readonly ExhibitNote[] = [
  ...notesOf({
    "our model: Three constants, three cells": `TCP over Gigabit Ethernet carries ${(payloadRate / 1e6).toFixed(1)} MB/s, so that a block of 512 MiB takes ${blockSeconds.toFixed(3)} s each way: the wires alone come to ${wireSeconds(2, "half").toFixed(1)}, ${wireSeconds(2, "full").toFixed(1)}, ${wireSeconds(1, "half").toFixed(1)} and ${wireSeconds(1, "full").toFixed(1)} s. What is missing to three of the printed times was put into three constants: memory, the port, and what a module takes in. Those three cells prove nothing.`,
    "our model: The fourth cell":
      "13.2 s has no constant of its own, but the limit was laid on what enters a module with this cell in view. Whether the nodes bring in so much or are brought so much cannot be told apart. Rejected: no limit, one on the uplinks of a module, a shared bus, half-duplex links, a limit that counts both ends. The backbone between modules does not show in these times: from about 680 MB/s for a module and direction on, anything fits.",
    "still open: Who sends first":
      "In the half-duplex program one of a pair sends, then the other; the paper does not say which. Above and below the diagonal are mirror images of each other and come out alike, so that the second says nothing new; drawn for each pair, the time depends on the draw.",
  }),
];

export const quadsTable1 = exhibit("quads", "Table 1", "Section 4.2", {
  title: "How long 64 nodes take to transpose 32 GiB",
  lede({ textOf }) {
    const of = (id: string) => textOf(`time ${id}`, 1);
    return `On Three Quads ${of("Three Quads, half duplex")} and ${of("Three Quads, full duplex")} s, on the enterprise switch ${of("enterprise switch, half duplex")} and ${of("enterprise switch, full duplex")} s. Three of the four were fitted, one constant each, and the form of the model was chosen with the fourth in view: none of these four is a prediction.`;
  },
  ...joinTables(
    column(series("time", "Elapsed time", "the whole program, initialisation included; fluid flow: rates, not packets", "s"), [
      timeRow(
        "Three Quads, half duplex",
        "two steps, one socket",
        printedQuadsTimes["quads half"],
        "quads half",
        fittedProvenance(memoryConstant),
      ),
      timeRow(
        "Three Quads, full duplex",
        "two steps, two sockets",
        printedQuadsTimes["quads full"],
        "quads full",
        fittedProvenance(portConstant),
      ),
      timeRow(
        "enterprise switch, half duplex",
        "one step, one socket, above the diagonal first",
        printedQuadsTimes["switch half"],
        "above",
        switchProvenance.half,
      ),
      timeRow(
        "enterprise switch, full duplex",
        "one step, two sockets",
        printedQuadsTimes["switch full"],
        "switch full",
        fittedProvenance(intakeConstant),
      ),
    ]),
    column(series("first", "Enterprise switch, half duplex, by who sends first", "the paper does not say", "s"), [
      ...orders.map(orderRow),
      extremeRow("the shortest drawn", Math.min),
      extremeRow("the longest drawn", Math.max),
    ]),
  ),
  runs,
  constants: quadsConstants,
  tolerance: {
    relative: 0.05,
    why: "Five parts in a hundred: chosen, and wide: it is what the half-duplex program on Three Quads would be off without any constant at all, so that only what lies well within it speaks for the model.",
  },
  notes: table1Notes,
  documents: transposeDocuments,
});
