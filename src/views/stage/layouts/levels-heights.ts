/** Vertical layout of a tree: rows of switches, stubs of terminals, and the terminal axis with its bars. */
import { heightOf, type Viewport } from "../viewport.ts";

/** Height of a switch with clearly separated lines, and maximum height of a box of many switches, pixels. */
const [roomyHeight, groupHeight] = [42, 56];
/** Margin above the top row for the rings of unplugged ports, pixels. */
const ringMargin = 5;
/** Range of the maximum vertical zoom: enough to read numbers, while neighboring rows remain visible together. */
const mostTall = { least: 2, most: 4 };

/** Space available for the rows; pitches are the widths of a terminal and of the widest leaf switch, pixels. */
export interface HeightsRoom {
  readonly height: number;
  readonly rows: number;
  readonly pitch: number;
  readonly boxPitch: number;
  /** Whether many switches share a box, which then shows each switch as a column. */
  readonly isGrouped: boolean;
}

export interface Heights {
  readonly boxHeight: number;
  /** Center of each level's row, the leaves first, pixels. */
  readonly middles: readonly number[];
  /** Top of the terminals' lines, and height of the bar area below it, pixels. */
  readonly axisTop: number;
  readonly barRoom: number;
}

/** Heights at zoom 1. */
export function heightsOf({ height, rows, pitch, boxPitch, isGrouped }: HeightsRoom): Heights {
  const barRoom = Math.max(18, Math.min(64, height * 0.11));
  const stub = Math.max(8, Math.min(24, height * 0.035));
  const free = height - barRoom - stub - 34;
  const { boxHeight } = boxesIn(free, { rows, pitch, boxPitch, isGrouped });
  // In a tree with one row the terminal links take all the remaining height, because there is nothing else to show.
  const left = Math.max(0, free - rows * boxHeight);
  const gap = rows === 1 ? 0 : left / (rows - 1);
  const middles = Array.from({ length: rows }, (_, level) => ringMargin + (rows - 1 - level) * (boxHeight + gap) + boxHeight / 2);
  return { boxHeight, middles, axisTop: middles[0] + boxHeight / 2 + stub + (rows === 1 ? left : 0), barRoom };
}

function boxesIn(free: number, { rows, pitch, boxPitch, isGrouped }: Omit<HeightsRoom, "height">) {
  const roomy = pitch >= 19 && free / (rows + (rows - 1) * 0.6) >= roomyHeight;
  const most = isGrouped ? groupHeight : roomy ? roomyHeight : boxPitch >= 40 ? 29 : 20;
  return { boxHeight: Math.max(4, Math.min(most, free / (rows + (rows - 1) * 1.2))) };
}

/** Maximum vertical zoom of a tree with those heights. */
export function tallestOf({ boxHeight }: Heights): number {
  return Math.max(mostTall.least, Math.min(mostTall.most, roomyHeight / boxHeight));
}

/** Heights of a zoomed tree. `fullView` has the heights at zoom 1, `space` the pitches at the present zoom. */
export function heightsNear(all: Heights, viewport: Viewport, room: HeightsRoom): Heights {
  const up = heightOf(viewport.zoom, tallestOf(all));
  const free = up * (room.height - all.barRoom - 34);
  return {
    ...boxesIn(free, room),
    middles: all.middles.map((middle) => middle * up + viewport.y),
    axisTop: all.axisTop * up + viewport.y,
    barRoom: all.barRoom * up,
  };
}
