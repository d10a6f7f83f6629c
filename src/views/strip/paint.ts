/** Load over time → marks: lines, the parts of the run, the stretch chosen, the play head. */
import { type Frame, scalar } from "../../core/simulation/frame.ts";
import type { Canvas, Span, Variant, ViewData } from "../contract.ts";
import { sayPercent, withUnit } from "../../words/numbers.ts";
import { circleMark, halo, type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { axisUp, ticksAt, small } from "../axes/axis.ts";
import { linearScale, lineThrough, ticksIn } from "../axes/scale.ts";
import { dashesAt, dotted } from "../marks/strokes.ts";
import type { Reach } from "./reach.ts";
import type { Units } from "../../words/units.ts";

const top = 9;
const loadTicks = [0, 0.5, 1];

/** The parts a run has, or null where nothing is measured apart. */
export function partsOf({ window }: Variant) {
  return window !== null && Number.isFinite(window.end) ? window : null;
}

/** The cycle that the clock stands at: that of the furthest run, for others may have come to their end before. */
export function nowOf({ variants }: Pick<ViewData, "variants">): number {
  return variants.reduce((now, { frame }) => Math.max(now, frame?.scalars[scalar.now] ?? 0), 0);
}

/** The last cycle of the strip: the limit or the known end of the longest run, or where it has come to. */
export function endOf({ variants }: ViewData): number {
  const soFar = Math.max(100, nowOf({ variants }));
  return variants.reduce((end, each) => {
    const limit = each.window?.limit ?? Infinity;
    // What ends by itself ends where its whole run, computed ahead, has ended.
    return Math.max(end, Number.isFinite(limit) ? limit : (each.results?.makespan ?? 0));
  }, soFar);
}

/** Where cycles stand across, and loads up and down. */
export function scalesOf({ shown }: Reach, { units, width, height }: Canvas, variants: readonly Variant[]) {
  const isRoomy = width >= 520;
  const words = Math.max(...loadTicks.map((tick) => tickOf(units, variants)(tick).length));
  const [left, right, foot] = [isRoomy ? Math.max(28, 8 + 6.6 * words) : 4, isRoomy ? 112 : 4, 22];
  return {
    isRoomy,
    left,
    bottom: height - foot,
    x: linearScale([shown.from, shown.to], [left, width - right], true),
    y: linearScale([0, 1], [height - foot, top], true),
  };
}

type Scales = ReturnType<typeof scalesOf>;

/** How a part of what a channel can carry is written: as that where channels are unlike, else as the load that it is. */
function tickOf(units: Units, variants: readonly Variant[]): (share: number) => string {
  const [{ cycle } = { cycle: 1 }] = variants;
  return variants.every((each) => each.cycle === cycle) ? (share) => units.formatLoadTick(share / cycle) : sayPercent;
}

/** All marks of a strip that shows that reach. */
export function stripMarks(data: ViewData, reach: Reach, canvas: Canvas): readonly Mark[] {
  const scales = scalesOf(reach, canvas, data.variants);
  const { x, bottom } = scales;
  const { theme } = canvas;
  const now = nowOf(data);
  const parts = partsOf(data);
  const marks: Mark[] = [rectMark("past", x(0), top, x(now) - x(0), bottom - top, { fill: "var(--strip)" })];
  const tint = { fill: theme.accent, "fill-opacity": 0.1 };
  // What was chosen takes the place of what is measured: there is one field at a time.
  const field = data.span ?? (parts === null ? null : { from: parts.start, to: parts.end });
  if (field !== null)
    marks.push(rectMark(data.span === null ? "measured" : "chosen", x(field.from), top, x(field.to) - x(field.from), bottom - top, tint));
  marks.push(...axisMarks(reach, scales, tickOf(data.units, data.variants), canvas));
  data.variants.forEach((variant, place) => marks.push(...lineMarks(variant, place, reach.shown, scales, theme.ink)));
  if (parts !== null) marks.push(...partMarks(data, parts, reach, scales, canvas));
  if (data.span !== null) marks.push(...chosenMarks(data.span, scales, canvas));
  if (data.frame === null) return marks;
  if (now >= reach.shown.from && now <= reach.shown.to) {
    const at = tenth(x(now));
    marks.push(
      pathMark("now", `M${at} ${top - 2}V${tenth(bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 }),
      pathMark("head", `M${at - 5} ${top - 8}h10l-5 7z`, { fill: theme.ink }),
    );
  }
  return scales.isRoomy ? [...marks, ...valueMarks(data, scales, canvas)] : marks;
}

function axisMarks(
  { end, shown }: Reach,
  { x, y, left, isRoomy }: Scales,
  writeTick: (share: number) => string,
  { units, width, height, theme }: Canvas,
): readonly Mark[] {
  const loads = ticksAt(loadTicks, y, (tick) => (isRoomy ? writeTick(tick) : ""));
  const marks: Mark[] = [...axisUp(loads, left, x(shown.to), theme)];
  const unit = units.sayTime(shown.to);
  const lastRoom = unit.length * 6.2 + 14;
  for (const tick of units.roundTimes(shown.to, (perCycle) =>
    ticksIn([shown.from * perCycle, shown.to * perCycle], isRoomy ? Math.min(8, width / 110) : 2),
  )) {
    if (x(tick) > x(shown.to) - lastRoom - 12) continue;
    const isFirst = tick === shown.from;
    marks.push(textMark(`x${tick}`, x(tick), height - 5, units.formatTime(tick, shown.to), small(theme, isFirst ? "start" : "middle")));
  }
  marks.push(textMark("end", x(shown.to), height - 5, unit, small(theme, "end")));
  // A strip that shows less than all says so: a thin bar where the part lies in the whole.
  if (shown.from > 0 || shown.to < end) {
    const whole = linearScale([0, end], x.range);
    marks.push(
      pathMark("whole", `M${tenth(whole(0))} ${height - 1}H${tenth(whole(end))}`, { stroke: theme.line, "stroke-width": 2 }),
      pathMark("part", `M${tenth(whole(shown.from))} ${height - 1}H${tenth(whole(shown.to))}`, { stroke: theme.ink2, "stroke-width": 2 }),
    );
  }
  return marks;
}

/** Where warm-up, measurement and drain begin and end, with their names as far as they have room. */
function partMarks(
  { units, frame, span, cycle }: ViewData,
  parts: { readonly start: number; readonly end: number },
  { end, shown }: Reach,
  { x, y, bottom }: Scales,
  { theme }: Canvas,
): readonly Mark[] {
  const own = span === null ? theme.accent : theme.ink2;
  const isShown = (cycle: number) => cycle >= shown.from && cycle <= shown.to;
  const edges = [parts.start, parts.end].flatMap((at, i) =>
    isShown(at)
      ? [
          pathMark(`window ${i === 0 ? "start" : "end"}`, `M${tenth(x(at))} ${top}V${tenth(bottom)}`, {
            stroke: own,
            "stroke-width": span === null ? 1.5 : 1,
            ...(span === null ? {} : dotted),
          }),
        ]
      : [],
  );
  // Its own words would lie on those of the stretch chosen.
  if (span !== null) return edges;
  const named = y(clearLevel(frame, cycle)) + 4;
  const name = (key: string, from: number, to: number, words: readonly string[], fill: string) => {
    const text = words.find((each) => each.length * 6 + 16 <= x(to) - x(from));
    return text === undefined ? [] : [textMark(key, x(from) + 8, named, text, { "font-size": 11, fill, ...halo(theme.ground) })];
  };
  const measured = `measured: ${sayCycles(units, { from: parts.start, to: parts.end })}`;
  return [
    ...edges,
    ...name("warm-up", 0, parts.start, ["warm-up"], theme.ink2),
    ...name("measured name", parts.start, parts.end, [measured, "measured"], theme.accent),
    ...name("drain", parts.end, end, ["drain"], theme.ink2),
  ];
}

/** The stretch chosen: two edges with grips, and what it means. */
function chosenMarks({ from, to }: Span, { x, bottom, isRoomy }: Scales, { units, theme }: Canvas): readonly Mark[] {
  // In a low strip the grips make way for the words below them.
  const middle = bottom - top < 45 ? top + 8 : (top + bottom) / 2;
  const marks = [from, to].flatMap((at, i) => {
    const key = i === 0 ? "from" : "to";
    return [
      pathMark(`edge ${key}`, `M${tenth(x(at))} ${top}V${tenth(bottom)}`, { stroke: theme.accent, "stroke-width": 1.5 }),
      circleMark(`grip ${key}`, x(at), middle, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }),
    ];
  });
  const [start, stop] = x.range;
  const widthOf = (words: string) => words.length * 6.2;
  const whole = sayChosen(units, { from, to });
  const said = isRoomy && widthOf(whole) <= stop - start ? whole : sayCycles(units, { from, to });
  const room = widthOf(said);
  const place = Math.max(start, Math.min(stop - room, (x(from) + x(to)) / 2 - room / 2));
  marks.push(textMark("chosen name", place, bottom - 4, said, { "font-size": 11, fill: theme.accent, ...halo(theme.ground) }));
  return marks;
}

/** What a stretch of time means to the page: `Network and cards show 4 800 to 11 200`; those that cannot are marked. */
export function sayChosen(units: Units, span: Span): string {
  return `Network and cards show ${sayCycles(units, span)}`;
}

function sayCycles(units: Units, { from, to }: Span): string {
  const { name } = units.timeUnit(to);
  const ends = `${units.formatMoment(from, to)} to ${units.formatMoment(to, to)}`;
  return name === "cycles" ? ends : withUnit(ends, name);
}

/** Worst and mean load of one network, within what is shown. */
function lineMarks({ letter, frame, cycle: own }: Variant, place: number, shown: Span, { x, y }: Scales, ink: string): readonly Mark[] {
  if (frame === null) return [];
  const length = frame.scalars[scalar.binCycles];
  const bins = frame.scalars[scalar.bins];
  const drawn = (column: Float32Array) => {
    const points = Array.from({ length: bins }, (_, i) => [(i + 0.5) * length, Math.min(1, column[i] * own)] as const);
    return lineThrough(cut(points, shown).map(([cycle, load]) => [x(cycle), y(load)]));
  };
  const key = (name: string) => (letter === "" || place === 0 ? name : `${name} ${letter}`);
  const dashed = dashesAt(place);
  return [
    pathMark(key("mean line"), drawn(frame.meanLoad), {
      stroke: ink,
      "stroke-linejoin": "round",
      "stroke-width": 1.2,
      "stroke-opacity": 0.75,
      ...dashed,
    }),
    pathMark(key("worst line"), drawn(frame.worstLoad), {
      stroke: ink,
      "stroke-linejoin": "round",
      "stroke-width": place === 0 ? 2 : 1.6,
      ...dashed,
    }),
  ];
}

/** The part of a line that lies between two cycles, cut where it enters and leaves. */
function cut(points: readonly (readonly [number, number])[], { from, to }: Span): readonly (readonly [number, number])[] {
  const at = (cycle: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) =>
    [cycle, ay + ((by - ay) * (cycle - ax)) / (bx - ax)] as const;
  return points.flatMap((point, i) => {
    const next = points[i + 1];
    const crossings =
      next === undefined ? [] : [from, to].filter((cycle) => point[0] < cycle && cycle < next[0]).map((cycle) => at(cycle, point, next));
    return [...(point[0] >= from && point[0] <= to ? [point] : []), ...crossings];
  });
}

/** The newest values at the right, or those of the stretch chosen: worst and mean, or each network's worst. */
function valueMarks(data: ViewData, { x, y, bottom }: Scales, { height, theme }: Canvas): readonly Mark[] {
  const at = x.range[1] + 10;
  const latest = ({ frame }: Variant) => valuesIn(frame, data.span);
  const when = data.span === null ? " now" : "";
  const words = (key: string, place: number, text: string, weight: number) =>
    textMark(key, at, place, text, { "font-size": 11, fill: theme.ink, "font-weight": weight });
  const unit = textMark("unit", at, height - 5, data.units.headOf("phits/cycle"), small(theme));
  if (data.variants.length === 1) {
    const own = latest(data);
    if (own === null) return [];
    const worstAt = Math.min(y(own.worst) + 4, bottom - 16);
    return [
      words("worst", worstAt, `worst${when} ${data.units.formatLoad(own.worst)}`, 600),
      words("mean", Math.max(Math.min(y(own.mean) + 4, bottom), worstAt + 14), `mean${when} ${data.units.formatLoad(own.mean)}`, 400),
      unit,
    ];
  }
  const known = data.variants.flatMap((variant) => {
    const own = latest(variant);
    return own === null ? [] : [{ letter: variant.letter, worst: own.worst }];
  });
  // As many as have room, one below the other, in the order of their lines.
  const shown = known.slice(0, Math.floor((bottom - top + 10) / 14)).toSorted((a, b) => b.worst - a.worst);
  return [
    ...shown.map(({ letter, worst }, i) =>
      words(`worst ${letter}`, top + 4 + 14 * i, `${letter} worst ${data.units.formatLoad(worst)}`, 600),
    ),
    unit,
  ];
}

/** The newest worst and mean load, or the largest and the mean within a stretch; null before there are any. */
export function valuesIn(frame: Frame | null, span: Span | null): { readonly worst: number; readonly mean: number } | null {
  const bins = frame?.scalars[scalar.bins] ?? 0;
  if (frame === null || bins === 0) return null;
  if (span === null) return { worst: frame.worstLoad[bins - 1], mean: frame.meanLoad[bins - 1] };
  const length = frame.scalars[scalar.binCycles];
  let [worst, sum, cycles] = [0, 0, 0];
  for (let bin = 0; bin < bins; bin++) {
    const own = Math.min(span.to, (bin + 1) * length) - Math.max(span.from, bin * length);
    if (own <= 0) continue;
    worst = Math.max(worst, frame.worstLoad[bin]);
    sum += own * frame.meanLoad[bin];
    cycles += own;
  }
  return cycles === 0 ? null : { worst, mean: sum / cycles };
}

/** The part of what a channel can carry at which words lie farthest from both lines. */
function clearLevel(frame: Frame | null, cycle: number): number {
  const levels = [0.14, 0.5, 0.8];
  const bins = frame?.scalars[scalar.bins] ?? 0;
  if (frame === null || bins === 0) return levels[0];
  const lines = [frame.worstLoad, frame.meanLoad].map(
    (column) => (cycle * column.subarray(0, bins).reduce((sum, load) => sum + load, 0)) / bins,
  );
  const clear = (level: number) => Math.min(...lines.map((share) => Math.abs(share - level)));
  // At the foot as long as that is clear enough.
  return levels.reduce((best, level) => (clear(level) > clear(best) && clear(best) < 0.2 ? level : best));
}
