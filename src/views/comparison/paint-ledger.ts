/** Networks in numbers, as marks: a block per measure, its numbers in columns, and a dot for each on an axis of ratios. */
import { small } from "../axes/axis.ts";
import { scaleLog } from "d3-scale";
import type { Canvas, Variant, ViewData } from "../contract.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { circleMark, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import type { LedgerLine } from "./ledger-measures.ts";

/** Where the parts of a block stand; what has no room beside comes below. */
export interface LedgerColumns {
  /** Width of the names, 0 where they stand above. */
  readonly names: number;
  /** Width of one network's numbers. */
  readonly number: number;
  /** Whether their names stand below their letters. */
  readonly hasTitles: boolean;
  /** Left edge and width of the axis of ratios. */
  readonly chart: { readonly left: number; readonly width: number; readonly isBelow: boolean };
  readonly rowHeight: number;
  readonly head: number;
}

/** Narrowest columns, pixels: of a number, of names, of ratios below a name and beside it. */
const least = { number: 46, names: 180, chart: 110, wideChart: 150 } as const;
/** Room at both ends of the axis of ratios, and that a letter takes, pixels. */
const edge = 14;
const letterRoom = 9;
/** Stands after a value that still changed when the run ended. */
const growing = "↗";
/** Ratios further from 1 than this stand at the end of the axis, as a point that shows the way. */
const furthest = 10;

/** The columns of some networks in a width. */
export function columnsOf(variants: readonly Pick<Variant, "title">[], width: number): LedgerColumns {
  const count = variants.length;
  const isBeside = width >= least.names + count * (least.number + 10) + least.wideChart;
  const names = isBeside ? least.names : 0;
  const isBelow = !isBeside && width < count * least.number + least.chart;
  const room = width - names - (isBelow ? 0 : isBeside ? least.wideChart : least.chart);
  // A number with thousands has room in each; a name has in some.
  const number = Math.min(isBelow ? Infinity : !isBeside ? 60 : count <= 4 ? 124 : 68, room / count);
  const hasTitles = isBeside && variants.every(({ title }) => title.length * 6 < number - 8);
  const left = isBelow ? edge : names + number * count + edge + 14;
  return {
    names,
    number,
    hasTitles,
    chart: { left, width: Math.min(420, width - left - edge), isBelow },
    rowHeight: (isBeside ? 34 : 46) + (isBelow ? 26 : 0),
    head: isBelow || hasTitles ? 44 : 30,
  };
}

/** Height of that many measures, pixels. */
export function ledgerHeight({ rowHeight, head }: LedgerColumns, lines: number): number {
  return head + rowHeight * Math.max(1, lines) + 4;
}

/** The marks of all measures. */
export function ledgerMarks(lines: readonly LedgerLine[], page: Page, canvas: Canvas): readonly Mark[] {
  const { variants } = page;
  const { theme, width } = canvas;
  const columns = columnsOf(variants, width);
  const { names, number, chart, rowHeight, head } = columns;
  const x = ratioScale(lines, chart);
  const marks: Mark[] = [...headMarks(columns, page, x, canvas)];
  lines.forEach((each, row) => {
    const { measure, values, most, best, changing } = each;
    const top = head + row * rowHeight;
    const nameAt = names > 0 ? top + 20 : top + 17;
    const line = names > 0 ? top + 22 : top + 36;
    const dotsAt = chart.isBelow ? line + 24 : line - 4;
    marks.push(
      pathMark(`rule ${row}`, `M0 ${tenth(top)}H${width}`, { stroke: theme.line }),
      textMark(`name ${row}`, 0, nameAt, measure.title, { "font-size": 12, fill: theme.ink }),
    );
    // Where the unit is long, what it is per stands in the table.
    const plain = canvas.units.headOf(names > 0 ? measure.unit.replace(/ per .*/, "") : measure.unit, most);
    const unit = changing.size > 0 ? `${plain}; ${growing} still grew` : plain;
    // Beside the name, or below it where it would reach into the numbers.
    const beside = measure.title.length * 7 + 8;
    const unitAt = names === 0 || beside + unit.length * 6 <= names ? ([beside, nameAt] as const) : ([0, nameAt + 12] as const);
    if (unit !== "") marks.push(textMark(`unit ${row}`, ...unitAt, unit, small(theme)));
    values.forEach((value, i) => {
      marks.push(
        textMark(`value ${row} ${i}`, names + (i + 1) * number - 2, line, value === null ? "–" : measure.write(value, most, canvas.units), {
          "font-size": number < 42 ? 11 : 12,
          "text-anchor": "end",
          fill: best.has(i) || best.size === 0 ? theme.ink : theme.ink2,
          "font-weight": best.has(i) ? 700 : 400,
        }),
      );
      if (changing.has(i)) marks.push(textMark(`changing ${row} ${i}`, names + (i + 1) * number, line - 4, growing, small(theme)));
    });
    const [from, to] = names > 0 ? [top + 1, top + rowHeight] : [dotsAt - 8, dotsAt + 8];
    marks.push(
      ...gridMarks(row, x, from, to, canvas),
      ...spreadMarks(row, each, page, x, dotsAt, canvas),
      ...ratioMarks(row, each, page, x, dotsAt, canvas),
    );
  });
  return marks;
}

/** What is compared, and with which of it. */
type Page = Pick<ViewData, "variants" | "baseline">;

type Scale = ReturnType<typeof ratioScale>;

/** Ratios about 1 in the middle, as far as the furthest of them; at least a factor of 1.5. */
function ratioScale(lines: readonly LedgerLine[], { left, width }: LedgerColumns["chart"]) {
  const all = lines.flatMap(({ ratios }) => ratios.flatMap((ratio) => (ratio === null || ratio <= 0 ? [] : [Math.max(ratio, 1 / ratio)])));
  const most = Math.min(furthest, Math.max(1.5, ...all) * 1.06);
  return scaleLog([1 / most, most], [left, left + width]).clamp(true);
}

/** The factor at which the axis has its outer ticks. */
function tickOf(x: Scale): number {
  const most = x.domain()[1];
  return [10, 5, 2, 1.5].find((step) => step <= most) ?? most;
}

/** Tags of the networks, their names where there is room for all, and the ticks of the ratios. */
function headMarks(
  { names, number, hasTitles, chart, head }: LedgerColumns,
  { variants, baseline }: Page,
  x: Scale,
  { theme }: Canvas,
): readonly Mark[] {
  const step = tickOf(x);
  const { letter } = variants[baseline];
  // What is divided and multiplied is said where there is room.
  const said = chart.width >= 110 ? `${letter} ` : "";
  const ticks = [
    { at: 1 / step, name: `${said}÷ ${step}` },
    { at: 1, name: letter },
    { at: step, name: `${said}× ${step}` },
  ];
  const last = (name: string) => chart.left + chart.width + edge - name.length * 3.2;
  return [
    ...variants.flatMap((variant, i) => {
      const end = names + (i + 1) * number - 2;
      return [
        ...letterTag(`${i} `, end - 8, 10, variant, theme, theme.surface),
        ...(hasTitles ? [textMark(`title ${i}`, end, 34, variant.title, small(theme, "end"))] : []),
      ];
    }),
    ...ticks.map(({ at, name }) =>
      textMark(`tick ${at}`, Math.min(x(at), last(name)), chart.isBelow ? head - 7 : 14, name, small(theme, "middle")),
    ),
  ];
}

/** The line of the baseline, and faint ones at the ticks beside it. */
function gridMarks(row: number, x: Scale, from: number, to: number, { theme }: Canvas): readonly Mark[] {
  const step = tickOf(x);
  const upright = (ratio: number) => `M${tenth(x(ratio))} ${tenth(from)}V${tenth(to)}`;
  return [
    pathMark(`ticks ${row}`, upright(1 / step) + upright(step), { stroke: theme.line, "stroke-dasharray": "1 3" }),
    pathMark(`baseline ${row}`, upright(1), { stroke: theme.edge }),
  ];
}

/** A dot for every network at its ratio; where there are several, with their letters above, moved apart until they can be read. */
function ratioMarks(
  row: number,
  { ratios, best }: LedgerLine,
  { variants, baseline }: Page,
  x: Scale,
  y: number,
  { theme }: Canvas,
): readonly Mark[] {
  const placed = ratios
    .flatMap((ratio, i) => (i === baseline || ratio === null || ratio <= 0 ? [] : [{ i, ratio, at: x(ratio) }]))
    .toSorted((p, q) => p.ratio - q.ratio);
  if (placed.length === 0) return [];
  const [from, to] = [Math.min(x(1), placed[0].at), Math.max(x(1), placed[placed.length - 1].at)];
  const places = placed.map(({ at }) => at);
  const letters = placed.length === 1 ? [] : spread(places, letterRoom, x.range());
  const [lowest, highest] = x.domain();
  return [
    pathMark(`span ${row}`, `M${tenth(from)} ${tenth(y)}H${tenth(to)}`, { stroke: theme.edge }),
    ...placed.map(({ i, ratio, at }) => {
      const style = best.has(i) ? { fill: theme.ink } : { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.3 };
      if (ratio >= lowest && ratio <= highest) return circleMark(`dot ${row} ${i}`, at, y, best.has(i) ? 3.5 : 3, style);
      return pathMark(
        `dot ${row} ${i}`,
        ratio < 1 ? `M${tenth(at - 4)} ${tenth(y)}l7 -4v8z` : `M${tenth(at + 4)} ${tenth(y)}l-7 -4v8z`,
        style,
      );
    }),
    ...letters.map((at, k) => {
      const { i } = placed[k];
      const style = best.has(i) ? { fill: theme.ink, "font-weight": 700 } : { fill: theme.ink2, "font-weight": 400 };
      return textMark(`dot letter ${row} ${i}`, at, y - 6, variants[i].letter, { "font-size": 11, "text-anchor": "middle", ...style });
    }),
  ];
}

/** How far the seed alone moves a ratio: a pale bar under its dot, and about the line of the baseline. */
function spreadMarks(
  row: number,
  { spreads, values }: LedgerLine,
  { baseline }: Page,
  x: Scale,
  y: number,
  { theme }: Canvas,
): readonly Mark[] {
  const base = values[baseline];
  if (base === null || base === 0) return [];
  const bars = spreads.map((spread) =>
    spread === null || spread.low <= 0
      ? ""
      : `M${tenth(x(spread.low / base))} ${tenth(y - 3.5)}H${tenth(x(spread.high / base))}v7H${tenth(x(spread.low / base))}z`,
  );
  const d = bars.join("");
  return d === "" ? [] : [pathMark(`spread ${row}`, d, { fill: theme.ink, "fill-opacity": 0.22 })];
}

/** Places in ascending order moved until they are so far apart: those that touch stand about their common middle, within a range. */
function spread(places: readonly number[], apart: number, [from, to]: readonly number[]): readonly number[] {
  // Groups of neighbours: the sum of their places, and how many they are.
  const groups: { sum: number; count: number }[] = [];
  const startOf = ({ sum, count }: { sum: number; count: number }) => {
    const length = (count - 1) * apart;
    return Math.max(from, Math.min(to - length, sum / count - length / 2));
  };
  for (const place of places) {
    let group = { sum: place, count: 1 };
    let before = groups[groups.length - 1];
    while (before !== undefined && startOf(before) + before.count * apart > startOf(group)) {
      groups.pop();
      group = { sum: group.sum + before.sum, count: group.count + before.count };
      before = groups[groups.length - 1];
    }
    groups.push(group);
  }
  return groups.flatMap((group) => Array.from({ length: group.count }, (_, i) => startOf(group) + i * apart));
}
