/** How high the rows of a tree stand: its switches in rows, the stubs of the terminals, and the axis with its bars. */
import { heightOf, type Viewport } from "../viewport.ts";

/** As high is a switch with its lines well apart, and a box of many switches at most, pixels. */
const [roomyHeight, groupHeight] = [42, 56];
/** Least height above the first row: the rings of unplugged ports are drawn there, pixels. */
const ringMargin = 5;
/** Zoom makes the rows so many times as high at most: enough for numbers, and never so much that rows lose each other. */
const mostTall = { least: 2, most: 4 };

/** The room there is, and how wide a terminal and the widest leaf are, pixels. */
export interface HeightsRoom {
  readonly height: number;
  readonly rows: number;
  readonly pitch: number;
  readonly boxPitch: number;
  /** Whether many switches stand as one box, which then shows each of them as a column. */
  readonly isGrouped: boolean;
}

export interface Heights {
  readonly boxHeight: number;
  /** Middle of each level's row, the leaves first. */
  readonly middles: readonly number[];
  /** Where the lines of the terminals begin, and the room for bars below it. */
  readonly axisTop: number;
  readonly barRoom: number;
}

/** Heights when all of the tree is seen. */
export function heightsOf({ height, rows, pitch, boxPitch, isGrouped }: HeightsRoom): Heights {
  const barRoom = Math.max(18, Math.min(64, height * 0.11));
  const stub = Math.max(8, Math.min(24, height * 0.035));
  const free = height - barRoom - stub - 34;
  const { boxHeight } = boxesIn(free, { rows, pitch, boxPitch, isGrouped });
  // Where there is one row, the links of the terminals are all there are to be seen: they take what is left.
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

/** How many times as high a tree with those heights grows at most. */
export function tallestOf({ boxHeight }: Heights): number {
  return Math.max(mostTall.least, Math.min(mostTall.most, roomyHeight / boxHeight));
}

/** The heights of a tree that is looked at from nearer: `all` are those when all is seen, `room` has the widths as they are now. */
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
