/** The terminals of two networks on one axis: what each gets in, A's bars upwards and B's downwards, on one scale. */
import type { Canvas, ViewData } from "../contract.ts";
import { formatLoad } from "../shared/format.ts";
import type { Loads } from "../shared/loads.ts";
import { type Mark, pathMark, rectMark, ring, tenth, textMark } from "../shared/marks.ts";
import { terminalLoads } from "../stage/paint-axis.ts";
import type { TerminalAxis } from "../stage/scene.ts";

/** Entering this much less than is offered may well be chance. */
const chance = 0.1;

/** One network's terminals: its placed axis, and what they offer and get. */
export interface Side {
  readonly axis: TerminalAxis;
  readonly data: ViewData;
  readonly loads: Loads;
}

/** Load that both sides' tallest bars stand for, phits per cycle. */
export function barScale(sides: readonly Side[]): number {
  return Math.max(
    0.2,
    ...sides.map(({ axis, data, loads }) => {
      const { offered } = terminalLoads(data, loads);
      return data.load ?? Math.max(...axis.bars.map((bar) => mean(bar.terminals, offered)));
    }),
  );
}

/** The bars of one side; `most` is the load of the tallest of both. */
export function barMarks(prefix: string, { axis, data, loads }: Side, most: number, { theme }: Canvas): readonly Mark[] {
  const { offered, sent, silent } = terminalLoads(data, loads);
  const down = downOf(axis);
  const scale = (-down * axis.barHeight) / most;
  const y = (load: number) => axis.y - load * scale;
  const bar = (x: number, from: number, to: number) =>
    `M${tenth(x - axis.barWidth / 2)} ${tenth(y(from))}h${tenth(axis.barWidth)}V${tenth(y(to))}h${-tenth(axis.barWidth)}z`;
  let [enters, short, hatching, rings, caps] = ["", "", "", "", ""];
  for (const { x, terminals } of axis.bars) {
    const isLit = terminals.some((t) => data.lit.terminals.has(t));
    if (terminals.every(silent)) {
      if (axis.pitch >= 4) rings += ring(x, axis.y + down * 4, 1.8);
      continue;
    }
    const [got, asked] = [mean(terminals, sent), mean(terminals, offered)];
    if (got * Math.abs(scale) > 0.3) enters += bar(x, 0, Math.min(got, asked));
    const isShort = loads.measured && asked - got > chance * asked;
    if (isShort) {
      short += bar(x, got, asked);
      if (axis.barWidth >= 4) hatching += hatched(x - axis.barWidth / 2, axis.barWidth, y(got), y(asked));
    }
    if (isLit)
      caps += `M${tenth(x - axis.barWidth / 2 - 1)} ${tenth(y(isShort ? asked : Math.max(got, 0)) + down * 3.5)}h${tenth(axis.barWidth + 2)}`;
  }
  return [
    ...(data.load === null
      ? []
      : [
          pathMark(`${prefix}offered`, `M${tenth(axis.left)} ${tenth(y(data.load))}H${tenth(endOf(axis))}`, {
            stroke: theme.line,
            "stroke-dasharray": "1 3",
          }),
        ]),
    ...(enters === "" ? [] : [pathMark(`${prefix}enters`, enters, { fill: "var(--sending)" })]),
    ...(short === "" ? [] : [pathMark(`${prefix}short`, short, { fill: "var(--blocked)" })]),
    ...(hatching === ""
      ? []
      : [pathMark(`${prefix}short hatching`, hatching, { stroke: theme.ground, "stroke-width": 1.1, "stroke-opacity": 0.5 })]),
    ...(rings === "" ? [] : [pathMark(`${prefix}silent`, rings, { stroke: theme.ink2 })]),
    ...(caps === "" ? [] : [pathMark(`${prefix}lit caps`, caps, { stroke: theme.accent, "stroke-width": 2.2 })]),
  ];
}

/** Dots and numbers of the terminals between both sides; those picked in the accent. */
export function numberMarks(prefix: string, axis: TerminalAxis, { lit }: Pick<ViewData, "lit">, { theme }: Canvas): readonly Mark[] {
  const terminals = axis.bars.flatMap((bar) => bar.terminals);
  const shown = new Set(axis.labels.map(({ text }) => text));
  const few = lit.terminals.size <= 8;
  const extra = few
    ? terminals.flatMap((t, i) =>
        lit.terminals.has(t) && !shown.has(String(t)) ? [{ x: axis.left + (i + 0.5) * axis.pitch, text: String(t) }] : [],
      )
    : [];
  const isClear = ({ x, text }: { x: number; text: string }) =>
    lit.terminals.has(Number(text)) || extra.every((own) => Math.abs(own.x - x) > 4 * (own.text.length + text.length));
  const labels = [...axis.labels.filter(isClear), ...extra];
  return [
    ...(axis.dotted === "" ? [] : [pathMark(`${prefix}terminal dots`, axis.dotted, { fill: theme.ink2, "fill-opacity": 0.8 })]),
    ...labels.map(({ x, text }) => {
      const isLit = lit.terminals.has(Number(text));
      return textMark(`${prefix}terminal ${text}`, x, axis.numbersAt + 4, text, {
        "font-size": 11,
        "text-anchor": "middle",
        fill: isLit ? theme.accent : theme.ink2,
        "font-weight": isLit ? 700 : 400,
        ...(extra.length > 0 ? { stroke: theme.ground, "stroke-width": 3, "paint-order": "stroke" } : {}),
      });
    }),
  ];
}

/** What the bars are, in words with their colours, from a point to the right; how wide it is, pixels. */
export function barKey(
  x: number,
  y: number,
  load: number | null,
  { theme }: Canvas,
): { readonly marks: readonly Mark[]; readonly width: number } {
  const words = { "font-size": 11, fill: theme.ink2 };
  const lead = load === null ? "Each terminal:" : `Each terminal, of ${formatLoad(load)} offered:`;
  const at = x + lead.length * 5.6 + 6;
  return {
    marks: [
      textMark("key", x, y, lead, words),
      rectMark("key enters", at, y - 8, 8, 8, { rx: 2, fill: "var(--sending)" }),
      textMark("key enters name", at + 12, y, "enters", words),
      rectMark("key short", at + 52, y - 8, 8, 8, { rx: 2, fill: "var(--blocked)" }),
      textMark("key short name", at + 64, y, "falls short", words),
    ],
    width: at + 64 + 56 - x,
  };
}

/** 1 where bars grow downwards, −1 where they grow upwards. */
function downOf(axis: TerminalAxis): 1 | -1 {
  return axis.numbersAt < axis.y ? 1 : -1;
}

function endOf(axis: TerminalAxis): number {
  return axis.left + axis.pitch * axis.bars.reduce((count, bar) => count + bar.terminals.length, 0);
}

/** Slanted lines within a bar. */
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

function mean(terminals: readonly number[], of: (terminal: number) => number): number {
  return terminals.reduce((sum, t) => sum + of(t), 0) / terminals.length;
}
