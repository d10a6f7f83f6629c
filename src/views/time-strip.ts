/** Worst and mean channel load over time, with the parts of the run named: warm-up, measured, drain. */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { type Frame, scalar } from "../core/simulation/frame.ts";
import type { Canvas, View, ViewData } from "./contract.ts";
import { formatCount, formatLoad, withUnit } from "./shared/format.ts";
import { type Drawing, drawMarks, halo, type Mark, pathMark, rectMark, tenth, textMark } from "./shared/marks.ts";

export const timeStrip: View<Drawing> = {
  id: "time-strip",
  title: "Load over time",
  place: "time",

  needs({ frame }) {
    return frame === null ? "Here worst and mean channel load are written down as the run goes on." : null;
  },

  summary(data) {
    const { frame } = data;
    if (frame === null) return "Nothing has run yet.";
    const now = frame.scalars[scalar.now];
    const bins = frame.scalars[scalar.bins];
    const part = phaseAt(data, now);
    const where = `${withUnit(formatCount(now), "cycles")}${part === "" ? "" : `, ${part}`}`;
    if (bins === 0) return `${where}.`;
    return `${where}: the worst channel carries ${formatLoad(frame.worstLoad[bins - 1])} phits/cycle, the mean ${formatLoad(frame.meanLoad[bins - 1])}.`;
  },

  layout: (data, canvas) => ({ marks: canvas.width < 80 || canvas.height < 40 ? [] : marksOf(data, canvas) }),

  draw: ({ marks }, into) => drawMarks(marks, into),

  table({ frame }) {
    const columns = [
      { title: "From", unit: "cycle" },
      { title: "To", unit: "cycle" },
      { title: "Worst load", unit: "phits/cycle" },
      { title: "Mean load", unit: "phits/cycle" },
    ];
    if (frame === null) return { columns, rows: [] };
    const length = frame.scalars[scalar.binCycles];
    return {
      columns,
      rows: Array.from({ length: frame.scalars[scalar.bins] }, (_, i) => [
        i * length,
        (i + 1) * length,
        frame.worstLoad[i],
        frame.meanLoad[i],
      ]),
    };
  },
};

/** The part of the run a cycle lies in, in words; empty where the run has no parts. */
function phaseAt({ window }: ViewData, cycle: number): string {
  if (window === null || !Number.isFinite(window.end)) return "";
  return cycle < window.start ? "warming up" : cycle < window.end ? "measuring" : "draining";
}

function marksOf({ frame, window }: ViewData, { width, height, theme }: Canvas): readonly Mark[] {
  const now = frame?.scalars[scalar.now] ?? 0;
  const roomy = width >= 520;
  const [left, right, top, foot] = [roomy ? 28 : 4, roomy ? 84 : 4, 9, 22];
  const end = window !== null && Number.isFinite(window.limit) ? Math.max(window.limit, now) : Math.max(100, now);
  const x = scaleLinear([0, end], [left, width - right]);
  const y = scaleLinear([0, 1], [height - foot, top]);
  const bottom = height - foot;
  const small = { "font-size": 11, fill: theme.ink2 };
  const marks: Mark[] = [];
  marks.push(rectMark("past", x(0), top, x(Math.min(now, end)) - x(0), bottom - top, { fill: "var(--strip)" }));
  const parts = window !== null && Number.isFinite(window.end) ? window : null;
  if (parts !== null)
    marks.push(
      rectMark("measured", x(parts.start), top, x(parts.end) - x(parts.start), bottom - top, { fill: theme.accent, "fill-opacity": 0.1 }),
    );
  for (const tick of [0, 0.5, 1]) {
    marks.push(pathMark(`grid ${tick}`, `M${left} ${tenth(y(tick))}H${tenth(x(end))}`, { stroke: theme.line }));
    if (roomy) marks.push(textMark(`tick ${tick}`, left - 6, y(tick) + 4, String(tick), { ...small, "text-anchor": "end" }));
  }
  const unit = withUnit(formatCount(end), "cycles");
  const lastRoom = unit.length * 6.2 + 14;
  for (const tick of x.ticks(roomy ? Math.min(8, width / 110) : 2)) {
    if (x(tick) > x(end) - lastRoom - 12) continue;
    marks.push(textMark(`x${tick}`, x(tick), height - 5, formatCount(tick), { ...small, "text-anchor": tick === 0 ? "start" : "middle" }));
  }
  marks.push(textMark("end", x(end), height - 5, unit, { ...small, "text-anchor": "end" }));

  if (frame !== null) marks.push(...lines(frame, x, y, theme.ink));
  if (parts !== null) {
    for (const [key, at] of [
      ["start", parts.start],
      ["end", parts.end],
    ] as const) {
      marks.push(pathMark(`window ${key}`, `M${tenth(x(at))} ${top}V${tenth(bottom)}`, { stroke: theme.accent, "stroke-width": 1.5 }));
    }
    const named = y(clearLevel(frame)) + 4;
    const name = (key: string, from: number, to: number, words: readonly string[], fill: string) => {
      const text = words.find((each) => each.length * 6 + 16 <= x(to) - x(from));
      if (text !== undefined) marks.push(textMark(key, x(from) + 8, named, text, { "font-size": 11, fill, ...halo(theme.ground) }));
    };
    name("warm-up", 0, parts.start, ["warm-up"], theme.ink2);
    name(
      "measured name",
      parts.start,
      parts.end,
      [`measured: ${formatCount(parts.start)} to ${formatCount(parts.end)}`, "measured"],
      theme.accent,
    );
    name("drain", parts.end, end, ["drain"], theme.ink2);
  }
  if (frame === null) return marks;
  const at = tenth(x(now));
  marks.push(
    pathMark("now", `M${at} ${top - 2}V${tenth(bottom)}`, { stroke: theme.ink, "stroke-width": 1.5 }),
    pathMark("head", `M${at - 5} ${top - 8}h10l-5 7z`, { fill: theme.ink }),
  );
  const bins = frame.scalars[scalar.bins];
  if (roomy && bins > 0) {
    const [worst, mean] = [frame.worstLoad[bins - 1], frame.meanLoad[bins - 1]];
    const worstAt = Math.min(y(worst) + 4, bottom - 16);
    marks.push(
      textMark("worst", x(end) + 10, worstAt, `worst ${formatLoad(worst)}`, { "font-size": 11, "font-weight": 600, fill: theme.ink }),
    );
    marks.push(
      textMark("mean", x(end) + 10, Math.max(Math.min(y(mean) + 4, bottom), worstAt + 14), `mean ${formatLoad(mean)}`, {
        "font-size": 11,
        fill: theme.ink,
      }),
    );
    marks.push(textMark("unit", x(end) + 10, height - 5, "phits/cycle", small));
  }
  return marks;
}

/** The load at which words lie farthest from both lines. */
function clearLevel(frame: Frame | null): number {
  const levels = [0.14, 0.5, 0.8];
  const bins = frame?.scalars[scalar.bins] ?? 0;
  if (frame === null || bins === 0) return levels[0];
  const lines = [frame.worstLoad, frame.meanLoad].map((column) => column.subarray(0, bins).reduce((sum, load) => sum + load, 0) / bins);
  const clear = (level: number) => Math.min(...lines.map((load) => Math.abs(load - level)));
  // At the foot as long as that is clear enough.
  return levels.reduce((best, level) => (clear(level) > clear(best) && clear(best) < 0.2 ? level : best));
}

function lines(frame: Frame, x: (cycle: number) => number, y: (load: number) => number, ink: string): readonly Mark[] {
  const length = frame.scalars[scalar.binCycles];
  const bins = frame.scalars[scalar.bins];
  const drawn = (column: Float32Array) =>
    line<number>(
      (_, i) => x((i + 0.5) * length),
      (value) => y(Math.min(1, value)),
    ).digits(1)(column.subarray(0, bins)) ?? "";
  const round = { stroke: ink, "stroke-linejoin": "round" };
  return [
    pathMark("mean line", drawn(frame.meanLoad), { ...round, "stroke-width": 1.2, "stroke-opacity": 0.75 }),
    pathMark("worst line", drawn(frame.worstLoad), { ...round, "stroke-width": 2 }),
  ];
}
