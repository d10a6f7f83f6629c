/** The axis below a tree: its terminals from left to right, each with room for a bar. */
import { circlePath } from "../../marks/marks.ts";
import type { TerminalAxis } from "../scene.ts";

/** Horizontal extent of the axis, pixels: left edge of the first terminal, distance of neighbors, and visible width. */
export interface AxisExtent {
  readonly left: number;
  readonly pitch: number;
  readonly visibleWidth: number;
}

/**
 * Lays out the visible part of the axis of terminals below a tree: a bar for each terminal, and below the bars numbers or dots. Where
 * terminals are less than 3 pixels apart, several share a bar.
 * @param order Terminals from left to right.
 * @param top Top of the bar area, pixels.
 */
export function layoutTerminalAxis(
  order: readonly number[],
  { left, pitch, visibleWidth }: AxisExtent,
  top: number,
  barAreaHeight: number,
): TerminalAxis {
  const terminalsPerBar = pitch >= 3 ? 1 : Math.ceil(3 / pitch);
  // Every nth terminal is labeled, such that labels are at least 40 or 46 pixels apart.
  const labelInterval =
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16_384].find((step) => step * pitch >= (pitch >= 19 && step >= 4 ? 40 : 46)) ??
    65_536;
  const labelY = top + barAreaHeight + 12;
  const last = order.length - 1;
  const centerX = (i: number) => left + (i + 0.5) * pitch;
  const hasLabel = (i: number) => i === last || (i % labelInterval === 0 && (last - i) * pitch > 24);
  const [firstVisible, lastVisible] = [Math.max(0, Math.floor(-left / pitch)), Math.min(last, Math.ceil((visibleWidth - left) / pitch))];
  // The bars, each for `terminalsPerBar` adjacent terminals.
  const bars: { x: number; terminals: readonly number[] }[] = [];
  for (let i = firstVisible - (firstVisible % terminalsPerBar); i <= lastVisible; i += terminalsPerBar) {
    const terminals = order.slice(i, i + terminalsPerBar);
    bars.push({ x: centerX(i + (terminals.length - 1) / 2), terminals });
  }
  // Below the bars, numbers, and dots for the terminals between them.
  const labels: { x: number; text: string }[] = [];
  let unlabeledDots = "";
  for (let i = firstVisible; i <= lastVisible; i++) {
    const text = String(order[i]);
    const halfWidth = 4 * text.length;
    const labelX = Math.max(Math.min(4, halfWidth), Math.min(visibleWidth - halfWidth, centerX(i)));
    if (hasLabel(i)) {
      if (Math.abs(labelX - centerX(i)) <= halfWidth + 4) labels.push({ x: labelX, text });
    } else if (pitch >= 7) unlabeledDots += circlePath(centerX(i), labelY, 1.2);
  }
  return {
    y: top + barAreaHeight,
    barHeight: barAreaHeight - 14,
    barWidth: terminalsPerBar > 1 ? terminalsPerBar * pitch : Math.max(1.2, Math.min(26, pitch * 0.6)),
    labelY,
    left: 0,
    pitch,
    bars,
    labels,
    unlabeledDots,
  };
}
