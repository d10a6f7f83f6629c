/** What networks give for their cost over a mix of applications: performance, cost, and one over the other. */
import { choiceOf, type View, type ViewData } from "../contract.ts";
import { formatCount } from "../shared/format.ts";
import { type Drawing, drawMarks } from "../shared/marks.ts";
import { concludeMix, phiRange } from "./conclusion.ts";
import { needsMix } from "./needs.ts";
import { type MixTable, reckoningOf, type WorthOrder, worthRows } from "./mix.ts";
import { worthColumns, worthHeight, worthMarks } from "./paint-worth.ts";

export const performancePerCost: View<Drawing> = {
  id: "performance-per-cost",
  title: "Performance per cost",
  drawsAll: true,
  isOfWholeRuns: true,
  options: [
    {
      id: "order",
      title: "Order",
      among: [
        { id: "ratio", title: "Per cost" },
        { id: "phi", title: "Performance" },
        { id: "cost", title: "Cost" },
        { id: "given", title: "As listed" },
      ],
    },
    {
      id: "cost",
      title: "Cost of",
      among: [
        { id: "whole", title: "Whole" },
        { id: "used", title: "In use" },
      ],
    },
  ],

  room({ mix }, width) {
    const networks = mix?.networks ?? [];
    const columns = worthColumns(
      networks.map(({ title }) => title),
      width,
    );
    return { width, height: worthHeight(columns, Math.max(1, networks.length)) };
  },

  needs: needsMix,

  summary(data) {
    if (data.mix === null) return "There is no mix of applications yet.";
    const found = concludeMix(data.mix, reckoningFor(data, data.mix));
    if (found === null) return "No cell of the mix is in for all networks yet.";
    const { cells } = reckoningFor(data, data.mix).efficiency;
    const lost = cells.lost === 0 ? "" : ` ${formatCount(cells.lost)} of them cannot be counted: the baseline does not come to their end.`;
    return `${found.isPartial ? "So far, " : ""}${found.answer}${found.isPartial ? ` ${formatCount(cells.in)} of ${formatCount(cells.of)} cells are in.` : ""}${lost}`;
  },

  layout(data, canvas) {
    if (data.mix === null || canvas.width < 160) return { marks: [] };
    const rows = worthRows(data.mix, reckoningFor(data, data.mix), choiceOf(performancePerCost, data.choices, "order") as WorthOrder);
    return { marks: worthMarks(rows, canvas) };
  },

  draw: ({ marks }, into) => drawMarks(marks, into),

  table(data) {
    const columns = [
      { title: "Network", unit: "" },
      { title: "Sum of weighted relative times", unit: "" },
      { title: "Performance", unit: "" },
      { title: "Performance, lowest of its seeds", unit: "" },
      { title: "Performance, highest of its seeds", unit: "" },
      { title: "Cost per terminal", unit: "US$" },
      { title: "Cost", unit: "" },
      { title: "Performance per cost", unit: "" },
      { title: "Place", unit: "" },
    ];
    if (data.mix === null) return { columns, rows: [] };
    const rows = worthRows(data.mix, reckoningFor(data, data.mix), choiceOf(performancePerCost, data.choices, "order") as WorthOrder);
    const base = rows.find(({ isBaseline }) => isBaseline) ?? rows[0];
    return {
      columns,
      rows: rows.map(({ network, worth, cost }) => [
        `${network.letter} ${network.title}`.trim(),
        ...[worth.sum, worth.phi, ...(phiRange(worth, base) ?? [null, null]), cost, worth.cost, worth.ratio, worth.rank].map(
          (each) => each ?? "",
        ),
      ]),
    };
  },
};

/** The reckoning that was chosen. */
function reckoningFor({ choices }: Pick<ViewData, "choices">, mix: MixTable) {
  return reckoningOf(mix, choiceOf(performancePerCost, choices, "cost"));
}
