/** A stacked bar chart of the time that each node spends in each phase, the shortest total first, with the names of the groups below. */
import type { NodeTimes } from "../../../../reproductions/contract.ts";
import { barsFor } from "../../../../views/bars/bars.ts";
import { phaseStyles } from "../../../../views/bars/phase-styles.ts";
import { roundParts } from "../../../../views/bars/round-parts.ts";
import { groupMarks, groupRoom, phaseSwatch, stackedBars, type StackRow } from "../../../../views/bars/stacked-bars.ts";
import type { Spot } from "../../../../views/marks/pointing.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { keyMarks } from "../../../../views/plot/key.ts";
import { panelOf } from "../../../../views/plot/panel.ts";
import { multiples } from "../../../../views/plot/ticks.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

/** Height of the axis and its bars, in px. */
const fieldHeight = 250;

/** Lays the bar chart out. */
export function layoutTimes({ figure, outcome }: Pick<FigureProps<"times">, "figure" | "outcome">, { width, theme }: Room): Drawn | null {
  const times = outcome.times?.get(figure.times);
  if (times === undefined) return null;
  const { phases, nodes } = times;
  const styles = phaseStyles(phases, theme);
  const names = styles.map((style) => ({
    id: style.id,
    text: style.title,
    sample: (x: number, y: number) => phaseSwatch(`key ${style.id}`, style, x, y, 9, theme),
  }));
  const key = keyMarks(names, { x: 1, y: 3, width: width - 1 }, theme);
  const rows = nodes.map(({ name, group, seconds }): StackRow => ({
    label: name,
    group,
    parts: seconds.map((cycles, p) => ({ phase: styles[p].id, cycles })),
  }));
  const longest = Math.max(1, ...nodes.map(({ seconds }) => seconds.reduce((sum, own) => sum + own, 0)));
  const step = longest > 12 ? 5 : longest > 5 ? 2 : 1;
  const most = Math.ceil(longest / step) * step;
  const edges = { top: key.height + 6, right: width, bottom: key.height + fieldHeight };
  const axes = {
    x: { domain: [0, 1] as const, write: String },
    y: { domain: [0, most] as const, ticks: () => multiples(0, most, step), write: String, title: "time, s" },
  };
  const { marks, left, right, top, foot } = panelOf({ ...edges, ...axes, hasFoot: false }, theme);
  const bars = barsFor(nodes.length, left, right);
  const box = { bars, top, bottom: foot, most };
  // The hover target of a node covers the whole height of the chart.
  const targets = bars.map(({ x, width: wide, from }) => ({
    x: x + wide / 2,
    y: (top + foot) / 2,
    width: wide,
    height: foot - top,
    ...sayNode(nodes[from], phases),
  }));
  return {
    height: foot + groupRoom + 6,
    said: `${figure.title}; the times of each group are in the table.`,
    marks: [...key.marks, ...marks, ...stackedBars(rows, styles, box, theme), ...groupMarks(rows, box, theme), targetMark(() => targets)],
  };
}

/** Describes a node: its total time, its name, and its phases. */
function sayNode({ name, seconds }: NodeTimes["nodes"][number], phases: readonly string[]): Pick<Spot, "value" | "name" | "more"> {
  const hundredths = roundParts(seconds, 0.01);
  const said = (each: number) => `${(each / 100).toFixed(2)} s`;
  return {
    value: `${said(hundredths.reduce((sum, each) => sum + each, 0))} in all`,
    name,
    more: seconds.flatMap((each, p) => (each > 0 ? [`${phases[p]} ${said(hundredths[p])}`] : [])),
  };
}
