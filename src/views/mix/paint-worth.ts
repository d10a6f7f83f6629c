/**
 * Networks by what they give for their cost, as marks. On one scale of ratios a ring stands at a network's cost and a dot
 * at its performance, both over those of the baseline: the bar between them is, on this scale, performance per cost.
 */
import { scaleLog } from "d3-scale";
import type { Canvas } from "../contract.ts";
import { formatCount, formatRatio } from "../shared/format.ts";
import { letterTag } from "../shared/letter-tag.ts";
import { circleMark, type Mark, pathMark, tenth, textMark } from "../shared/marks.ts";
import { phiRange } from "./conclusion.ts";
import type { WorthRow } from "./mix.ts";

/** Where the parts of a row stand. */
export interface WorthColumns {
  /** Whether names and numbers stand beside the scale; else above it. */
  readonly isBeside: boolean;
  readonly names: number;
  /** Left edge and width of the scale. */
  readonly left: number;
  readonly width: number;
  /** Right edges of the three columns of numbers. */
  readonly numbers: readonly [number, number, number];
  readonly rowHeight: number;
}

const head = 46;
const foot = 6;

/** The columns of some networks in a width. */
export function worthColumns(titles: readonly string[], width: number): WorthColumns {
  const names = Math.min(230, 30 + 6.8 * Math.max(...titles.map(({ length }) => length), 4));
  const isBeside = width >= names + 3 * 84 + 190;
  if (isBeside) {
    const numbers = [width - 2 * 84, width - 84, width - 2] as const;
    return { isBeside, names, left: names + 14, width: numbers[0] - 76 - names - 14, numbers, rowHeight: 46 };
  }
  const third = Math.min(96, (width - 2) / 3);
  return { isBeside, names: 0, left: 10, width: width - 20, numbers: [width - 2 * third, width - third, width - 2], rowHeight: 76 };
}

/** Height of so many networks, pixels. */
export function worthHeight({ rowHeight }: WorthColumns, networks: number): number {
  return head + rowHeight * networks + foot;
}

type Scale = ReturnType<typeof ratioScale>;

/** The marks of all rows, in their order. */
export function worthMarks(rows: readonly WorthRow[], { width, theme }: Canvas): readonly Mark[] {
  const columns = worthColumns(
    rows.map(({ network }) => network.title),
    width,
  );
  const base = rows.find(({ isBaseline }) => isBaseline) ?? rows[0];
  const x = ratioScale(rows, base, columns);
  const canvas = { width, height: worthHeight(columns, rows.length), theme };
  return [
    ...headMarks(columns, base, x, canvas),
    ...rows.flatMap((row, i) => rowMarks(row, base, head + i * columns.rowHeight, columns, x, canvas)),
  ];
}

/** All costs and performances, and 1; at least a factor of 2. */
function ratioScale(rows: readonly WorthRow[], base: WorthRow, { left, width }: WorthColumns) {
  const all = rows.flatMap(({ worth }) => [worth.phi, worth.cost, ...(phiRange(worth, base) ?? [])]);
  const known = all.filter((each) => each !== null && each > 0 && each < Infinity) as readonly number[];
  const [low, high] = [Math.min(0.7, ...known) / 1.12, Math.max(1.4, ...known) * 1.12];
  return scaleLog([low, high], [left, left + width]).clamp(true);
}

const ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

function headMarks(
  { isBeside, numbers, left, width: span }: WorthColumns,
  base: WorthRow,
  x: Scale,
  { height, theme, width }: Canvas,
): readonly Mark[] {
  const small = { "font-size": 11, fill: theme.ink2 };
  const [low, high] = x.domain();
  const shown = ticks.filter((tick) => tick >= low && tick <= high);
  // Above the scale stands what it is in; where numbers stand above each scale, their heads stand at the top.
  const tickAt = isBeside ? 36 : 32;
  const heads = ["performance", "cost", "per cost"];
  return [
    ...heads.map((word, i) => textMark(`head ${word}`, numbers[i], 14, word, { ...small, "text-anchor": "end" })),
    ...(isBeside ? [textMark("scale", left, 14, "○ cost   ● performance", small)] : []),
    ...shown.flatMap((tick) => [
      pathMark(`grid ${tick}`, `M${tenth(x(tick))} ${tickAt + 5}V${tenth(height - foot)}`, {
        stroke: tick === 1 ? theme.edge : theme.line,
      }),
      textMark(`tick ${tick}`, x(tick), tickAt, tick === 1 ? `${base.network.letter} 1`.trim() : String(tick), {
        ...small,
        "text-anchor": "middle",
      }),
    ]),
    pathMark("rule", `M0 ${head - 3}H${tenth(isBeside ? width : left + span + 10)}`, { stroke: theme.line }),
  ];
}

function rowMarks(row: WorthRow, base: WorthRow, top: number, columns: WorthColumns, x: Scale, { width, theme }: Canvas): readonly Mark[] {
  const { isBeside, rowHeight } = columns;
  const key = `${row.network.index}`;
  const [nameAt, barAt] = isBeside ? [top + 27, top + 23] : [top + 20, top + 60];
  const hasTag = row.network.letter !== "";
  return [
    pathMark(`line ${key}`, `M0 ${tenth(top + rowHeight - 1)}H${tenth(width)}`, { stroke: theme.line }),
    ...(hasTag ? letterTag(`${key} `, 9, nameAt - 4, row.network, theme, theme.surface) : []),
    textMark(`name ${key}`, hasTag ? 24 : 0, nameAt, row.network.title, {
      "font-size": 12,
      fill: theme.ink,
      "font-weight": row.worth.rank === 1 ? 700 : 400,
    }),
    ...numberMarks(row, base, key, isBeside ? top + 21 : top + 20, columns, theme),
    ...barMarks(row, base, key, barAt, x, theme),
  ];
}

/** Performance with its spread, cost with its money, and what comes of both. */
function numberMarks(
  row: WorthRow,
  base: WorthRow,
  key: string,
  y: number,
  { numbers }: WorthColumns,
  theme: Canvas["theme"],
): readonly Mark[] {
  const { phi, cost, ratio, rank, spread } = row.worth;
  const range = phiRange(row.worth, base);
  const strong = rank === 1 ? { "font-weight": 700 } : {};
  const end = { "text-anchor": "end" };
  const number = (name: string, at: number, value: number | null, more = {}) =>
    textMark(`${name} ${key}`, numbers[at], y, value === null ? "–" : formatRatio(value), {
      "font-size": 12,
      fill: theme.ink,
      ...end,
      ...more,
    });
  const below = (name: string, at: number, text: string) =>
    textMark(`${name} ${key}`, numbers[at], y + 16, text, { "font-size": 11, fill: theme.ink2, ...end });
  const hasSpread = spread !== null && spread[0] !== spread[1] && range !== null;
  return [
    number("phi", 0, phi),
    ...(hasSpread ? [below("seeds", 0, range.map(formatRatio).join("–"))] : []),
    number("cost", 1, cost),
    ...(row.cost === null ? [] : [below("money", 1, `$${formatCount(row.cost)}`)]),
    number("ratio", 2, ratio, strong),
    ...(rank === null ? [] : [below("rank", 2, `no. ${rank}`)]),
  ];
}

/** From cost to performance: filled where it gives more than it costs, outlined where less. */
function barMarks({ worth }: WorthRow, base: WorthRow, key: string, y: number, x: Scale, theme: Canvas["theme"]): readonly Mark[] {
  const { phi, cost, ratio, rank } = worth;
  const range = phiRange(worth, base);
  const marks: Mark[] = [];
  if (phi !== null && cost !== null && ratio !== null) {
    const [from, to] = [x(Math.min(phi, cost)), x(Math.max(phi, cost))];
    const isGain = phi >= cost;
    const look = isGain
      ? { fill: theme.ink, "fill-opacity": rank === 1 ? 0.5 : 0.22 }
      : { fill: theme.surface, stroke: theme.edge, "stroke-dasharray": "3 2" };
    marks.push(pathMark(`bar ${key}`, `M${tenth(from)} ${tenth(y - 4)}H${tenth(to)}v8H${tenth(from)}z`, look));
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
  if (phi === 0) marks.push(textMark(`never ${key}`, x.range()[0], y - 8, "never ends", { "font-size": 11, fill: theme.ink2 }));
  return marks;
}
