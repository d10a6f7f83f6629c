/**
 * Marks of performance per cost. On one logarithmic scale a ring marks the cost of a network and a dot its performance, both relative to
 * the baseline, so the length of the bar between them is performance per cost.
 */
import { strongWeight } from "../plot/text-width.ts";
import type { Canvas } from "../contract.ts";
import { formatCount, formatRatio } from "../../words/numbers.ts";
import { smallText } from "../plot/vertical-axis.ts";
import { decadeTicks } from "../plot/ticks.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { circleMark, type Mark, pathMark, roundedRectanglePath, toTenths, textMark } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { targetBoxBetween } from "../plot/targets.ts";
import { phiRange, mixNetworkName, type EfficiencyRow } from "../../core/measures/mix.ts";
import { logScale } from "../plot/scale.ts";

/** Layout of the rows. */
export interface EfficiencyLayout {
  /** Whether names and numbers are beside the scale; otherwise they are above and below it. */
  readonly isSideBySide: boolean;
  /** Left edge and width of the scale. */
  readonly left: number;
  readonly width: number;
  readonly rowHeight: number;
  /** Extra space above and below the contents of a row, if the drawing is higher than it needs. */
  readonly extraSpace: number;
}

const headHeight = 46;
const bottomSpace = 6;
/** Width of a column of numbers, and minimum width of the scale beside three such columns, pixels. */
const numberWidth = 84;
const minScaleWidth = 190;

/** Layout of the rows for a width. */
export function layoutEfficiencyRows(titles: readonly string[], width: number): EfficiencyLayout {
  const names = Math.min(230, 30 + 6.8 * Math.max(...titles.map(({ length }) => length), 4)) + 14;
  const isSideBySide = width >= names + 3 * numberWidth + minScaleWidth;
  return isSideBySide
    ? { isSideBySide, left: names, width: width - 3 * numberWidth - names, rowHeight: 46, extraSpace: 0 }
    : { isSideBySide, left: 10, width: width - 20, rowHeight: 66, extraSpace: 0 };
}

/** Height of the drawing for a number of networks, pixels. */
export function efficiencyHeight({ rowHeight }: EfficiencyLayout, networks: number): number {
  return headHeight + rowHeight * networks + bottomSpace;
}

/** Maximum extra space of a row, relative to its height. */
const maxExtraSpace = 0.4;

/** Distributes extra height over the rows. */
function distributeHeight(columns: EfficiencyLayout, networks: number, height: number): EfficiencyLayout {
  const spare = (height - efficiencyHeight(columns, networks)) / Math.max(1, networks);
  const extraSpace = Math.floor(Math.max(0, Math.min(maxExtraSpace * columns.rowHeight, spare / 2)));
  return { ...columns, rowHeight: columns.rowHeight + 2 * extraSpace, extraSpace };
}

type PerformanceScale = ReturnType<typeof ratioScale>;

/** Marks of all rows in order. */
export function efficiencyMarks(rows: readonly EfficiencyRow[], { width, height, ...rest }: Canvas): readonly Mark[] {
  const titles = rows.map(({ network }) => network.title);
  const columns = distributeHeight(layoutEfficiencyRows(titles, width), rows.length, height);
  const base = rows.find(({ isBaseline }) => isBaseline) ?? rows[0];
  const x = ratioScale(rows, base, columns);
  const canvas = { ...rest, width, height: efficiencyHeight(columns, rows.length) };
  return [
    ...scaleMarks(columns, rows.length, base, x, canvas),
    ...rows.flatMap((row, i) => rowMarks(row, base, headHeight + i * columns.rowHeight, columns, x, canvas)),
  ];
}

/** Scale that covers all costs and performances, and 1, and at least a factor of 2. */
function ratioScale(rows: readonly EfficiencyRow[], base: EfficiencyRow, { left, width }: EfficiencyLayout) {
  const all = rows.flatMap(({ efficiency }) => [efficiency.phi, efficiency.cost, ...(phiRange(efficiency, base) ?? [])]);
  const knownValues = all.filter((each) => each !== null && each > 0 && each < Infinity) as readonly number[];
  const [low, high] = [Math.min(0.7, ...knownValues) / 1.12, Math.max(1.4, ...knownValues) * 1.12];
  return logScale([low, high], [left, left + width], true);
}

/**
 * Head of the diagram of performance per cost: titles of the columns of numbers, the legend of ring and dot, and the common logarithmic
 * scale with a grid line for each tick. The line at 1 is the baseline, because all values are relative to it. `count` is the number of rows
 * below.
 */
function scaleMarks(
  columns: EfficiencyLayout,
  count: number,
  base: EfficiencyRow,
  x: PerformanceScale,
  { theme, width }: Canvas,
): readonly Mark[] {
  const { isSideBySide, left } = columns;
  const [low, high] = x.domain;
  const heads = isSideBySide ? ["performance", "cost", "per cost"] : ["performance per cost"];
  return [
    ...heads.map((word, i) =>
      textMark(`head ${word}`, width - 2 - numberWidth * (heads.length - 1 - i), 14, word, smallText(theme, "end")),
    ),
    textMark("scale", isSideBySide ? left : 0, 14, "○ cost   ● performance", smallText(theme)),
    ...decadeTicks(low, high).flatMap((tick) => [
      pathMark(`grid ${tick}`, gridLine(x(tick), count, columns), { stroke: tick === 1 ? theme.edge : theme.line }),
      textMark(
        `tick ${tick}`,
        x(tick),
        headHeight - 11,
        tick === 1 ? `${base.network.letter} 1`.trim() : String(tick),
        smallText(theme, "middle"),
      ),
    ]),
    pathMark("rule", `M0 ${headHeight - 3}H${toTenths(width)}`, { stroke: theme.line }),
  ];
}

/** A vertical grid line through the bars, interrupted at the text above and below them. */
function gridLine(x: number, count: number, { isSideBySide, rowHeight, extraSpace }: EfficiencyLayout): string {
  const from = `M${toTenths(x)} ${headHeight - 5}`;
  if (isSideBySide) return `${from}V${headHeight + count * rowHeight}`;
  return (
    from +
    `V${headHeight - 3}` +
    Array.from({ length: count }, (_, i) => `M${toTenths(x)} ${headHeight + i * rowHeight + extraSpace + 26}v20`).join("")
  );
}

/**
 * One row of the diagram, for one network: its name, its numbers, and the bar from its cost to its performance, both relative to the
 * baseline `base`. `rowTop` is the y of the upper end of the row in pixels. Hovering over the row shows its numbers in words.
 */
function rowMarks(
  row: EfficiencyRow,
  base: EfficiencyRow,
  rowTop: number,
  columns: EfficiencyLayout,
  x: PerformanceScale,
  { width, theme }: Canvas,
): readonly Mark[] {
  const { isSideBySide, rowHeight, extraSpace } = columns;
  const top = rowTop + extraSpace;
  const key = `${row.network.index}`;
  const [nameBaseline, barY] = isSideBySide ? [top + 27, top + 23] : [top + 19, top + 36];
  const hasTag = row.network.letter !== "";
  const nameWeight = { "font-weight": row.efficiency.rank === 1 ? strongWeight : 400 };
  return [
    {
      ...pathMark(`line ${key}`, `M0 ${toTenths(rowTop + rowHeight - 1)}H${toTenths(width)}`, { stroke: theme.line }),
      targets: [
        {
          ...targetBoxBetween(x.range[0], x.range[1], rowTop + 1, rowTop + rowHeight - 2),
          outline: [pathMark("hover", barOutline(row, base, barY, x), { stroke: theme.ink, "stroke-width": 1.5 })],
          ...rowTooltip(row, base),
        },
      ],
    },
    ...(hasTag ? letterTag(`${key} `, 9, nameBaseline - 4, row.network, theme, theme.surface) : []),
    textMark(`name ${key}`, hasTag ? 24 : 0, nameBaseline, row.network.title, { "font-size": 12, fill: theme.ink, ...nameWeight }),
    ...(isSideBySide ? numberColumns : numbersAroundScale)(row, base, key, top, width - 2, theme),
    ...costPerformanceBar(row, base, key, barY, x, theme),
  ];
}

const formatOrDash = (value: number | null) => (value === null ? "–" : formatRatio(value));
const formatCost = (cost: number | null) => (cost === null ? "" : `$${formatCount(cost)}`);

/** Tooltip of a row. */
function rowTooltip(row: EfficiencyRow, base: EfficiencyRow): Pick<HoverTarget, "value" | "name" | "more"> {
  const { rank, ratio, phi } = row.efficiency;
  return {
    value: phi === 0 ? "never ends" : `performance per cost ${formatOrDash(ratio)}${rank === null ? "" : `, no. ${rank}`}`,
    name: mixNetworkName(row.network),
    more: [sayPerformance(row, base), sayCost(row)],
  };
}

/** Range of performance over seeds, if it varies: `0.74–0.76`. */
function performanceRange({ efficiency }: EfficiencyRow, base: EfficiencyRow): string {
  const range = phiRange(efficiency, base)?.map(formatRatio) ?? [];
  return range.length === 0 || efficiency.spread?.[0] === efficiency.spread?.[1] ? "" : range.join("–");
}

/** `performance 0.75 (0.74–0.76)`. */
function sayPerformance(row: EfficiencyRow, base: EfficiencyRow): string {
  const range = performanceRange(row, base);
  return `performance ${formatOrDash(row.efficiency.phi)}${range === "" ? "" : ` (${range})`}`;
}

/** `cost 0.30, $1 023`. */
function sayCost({ efficiency, cost }: EfficiencyRow): string {
  const money = formatCost(cost);
  return `cost ${formatOrDash(efficiency.cost)}${money === "" ? "" : `, ${money}`}`;
}

/**
 * The three numbers of a network in columns at the right, all relative to the baseline: performance φ (`phi`), cost, and performance per
 * cost (`ratio`). Below them, in small text, are the range of φ over the seeds, the price, and the rank of the network.
 */
function numberColumns(
  row: EfficiencyRow,
  base: EfficiencyRow,
  key: string,
  top: number,
  right: number,
  theme: Canvas["theme"],
): readonly Mark[] {
  const { phi, cost, ratio, rank } = row.efficiency;
  const columns = [
    { name: "phi", value: phi, below: performanceRange(row, base) },
    { name: "cost", value: cost, below: formatCost(row.cost) },
    { name: "ratio", value: ratio, below: rank === null ? "" : `no. ${rank}` },
  ];
  return columns.flatMap(({ name, value, below: secondLine }, i) => {
    const x = right - numberWidth * (2 - i);
    const style = {
      "font-size": 12,
      fill: theme.ink,
      "text-anchor": "end",
      "font-weight": name === "ratio" && rank === 1 ? strongWeight : 400,
    };
    return [
      textMark(`${name} ${key}`, x, top + 21, formatOrDash(value), style),
      ...(secondLine === "" ? [] : [textMark(`${name} below ${key}`, x, top + 37, secondLine, smallText(theme, "end"))]),
    ];
  });
}

/**
 * The three numbers of a network in a narrow drawing, where the scale takes the full width: performance per cost (`ratio`) at the right
 * above the scale, performance φ (`phi`) and cost in words below it.
 */
function numbersAroundScale(
  row: EfficiencyRow,
  base: EfficiencyRow,
  key: string,
  top: number,
  right: number,
  theme: Canvas["theme"],
): readonly Mark[] {
  const { ratio, rank } = row.efficiency;
  const rightAligned = { "text-anchor": "end" };
  return [
    textMark(`ratio ${key}`, right, top + 19, formatOrDash(ratio), {
      "font-size": 12,
      fill: theme.ink,
      ...rightAligned,
      "font-weight": rank === 1 ? strongWeight : 400,
    }),
    textMark(`phi ${key}`, 0, top + 56, sayPerformance(row, base), smallText(theme)),
    textMark(`cost ${key}`, right, top + 56, sayCost(row), smallText(theme, "end")),
  ];
}

/** Outline around everything that {@link costPerformanceBar} draws of a row. */
function barOutline({ efficiency }: EfficiencyRow, base: EfficiencyRow, y: number, x: PerformanceScale): string {
  const knownX = [efficiency.phi, efficiency.cost, ...(phiRange(efficiency, base) ?? [])].flatMap((each) =>
    each === null ? [] : [each > 0 ? x(each) : x.range[0]],
  );
  const [from, to] = knownX.length === 0 ? x.range : [Math.min(...knownX), Math.max(...knownX)];
  return roundedRectanglePath(from - 8, y - 9, to - from + 16, 18, 3);
}

/**
 * Bar of one network from its cost (a ring) to its performance φ (a dot), both relative to the baseline on the scale `x`. It is filled if
 * performance exceeds cost, dashed otherwise. A thin line is the range of φ over the seeds. Performance 0 means that a run never ends.
 */
function costPerformanceBar(
  { efficiency }: EfficiencyRow,
  base: EfficiencyRow,
  key: string,
  y: number,
  x: PerformanceScale,
  theme: Canvas["theme"],
): readonly Mark[] {
  const { phi, cost, ratio, rank } = efficiency;
  const range = phiRange(efficiency, base);
  const marks: Mark[] = [];
  if (phi !== null && cost !== null && ratio !== null) {
    const [barLeft, barRight] = [x(Math.min(phi, cost)), x(Math.max(phi, cost))];
    const isGain = phi >= cost;
    const style = isGain
      ? { fill: theme.ink, "fill-opacity": rank === 1 ? 0.5 : 0.22 }
      : { fill: theme.surface, stroke: theme.edge, "stroke-dasharray": "3 2" };
    marks.push(pathMark(`bar ${key}`, `M${toTenths(barLeft)} ${toTenths(y - 4)}H${toTenths(barRight)}v8H${toTenths(barLeft)}z`, style));
  }
  if (range !== null && range[0] !== range[1])
    marks.push(
      pathMark(`spread ${key}`, `M${toTenths(x(range[0]))} ${toTenths(y - 7)}v14m0 -7H${toTenths(x(range[1]))}m0 -7v14`, {
        stroke: theme.ink,
        "stroke-width": 1.2,
      }),
    );
  if (cost !== null)
    marks.push(circleMark(`at cost ${key}`, x(cost), y, 4, { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.4 }));
  if (phi !== null && phi > 0) marks.push(circleMark(`at phi ${key}`, x(phi), y, 4, { fill: theme.ink }));
  if (phi === 0) marks.push(textMark(`never ${key}`, x.range[0], y - 8, "never ends", smallText(theme)));
  return marks;
}
