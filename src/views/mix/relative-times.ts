/** Times of all networks for every program and size of a mix, relative to the baseline (as Navaridas et al., Figs. 6 and 7). */
import { choiceOf, type View } from "../contract.ts";
import { countOf, formatRatio } from "../../words/numbers.ts";
import type { MarksDrawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeysHelp } from "../plot/plot-keys.ts";
import { type MixTable, mixNetworkName } from "../../core/measures/mix.ts";
import { mixEmptyMessage } from "./empty-message.ts";
import { heatHeight, heatMarks } from "./paint-heat.ts";
import { type MixCell, sayMixCell } from "./time-target.ts";
import { relativeTimeStrips, stripsHeight, layoutStrips } from "./paint-strips.ts";

export const relativeTimesView: View<MarksDrawing> = {
  id: "relative-times",
  title: "Relative times",
  sources: [],
  isForAllNetworks: true,
  isOfWholeRuns: true,
  options: [{ id: "as", title: "Drawn as", choices: { bars: "Bars", tones: "Numbers" } }],

  preferredSize(data, width) {
    const { mix } = data;
    if (mix === null) return { width, height: 120 };
    const height =
      choiceOf(relativeTimesView, data.choices, "as") === "tones" ? heatHeight(mix, width) : stripsHeight(mix, layoutStrips(mix, width));
    return { width, height };
  },

  emptyMessage: mixEmptyMessage,

  /**
   * Names the network and program with the longest time relative to the baseline network, and those with the shortest if it is below 0.995.
   * A cell is one program at one message size on one network; the summary says how many cells have results.
   */
  summary({ mix }) {
    if (mix === null) return "There is no mix of applications yet.";
    const cells = knownCells(mix);
    if (cells.length === 0) return "No program has finished on two networks yet.";
    const [slowestCell, fastestCell] = [
      cells.reduce((a, b) => (b.value > a.value ? b : a)),
      cells.reduce((a, b) => (b.value < a.value ? b : a)),
    ];
    const base = mixNetworkName(mix.networks[mix.baseline]);
    const slowest =
      slowestCell.value === Infinity
        ? `${mixNetworkName(mix.networks[slowestCell.network])} never finishes ${sayMixCell(mix, slowestCell)}`
        : `Compared with ${base}, ${mixNetworkName(mix.networks[slowestCell.network])} is slowest with ${sayMixCell(mix, slowestCell)}: ${formatRatio(slowestCell.value)} times as long`;
    const faster =
      fastestCell.value < 0.995
        ? `; ${mixNetworkName(mix.networks[fastestCell.network])} is fastest with ${sayMixCell(mix, fastestCell)}: ${formatRatio(fastestCell.value)} times`
        : "";
    const cellCount = (mix.networks.length - 1) * mix.rows.labels.length * mix.columns.labels.length;
    return `${slowest}${faster}.${cells.length < cellCount ? ` ${cells.length} of ${countOf(cellCount, "cell", "cells")} are complete.` : ""}`;
  },

  layout(data, canvas) {
    const { mix } = data;
    if (mix === null || canvas.width < 160) return { marks: [] };
    return {
      marks: choiceOf(relativeTimesView, data.choices, "as") === "tones" ? heatMarks(mix, canvas) : relativeTimeStrips(mix, canvas),
    };
  },

  keys: plotKeysHelp,

  draw: drawPlot,

  /**
   * A row for each program and message size: its weight (the weight of the program times the weight of the size) and the relative time of
   * each network, which is its time divided by the time of the baseline network.
   */
  table({ mix }) {
    if (mix === null) return { columns: [], rows: [] };
    const { rows, columns, networks, relative } = mix;
    const hasColumns = columns.labels.length > 1;
    return {
      columns: [
        { title: rows.title, unit: "" },
        ...(hasColumns ? [{ title: columns.title, unit: "" }] : []),
        { title: "Weight", unit: "" },
        ...networks.map(({ letter, title }) => ({ title: `${letter} ${title}`.trim(), unit: "" })),
      ],
      rows: rows.labels.flatMap((row, r) =>
        columns.labels.map((column, c) => [
          row,
          ...(hasColumns ? [column] : []),
          rows.weights[r] * columns.weights[c],
          ...relative.map((times) => times[r]?.[c] ?? ""),
        ]),
      ),
    };
  },
};

interface KnownCell extends MixCell {
  readonly value: number;
}

/** All known cells of all networks except the baseline. */
function knownCells({ relative, baseline }: MixTable): readonly KnownCell[] {
  return relative.flatMap((rows, network) =>
    rows.flatMap((columns, row) =>
      columns.flatMap((value, column) => (network === baseline || value === null ? [] : [{ network, row, column, value }])),
    ),
  );
}
