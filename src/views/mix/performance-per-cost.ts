/** Performance per cost of the networks, over a mix of applications or under one workload. */
import { choiceOf, type View, type ViewData } from "../contract.ts";
import { formatCount, formatMeasure } from "../../words/numbers.ts";
import type { MarksDrawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeysHelp } from "../plot/plot-keys.ts";
import { concludeFromMix } from "../../findings/mix.ts";
import { phiRange, type MixTable, costBasisOf, type EfficiencyOrder, efficiencyRows } from "../../core/measures/mix.ts";
import { isComparedBySaturation, isEndless, singleWorkloadMessage } from "./single-workload.ts";
import { mixEmptyMessage } from "./empty-message.ts";
import { layoutEfficiencyRows, efficiencyHeight, efficiencyMarks } from "./paint-performance-per-cost.ts";

export const performancePerCost: View<MarksDrawing> = {
  id: "performance-per-cost",
  title: "Performance per cost",
  sources: ["answer"],
  isForAllNetworks: true,
  isOfWholeRuns: true,
  options: [
    { id: "order", title: "Order", choices: { ratio: "Per cost", phi: "Performance", cost: "Cost", given: "As listed" } },
    {
      id: "by",
      title: "Performance by",
      choices: { load: "This load", saturation: "Saturation" },
      isAvailable: (data, id) => id === "load" || (data.mix === null && data.variants.length > 1 && isEndless(data)),
    },
    { id: "cost", title: "Cost of", choices: { whole: "Whole", used: "In use" } },
  ],

  preferredSize(data, width) {
    const networks = mixFor(data)?.networks ?? [];
    const columns = layoutEfficiencyRows(
      networks.map(({ title }) => title),
      width,
    );
    return { width, height: efficiencyHeight(columns, Math.max(1, networks.length)) };
  },

  emptyMessage: (data) => (data.mix === null ? singleWorkloadMessage(data) : mixEmptyMessage(data)),

  summary(data) {
    const mix = mixFor(data);
    if (mix === null) return "There is no performance to compare with costs yet.";
    const costBasis = costBasisFor(data, mix);
    const conclusion = concludeFromMix(mix, costBasis);
    if (conclusion === null) return "No cell of the mix is complete for all networks yet.";
    if (data.mix === null) return `${conclusion.answer} ${sayMeasure(data)}`;
    const { cells } = costBasis.efficiency;
    const lostText =
      cells.lost === 0 ? "" : ` ${formatCount(cells.lost)} cells cannot be counted: the baseline does not finish these programs.`;
    return `${conclusion.isPartial ? "So far, " : ""}${conclusion.answer}${conclusion.isPartial ? ` ${formatCount(cells.in)} of ${formatCount(cells.of)} cells are complete.` : ""}${lostText}`;
  },

  layout(data, canvas) {
    const mix = mixFor(data);
    if (mix === null || canvas.width < 160) return { marks: [] };
    const rows = efficiencyRows(mix, costBasisFor(data, mix), choiceOf(performancePerCost, data.choices, "order") as EfficiencyOrder);
    return { marks: efficiencyMarks(rows, canvas) };
  },

  keys: plotKeysHelp,

  draw: drawPlot,

  /**
   * A row for each network in the chosen order: the weighted sum of its relative times, its performance φ with the range over the seeds,
   * its cost in dollars per terminal and relative to the baseline, performance per cost, and its rank.
   */
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
    const mix = mixFor(data);
    if (mix === null) return { columns, rows: [] };
    const rows = efficiencyRows(mix, costBasisFor(data, mix), choiceOf(performancePerCost, data.choices, "order") as EfficiencyOrder);
    const base = rows.find(({ isBaseline }) => isBaseline) ?? rows[0];
    return {
      columns,
      rows: rows.map(({ network, efficiency, cost }) => [
        `${network.letter} ${network.title}`.trim(),
        ...[
          efficiency.sum,
          efficiency.phi,
          ...(phiRange(efficiency, base) ?? [null, null]),
          cost,
          efficiency.cost,
          efficiency.ratio,
          efficiency.rank,
        ].map((each) => each ?? ""),
      ]),
    };
  },
};

/** The table of the mix, or of the single workload. */
const mixFor = (data: ViewData): MixTable | null => data.mix ?? data.workloadMix ?? null;

/** Defines performance in a sentence, for a single workload. */
function sayMeasure(data: ViewData): string {
  if (isComparedBySaturation(data)) {
    const error = Math.max(...data.variants.map(({ saturation }) => (typeof saturation === "object" ? (saturation?.error ?? 0) : 0)));
    return `Performance is the saturation load, the highest load of which 97 % is accepted, known to ± ${formatMeasure(error)} phits per cycle.`;
  }
  const atPoint = data.sweepPointLabel === undefined ? "" : ` at ${data.sweepPointLabel}`;
  return isEndless(data)
    ? `Performance is the accepted load per terminal${atPoint}.`
    : `Performance is the inverse of the makespan${atPoint}: half the time is twice the performance.`;
}

/** The mix evaluated with the chosen cost. */
function costBasisFor({ choices }: Pick<ViewData, "choices">, mix: MixTable) {
  return costBasisOf(mix, choiceOf(performancePerCost, choices, "cost"));
}
