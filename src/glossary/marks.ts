/** Marks of the small animated pictures: shapes in a box of 280 × 76, computed from the time in seconds. */

export const width = 280;
export const height = 76;

/** The role of a mark; the page assigns a color to each role. */
export type Tone = "accent" | "ink" | "quiet" | "wire" | "box" | "sending";

export type Mark =
  | { readonly shape: "box"; readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly tone: Tone }
  | { readonly shape: "line"; readonly path: string; readonly tone: Tone; readonly thick?: number; readonly isDashed?: boolean }
  | { readonly shape: "text"; readonly x: number; readonly y: number; readonly text: string; readonly anchor?: "start" | "middle" };

/** An animated picture: returns its marks at a time in seconds. */
export type Draw = (time: number) => readonly Mark[];

export const box = (x: number, y: number, w: number, h: number, tone: Tone): Mark => ({
  shape: "box",
  x: tenth(x),
  y: tenth(y),
  w: tenth(w),
  h,
  tone,
});
export const line = (path: string, tone: Tone = "wire", thick = 1.5, isDashed = false): Mark => ({
  shape: "line",
  path,
  tone,
  thick,
  isDashed,
});
export const label = (x: number, y: number, text: string, anchor: "start" | "middle" = "middle"): Mark => ({
  shape: "text",
  x,
  y,
  text,
  anchor,
});

export const tenth = (value: number) => Math.round(value * 10) / 10;

/** The position on a polyline at a share from 0 (start) to 1 (end). All segments take the same time. */
export function along(points: readonly (readonly [number, number])[], share: number): readonly [number, number] {
  const at = Math.min(points.length - 1.001, Math.max(0, share * (points.length - 1)));
  const i = Math.floor(at);
  const [from, to] = [points[i], points[i + 1]];
  return [from[0] + (to[0] - from[0]) * (at - i), from[1] + (to[1] - from[1]) * (at - i)];
}
