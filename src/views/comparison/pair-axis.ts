/**
 * Terminals of two networks on one axis: bars of how each terminal spent its time, those of A upwards and those of B downwards, on one
 * scale.
 */
import { small } from "../plot/axes.ts";
import type { Canvas, Highlight } from "../contract.ts";
import { type Mark, pathMark, rectMark, ring, tenth, textMark } from "../marks/marks.ts";
import type { TerminalAxis } from "../stage/scene.ts";
import type { Times } from "../readings/times.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Segments of a bar, from the axis outwards. */
const parts = [
  { part: "sending", fill: "var(--sending)" },
  { part: "idle", fill: "var(--idle)" },
  { part: "blocked", fill: "var(--blocked)" },
] as const;

/** Mean times of some terminals, cycles. */
export function meanTimes({ cycles, sending, blocked }: Times, terminals: readonly number[]) {
  const mean = (of: Float64Array) => terminals.reduce((sum, t) => sum + of[t], 0) / terminals.length;
  const [sent, kept] = [mean(sending), mean(blocked)];
  return { sending: sent, idle: Math.max(0, cycles - sent - kept), blocked: kept };
}

/** Bars of the terminals of one network. `fullCycles` is the number of cycles that fills the height of the axis. */
export function barMarks(
  prefix: string,
  axis: TerminalAxis | null,
  times: Times | null,
  most: number,
  highlight: Highlight,
  { theme }: Canvas,
): readonly Mark[] {
  if (axis === null || times === null || times.cycles === 0) return [];
  const down = downOf(axis);
  const y = (cycles: number) => axis.y + (down * cycles * axis.barHeight) / most;
  const left = (x: number) => x - axis.barWidth / 2;
  const bar = (x: number, from: number, to: number) =>
    `M${tenth(left(x))} ${tenth(y(from))}h${tenth(axis.barWidth)}V${tenth(y(to))}h${-tenth(axis.barWidth)}z`;
  const paths = { sending: "", idle: "", blocked: "", hatching: "", silent: "", caps: "" };
  for (const { x, terminals } of axis.bars) {
    const own = meanTimes(times, terminals);
    if (own.sending + own.blocked === 0) {
      if (axis.pitch >= 4) paths.silent += ring(x, axis.y + down * 4, 1.8);
      continue;
    }
    let from = 0;
    for (const { part } of parts) {
      const to = from + own[part];
      if (Math.abs(y(to) - y(from)) > 0.3) paths[part] += bar(x, from, to);
      if (part === "blocked" && axis.barWidth >= 4) paths.hatching += hatched(left(x), axis.barWidth, y(from), y(to));
      from = to;
    }
    if (terminals.some((t) => highlight.terminals.has(t)))
      paths.caps += `M${tenth(left(x) - 1)} ${tenth(y(from) + down * 3.5)}h${tenth(axis.barWidth + 2)}`;
  }
  const edge = axis.barWidth >= 4 ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
  const all = [
    ...parts.map(({ part, fill }) => pathMark(prefix + part, paths[part], part === "idle" ? { fill, ...edge } : { fill })),
    pathMark(`${prefix}hatching`, paths.hatching, { stroke: theme.ground, "stroke-width": 1.1, "stroke-opacity": 0.5 }),
    pathMark(`${prefix}silent`, paths.silent, { stroke: theme.ink2 }),
    pathMark(`${prefix}highlighted caps`, paths.caps, { stroke: theme.accent, "stroke-width": 2.2 }),
  ];
  return all.filter(({ attributes }) => attributes["d"] !== "");
}

/** Dots and numbers of the terminals between both sides; selected terminals are in the accent color. */
export function numberMarks(prefix: string, axis: TerminalAxis, terminals: Highlight["terminals"], { theme }: Canvas): readonly Mark[] {
  const shown = new Set(axis.labels.map(({ text }) => text));
  const extra =
    terminals.size > mostNumbered
      ? []
      : orderOf(axis).flatMap((t, i) =>
          terminals.has(t) && !shown.has(String(t)) ? [{ x: axis.left + (i + 0.5) * axis.pitch, text: String(t) }] : [],
        );
  const isClear = ({ x, text }: { x: number; text: string }) =>
    terminals.has(Number(text)) || extra.every((own) => Math.abs(own.x - x) > 4 * (own.text.length + text.length));
  return [
    ...(axis.dotted === "" ? [] : [pathMark(`${prefix}terminal dots`, axis.dotted, { fill: theme.ink2, "fill-opacity": 0.8 })]),
    ...[...axis.labels.filter(isClear), ...extra].map(({ x, text }) => {
      const isHighlighted = terminals.has(Number(text));
      return textMark(`${prefix}terminal ${text}`, x, axis.numbersAt + 4, text, {
        "font-size": 11,
        "text-anchor": "middle",
        fill: isHighlighted ? theme.accent : theme.ink2,
        "font-weight": isHighlighted ? strongWeight : 400,
        ...(isHighlighted ? { stroke: theme.ground, "stroke-width": 4, "paint-order": "stroke" } : {}),
      });
    }),
  ];
}

/** Up to this many selected terminals get a number in addition to the regular ones. */
const mostNumbered = 8;

/** Terminals from left to right. */
export function orderOf({ bars }: TerminalAxis): readonly number[] {
  return bars.flatMap((bar) => bar.terminals);
}

/** Legend of the bar segments, starting at (x, y). Where `isLong`, it begins with the time that the bars cover. */
export function barKey(
  x: number,
  y: number,
  cycles: readonly number[],
  isLong: boolean,
  { units, theme }: Canvas,
): { readonly marks: readonly Mark[]; readonly width: number } {
  const words = small(theme);
  const lead = !isLong ? "" : new Set(cycles).size === 1 ? `Each terminal’s ${units.sayTime(cycles[0])}:` : "Each terminal’s time:";
  let at = x + (isLong ? textWidth(lead) + 6 : 0);
  const marks = isLong ? [textMark("key", x, y, lead, words)] : [];
  for (const { part, fill } of parts) {
    const edge = part === "idle" ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
    marks.push(rectMark(`key ${part}`, at, y - 8, 8, 8, { rx: 2, fill, ...edge }), textMark(`key ${part} name`, at + 12, y, part, words));
    at += 12 + textWidth(part) + 10;
  }
  return { marks, width: at - x };
}

/** 1 if bars grow downwards, −1 if upwards. */
function downOf(axis: TerminalAxis): 1 | -1 {
  return axis.numbersAt < axis.y ? 1 : -1;
}

/** Diagonal hatching within a bar. */
function hatched(left: number, width: number, from: number, to: number): string {
  const [top, bottom] = [Math.min(from, to), Math.max(from, to)];
  let d = "";
  for (let start = bottom - 5; start > top - width; start -= 5) {
    const skip = Math.max(0, top - start);
    const run = Math.min(width, bottom - start);
    if (run > skip) d += `M${tenth(left + skip)} ${tenth(start + skip)}L${tenth(left + run)} ${tenth(start + run)}`;
  }
  return d;
}
