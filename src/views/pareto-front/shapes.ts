/**
 * Shapes of the marks, one for each family of networks. Color is not used, because tones already distinguish simulated from bounded values.
 */

import { circlePath, toTenths } from "../marks/marks.ts";

/** Corners of a shape around the origin, with the area of a circle of radius 1. */
type Outline = readonly (readonly [number, number])[];

/** A regular polygon with its first corner up, or turned by `rotation` degrees. With `inner` below 1 it is a star with that inner radius. */
function polygon(corners: number, { turn: rotation = 0, inner = 1 }: { readonly turn?: number; readonly inner?: number } = {}): Outline {
  const count = inner === 1 ? corners : 2 * corners;
  const points = Array.from({ length: count }, (_, i): readonly [number, number] => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2 + (rotation * Math.PI) / 180;
    const radius = i % 2 === 1 ? inner : 1;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return normalizeArea(points);
}

/** Scales a shape to the area of a circle of radius 1. */
function normalizeArea(points: Outline): Outline {
  const twiceTheArea = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  const scale = Math.sqrt((2 * Math.PI) / Math.abs(twiceTheArea));
  return points.map(([x, y]) => [x * scale, y * scale]);
}

/** A plus sign with bars a third as wide as long: one arm, repeated by quarter turns. */
const arm: Outline = [
  [-1, -3],
  [1, -3],
  [1, -1],
];
const quarterTurn = (outline: Outline): Outline => outline.map(([x, y]) => [-y, x]);
const plus = normalizeArea([...arm, ...quarterTurn(arm), ...quarterTurn(quarterTurn(arm)), ...quarterTurn(quarterTurn(quarterTurn(arm)))]);
const diagonal = (outline: Outline): Outline => outline.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);
const stretched = (outline: Outline, [wide, high]: readonly [number, number]): Outline =>
  normalizeArea(outline.map(([x, y]) => [x * wide, y * high]));

/** Shapes by family index, the most distinctive ones first. An empty outline is a circle. */
const shapes: readonly Outline[] = [
  [],
  polygon(4, { turn: 45 }),
  polygon(3),
  polygon(4),
  polygon(5, { inner: 0.42 }),
  plus,
  polygon(3, { turn: 180 }),
  diagonal(plus),
  polygon(3, { turn: 90 }),
  polygon(3, { turn: -90 }),
  polygon(6),
  polygon(4, { inner: 0.38 }),
  stretched(polygon(4, { turn: 45 }), [1.9, 0.8]),
  stretched(polygon(4, { turn: 45 }), [0.8, 1.9]),
  polygon(6, { inner: 0.5 }),
  polygon(5, { turn: 180 }),
];

/**
 * Outline of the mark of a family around the origin, as a path.
 * @param family Index of the family in the diagram.
 * @param radius Radius of the circle, pixels; other shapes have the same area.
 */
export function familyOutline(family: number, radius: number): string {
  const outline = shapes[Math.max(0, family) % shapes.length];
  if (outline.length === 0) return circlePath(0, 0, radius);
  return `M${outline.map(([x, y]) => `${toTenths(x * radius)} ${toTenths(y * radius)}`).join("L")}z`;
}
