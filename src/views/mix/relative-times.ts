/** Times of all networks for every program and size of a mix, relative to the baseline (as Navaridas et al., Figs. 6 and 7). */
import { choiceOf, type View } from "../contract.ts";
import { countOf, formatRatio } from "../../words/numbers.ts";
import type { Drawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeys } from "../plot/plot-keys.ts";
import { type MixTable, sayNetwork } from "../../core/measures/mix.ts";
import { needsMix } from "./needs.ts";
import { heatHeight, heatMarks } from "./paint-heat.ts";
import { type MixCell, sayMixCell } from "./time-target.ts";
import { stripMarks, stripsHeight, stripsOf } from "./paint-strips.ts";

export const relativeTimes: View<Drawing> = {
  id: "relative-times",
  title: "Relative times",
  drawsFrom: [],
  drawsAll: true,
  isOfWholeRuns: true,
  options: [{ id: "as", title: "Drawn as", among: { bars: "Bars", tones: "Numbers" } }],

  room(data, width) {
    const { mix } = data;
    if (mix === null) return { width, height: 120 };
    const height =
      choiceOf(relativeTimes, data.choices, "as") === "tones" ? heatHeight(mix, width) : stripsHeight(mix, stripsOf(mix, width));
    return { width, height };
  },

  needs: needsMix,

  summary({ mix }) {
    if (mix === null) return "There is no mix of applications yet.";
    const all = cellsOf(mix);
    if (all.length === 0) return "No program has ended in two networks yet.";
    const [slow, fast] = [all.reduce((a, b) => (b.value > a.value ? b : a)), all.reduce((a, b) => (b.value < a.value ? b : a))];
    const base = sayNetwork(mix.networks[mix.baseline]);
    const slowest =
      slow.value === Infinity
        ? `${sayNetwork(mix.networks[slow.network])} never comes to the end of ${sayMixCell(mix, slow)}`
        : `Slowest against ${base} is ${sayNetwork(mix.networks[slow.network])} with ${sayMixCell(mix, slow)}: ${formatRatio(slow.value)} times as long`;
    const faster =
      fast.value < 0.995
        ? `; fastest is ${sayNetwork(mix.networks[fast.network])} with ${sayMixCell(mix, fast)}: ${formatRatio(fast.value)}`
        : "";
    const of = (mix.networks.length - 1) * mix.rows.labels.length * mix.columns.labels.length;
    return `${slowest}${faster}.${all.length < of ? ` ${all.length} of ${countOf(of, "cell", "cells")} are in.` : ""}`;
  },

  layout(data, canvas) {
    const { mix } = data;
    if (mix === null || canvas.width < 160) return { marks: [] };
    return { marks: choiceOf(relativeTimes, data.choices, "as") === "tones" ? heatMarks(mix, canvas) : stripMarks(mix, canvas) };
  },

  keys: plotKeys,

  draw: drawPlot,

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
          ...relative.map((own) => own[r]?.[c] ?? ""),
        ]),
      ),
    };
  },
};

interface Cell extends MixCell {
  readonly value: number;
}

/** All known cells of all networks except the baseline. */
function cellsOf({ relative, baseline }: MixTable): readonly Cell[] {
  return relative.flatMap((rows, network) =>
    rows.flatMap((columns, row) =>
      columns.flatMap((value, column) => (network === baseline || value === null ? [] : [{ network, row, column, value }])),
    ),
  );
}
