/** Networks in numbers, as marks: a block per measure, its numbers in columns, and a dot for each on an axis of ratios. */
import { scaleLog } from "d3-scale";
import type { Canvas, Variant } from "../contract.ts";
import { circleMark, type Mark, pathMark, tenth, textMark } from "../shared/marks.ts";
import type { LedgerLine } from "./ledger-measures.ts";

/** Where the parts of a block stand; what has no room beside comes below. */
export interface LedgerColumns {
  /** Width of the names, 0 where they stand above. */
  readonly names: number;
  /** Width of one network's numbers. */
  readonly number: number;
  /** Left edge and width of the axis of ratios. */
  readonly chart: { readonly left: number; readonly width: number; readonly isBelow: boolean };
  readonly rowHeight: number;
  readonly head: number;
}

/** Narrowest columns, pixels: of a number, of names, of ratios. */
const least = { number: 46, names: 176, chart: 110 } as const;
const edge = 12;
/** Room a letter takes, pixels. */
const letterRoom = 9;

/** The columns of so many networks in a width. */
export function columnsOf(count: number, width: number): LedgerColumns {
  const beside = width >= least.names + count * (least.number + 10) + 150;
  const names = beside ? least.names : 0;
  const isBelow = !beside && width < count * least.number + least.chart;
  const room = width - names;
  const number = isBelow ? (room - 2) / count : Math.min(beside ? 84 : 60, (room - (beside ? 150 : least.chart)) / count);
  const left = isBelow ? edge : names + number * count + edge + 6;
  return {
    names,
    number,
    chart: { left, width: width - left - edge, isBelow },
    rowHeight: (beside ? 32 : 44) + (isBelow ? 24 : 0),
    head: isBelow ? 42 : 30,
  };
}

/** Height of that many measures, pixels. */
export function ledgerHeight({ rowHeight, head }: LedgerColumns, lines: number): number {
  return head + rowHeight * Math.max(1, lines) + 4;
}

/** The marks of all measures. */
export function ledgerMarks(lines: readonly LedgerLine[], variants: readonly Variant[], canvas: Canvas): readonly Mark[] {
  const { theme, width } = canvas;
  const columns = columnsOf(variants.length, width);
  const { names, number, chart, rowHeight, head } = columns;
  const x = ratioScale(lines, chart);
  const numberX = (i: number) => names + (i + 1) * number - 6;
  const marks: Mark[] = [...headMarks(columns, variants, x, canvas)];
  lines.forEach((each, row) => {
    const { measure, values, best } = each;
    const top = head + row * rowHeight;
    const line = names > 0 ? top + 19 : top + 34;
    marks.push(pathMark(`rule ${row}`, `M0 ${tenth(top)}H${width}`, { stroke: theme.line }));
    marks.push(textMark(`name ${row}`, 0, names > 0 ? line : top + 16, measure.title, { "font-size": 12, fill: theme.ink }));
    if (measure.unit !== "") {
      const short = names > 0 ? measure.unit.replace(" per terminal", "") : measure.unit;
      marks.push(
        textMark(`unit ${row}`, measure.title.length * 6.4 + 6, names > 0 ? line : top + 16, short, { "font-size": 11, fill: theme.ink2 }),
      );
    }
    values.forEach((value, i) => {
      marks.push(
        textMark(`value ${row} ${i}`, numberX(i), line, value === null ? "–" : measure.write(value), {
          "font-size": 12,
          "text-anchor": "end",
          fill: best.has(i) || best.size === 0 ? theme.ink : theme.ink2,
          "font-weight": best.has(i) ? 700 : 400,
        }),
      );
    });
    marks.push(...ratioMarks(row, each, variants, x, chart.isBelow ? line + 20 : line - 4, canvas));
  });
  return marks;
}

type Scale = ReturnType<typeof ratioScale>;

/** Ratios about 1 in the middle, as far as the furthest; at least a factor of 1.5 and at most of 100. */
function ratioScale(lines: readonly LedgerLine[], { left, width }: LedgerColumns["chart"]) {
  const all = lines.flatMap(({ ratios }) => ratios.flatMap((ratio) => (ratio === null || ratio <= 0 ? [] : [Math.max(ratio, 1 / ratio)])));
  const most = Math.min(100, Math.max(1.5, ...all) * 1.06);
  return scaleLog([1 / most, most], [left, left + width]).clamp(true);
}

/** Tags of the networks, and the ticks of the ratios. */
function headMarks(
  { names, number, chart, head }: LedgerColumns,
  variants: readonly Variant[],
  x: Scale,
  { theme, height }: Canvas,
): readonly Mark[] {
  const most = x.domain()[1];
  const steps = [100, 10, 5, 2, 1.5].filter((step) => step <= most * 1.001);
  const step = steps[0] ?? most;
  const ticks = [1 / step, 1, step];
  const muted = { "font-size": 11, fill: theme.ink2 };
  const baseline = variants[0].letter;
  const name = (tick: number) => (tick === 1 ? baseline : tick < 1 ? `÷${step}` : `×${step}`);
  return [
    ...variants.flatMap(({ letter }, i) => {
      const at = names + (i + 1) * number - 6 - 8;
      const tag = i === 0 ? { fill: theme.ink } : { fill: "none", stroke: theme.ink, "stroke-width": 1.2, "stroke-dasharray": "2.6 1.8" };
      return [
        circleMark(`tag ${i}`, at, 11, 8, tag),
        textMark(`letter ${i}`, at, 15, letter, {
          "font-size": 11,
          "font-weight": 700,
          "text-anchor": "middle",
          fill: i === 0 ? theme.surface : theme.ink,
        }),
      ];
    }),
    ...ticks.map((tick) =>
      textMark(`tick ${tick}`, x(tick), chart.isBelow ? head - 5 : 15, name(tick), { ...muted, "text-anchor": "middle" }),
    ),
    pathMark("baseline", `M${tenth(x(1))} ${head - 2}V${height - 4}`, { stroke: theme.edge }),
    pathMark("ticks", [1 / step, step].map((tick) => `M${tenth(x(tick))} ${head - 2}V${height - 4}`).join(""), {
      stroke: theme.line,
      "stroke-dasharray": "1 3",
    }),
  ];
}

/** A dot for every network at its ratio; where there are several, with their letters above, moved apart until they can be read. */
function ratioMarks(
  row: number,
  { ratios, best }: LedgerLine,
  variants: readonly Variant[],
  x: Scale,
  y: number,
  { theme }: Canvas,
): readonly Mark[] {
  const placed = ratios
    .flatMap((ratio, i) => (i === 0 || ratio === null || ratio <= 0 ? [] : [{ i, at: x(ratio) }]))
    .toSorted((p, q) => p.at - q.at);
  if (placed.length === 0) return [];
  const [from, to] = [Math.min(x(1), placed[0].at), Math.max(x(1), placed[placed.length - 1].at)];
  const letters =
    placed.length === 1
      ? []
      : spread(
          placed.map(({ at }) => at),
          letterRoom,
          x.range(),
        );
  return [
    pathMark(`span ${row}`, `M${tenth(from)} ${tenth(y)}H${tenth(to)}`, { stroke: theme.edge }),
    ...placed.map(({ i, at }) =>
      circleMark(
        `dot ${row} ${i}`,
        at,
        y,
        3,
        best.has(i) ? { fill: theme.ink } : { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.3 },
      ),
    ),
    ...letters.map((at, k) =>
      textMark(`dot letter ${row} ${placed[k].i}`, at, y - 6, variants[placed[k].i].letter, {
        "font-size": 11,
        "text-anchor": "middle",
        "font-weight": best.has(placed[k].i) ? 700 : 400,
        fill: best.has(placed[k].i) ? theme.ink : theme.ink2,
      }),
    ),
  ];
}

/** Places in ascending order moved as little as it takes to be so far apart, within a range. */
function spread(places: readonly number[], apart: number, [from, to]: readonly number[]): readonly number[] {
  const found = [...places];
  for (let i = 1; i < found.length; i++) found[i] = Math.max(found[i], found[i - 1] + apart);
  // What was pushed too far right goes back, and pushes its neighbours.
  const middle = found.reduce((sum, at, i) => sum + at - places[i], 0) / found.length;
  const last = found[found.length - 1] - middle;
  const back = middle + Math.max(0, last - to);
  const start = Math.max(from, found[0] - back);
  return found.map((at) => at - found[0] + start);
}
