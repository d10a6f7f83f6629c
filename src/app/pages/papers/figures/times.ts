/** Where the time of each node goes: bars stacked of its phases, the shortest first, in groups that are named below. */
import type { NodeTimes } from "../../../../reproductions/contract.ts";
import type { Canvas, Theme } from "../../../../views/contract.ts";
import { barAt, barsFor } from "../../../../views/bars/bars.ts";
import { phaseStyles } from "../../../../views/bars/phase-styles.ts";
import { groupMarks, type Phase, phaseSwatch, stackedBars, type StackRow } from "../../../../views/bars/stacked-bars.ts";
import { roundParts } from "../../../../views/bars/round-parts.ts";
import { type Mark, pathMark, tenth, textMark } from "../../../../views/marks/marks.ts";

export interface TimesDrawing {
  readonly marks: readonly Mark[];
  /** The bar under a place, said in full; null beside all of them. */
  readonly sayAt: (x: number) => string | null;
}

const edge = { left: 30, right: 4, top: 44, bottom: 30 } as const;

/** Lays the figure out. */
export function placeTimes({ phases, nodes }: NodeTimes, canvas: Canvas): TimesDrawing {
  const { width, height, theme } = canvas;
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
  const box = { bars, top: edge.top, bottom: height - edge.bottom, most };
  const grid = Array.from({ length: most / step + 1 }, (_, i) => i * step).flatMap((at) => {
    const y = tenth(box.bottom - (at / most) * (box.bottom - box.top));
    const text = at === most ? `${at} s` : String(at);
    return [
      pathMark(`grid ${at}`, `M${edge.left} ${y}H${width - edge.right}`, { stroke: theme.line }),
      textMark(`at ${at}`, edge.left - 6, y + 4, text, { "font-size": 11, fill: theme.ink2, "text-anchor": "end" }),
    ];
  });
  const sayAt = (x: number) => {
    const bar = barAt(bars, x);
    return bar === null ? null : sayNode(nodes[bar.from], phases);
  };
  return {
    marks: [...keyOf(styles, width, theme), ...grid, ...stackedBars(rows, styles, box, theme), ...groupMarks(rows, box, theme)],
    sayAt,
  };
}

/** A node in words: `node 5, 3) step 2 only: 0.95 s initialisation, …`. */
function sayNode({ name, seconds }: NodeTimes["nodes"][number], phases: readonly string[]): string {
  const hundredths = roundParts(seconds, 0.01);
  const said = (each: number) => `${(each / 100).toFixed(2)} s`;
  const own = seconds.flatMap((each, p) => (each > 0 ? [`${phases[p]} ${said(hundredths[p])}`] : []));
  return `${name}: ${own.join(", ")}; ${said(hundredths.reduce((sum, each) => sum + each, 0))} in all`;
}

/** The names of the phases above the bars, in one line or in two. */
function keyOf(styles: readonly Phase[], width: number, theme: Theme): readonly Mark[] {
  let [x, y] = [1, 3];
  return styles.flatMap((style) => {
    const room = 14 + style.title.length * 6.2 + 16;
    if (x + room > width && x > 1) [x, y] = [1, y + 18];
    const marks = [
      ...phaseSwatch(`key ${style.id}`, style, x, y, 9, theme),
      textMark(`name ${style.id}`, x + 14, y + 9, style.title, { "font-size": 11, fill: theme.ink2 }),
    ];
    x += room;
    return marks;
  });
}
