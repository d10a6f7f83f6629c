/** Axes: a hairline and a word for each tick of a scale, at the left of a drawing or at its foot, and which numbers are ticks. */
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";

/** A tick where it stands, pixels. */
export interface Tick {
  /** Names it among those of its axis. */
  readonly key: string | number;
  readonly at: number;
  /** Its word; empty for a hairline alone. */
  readonly text: string;
  /** Colour of its hairline, where it is none of many. */
  readonly stroke?: string;
}

/** How small words are written: those of axes, keys and notes; around their place, or before it, where it is said. */
export function small(theme: Theme, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": 11, fill: theme.ink2, ...(anchor === undefined ? {} : { "text-anchor": anchor }) };
}

/** The same for what stands out: the name of a part, the value of what is picked. */
export function strong(fill: string, anchor?: "start" | "middle" | "end"): Attributes {
  return { "font-size": 11, "font-weight": 650, fill, ...(anchor === undefined ? {} : { "text-anchor": anchor }) };
}

/** About how wide a word of an axis is, pixels. */
export function widthOf(text: string): number {
  return 6.4 * text.length;
}

/** Values of a scale as ticks. */
export function ticksAt(values: readonly number[], scale: (value: number) => number, write: (value: number) => string): readonly Tick[] {
  return values.map((value) => ({ key: value, at: scale(value), text: write(value) }));
}

/** An axis of values up: hairlines from the left to the right, each with its word before it. */
export function axisUp(ticks: readonly Tick[], left: number, right: number, theme: Theme, name = ""): readonly Mark[] {
  return ticks.flatMap(({ key, at, text, stroke = theme.line }) => [
    pathMark(`grid ${name}${key}`, `M${tenth(left)} ${tenth(at)}H${tenth(right)}`, { stroke }),
    ...(text === "" ? [] : [textMark(`tick ${name}${key}`, left - 6, at + 4, text, small(theme, "end"))]),
  ]);
}

/** Where the words of an axis across stand, and from where to where they have room; all of the width when absent. Pixels. */
export interface Foot {
  readonly y: number;
  readonly left?: number;
  readonly right?: number;
}

/** The words of an axis of values across, each around its tick; one at the left end begins there, one at the right end ends there. */
export function axisWords(
  ticks: readonly Tick[],
  { y, left = -Infinity, right = Infinity }: Foot,
  theme: Theme,
  name = "x",
): readonly Mark[] {
  return ticks.map(({ key, at, text }) => {
    const half = widthOf(text) / 2;
    const anchor = at - half < left ? "start" : at + half > right ? "end" : "middle";
    return textMark(`tick ${name}${key}`, at, y, text, small(theme, anchor));
  });
}

/** Those of the ticks whose words have room beside each other, counted from the last. */
export function withRoom(ticks: readonly Tick[], gap = 8): readonly Tick[] {
  const room = Math.max(0, ...ticks.map(({ text }) => widthOf(text))) + gap;
  const kept: Tick[] = [];
  for (const tick of ticks.toReversed()) if (kept.length === 0 || kept[0].at - tick.at >= room) kept.unshift(tick);
  return kept;
}

/** 1, 2 and 5 times powers of ten from one value to another, both above 0. */
export function decades(from: number, to: number, digits: readonly number[] = [1, 2, 5]): readonly number[] {
  const first = Math.floor(Math.log10(from));
  const powers = Array.from({ length: Math.max(0, Math.floor(Math.log10(to)) - first + 1) }, (_, i) => first + i);
  // A power below 1 is a part of a whole number, so that 0.2 is 2 / 10.
  const all = powers.flatMap((power) => digits.map((digit) => (power < 0 ? digit / 10 ** -power : digit * 10 ** power)));
  return all.filter((value) => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9));
}

/** The round numbers around two values, on a scale of equal factors: the last below and the first above. */
function decadesAround(from: number, to: number): readonly [number, number] {
  const [low, high] = [decades(from / 10, from).at(-1), decades(to, to * 10)[0]];
  return [low ?? from, high === low ? high * 2 : (high ?? to)];
}

/** A whole multiple of 1, 2 or 5 times a power of ten that parts a length into so many at most. */
export function roundStep(length: number, most: number): number {
  const least = length / most;
  return decades(least, least * 10)[0] ?? 1;
}

/** Multiples of a step from one to another. */
export function multiples(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** A number of an axis as it is written. */
export function writeTick(value: number): string {
  return (Math.round(value * 1e6) / 1e6).toLocaleString("en-US").replace("-", "−");
}

/** Heights in their order, each at least a distance from the next and none below the floor: down first, and up from the floor. */
export function apart(heights: readonly number[], distance: number, floor = Infinity): readonly number[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((i, rank) => (placed[i] = rank === 0 ? heights[i] : Math.max(heights[i], placed[order[rank - 1]] + distance)));
  order.toReversed().forEach((i, rank, back) => (placed[i] = Math.min(placed[i], rank === 0 ? floor : placed[back[rank - 1]] - distance)));
  return placed;
}

/** From where to where an error reaches, as a path with a cap at either end, upright or lying. */
export function errorBar([from, to]: readonly [number, number], at: number, isUpright: boolean, cap = 3.5): string {
  const [a, b, c] = [tenth(from), tenth(to), tenth(at)];
  return isUpright
    ? `M${c} ${a}V${b}${[a, b].map((end) => `M${tenth(at - cap)} ${end}h${2 * cap}`).join("")}`
    : `M${a} ${c}H${b}${[a, b].map((end) => `M${end} ${tenth(at - cap)}v${2 * cap}`).join("")}`;
}

/** A scale that begins and ends at round numbers, or at 0, with its ticks at most so many. */
export interface RoundEnds {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

export function evenEnds(least: number, most: number, steps: number): RoundEnds {
  const step = roundStep(most - Math.min(0, least), steps);
  const domain = [Math.floor(Math.min(0, least) / step) * step, Math.max(1, Math.ceil(most / step)) * step] as const;
  return { domain, ticks: multiples(...domain, step) };
}

export function steepEnds(least: number, most: number): RoundEnds {
  const domain = decadesAround(least, most);
  return { domain, ticks: decades(...domain) };
}
