/** Marks of the small animated pictures: shapes in a box of 280 × 76, computed from the time in seconds. */

export const pictureWidth = 280;
export const pictureHeight = 76;

/** The role of a mark; the page assigns a color to each role. */
export type MarkRole = "accent" | "ink" | "quiet" | "wire" | "box" | "sending";

export type PictureMark =
  | { readonly shape: "box"; readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly tone: MarkRole }
  | { readonly shape: "line"; readonly path: string; readonly tone: MarkRole; readonly thick?: number; readonly isDashed?: boolean }
  | { readonly shape: "text"; readonly x: number; readonly y: number; readonly text: string; readonly anchor?: "start" | "middle" };

/** An animated picture: returns its marks at a time in seconds. */
export type AnimatedPicture = (time: number) => readonly PictureMark[];

export const boxMark = (x: number, y: number, w: number, h: number, tone: MarkRole): PictureMark => ({
  shape: "box",
  x: roundToTenth(x),
  y: roundToTenth(y),
  w: roundToTenth(w),
  h,
  tone,
});
export const lineMark = (path: string, tone: MarkRole = "wire", thick = 1.5, isDashed = false): PictureMark => ({
  shape: "line",
  path,
  tone,
  thick,
  isDashed,
});
export const pictureText = (x: number, y: number, text: string, anchor: "start" | "middle" = "middle"): PictureMark => ({
  shape: "text",
  x,
  y,
  text,
  anchor,
});

export const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** The position on a polyline at a share from 0 (start) to 1 (end). All segments take the same time. */
export function pointAlong(points: readonly (readonly [number, number])[], share: number): readonly [number, number] {
  const scaled = Math.min(points.length - 1.001, Math.max(0, share * (points.length - 1)));
  const i = Math.floor(scaled);
  const [from, to] = [points[i], points[i + 1]];
  return [from[0] + (to[0] - from[0]) * (scaled - i), from[1] + (to[1] - from[1]) * (scaled - i)];
}
