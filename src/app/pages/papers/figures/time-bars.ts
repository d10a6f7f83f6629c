/** A stacked bar chart of the time that each node spends in each phase, the shortest total first, with the names of the groups below. */
import type { NodeTimes } from "../../../../reproductions/contract.ts";
import { barsFor } from "../../../../views/bars/bars.ts";
import { phaseStyles } from "../../../../views/bars/phase-styles.ts";
import { roundParts } from "../../../../views/bars/round-parts.ts";
import { groupBracketMarks, groupNamesHeight, phaseSwatch, stackedBarMarks, type StackRow } from "../../../../views/bars/stacked-bars.ts";
import type { HoverTarget } from "../../../../views/marks/hover-target.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { plotLegendMarks } from "../../../../views/plot/legend.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { multiplesOf } from "../../../../views/plot/ticks.ts";
import type { FigureDrawing, FigureProps, FigureContext } from "./contract.ts";

/** Height of the axis and of the bars above it, in px. */
const chartHeight = 250;

/**
 * Lays out a stacked bar chart: a bar for each node, with the seconds that it spends in each phase of a program. Nodes of a group share a
 * name below the axis. Null until the times are known. The functions that draw stacked bars call the length of a part `cycles`; here it is
 * in seconds.
 */
export function layoutTimes(
  { figure, outcome }: Pick<FigureProps<"times">, "figure" | "outcome">,
  { width, theme }: FigureContext,
): FigureDrawing | null {
  const times = outcome.times?.get(figure.run);
  if (times === undefined) return null;
  const { phases, nodes } = times;
  const styles = phaseStyles(phases, theme);
  const legendEntries = styles.map((style) => ({
    id: style.id,
    text: style.title,
    sample: (x: number, y: number) => phaseSwatch(`key ${style.id}`, style, x, y, 9, theme),
  }));
  const legend = plotLegendMarks(legendEntries, { x: 1, y: 3, width: width - 1 }, theme);
  const rows = nodes.map(({ name, group, seconds }): StackRow => ({
    label: name,
    group,
    parts: seconds.map((phaseSeconds, p) => ({ phase: styles[p].id, cycles: phaseSeconds })),
  }));
  const maxSeconds = Math.max(1, ...nodes.map(({ seconds }) => seconds.reduce((sum, phaseSeconds) => sum + phaseSeconds, 0)));
  const step = maxSeconds > 12 ? 5 : maxSeconds > 5 ? 2 : 1;
  const axisEnd = Math.ceil(maxSeconds / step) * step;
  const edges = { top: legend.height + 6, right: width, bottom: legend.height + chartHeight };
  const axes = {
    x: { domain: [0, 1] as const, write: String },
    y: { domain: [0, axisEnd] as const, ticks: () => multiplesOf(0, axisEnd, step), write: String, title: "time, s" },
  };
  const { marks, left, right, top, foot } = panelOf({ ...edges, ...axes, hasFoot: false }, theme);
  const bars = barsFor(nodes.length, left, right);
  const box = { bars, top, bottom: foot, maxCycles: axisEnd };
  // The hover target of a node covers the whole height of the chart.
  const targets = bars.map(({ x, width: barWidth, from }) => ({
    x: x + barWidth / 2,
    y: (top + foot) / 2,
    width: barWidth,
    height: foot - top,
    ...sayNode(nodes[from], phases),
  }));
  return {
    height: foot + groupNamesHeight + 6,
    description: `${figure.title}; the times of each group are in the table.`,
    marks: [
      ...legend.marks,
      ...marks,
      ...stackedBarMarks(rows, styles, box, theme),
      ...groupBracketMarks(rows, box, theme),
      targetMark(() => targets),
    ],
  };
}

/** Describes a node: its total time, its name, and its phases. */
function sayNode({ name, seconds }: NodeTimes["nodes"][number], phases: readonly string[]): Pick<HoverTarget, "value" | "name" | "more"> {
  const hundredths = roundParts(seconds, 0.01);
  const formatHundredths = (each: number) => `${(each / 100).toFixed(2)} s`;
  return {
    value: `${formatHundredths(hundredths.reduce((sum, each) => sum + each, 0))} in all`,
    name,
    more: seconds.flatMap((each, p) => (each > 0 ? [`${phases[p]} ${formatHundredths(hundredths[p])}`] : [])),
  };
}
