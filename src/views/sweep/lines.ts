/** A sweep as lines: a measure over the values of the first place, a line for each network and each value of the second. */
import { area, line } from "d3-shape";
import type { Canvas, ViewData } from "../contract.ts";
import { type Best, namesOf } from "../../core/measures/contest.ts";
import { type SweepAxis, type SweepTable, type SweptMeasure, type Value, valueOf } from "../../core/measures/sweep.ts";
import { firstFull, pointOf } from "../../core/measures/curve.ts";
import { isTime } from "../../core/base/time-unit.ts";
import { axisUp, ticksAt, small } from "../plot/axes.ts";
import { textWidth, widestOf } from "../plot/text-width.ts";
import { type LabelBox, meet } from "../plot/labels.ts";
import { spreadApart } from "../plot/end-names.ts";
import { aboutBars, errorBar } from "../plot/error-bar.ts";
import { hueOf } from "../marks/colour.ts";
import { circleMark, halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { dotted, strokeAt, strokeStyle } from "../marks/strokes.ts";
import { inLines } from "./names.ts";
import { bandRoom, type Drawn, reignMarks, thinly } from "./reigns.ts";
import { linearScale, logScale, type Scale, ticksIn } from "../plot/scale.ts";
import { decadesWithRoom, writeTick } from "../plot/ticks.ts";

/** One line: what it is called, and its values by their number on the first axis. */
export interface Series {
  /** Number of its network, and of its value on the second axis. */
  readonly variant: number;
  readonly second: number;
  readonly name: string;
  /** The same with a network's letter alone, where there is no room for more. */
  readonly short: string;
  /** The same in a sentence, with what the second value is a value of. */
  readonly said: string;
  readonly values: ReadonlyMap<number, Value>;
}

/**
 * The lines of a sweep, in the order of networks and values.
 * @param isContest whether the second values do the same in different ways, and their names say enough
 */
export function seriesOf(
  { axes, points }: SweepTable,
  measure: SweptMeasure,
  variants: ViewData["variants"],
  isContest = false,
): readonly Series[] {
  const second = axes[1];
  const found = new Map<string, Omit<Series, "values"> & { values: Map<number, Value> }>();
  for (const point of points) {
    const value = valueOf(point, measure);
    if (value === null) continue;
    const key = `${point.variant} ${point.at[1] ?? 0}`;
    const variant = variants[point.variant];
    const network = variants.length > 1 ? [`${variant?.letter ?? ""} ${variant?.title ?? ""}`] : [];
    const letter = variants.length > 1 ? [variant?.letter ?? ""] : [];
    const label = second === undefined ? [] : [(isContest ? namesOf(second) : second.said)[point.at[1]]];
    const series = found.get(key) ?? {
      variant: point.variant,
      second: point.at[1] ?? 0,
      name: [...network, ...label].join(", "),
      short: [...letter, ...label].join(", "),
      said: [...label, ...network].join(", "),
      values: new Map<number, Value>(),
    };
    series.values.set(point.at[0], value);
    found.set(key, series);
  }
  return [...found.values()];
}

/** Part of the width that names may have at the right. */
const mostNames = 0.36;
const leading = 13;
/** How names at the ends of lines are written. */
const nameStyle = { size: 12, weight: 600 } as const;
/** Between the end of a line and its name: a gap, a piece of the line, and a gap. */
const sample = 22;
const headRoom = 10 + sample + 6;
/** Where the highest value stands: below the title and the name of the run that is shown. */
const top = 30;
/** Room for the words of the axis across. */
const foot = 40;
/** What spans more than so many times its least is told in units that grow with it. */
const wide = 1000;

/** Height that the names of contenders take at the ends of their lines, with the axis, the band and the title, pixels. */
export function heightForNames(names: readonly string[], width: number): number {
  const room = width * mostNames - headRoom;
  const lines = names.reduce((sum, name) => sum + (inLines(name, room, nameStyle)?.length ?? 1), 0);
  return top + leading * lines + foot + bandRoom;
}

/** A point of the sweep where it is drawn. */
export interface Stop {
  readonly x: number;
  readonly y: number;
  readonly at: readonly number[];
  readonly series: Series;
  readonly value: Value;
}

/**
 * Marks of the lines, with axes and names, and where each point of the sweep is.
 * @param shown the point whose run is shown elsewhere, in the accent; undefined for none
 * @param bests who is best at each size, where the lines are contenders: drawn over them, and named below
 */
export function lineMarks(
  table: SweepTable,
  series: readonly Series[],
  measure: SweptMeasure,
  canvas: Canvas,
  shown?: readonly number[],
  bests: readonly Best[] | null = null,
): { readonly marks: readonly Mark[]; readonly stops: readonly Stop[] } {
  const { width, height, theme, units } = canvas;
  const [axis, second] = table.axes;
  const values = series.flatMap((each) => [...each.values.values()]);
  if (values.length === 0) return { marks: [], stops: [] };
  // Each name is followed by a value.
  const roomFor = (name: (each: Series) => string) =>
    14 +
    widestOf(
      series.map((each) => `${name(each)} 0.0000`),
      nameStyle,
    );
  const nameOf = roomFor(({ name }) => name) <= width * mostNames ? ({ name }: Series) => name : ({ short }: Series) => short;
  const names = Math.min(width * mostNames, roomFor(nameOf));
  const floor = height - foot - (bests === null ? 0 : bandRoom);
  const most = values.reduce((a, { high }) => Math.max(a, high), 0);
  const least = values.reduce((a, { low }) => Math.min(a, low), Infinity);
  // What spans more than a decade would hide its lower part on an even scale.
  const isSteep = least > 0 && most / least > 20;
  const upright = [floor, top] as const;
  const y = isSteep ? logScale([least / 1.2, most * 1.2], upright) : linearScale([0, most === 0 ? 1 : most * 1.08], upright);
  const count = height > 260 ? 5 : 3;
  const round = (factor: number) => {
    const [from, to] = y.domain;
    const domain = [from * factor, to * factor] as const;
    return isSteep ? decadesWithRoom(domain, 2 * count) : ticksIn(domain, count);
  };
  const ticks = isTime(measure.unit) ? units.roundTimes(most, round) : round(1);
  const write = isSteep && most / least > wide ? byItself(measure.unit, units) : (tick: number) => units.writerOf(measure.unit)(tick, most);
  const left = 12 + Math.max(20, widestOf(ticks.map(write)));
  const { place, scale } = placing(axis, left + 6, width - names);
  const words = small(theme);
  const title = titleOf(measure, units, most, isSteep && most / least > wide);
  const seeds = values.reduce((most, each) => Math.max(most, each.seeds), 0);
  const bars = aboutBars(seeds, left + textWidth(title), width);
  // What has no room behind the title stands before that of the axis across.
  const below = bars === "" ? aboutBars(seeds, 4, width - names - textWidth(`${axis.title}, ${axis.unit}`)) : "";
  const marks: Mark[] = [
    textMark("title", left, 14, `${title}${bars}`, words),
    ...(below === "" ? [] : [textMark("bars title", 4, height - 6, below.replace("; ", ""), words)]),
  ];
  marks.push(...axisUp(ticksAt(ticks, y, write), left, width - names, theme));
  marks.push(...axisWords(axis, place, scale, height, width - names, words));
  const stops = series.flatMap((each) =>
    [...each.values].map(([at, value]): Stop => {
      return { x: place(at), y: y(value.mean), at: second === undefined ? [at] : [at, each.second], series: each, value };
    }),
  );
  // Of loads, all that is offered may be delivered.
  const delivered =
    axis.isOffered === true && measure.id === "accepted" && axis.numbers !== null && !isSteep
      ? allDelivered(axis.numbers, { place, y, left }, theme)
      : null;
  marks.push(...(delivered?.marks ?? []));
  // Between two names there is nothing; several rows of dots are told apart by their lines.
  const isJoined = axis.numbers !== null || series.length > 1;
  for (const [i, each] of series.entries()) {
    const own = bests === null ? oneLine(each, i, place, y, canvas) : thinly(oneLine(each, i, place, y, canvas), i, theme);
    marks.push(...(isJoined ? own : own.filter(({ key }) => !/^(line|band) /.test(key))));
  }
  if (axis.isOffered === true && measure.id === "accepted" && axis.numbers !== null)
    marks.push(...saturations(table, axis.numbers, stops, { left, taken: delivered?.name ?? null }, canvas));
  if (bests !== null) {
    const lines = new Map(
      series.map(({ second, values }) => [second, [...values].map(([at, { mean }]) => [at, y(mean)] as const)] as const),
    );
    const drawn: Drawn = {
      names: namesOf(second),
      rankOf: (way) => series.findIndex((each) => each.second === way),
      place,
      heightOf: (way, at) => lines.get(way)?.find(([of]) => of === at)?.[1] ?? floor,
      floor,
    };
    marks.push(...reignMarks(bests, axis, drawn, canvas));
  }
  const own = shown === undefined ? [] : stops.filter(({ at }) => at.every((value, i) => value === shown[i]));
  const isLeft = own.length > 0 && own[0].x < width / 2;
  if (own.length > 0)
    marks.push(
      pathMark("shown", `M${tenth(own[0].x)} ${tenth(floor)}V${top}`, {
        stroke: theme.accent,
        "stroke-width": 1.2,
        "stroke-dasharray": "2 3",
      }),
      ...own.map((stop, i) =>
        circleMark(`shown ${i}`, stop.x, stop.y, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }),
      ),
      // Lines may lie on each other there: the dot alone does not say whose run it is.
      ...(own.length === 1 && series.length > 1
        ? [
            // The names of the lines stand at the right, those of crossings at the floor.
            textMark("shown name", own[0].x + (isLeft ? 6 : -6), bests === null ? floor - 8 : top - 5, `this run: ${own[0].series.name}`, {
              ...words,
              ...(isLeft ? {} : { "text-anchor": "end" }),
              fill: theme.accent,
            }),
          ]
        : []),
    );
  const told = bests === null ? (value: number) => units.writerOf(measure.unit)(value, most) : null;
  return { marks: [...marks, ...nameMarks(series, nameOf, place, y, canvas, floor, told)], stops };
}

/** How a value is written that stands for itself: a time in its own unit, many cycles as a power of ten. */
function byItself(unit: string, units: Canvas["units"]): (value: number) => string {
  if (!isTime(unit)) return units.writerOf(unit);
  return (value) => {
    if (units.timeUnit(value).name !== "cycles") return units.sayTime(value);
    const [digit, power] = value.toExponential(0).split("e+");
    return Number(power) < 5
      ? units.formatTime(value)
      : `${digit === "1" ? "" : `${digit} × `}10${[...power].map((each) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(each)]).join("")}`;
  };
}

/** What the axis of values is called; without a unit where each of its ticks has its own. */
function titleOf({ title, unit }: SweptMeasure, units: Canvas["units"], most: number, isByItself: boolean): string {
  if (unit === "" || (isByItself && isTime(unit) && units.timeUnit(most).name !== "cycles")) return title;
  return units.headOf(`${title}, ${unit}`, most);
}

function sampleOf(i: number, x: number, y: number, theme: Canvas["theme"]): readonly Mark[] {
  const hue = hueOf(i, theme);
  const { shape } = strokeAt(i);
  return [
    pathMark(`sample ${i}`, `M${tenth(x)} ${tenth(y)}h${sample}`, { ...strokeStyle(i, theme), stroke: hue }),
    ...(shape === null
      ? []
      : [pathMark(`sample dot ${i}`, shape(x + sample / 2, y), { fill: theme.surface, stroke: hue, "stroke-width": 1.2 })]),
  ];
}

/** Scales of both axes, and the left end of the horizontal one, pixels. */
interface Across {
  readonly place: (i: number) => number;
  readonly y: Scale;
  readonly left: number;
}

/** The line on which accepted and offered load are equal, up to the top of the axis, with its name; and the rectangle of that name. */
function allDelivered(loads: readonly number[], { place, y, left }: Across, { ink2, ground }: Canvas["theme"]) {
  const most = Math.max(...y.domain);
  const shown = loads.flatMap((load, i) => (load <= most ? [[place(i), y(load)] as const] : [])).toSorted(([a], [b]) => a - b);
  const last = shown.at(-1);
  if (last === undefined || shown.length < 2) return null;
  const text = "all delivered";
  const end = last[0] - 6;
  // Close to the vertical axis the name is above the end of the line, because to the left it would cover the labels of the ticks.
  const isBeside = end - textWidth(text) >= left;
  const [x, foot] = isBeside ? [end - textWidth(text), last[1] + 2] : [left + 4, last[1] - 8];
  const name: LabelBox = [x, foot - 11, x + textWidth(text), foot + 3];
  const marks = [
    pathMark("all delivered", `M${tenth(shown[0][0])} ${tenth(shown[0][1])}L${tenth(last[0])} ${tenth(last[1])}`, {
      stroke: ink2,
      ...dotted,
    }),
    textMark("all delivered name", isBeside ? end : x, foot, text, {
      "font-size": 11,
      fill: ink2,
      ...(isBeside ? { "text-anchor": "end" } : halo(ground)),
    }),
  ];
  return { marks, name };
}

/**
 * A ring where each line leaves that of all delivered: the last load of which nearly all arrives. Its name is to the left of the ring,
 * above the line. Where it would cross the axis or cover another name, it is to the right, below the line.
 */
function saturations(
  { points }: SweepTable,
  loads: readonly number[],
  stops: readonly Stop[],
  { left, taken }: { readonly left: number; readonly taken: LabelBox | null },
  { units, width, theme }: Canvas,
): readonly Mark[] {
  const series = [...new Set(stops.map((stop) => stop.series))];
  const rings = series.flatMap((each) => {
    const own = stops.filter((stop) => stop.series === each).toSorted((a, b) => a.x - b.x);
    // By the rule of the finding: of what was created, not of what was asked for.
    const curve = own.map(({ at }) => {
      const point = points.find((other) => other.variant === each.variant && other.at.every((value, i) => value === at[i]));
      return pointOf(loads[at[0]], point?.runs ?? []);
    });
    const full = firstFull(curve);
    return full > 0 ? [{ stop: own[full - 1], name: series.length > 1 ? `${each.name} ` : "", load: loads[own[full - 1].at[0]] }] : [];
  });
  const ringOf = ({ stop }: (typeof rings)[number], i: number) =>
    circleMark(`saturation ${i}`, stop.x, stop.y, 6, { fill: theme.ground, stroke: theme.ink, "stroke-width": 1.5 });
  if (width < 420) return rings.map(ringOf);
  const texts = rings.map(({ name, load }) => `${name}saturates at ${units.formatLoad(load)}`);
  const isLeft = rings.map(({ stop }, i) => {
    const box: LabelBox = [stop.x - 12 - textWidth(texts[i], { size: 12 }), stop.y - 15, stop.x - 12, stop.y];
    return box[0] >= left && (taken === null || !meet(box, taken));
  });
  const heightsOn = (isOn: readonly boolean[], lower: number) =>
    spreadApart(
      rings.map(({ stop }, i) => (isOn[i] ? stop.y + lower : Infinity)),
      leading + 1,
    );
  const above = heightsOn(isLeft, -3);
  const below = heightsOn(
    isLeft.map((is) => !is),
    14,
  );
  return rings.flatMap((ring, i) => [
    ringOf(ring, i),
    textMark(`saturation name ${i}`, ring.stop.x + (isLeft[i] ? -12 : 12), isLeft[i] ? above[i] : below[i], texts[i], {
      "font-size": 12,
      fill: theme.ink,
      ...(isLeft[i] ? { "text-anchor": "end" } : {}),
      ...halo(theme.ground),
    }),
  ]);
}

/** Where the values of an axis stand: numbers by their size, names side by side; and the scale of many numbers, for round ticks. */
function placing({ numbers, labels }: SweepAxis, left: number, right: number) {
  if (numbers === null || labels.length < 2) {
    const step = (right - left) / Math.max(1, labels.length);
    return { place: (i: number) => left + (i + 0.5) * step, scale: null };
  }
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  // By factors, and not by steps: then the middle one is far from the middle.
  const isByFactors = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] < (least + most) / 4;
  const isSteep = least > 0 && most / least >= 16 && (numbers.length < 12 || isByFactors);
  const across = [left, right - 10] as const;
  const scale = isSteep ? logScale([least, most], across) : linearScale([Math.min(least, most > 4 * least ? 0 : least), most], across);
  return { place: (i: number) => scale(numbers[i]), scale: isSteep || labels.length <= mostLabels ? null : scale };
}

/** Of more numbers than this not each is named, but round ones. */
const mostLabels = 8;

function axisWords(
  axis: SweepAxis,
  place: (i: number) => number,
  scale: Scale | null,
  height: number,
  right: number,
  small: object,
): readonly Mark[] {
  const marks: Mark[] = [];
  if (scale !== null) {
    const title = axis.unit === "" ? axis.title : `${axis.title}, ${axis.unit}`;
    return [
      ...ticksIn(scale.domain, 6).map((tick) =>
        textMark(`x ${tick}`, scale(tick), height - 22, writeTick(tick), { ...small, "text-anchor": "middle" }),
      ),
      textMark("x title", right, height - 6, title, { ...small, "text-anchor": "end" }),
    ];
  }
  // Every one of them, or every second, or more seldom: whichever finds room.
  const order = axis.labels.map((_, i) => i).toSorted((a, b) => place(a) - place(b));
  const half = (i: number) => textWidth(axis.labels[i]) / 2;
  const named = (every: number) => order.filter((_, rank) => rank % every === 0);
  const isRoomy = (those: readonly number[]) =>
    those.every((i, k) => k === 0 || place(i) - half(i) - 10 >= place(those[k - 1]) + half(those[k - 1]));
  let every = 1;
  while (!isRoomy(named(every))) every++;
  for (const i of named(every))
    marks.push(textMark(`x ${i}`, place(i), height - 22, axis.labels[i], { ...small, "text-anchor": "middle" }));
  const title = axis.unit === "" ? axis.title : `${axis.title}, ${axis.unit}`;
  return [...marks, textMark("x title", right, height - 6, title, { ...small, "text-anchor": "end" })];
}

function oneLine({ values }: Series, i: number, place: (i: number) => number, y: Scale, { theme }: Canvas): readonly Mark[] {
  const points = [...values].toSorted(([a], [b]) => a - b);
  const drawn = line<(typeof points)[number]>(
    ([at]) => place(at),
    ([, { mean }]) => y(mean),
  ).digits(1);
  const band = area<(typeof points)[number]>()
    .digits(1)
    .x(([at]) => place(at))
    .y0(([, { low }]) => y(low))
    .y1(([, { high }]) => y(high));
  const { shape } = strokeAt(i);
  const marks: Mark[] = [];
  if (points.some(([, { seeds }]) => seeds > 1))
    marks.push(pathMark(`band ${i}`, band(points) ?? "", { fill: theme.ink, "fill-opacity": 0.13 }));
  marks.push(pathMark(`line ${i}`, drawn(points) ?? "", strokeStyle(i, theme)));
  const dots = points.map(([at, { mean }]) => (shape ?? dot)(place(at), y(mean))).join("");
  marks.push(pathMark(`dots ${i}`, dots, { fill: shape === null ? theme.ink : theme.surface, stroke: theme.ink, "stroke-width": 1.2 }));
  const bars = points.flatMap(([at, { low, high }]) => (high > low ? [errorBar([y(low), y(high)], place(at), true, 3)] : []));
  if (bars.length > 0) marks.push(pathMark(`bars ${i}`, bars.join(""), { stroke: theme.ink, "stroke-width": 1 }));
  const stuck = points.filter(([, { isDeadlocked }]) => isDeadlocked);
  const crosses = stuck.map(([at, { mean }]) => `M${tenth(place(at) - 4)} ${tenth(y(mean) - 4)}l8 8m-8 0l8 -8`).join("");
  if (crosses !== "") marks.push(pathMark(`deadlocks ${i}`, crosses, { stroke: theme.ink, "stroke-width": 1.8 }));
  return marks;
}

const dot = (x: number, y: number) => `M${tenth(x - 1.6)} ${tenth(y)}a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0`;

/**
 * Names and last values at the ends of the lines, pushed apart where they would lie on each other. Lines that end at one height are named
 * in their order. Where there are too many for their height, each has one line, in smaller letters.
 */
function nameMarks(
  series: readonly Series[],
  nameOf: (each: Series) => string,
  place: (i: number) => number,
  y: Scale,
  { width, theme }: Canvas,
  floor: number,
  tell: ((value: number) => string) | null,
): readonly Mark[] {
  const heads = series.map((each) => {
    const { values } = each;
    const name = nameOf(each);
    const last = Math.max(...values.keys());
    const { mean } = values.get(last) as Value;
    return { x: place(last), y: y(mean), name, value: tell === null ? "" : ` ${tell(mean)}` };
  });
  const right = Math.max(...heads.map((head) => head.x)) + 10;
  // Contenders meet where they end: each name has a piece of its line before it.
  const left = tell === null ? right - 10 + headRoom : right;
  const room = floor - top + leading / 2;
  const inRows = (size: number, isOnOneLine: boolean) => {
    const style = { ...nameStyle, size };
    const isLong = (text: string) => textWidth(text, style) > width - left;
    // The name of a contender takes the lines that it needs. Any other that has no room is cut, its value never.
    const cut = ({ name, value }: (typeof heads)[number]) => {
      if (name === "") return value.trim();
      if (!isLong(`${name}${value}`)) return `${name}${value}`;
      let letters = name.length - 1;
      while (letters > 1 && isLong(`${name.slice(0, letters)}…${value}`)) letters--;
      return `${name.slice(0, letters)}…${value}`;
    };
    return heads.map((head) => (tell === null && !isOnOneLine ? inLines(head.name, width - left, style) : null) ?? [cut(head)]);
  };
  const needed = inRows(nameStyle.size, false);
  const isOnOneLine = needed.flat().length * leading > room;
  const distance = Math.min(leading, room / heads.length);
  const size = isOnOneLine ? Math.max(leastNameSize, Math.min(nameStyle.size, distance)) : nameStyle.size;
  const rows = isOnOneLine ? inRows(size, true) : needed;
  const ends = evened(heads.map((head) => head.y));
  const lines = rows.flatMap((texts, i) => texts.map((text, nth) => ({ i, nth, text, y: ends[i] })));
  const heights = spreadApart(
    lines.map((each) => each.y),
    isOnOneLine ? distance : leading,
    floor,
  );
  const firstOf = (i: number) => heights[lines.findIndex((each) => each.i === i)];
  const named = { "font-size": size, "font-weight": 600, fill: theme.ink, ...halo(theme.surface) };
  return heads.flatMap((head, i) => [
    circleMark(`head ${i}`, head.x, head.y, 3.2, { fill: tell === null ? hueOf(i, theme) : theme.ink }),
    ...(tell === null ? sampleOf(i, right, firstOf(i), theme) : []),
    ...lines.flatMap(({ i: own, nth, text }, k) =>
      own === i ? [textMark(nth === 0 ? `name ${i}` : `name ${i} ${nth}`, left, heights[k] + 4, text, named)] : [],
    ),
  ]);
}

/** The smallest names that are read, pixels. */
const leastNameSize = 8;

/** Heights, those that are less than a dot's breadth apart the same. */
function evened(heights: readonly number[]): readonly number[] {
  const even = [...heights];
  let before = -Infinity;
  for (const i of [...heights.keys()].toSorted((a, b) => heights[a] - heights[b])) {
    if (heights[i] - before >= 3) before = heights[i];
    even[i] = before;
  }
  return even;
}
