/**
 * Terminals of two networks on one axis: bars of how each terminal spent its time, on one scale, upwards for network A and downwards for
 * network B.
 */
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas, Highlight } from "../contract.ts";
import { type Mark, pathMark, rectMark, circlePath, toTenths, textMark } from "../marks/marks.ts";
import type { TerminalAxis } from "../stage/scene.ts";
import type { TerminalTimes } from "../readings/times.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Segments of a bar, from the axis outwards. */
const barSegments = [
  { segment: "sending", fill: "var(--sending)" },
  { segment: "idle", fill: "var(--idle)" },
  { segment: "blocked", fill: "var(--blocked)" },
] as const;

/** Mean times of some terminals, cycles. */
export function meanTimes({ cycles, sending, blocked }: TerminalTimes, terminals: readonly number[]) {
  const mean = (cyclesByTerminal: Float64Array) => terminals.reduce((sum, t) => sum + cyclesByTerminal[t], 0) / terminals.length;
  const [sendingMean, blockedMean] = [mean(sending), mean(blocked)];
  return { sending: sendingMean, idle: Math.max(0, cycles - sendingMean - blockedMean), blocked: blockedMean };
}

/**
 * Bars of the terminals of one network, each divided into the time that its terminals were sending, idle and blocked. A bar of full height
 * means `fullCycles` cycles; it grows upwards or downwards, depending on the axis. A terminal that neither sent nor was blocked has a small
 * ring instead, and bars with highlighted terminals have a cap in the accent color.
 */
export function terminalBarMarks(
  prefix: string,
  axis: TerminalAxis | null,
  times: TerminalTimes | null,
  fullCycles: number,
  highlight: Highlight,
  { theme }: Canvas,
): readonly Mark[] {
  if (axis === null || times === null || times.cycles === 0) return [];
  const direction = barDirection(axis);
  const y = (cycles: number) => axis.y + (direction * cycles * axis.barHeight) / fullCycles;
  const leftOf = (x: number) => x - axis.barWidth / 2;
  const barPath = (x: number, startCycles: number, endCycles: number) =>
    `M${toTenths(leftOf(x))} ${toTenths(y(startCycles))}h${toTenths(axis.barWidth)}V${toTenths(y(endCycles))}h${-toTenths(axis.barWidth)}z`;
  const paths = { sending: "", idle: "", blocked: "", hatching: "", silent: "", caps: "" };
  for (const { x, terminals } of axis.bars) {
    const means = meanTimes(times, terminals);
    if (means.sending + means.blocked === 0) {
      if (axis.pitch >= 4) paths.silent += circlePath(x, axis.y + direction * 4, 1.8);
      continue;
    }
    let startCycles = 0;
    for (const { segment } of barSegments) {
      const endCycles = startCycles + means[segment];
      if (Math.abs(y(endCycles) - y(startCycles)) > 0.3) paths[segment] += barPath(x, startCycles, endCycles);
      if (segment === "blocked" && axis.barWidth >= 4) paths.hatching += hatching(leftOf(x), axis.barWidth, y(startCycles), y(endCycles));
      startCycles = endCycles;
    }
    if (terminals.some((t) => highlight.terminals.has(t)))
      paths.caps += `M${toTenths(leftOf(x) - 1)} ${toTenths(y(startCycles) + direction * 3.5)}h${toTenths(axis.barWidth + 2)}`;
  }
  const edge = axis.barWidth >= 4 ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
  const all = [
    ...barSegments.map(({ segment, fill }) =>
      pathMark(prefix + segment, paths[segment], segment === "idle" ? { fill, ...edge } : { fill }),
    ),
    pathMark(`${prefix}hatching`, paths.hatching, { stroke: theme.ground, "stroke-width": 1.1, "stroke-opacity": 0.5 }),
    pathMark(`${prefix}silent`, paths.silent, { stroke: theme.ink2 }),
    pathMark(`${prefix}highlighted caps`, paths.caps, { stroke: theme.accent, "stroke-width": 2.2 }),
  ];
  return all.filter(({ attributes }) => attributes["d"] !== "");
}

/**
 * Dots and numbers of the terminals on their axis. The axis labels only some of them; a few selected terminals are labeled too, in the
 * accent color, and ordinary numbers that they would cover are omitted.
 */
export function terminalNumberMarks(
  prefix: string,
  axis: TerminalAxis,
  terminals: Highlight["terminals"],
  { theme }: Canvas,
): readonly Mark[] {
  const shownLabels = new Set(axis.labels.map(({ text }) => text));
  const selectedLabels =
    terminals.size > maxSelectedNumbers
      ? []
      : terminalOrder(axis).flatMap((t, i) =>
          terminals.has(t) && !shownLabels.has(String(t)) ? [{ x: axis.left + (i + 0.5) * axis.pitch, text: String(t) }] : [],
        );
  const isUncovered = ({ x, text }: { x: number; text: string }) =>
    terminals.has(Number(text)) ||
    selectedLabels.every((selectedLabel) => Math.abs(selectedLabel.x - x) > 4 * (selectedLabel.text.length + text.length));
  return [
    ...(axis.unlabeledDots === ""
      ? []
      : [pathMark(`${prefix}terminal dots`, axis.unlabeledDots, { fill: theme.ink2, "fill-opacity": 0.8 })]),
    ...[...axis.labels.filter(isUncovered), ...selectedLabels].map(({ x, text }) => {
      const isHighlighted = terminals.has(Number(text));
      return textMark(`${prefix}terminal ${text}`, x, axis.labelY + 4, text, {
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
const maxSelectedNumbers = 8;

/** Terminals from left to right. */
export function terminalOrder({ bars }: TerminalAxis): readonly number[] {
  return bars.flatMap((bar) => bar.terminals);
}

/**
 * Legend of the segments of the terminal bars (sending, idle, blocked) on one line that starts at (x, y), with its width in pixels. If
 * `isLong`, it begins with the time that a bar covers, if it is the same in all networks.
 * @param barCycles cycles that the bars of each network cover
 */
export function barLegend(
  x: number,
  y: number,
  barCycles: readonly number[],
  isLong: boolean,
  { units, theme }: Canvas,
): { readonly marks: readonly Mark[]; readonly width: number } {
  const labelStyle = smallText(theme);
  const hasOneTime = new Set(barCycles).size === 1;
  const leadText = `Each terminal’s ${hasOneTime ? units.sayTime(barCycles[0]) : "time"}:`;
  let nextX = x + (isLong ? textWidth(leadText) + 6 : 0);
  const marks = isLong ? [textMark("key", x, y, leadText, labelStyle)] : [];
  for (const { segment, fill } of barSegments) {
    const edge = segment === "idle" ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
    marks.push(
      rectMark(`key ${segment}`, nextX, y - 8, 8, 8, { rx: 2, fill, ...edge }),
      textMark(`key ${segment} name`, nextX + 12, y, segment, labelStyle),
    );
    nextX += 12 + textWidth(segment) + 10;
  }
  return { marks, width: nextX - x };
}

/** 1 if bars grow downwards, −1 if upwards. */
function barDirection(axis: TerminalAxis): 1 | -1 {
  return axis.labelY < axis.y ? 1 : -1;
}

/** Diagonal hatching within a bar. */
function hatching(left: number, width: number, from: number, to: number): string {
  const [top, bottom] = [Math.min(from, to), Math.max(from, to)];
  let d = "";
  for (let start = bottom - 5; start > top - width; start -= 5) {
    const clipStart = Math.max(0, top - start);
    const clipEnd = Math.min(width, bottom - start);
    if (clipEnd > clipStart)
      d += `M${toTenths(left + clipStart)} ${toTenths(start + clipStart)}L${toTenths(left + clipEnd)} ${toTenths(start + clipEnd)}`;
  }
  return d;
}
