/** The axis below a tree: its terminals from left to right, each with room for a bar. */
import { ring } from "../../marks/marks.ts";
import type { TerminalAxis } from "../scene.ts";

/** Horizontal extent of the axis, pixels: left edge of the first terminal, distance of neighbors, and visible width. */
export interface Spread {
  readonly left: number;
  readonly pitch: number;
  readonly roomWidth: number;
}

/**
 * The visible part of the axis.
 * @param order Terminals from left to right.
 * @param top Top of the bar area, pixels.
 * @param barAreaHeight Height of the bar area, pixels.
 */
export function terminalAxis(order: readonly number[], { left, pitch, roomWidth }: Spread, top: number, room: number): TerminalAxis {
  const perBar = pitch >= 3 ? 1 : Math.ceil(3 / pitch);
  const every =
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16_384].find((step) => step * pitch >= (pitch >= 19 && step >= 4 ? 40 : 46)) ??
    65_536;
  const numbersAt = top + room + 12;
  const last = order.length - 1;
  const x = (i: number) => left + (i + 0.5) * pitch;
  const numbered = (i: number) => i === last || (i % every === 0 && (last - i) * pitch > 24);
  const [first, end] = [Math.max(0, Math.floor(-left / pitch)), Math.min(last, Math.ceil((roomWidth - left) / pitch))];
  const bars: { x: number; terminals: readonly number[] }[] = [];
  for (let i = first - (first % perBar); i <= end; i += perBar) {
    const terminals = order.slice(i, i + perBar);
    bars.push({ x: x(i + (terminals.length - 1) / 2), terminals });
  }
  const labels: { x: number; text: string }[] = [];
  let dotted = "";
  for (let i = first; i <= end; i++) {
    const text = String(order[i]);
    const half = 4 * text.length;
    const at = Math.max(Math.min(4, half), Math.min(roomWidth - half, x(i)));
    if (numbered(i)) {
      if (Math.abs(at - x(i)) <= half + 4) labels.push({ x: at, text });
    } else if (pitch >= 7) dotted += ring(x(i), numbersAt, 1.2);
  }
  return {
    y: top + room,
    barHeight: room - 14,
    barWidth: perBar > 1 ? perBar * pitch : Math.max(1.2, Math.min(26, pitch * 0.6)),
    numbersAt,
    left: 0,
    pitch,
    bars,
    labels,
    dotted,
  };
}
