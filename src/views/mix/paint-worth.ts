/**
 * Marks of performance per cost. On one logarithmic scale a ring marks the cost of a network and a dot its performance, both relative to
 * the baseline, so the length of the bar between them is performance per cost.
 */
import { strongWeight } from "../plot/text-width.ts";
import type { Canvas } from "../contract.ts";
import { formatCount, formatRatio } from "../../words/numbers.ts";
import { small } from "../plot/axes.ts";
import { decades } from "../plot/ticks.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { circleMark, type Mark, pathMark, roundedRectangle, tenth, textMark } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { boxBetween } from "../plot/targets.ts";
import { phiRange, sayNetwork, type WorthRow } from "../../core/measures/mix.ts";
import { logScale } from "../plot/scale.ts";

/** Layout of the rows. */
export interface WorthColumns {
  /** Whether names and numbers are beside the scale; otherwise they are above and below it. */
  readonly isSideBySide: boolean;
  /** Left edge and width of the scale. */
  readonly left: number;
  readonly width: number;
  readonly rowHeight: number;
  /** Extra space above and below the contents of a row, if the drawing is higher than it needs. */
  readonly air: number;
}

const head = 46;
const foot = 6;
/** Width of a column of numbers, and minimum width of the scale beside three of them, pixels. */
const number = 84;
const leastScale = 190;

/** Layout of the rows for a width. */
export function worthColumns(titles: readonly string[], width: number): WorthColumns {
  const names = Math.min(230, 30 + 6.8 * Math.max(...titles.map(({ length }) => length), 4)) + 14;
  const isSideBySide = width >= names + 3 * number + leastScale;
  return isSideBySide
    ? { isSideBySide, left: names, width: width - 3 * number - names, rowHeight: 46, air: 0 }
    : { isSideBySide, left: 10, width: width - 20, rowHeight: 66, air: 0 };
}

/** Height of the drawing for a number of networks, pixels. */
export function worthHeight({ rowHeight }: WorthColumns, networks: number): number {
  return head + rowHeight * networks + foot;
}

/** Maximum extra space of a row, relative to its height. */
const mostAir = 0.4;

/** Distributes extra height over the rows. */
function aired(columns: WorthColumns, networks: number, height: number): WorthColumns {
  const spare = (height - worthHeight(columns, networks)) / Math.max(1, networks);
  const air = Math.floor(Math.max(0, Math.min(mostAir * columns.rowHeight, spare / 2)));
  return { ...columns, rowHeight: columns.rowHeight + 2 * air, air };
}

type Scale = ReturnType<typeof ratioScale>;

/** Marks of all rows in order. */
export function worthMarks(rows: readonly WorthRow[], { width, height, ...same }: Canvas): readonly Mark[] {
  const titles = rows.map(({ network }) => network.title);
  const columns = aired(worthColumns(titles, width), rows.length, height);
  const base = rows.find(({ isBaseline }) => isBaseline) ?? rows[0];
  const x = ratioScale(rows, base, columns);
  const canvas = { ...same, width, height: worthHeight(columns, rows.length) };
  return [
    ...headMarks(columns, rows.length, base, x, canvas),
    ...rows.flatMap((row, i) => rowMarks(row, base, head + i * columns.rowHeight, columns, x, canvas)),
  ];
}

/** Scale that covers all costs and performances, and 1, and at least a factor of 2. */
function ratioScale(rows: readonly WorthRow[], base: WorthRow, { left, width }: WorthColumns) {
  const all = rows.flatMap(({ worth }) => [worth.phi, worth.cost, ...(phiRange(worth, base) ?? [])]);
  const known = all.filter((each) => each !== null && each > 0 && each < Infinity) as readonly number[];
  const [low, high] = [Math.min(0.7, ...known) / 1.12, Math.max(1.4, ...known) * 1.12];
  return logScale([low, high], [left, left + width], true);
}

/** Column titles, the legend of ring and dot, and the scale with its grid lines. */
function headMarks(columns: WorthColumns, count: number, base: WorthRow, x: Scale, { theme, width }: Canvas): readonly Mark[] {
  const { isSideBySide, left } = columns;
  const [low, high] = x.domain;
  const heads = isSideBySide ? ["performance", "cost", "per cost"] : ["performance per cost"];
  return [
    ...heads.map((word, i) => textMark(`head ${word}`, width - 2 - number * (heads.length - 1 - i), 14, word, small(theme, "end"))),
    textMark("scale", isSideBySide ? left : 0, 14, "○ cost   ● performance", small(theme)),
    ...decades(low, high).flatMap((tick) => [
      pathMark(`grid ${tick}`, gridAt(x(tick), count, columns), { stroke: tick === 1 ? theme.edge : theme.line }),
      textMark(`tick ${tick}`, x(tick), head - 11, tick === 1 ? `${base.network.letter} 1`.trim() : String(tick), small(theme, "middle")),
    ]),
    pathMark("rule", `M0 ${head - 3}H${tenth(width)}`, { stroke: theme.line }),
  ];
}

/** A vertical grid line through the bars, interrupted at the text above and below them. */
function gridAt(x: number, count: number, { isSideBySide, rowHeight, air }: WorthColumns): string {
  const from = `M${tenth(x)} ${head - 5}`;
  if (isSideBySide) return `${from}V${head + count * rowHeight}`;
  return from + `V${head - 3}` + Array.from({ length: count }, (_, i) => `M${tenth(x)} ${head + i * rowHeight + air + 26}v20`).join("");
}

/** Marks of one network: name, numbers, and the bar from cost to performance. */
function rowMarks(row: WorthRow, base: WorthRow, edge: number, columns: WorthColumns, x: Scale, { width, theme }: Canvas): readonly Mark[] {
  const { isSideBySide, rowHeight, air } = columns;
  const top = edge + air;
  const key = `${row.network.index}`;
  const [nameAt, barAt] = isSideBySide ? [top + 27, top + 23] : [top + 19, top + 36];
  const hasTag = row.network.letter !== "";
  const strong = { "font-weight": row.worth.rank === 1 ? strongWeight : 400 };
  return [
    {
      ...pathMark(`line ${key}`, `M0 ${tenth(edge + rowHeight - 1)}H${tenth(width)}`, { stroke: theme.line }),
      targets: [
        {
          ...boxBetween(x.range[0], x.range[1], edge + 1, edge + rowHeight - 2),
          outline: [pathMark("hover", aroundBar(row, base, barAt, x), { stroke: theme.ink, "stroke-width": 1.5 })],
          ...saidOf(row, base),
        },
      ],
    },
    ...(hasTag ? letterTag(`${key} `, 9, nameAt - 4, row.network, theme, theme.surface) : []),
    textMark(`name ${key}`, hasTag ? 24 : 0, nameAt, row.network.title, { "font-size": 12, fill: theme.ink, ...strong }),
    ...(isSideBySide ? numbersAtRight : numbersAbout)(row, base, key, top, width - 2, theme),
    ...barMarks(row, base, key, barAt, x, theme),
  ];
}

const written = (value: number | null) => (value === null ? "–" : formatRatio(value));
const dollars = (cost: number | null) => (cost === null ? "" : `$${formatCount(cost)}`);

/** Tooltip of a row. */
function saidOf(row: WorthRow, base: WorthRow): Pick<Spot, "value" | "name" | "more"> {
  const { rank, ratio, phi } = row.worth;
  return {
    value: phi === 0 ? "never ends" : `performance per cost ${written(ratio)}${rank === null ? "" : `, no. ${rank}`}`,
    name: sayNetwork(row.network),
    more: [sayPerformance(row, base), sayCost(row)],
  };
}

/** Range of performance over seeds, if it varies: `0.74–0.76`. */
function rangeOf({ worth }: WorthRow, base: WorthRow): string {
  const range = phiRange(worth, base)?.map(formatRatio) ?? [];
  return range.length === 0 || worth.spread?.[0] === worth.spread?.[1] ? "" : range.join("–");
}

/** `performance 0.75 (0.74–0.76)`. */
function sayPerformance(row: WorthRow, base: WorthRow): string {
  const range = rangeOf(row, base);
  return `performance ${written(row.worth.phi)}${range === "" ? "" : ` (${range})`}`;
}

/** `cost 0.30, $1 023`. */
function sayCost({ worth, cost }: WorthRow): string {
  const money = dollars(cost);
  return `cost ${written(worth.cost)}${money === "" ? "" : `, ${money}`}`;
}

/** Three columns of numbers: performance with its range, cost with its price, and performance per cost. */
function numbersAtRight(row: WorthRow, base: WorthRow, key: string, top: number, right: number, theme: Canvas["theme"]): readonly Mark[] {
  const { phi, cost, ratio, rank } = row.worth;
  const columns = [
    { name: "phi", value: phi, below: rangeOf(row, base) },
    { name: "cost", value: cost, below: dollars(row.cost) },
    { name: "ratio", value: ratio, below: rank === null ? "" : `no. ${rank}` },
  ];
  return columns.flatMap(({ name, value, below }, i) => {
    const x = right - number * (2 - i);
    const style = {
      "font-size": 12,
      fill: theme.ink,
      "text-anchor": "end",
      "font-weight": name === "ratio" && rank === 1 ? strongWeight : 400,
    };
    return [
      textMark(`${name} ${key}`, x, top + 21, written(value), style),
      ...(below === "" ? [] : [textMark(`${name} below ${key}`, x, top + 37, below, small(theme, "end"))]),
    ];
  });
}

/** The numbers where the scale takes the full width: performance per cost above it, the rest below. */
function numbersAbout(row: WorthRow, base: WorthRow, key: string, top: number, right: number, theme: Canvas["theme"]): readonly Mark[] {
  const { ratio, rank } = row.worth;
  const end = { "text-anchor": "end" };
  return [
    textMark(`ratio ${key}`, right, top + 19, written(ratio), {
      "font-size": 12,
      fill: theme.ink,
      ...end,
      "font-weight": rank === 1 ? strongWeight : 400,
    }),
    textMark(`phi ${key}`, 0, top + 56, sayPerformance(row, base), small(theme)),
    textMark(`cost ${key}`, right, top + 56, sayCost(row), small(theme, "end")),
  ];
}

/** Outline around everything that {@link costPerformanceBar} draws of a row. */
function aroundBar({ worth }: WorthRow, base: WorthRow, y: number, x: Scale): string {
  const known = [worth.phi, worth.cost, ...(phiRange(worth, base) ?? [])].flatMap((each) =>
    each === null ? [] : [each > 0 ? x(each) : x.range[0]],
  );
  const [from, to] = known.length === 0 ? x.range : [Math.min(...known), Math.max(...known)];
  return roundedRectangle(from - 8, y - 9, to - from + 16, 18, 3);
}

/** Bar from cost to performance: filled if performance exceeds cost, outlined otherwise. */
function barMarks({ worth }: WorthRow, base: WorthRow, key: string, y: number, x: Scale, theme: Canvas["theme"]): readonly Mark[] {
  const { phi, cost, ratio, rank } = worth;
  const range = phiRange(worth, base);
  const marks: Mark[] = [];
  if (phi !== null && cost !== null && ratio !== null) {
    const [from, to] = [x(Math.min(phi, cost)), x(Math.max(phi, cost))];
    const isGain = phi >= cost;
    const style = isGain
      ? { fill: theme.ink, "fill-opacity": rank === 1 ? 0.5 : 0.22 }
      : { fill: theme.surface, stroke: theme.edge, "stroke-dasharray": "3 2" };
    marks.push(pathMark(`bar ${key}`, `M${tenth(from)} ${tenth(y - 4)}H${tenth(to)}v8H${tenth(from)}z`, style));
  }
  if (range !== null && range[0] !== range[1])
    marks.push(
      pathMark(`spread ${key}`, `M${tenth(x(range[0]))} ${tenth(y - 7)}v14m0 -7H${tenth(x(range[1]))}m0 -7v14`, {
        stroke: theme.ink,
        "stroke-width": 1.2,
      }),
    );
  if (cost !== null)
    marks.push(circleMark(`at cost ${key}`, x(cost), y, 4, { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.4 }));
  if (phi !== null && phi > 0) marks.push(circleMark(`at phi ${key}`, x(phi), y, 4, { fill: theme.ink }));
  if (phi === 0) marks.push(textMark(`never ${key}`, x.range[0], y - 8, "never ends", small(theme)));
  return marks;
}
