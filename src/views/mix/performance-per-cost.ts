/** Performance per cost of the networks, over a mix of applications or under one workload. */
import { choiceOf, type View, type ViewData } from "../contract.ts";
import { formatCount, formatMeasure } from "../../words/numbers.ts";
import type { Drawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeys } from "../plot/plot-keys.ts";
import { concludeMix } from "../../findings/mix.ts";
import { phiRange, type MixTable, reckoningOf, type WorthOrder, worthRows } from "../../core/measures/mix.ts";
import { isBySaturation, isEndless, lacksGiven } from "./given.ts";
import { needsMix } from "./needs.ts";
import { worthColumns, worthHeight, worthMarks } from "./paint-worth.ts";

export const performancePerCost: View<Drawing> = {
  id: "performance-per-cost",
  title: "Performance per cost",
  drawsFrom: ["answer"],
  drawsAll: true,
  isOfWholeRuns: true,
  options: [
    { id: "order", title: "Order", among: { ratio: "Per cost", phi: "Performance", cost: "Cost", given: "As listed" } },
    {
      id: "by",
      title: "Performance by",
      among: { load: "This load", saturation: "Saturation" },
      offers: (data, id) => id === "load" || (data.mix === null && data.variants.length > 1 && isEndless(data)),
    },
    { id: "cost", title: "Cost of", among: { whole: "Whole", used: "In use" } },
  ],

  room(data, width) {
    const networks = tableFor(data)?.networks ?? [];
    const columns = worthColumns(
      networks.map(({ title }) => title),
      width,
    );
    return { width, height: worthHeight(columns, Math.max(1, networks.length)) };
  },

  needs: (data) => (data.mix === null ? lacksGiven(data) : needsMix(data)),

  summary(data) {
    const mix = tableFor(data);
    if (mix === null) return "There is no performance to compare with costs yet.";
    const reckoning = reckoningFor(data, mix);
    const found = concludeMix(mix, reckoning);
    if (found === null) return "No cell of the mix is complete for all networks yet.";
    if (data.mix === null) return `${found.answer} ${sayMeasure(data)}`;
    const { cells } = reckoning.efficiency;
    const lost = cells.lost === 0 ? "" : ` ${formatCount(cells.lost)} of them cannot be counted: the baseline does not come to their end.`;
    return `${found.isPartial ? "So far, " : ""}${found.answer}${found.isPartial ? ` ${formatCount(cells.in)} of ${formatCount(cells.of)} cells are in.` : ""}${lost}`;
  },

  layout(data, canvas) {
    const mix = tableFor(data);
    if (mix === null || canvas.width < 160) return { marks: [] };
    const rows = worthRows(mix, reckoningFor(data, mix), choiceOf(performancePerCost, data.choices, "order") as WorthOrder);
    return { marks: worthMarks(rows, canvas) };
  },

  keys: plotKeys,

  draw: drawPlot,

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
    const mix = tableFor(data);
    if (mix === null) return { columns, rows: [] };
    const rows = worthRows(mix, reckoningFor(data, mix), choiceOf(performancePerCost, data.choices, "order") as WorthOrder);
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

/** The table of the mix, or of the single workload. */
const tableFor = (data: ViewData): MixTable | null => data.mix ?? data.given ?? null;

/** Defines performance in a sentence, for a single workload. */
function sayMeasure(data: ViewData): string {
  if (isBySaturation(data)) {
    const error = Math.max(...data.variants.map(({ saturation }) => (typeof saturation === "object" ? (saturation?.error ?? 0) : 0)));
    return `Performance is the load up to which 97 % is accepted, found by a search to ± ${formatMeasure(error)} phits per cycle.`;
  }
  const at = data.point === undefined ? "" : ` at ${data.point}`;
  return isEndless(data)
    ? `Performance is the load accepted per terminal${at}.`
    : `Performance is how soon all is done${at}: twice as much in half the time.`;
}

/** The mix evaluated with the chosen cost. */
function reckoningFor({ choices }: Pick<ViewData, "choices">, mix: MixTable) {
  return reckoningOf(mix, choiceOf(performancePerCost, choices, "cost"));
}
