/**
 * Bar charts of relative times: a strip for each program, in it a group for each size, and in that a bar for each network except the
 * baseline, which is the line at 1. Slower goes up, faster goes down, on one logarithmic scale.
 */
import type { Canvas } from "../contract.ts";
import { formatMeasure } from "../../words/numbers.ts";
import { axisUp, ticksAt, small } from "../plot/axes.ts";
import { decades } from "../plot/ticks.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import type { MixTable } from "../../core/measures/mix.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";
import { logScale } from "../plot/scale.ts";
import { boxBetween } from "../plot/targets.ts";
import { formatRelative, timeTarget } from "./time-target.ts";

const leading = 16;
const stripHeight = 134;
const gap = 20;
/** Minimum width of strips side by side, and width of the scale, pixels. */
const leastStrip = 300;
const axisRoom = 30;
/** Minimum width of a bar for its letter below, and for its number above, pixels. */
const least = { letter: 9, number: 27 } as const;

/** Arrangement of the strips for a width. */
export interface Strips {
  readonly across: number;
  readonly width: number;
  /** Legend of the networks, broken into lines. */
  readonly names: readonly (readonly { readonly at: number; readonly text: string; readonly bar: number }[])[];
  readonly head: number;
}

/** Arranges the strips side by side, and breaks the legend into lines. */
export function stripsOf({ rows, networks, baseline }: MixTable, width: number): Strips {
  const across = Math.max(1, Math.min(rows.labels.length, Math.floor((width + gap) / (leastStrip + gap))));
  const names: { at: number; text: string; bar: number }[][] = [[]];
  let at = 0;
  const others = networks.filter((_, i) => i !== baseline);
  const said = [
    { text: `${`${networks[baseline].letter} ${networks[baseline].title}`.trim()}: the line at 1`, bar: -1 },
    ...others.map(({ letter, title }, bar) => ({ text: `${letter} ${title}`.trim(), bar })),
  ];
  for (const { text, bar } of said) {
    const room = textWidth(text) + (bar < 0 ? 0 : 16) + 18;
    if (at > 0 && at + room > width) {
      names.push([]);
      at = 0;
    }
    names[names.length - 1].push({ at, text, bar });
    at += room;
  }
  return { across, width: (width - (across - 1) * gap) / across, names, head: names.length * leading + 12 };
}

/** Height of all strips, pixels. */
export function stripsHeight({ rows }: MixTable, { across, head }: Strips): number {
  return head + Math.ceil(rows.labels.length / across) * stripHeight;
}

/** Marks of the legend and of all strips. */
export function stripMarks(mix: MixTable, { width, theme }: Canvas): readonly Mark[] {
  const strips = stripsOf(mix, width);
  const y = ratioScale(mix);
  const names = strips.names.flatMap((line, i) =>
    line.flatMap(({ at, text, bar }) => [
      ...(bar < 0 ? [] : [rectMark(`swatch ${bar}`, at, i * leading + 3, 10, 10, styleOf(bar, mix, theme))]),
      textMark(`name ${bar}`, at + (bar < 0 ? 0 : 16), i * leading + 12, text, small(theme)),
    ]),
  );
  const each = mix.rows.labels.flatMap((_, row) => {
    const left = (row % strips.across) * (strips.width + gap);
    const top = strips.head + Math.floor(row / strips.across) * stripHeight;
    return stripAt(mix, row, left, top, strips.width, y, theme);
  });
  return [...names, ...each];
}

type Scale = ReturnType<typeof ratioScale>;
type Theme = Canvas["theme"];

/** Common scale of all relative times and 1; 0 is the top of a strip. */
function ratioScale({ relative }: MixTable) {
  const known = relative.flat(2).filter((each) => each !== null && each > 0 && each < Infinity) as readonly number[];
  const [low, high] = [Math.min(0.8, ...known), Math.max(1.6, ...known)];
  return logScale([low / 1.06, high * 1.06], [stripHeight - 50, 34], true);
}

/** Ticks that fit above each other, always including 1. */
function ticksOf(y: Scale): readonly number[] {
  const [low, high] = y.domain;
  const shown: number[] = [1];
  for (const tick of decades(low, high)) if (shown.every((other) => Math.abs(y(other) - y(tick)) >= 12)) shown.push(tick);
  return shown;
}

/** Fills from dark to faint, one for each bar of a group. */
function styleOf(bar: number, { networks }: MixTable, theme: Theme) {
  const others = networks.length - 1;
  const tone = Math.round(100 * (others < 2 ? 0.75 : 0.92 - (0.7 * bar) / (others - 1))) / 100;
  return { fill: theme.ink, "fill-opacity": tone, stroke: theme.ink, "stroke-opacity": 0.6, "stroke-width": 0.75 };
}

/** One strip: its title and weight, the axis, and a group of bars for each size. Groups with weight 0 are pale. */
function stripAt(mix: MixTable, row: number, left: number, top: number, width: number, y: Scale, theme: Theme): readonly Mark[] {
  const { rows, columns } = mix;
  const right = left + width;
  const from = left + axisRoom;
  const pitch = (right - from) / columns.labels.length;
  const marks: Mark[] = [
    textMark(`row ${row}`, left, top + 12, rows.labels[row], { "font-size": 12, "font-weight": strongWeight, fill: theme.ink }),
    ...(rows.weights[row] === 1
      ? []
      : [textMark(`weight ${row}`, right, top + 12, `weight ${formatMeasure(rows.weights[row])}`, small(theme, "end"))]),
  ];
  const ticks = ticksAt(ticksOf(y), (tick) => top + y(tick), String);
  marks.push(
    ...axisUp(
      ticks.map((tick) => (tick.key === 1 ? { ...tick, stroke: theme.edge } : tick)),
      from,
      right,
      theme,
      `${row} `,
    ),
  );
  columns.labels.forEach((label, column) => {
    const isCounted = rows.weights[row] > 0 && columns.weights[column] > 0;
    const group = groupMarks(mix, row, column, { left: from + column * pitch + 3, top, pitch: pitch - 6 }, y, theme);
    marks.push(
      ...group.map((mark) => (isCounted ? mark : { ...mark, attributes: { ...mark.attributes, opacity: 0.35 } })),
      textMark(`column ${row} ${column}`, from + (column + 0.5) * pitch, top + stripHeight - 16, label, small(theme, "middle")),
    );
  });
  return marks;
}

/** Bars of one size, with letters below and numbers above where they fit. */
function groupMarks(
  mix: MixTable,
  row: number,
  column: number,
  { left, top, pitch }: { readonly left: number; readonly top: number; readonly pitch: number },
  y: Scale,
  theme: Theme,
): readonly Mark[] {
  const others = mix.networks.flatMap((network, i) => (i === mix.baseline ? [] : [{ network, i }]));
  const slot = Math.min(44, pitch / Math.max(1, others.length));
  const start = left + (pitch - slot * others.length) / 2;
  const words = small(theme, "middle");
  return others.flatMap(({ network, i }, bar) => {
    const value = mix.relative[i]?.[row]?.[column] ?? null;
    const key = `${row} ${column} ${i}`;
    const middle = start + (bar + 0.5) * slot;
    const letter =
      slot >= least.letter && network.letter !== ""
        ? [textMark(`letter ${key}`, middle, top + stripHeight - 32, network.letter, words)]
        : [];
    if (value === null)
      return [
        pathMark(`late ${key}`, `M${tenth(middle - 1.5)} ${tenth(top + y(1))}h3`, { stroke: theme.ink2, "stroke-width": 2 }),
        ...letter,
      ];
    const [one, at] = [top + y(1), top + y(value)];
    const [high, low] = [Math.min(one, at), Math.max(one, at)];
    // A bar equal to the baseline is drawn as a line, so that it stays visible.
    const box = rectMark(
      `bar ${key}`,
      start + bar * slot + slot * 0.1,
      high - (low - high < 1.5 ? 1 : 0),
      slot * 0.8,
      Math.max(2, low - high),
      styleOf(bar, mix, theme),
    );
    const edges = [start + bar * slot, start + (bar + 1) * slot, top + 28, top + stripHeight - 28] as const;
    const target = timeTarget(mix, { network: i, row, column }, value, {
      ...boxBetween(...edges),
      row: `at ${top}`,
      outline: [{ ...box, key: "hover", attributes: { ...box.attributes, fill: "none", stroke: theme.ink, "stroke-width": 1.5 } }],
    });
    const isNamed = slot >= least.number || value === Infinity;
    const named = isNamed ? [textMark(`value ${key}`, middle, value >= 1 ? high - 3 : low + 11, formatRelative(value), words)] : [];
    return [{ ...box, targets: [target] }, ...letter, ...named];
  });
}
