/**
 * Bar charts of relative times: a strip for each program, in it a group for each size, and in that a bar for each network except the
 * baseline, which is the line at 1. Slower goes up, faster goes down, on one logarithmic scale.
 */
import type { Canvas } from "../contract.ts";
import { formatMeasure } from "../../words/numbers.ts";
import { verticalAxisMarks, ticksAt, smallText } from "../plot/vertical-axis.ts";
import { decadeTicks } from "../plot/ticks.ts";
import { type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import type { MixTable } from "../../core/measures/mix.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";
import { logScale } from "../plot/scale.ts";
import { targetBoxBetween } from "../plot/targets.ts";
import { formatRelative, timeTarget } from "./time-target.ts";

const lineHeight = 16;
const stripHeight = 134;
const stripGap = 20;
/** Minimum width of strips side by side, and width of the scale, pixels. */
const minStripWidth = 300;
const scaleWidth = 30;
/** Minimum width of a bar for its letter below, and for its number above, pixels. */
const minBarWidth = { letter: 9, number: 27 } as const;

/** Arrangement of the strips for a width. */
export interface StripLayout {
  readonly perRow: number;
  readonly width: number;
  /** Legend of the networks, broken into lines. */
  readonly legend: readonly (readonly { readonly x: number; readonly text: string; readonly bar: number }[])[];
  readonly headHeight: number;
}

/**
 * Arranges the strips (bar charts of relative times, one for each program) in rows, and breaks the legend into lines. In the legend, `bar`
 * is the index of a network's bar in each group of bars; −1 for the baseline, which is a line at 1 instead of a bar. Positions and widths
 * are in pixels.
 */
export function layoutStrips({ rows, networks, baseline }: MixTable, width: number): StripLayout {
  const perRow = Math.max(1, Math.min(rows.labels.length, Math.floor((width + stripGap) / (minStripWidth + stripGap))));
  const legend: { x: number; text: string; bar: number }[][] = [[]];
  let nextX = 0;
  const others = networks.filter((_, i) => i !== baseline);
  const legendEntries = [
    { text: `${`${networks[baseline].letter} ${networks[baseline].title}`.trim()}: the line at 1`, bar: -1 },
    ...others.map(({ letter, title }, barIndex) => ({ text: `${letter} ${title}`.trim(), bar: barIndex })),
  ];
  for (const { text, bar: barIndex } of legendEntries) {
    const entryWidth = textWidth(text) + (barIndex < 0 ? 0 : 16) + 18;
    if (nextX > 0 && nextX + entryWidth > width) {
      legend.push([]);
      nextX = 0;
    }
    legend[legend.length - 1].push({ x: nextX, text, bar: barIndex });
    nextX += entryWidth;
  }
  return { perRow, width: (width - (perRow - 1) * stripGap) / perRow, legend, headHeight: legend.length * lineHeight + 12 };
}

/** Height of all strips, pixels. */
export function stripsHeight({ rows }: MixTable, { perRow, headHeight }: StripLayout): number {
  return headHeight + Math.ceil(rows.labels.length / perRow) * stripHeight;
}

/** Marks of the legend and of all strips. */
export function relativeTimeStrips(mix: MixTable, { width, theme }: Canvas): readonly Mark[] {
  const strips = layoutStrips(mix, width);
  const y = ratioScale(mix);
  const legendMarks = strips.legend.flatMap((line, i) =>
    line.flatMap(({ x: entryX, text, bar }) => [
      ...(bar < 0 ? [] : [rectMark(`swatch ${bar}`, entryX, i * lineHeight + 3, 10, 10, barStyle(bar, mix, theme))]),
      textMark(`name ${bar}`, entryX + (bar < 0 ? 0 : 16), i * lineHeight + 12, text, smallText(theme)),
    ]),
  );
  const stripMarks = mix.rows.labels.flatMap((_, row) => {
    const left = (row % strips.perRow) * (strips.width + stripGap);
    const top = strips.headHeight + Math.floor(row / strips.perRow) * stripHeight;
    return oneStrip(mix, row, left, top, strips.width, y, theme);
  });
  return [...legendMarks, ...stripMarks];
}

type RatioScale = ReturnType<typeof ratioScale>;
type Theme = Canvas["theme"];

/** Common scale of all relative times and 1; 0 is the top of a strip. */
function ratioScale({ relative }: MixTable) {
  const knownValues = relative.flat(2).filter((each) => each !== null && each > 0 && each < Infinity) as readonly number[];
  const [low, high] = [Math.min(0.8, ...knownValues), Math.max(1.6, ...knownValues)];
  return logScale([low / 1.06, high * 1.06], [stripHeight - 50, 34], true);
}

/** Ticks that fit above each other, always including 1. */
function ratioTicks(y: RatioScale): readonly number[] {
  const [low, high] = y.domain;
  const ticks: number[] = [1];
  for (const tick of decadeTicks(low, high)) if (ticks.every((other) => Math.abs(y(other) - y(tick)) >= 12)) ticks.push(tick);
  return ticks;
}

/** Fills from dark to faint, one for each bar of a group. */
function barStyle(bar: number, { networks }: MixTable, theme: Theme) {
  const others = networks.length - 1;
  const tone = Math.round(100 * (others < 2 ? 0.75 : 0.92 - (0.7 * bar) / (others - 1))) / 100;
  return { fill: theme.ink, "fill-opacity": tone, stroke: theme.ink, "stroke-opacity": 0.6, "stroke-width": 0.75 };
}

/**
 * Draws one strip, the bar chart of one program: its title and weight, the axis of relative times, and a group of bars for each message
 * size. Groups with weight 0 are pale. `row` is the index of the program; `left`, `top` and `width` are in pixels.
 */
function oneStrip(mix: MixTable, row: number, left: number, top: number, width: number, y: RatioScale, theme: Theme): readonly Mark[] {
  const { rows, columns } = mix;
  const right = left + width;
  const plotLeft = left + scaleWidth;
  const pitch = (right - plotLeft) / columns.labels.length;
  const marks: Mark[] = [
    textMark(`row ${row}`, left, top + 12, rows.labels[row], { "font-size": 12, "font-weight": strongWeight, fill: theme.ink }),
    ...(rows.weights[row] === 1
      ? []
      : [textMark(`weight ${row}`, right, top + 12, `weight ${formatMeasure(rows.weights[row])}`, smallText(theme, "end"))]),
  ];
  const ticks = ticksAt(ratioTicks(y), (tick) => top + y(tick), String);
  marks.push(
    ...verticalAxisMarks(
      ticks.map((tick) => (tick.key === 1 ? { ...tick, stroke: theme.edge } : tick)),
      plotLeft,
      right,
      theme,
      `${row} `,
    ),
  );
  columns.labels.forEach((label, column) => {
    const hasWeight = rows.weights[row] > 0 && columns.weights[column] > 0;
    const group = groupMarks(mix, row, column, { left: plotLeft + column * pitch + 3, top, pitch: pitch - 6 }, y, theme);
    marks.push(
      ...group.map((mark) => (hasWeight ? mark : { ...mark, attributes: { ...mark.attributes, opacity: 0.35 } })),
      textMark(`column ${row} ${column}`, plotLeft + (column + 0.5) * pitch, top + stripHeight - 16, label, smallText(theme, "middle")),
    );
  });
  return marks;
}

/**
 * Bars of one program at one message size, one for each network except the baseline. A bar extends from 1, the baseline, to the relative
 * time of its network (its time divided by that of the baseline): up for slower, down for faster. Letters are below and numbers above the
 * bars where they fit; a short line means that there is no result yet.
 */
function groupMarks(
  mix: MixTable,
  row: number,
  column: number,
  { left, top, pitch }: { readonly left: number; readonly top: number; readonly pitch: number },
  y: RatioScale,
  theme: Theme,
): readonly Mark[] {
  const otherNetworks = mix.networks.flatMap((network, i) => (i === mix.baseline ? [] : [{ network, i }]));
  const barPitch = Math.min(44, pitch / Math.max(1, otherNetworks.length));
  const start = left + (pitch - barPitch * otherNetworks.length) / 2;
  const labelStyle = smallText(theme, "middle");
  return otherNetworks.flatMap(({ network, i }, barIndex) => {
    const value = mix.relative[i]?.[row]?.[column] ?? null;
    const key = `${row} ${column} ${i}`;
    const middle = start + (barIndex + 0.5) * barPitch;
    const letter =
      barPitch >= minBarWidth.letter && network.letter !== ""
        ? [textMark(`letter ${key}`, middle, top + stripHeight - 32, network.letter, labelStyle)]
        : [];
    if (value === null)
      return [
        pathMark(`late ${key}`, `M${toTenths(middle - 1.5)} ${toTenths(top + y(1))}h3`, { stroke: theme.ink2, "stroke-width": 2 }),
        ...letter,
      ];
    const [baselineY, valueY] = [top + y(1), top + y(value)];
    const [barTop, barBottom] = [Math.min(baselineY, valueY), Math.max(baselineY, valueY)];
    // A bar equal to the baseline is drawn as a line, so that it stays visible.
    const box = rectMark(
      `bar ${key}`,
      start + barIndex * barPitch + barPitch * 0.1,
      barTop - (barBottom - barTop < 1.5 ? 1 : 0),
      barPitch * 0.8,
      Math.max(2, barBottom - barTop),
      barStyle(barIndex, mix, theme),
    );
    // The hover target is as high as the strip.
    const edges = [start + barIndex * barPitch, start + (barIndex + 1) * barPitch, top + 28, top + stripHeight - 28] as const;
    const target = timeTarget(mix, { network: i, row, column }, value, {
      ...targetBoxBetween(...edges),
      row: `at ${top}`,
      outline: [{ ...box, key: "hover", attributes: { ...box.attributes, fill: "none", stroke: theme.ink, "stroke-width": 1.5 } }],
    });
    const showsNumber = barPitch >= minBarWidth.number || value === Infinity;
    const numberMarks = showsNumber
      ? [textMark(`value ${key}`, middle, value >= 1 ? barTop - 3 : barBottom + 11, formatRelative(value), labelStyle)]
      : [];
    return [{ ...box, targets: [target] }, ...letter, ...numberMarks];
  });
}
