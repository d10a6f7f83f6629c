/** Where the time of each node goes: bars stacked of its phases, the shortest first, in groups that are named below. */
import type { NodeTimes } from "../../../../reproductions/contract.ts";
import { axisUp, ticksAt } from "../../../../views/plot/axes.ts";
import { multiples } from "../../../../views/plot/ticks.ts";
import { linearScale } from "../../../../views/plot/scale.ts";
import { barAt, barsFor } from "../../../../views/bars/bars.ts";
import { phaseStyles } from "../../../../views/bars/phase-styles.ts";
import { roundParts } from "../../../../views/bars/round-parts.ts";
import { groupMarks, phaseSwatch, stackedBars, type StackRow } from "../../../../views/bars/stacked-bars.ts";
import { keyMarks } from "../../../../views/plot/key.ts";
import { pathMark } from "../../../../views/marks/marks.ts";
import type { Spot } from "../../../../views/marks/pointing.ts";
import type { Drawn, FigureProps, Room } from "./contract.ts";

const edge = { left: 30, right: 4, top: 44, bottom: 30 } as const;
const height = 300;

/** Lays the figure out. */
export function layoutTimes({ figure, outcome }: Pick<FigureProps<"times">, "figure" | "outcome">, { width, theme }: Room): Drawn | null {
  const times = outcome.times?.get(figure.times);
  if (times === undefined) return null;
  const { phases, nodes } = times;
  const styles = phaseStyles(phases, theme);
  const bars = barsFor(nodes.length, edge.left, width - edge.right);
  const rows = nodes.map(({ name, group, seconds }): StackRow => ({
    label: name,
    group,
    parts: seconds.map((cycles, p) => ({ phase: styles[p].id, cycles })),
  }));
  const longest = Math.max(1, ...nodes.map(({ seconds }) => seconds.reduce((sum, own) => sum + own, 0)));
  const step = longest > 12 ? 5 : longest > 5 ? 2 : 1;
  const most = Math.ceil(longest / step) * step;
  const [top, bottom] = [edge.top, height - edge.bottom];
  const box = { bars, top, bottom, most };
  const ticks = ticksAt(multiples(0, most, step), linearScale([0, most], [bottom, top]), (at) => (at === most ? `${at} s` : String(at)));
  const key = styles.map((style) => ({
    id: style.id,
    text: style.title,
    sample: (x: number, y: number) => phaseSwatch(`key ${style.id}`, style, x, y, 9, theme),
  }));
  const spotAt = (x: number, y: number): Spot | null => {
    const bar = y < top ? null : barAt(bars, x);
    if (bar === null) return null;
    const outline = [pathMark("hover", `M${bar.x - 1} ${top}h${bar.width + 2}V${bottom + 1}h${-bar.width - 2}z`, { stroke: theme.ink })];
    return { x: bar.x + bar.width / 2, y: (top + bottom) / 2, ...sayNode(nodes[bar.from], phases), outline, picks: null };
  };
  return {
    height,
    said: `${figure.title}; the times of each group are in the table.`,
    marks: [
      ...keyMarks(key, { x: 1, y: 3, width: width - 1 }, theme).marks,
      ...axisUp(ticks, edge.left, width - edge.right, theme),
      ...stackedBars(rows, styles, box, theme),
      ...groupMarks(rows, box, theme),
    ],
    spotAt,
  };
}

/** A node in words: what it takes in all, its name, and its phases. */
function sayNode({ name, seconds }: NodeTimes["nodes"][number], phases: readonly string[]): Pick<Spot, "value" | "name" | "more"> {
  const hundredths = roundParts(seconds, 0.01);
  const said = (each: number) => `${(each / 100).toFixed(2)} s`;
  return {
    value: `${said(hundredths.reduce((sum, each) => sum + each, 0))} in all`,
    name,
    more: seconds.flatMap((each, p) => (each > 0 ? [`${phases[p]} ${said(hundredths[p])}`] : [])),
  };
}
