/** Where a row's marks stand: published and simulated, as parts of the published number, on one scale for a whole table. */
import type { Exhibit, Outcome, Published, Row } from "../../reproductions/contract.ts";

/** Width and height of a lane, px. */
export const laneSize = { width: 176, height: 50 } as const;
/** Room at both ends for half a mark. */
const margin = 8;
/** Differences beyond this are shown at the edge, with an arrow. */
const farthest = 1;

/** Places along a lane, px from its left. */
export interface LaneMarks {
  /** The tolerance band. */
  readonly band: readonly [number, number];
  /** The published number: one place, or both ends of its range. */
  readonly published: readonly [number, number];
  /** The simulated number, and both ends of one standard error; null before it is there. */
  readonly simulated: number | null;
  readonly error: readonly [number, number] | null;
  /** Whether the simulated number lies beyond the edge. */
  readonly isBeyond: boolean;
}

/** The middle of a published number. */
const middleOf = ({ low, high }: Published) => (low + high) / 2;

/** The number as a part of the published one's middle, less one; 0 beside a published 0 only for 0. */
function partOf(value: number, published: Published): number {
  const middle = middleOf(published);
  return middle === 0 ? (value === 0 ? 0 : Math.sign(value) * Infinity) : value / middle - 1;
}

/** The largest part that a table's lanes have to show: all that differs by less than the farthest, and the band. */
export function extentOf({ rows, series, tolerance }: Exhibit, { values }: Outcome): number {
  const parts = rows
    .filter((row) => row.series === series[0].id && row.published !== null)
    .flatMap(({ id, published }) => {
      const { low, high } = published as Published;
      const value = values.get(id)?.value ?? low;
      return [value, high + Math.abs(high) * tolerance.relative, low].map((each) => Math.abs(partOf(each, published as Published)));
    })
    .map((part) => Math.min(part, farthest));
  return Math.max(0.01, ...parts) * 1.15;
}

/** The marks of one row. */
export function marksOf(row: Row, { tolerance }: Exhibit, { values }: Outcome, extent: number): LaneMarks | null {
  const { published } = row;
  if (published === null) return null;
  const half = laneSize.width / 2;
  const place = (part: number) => half + Math.max(-1, Math.min(1, part / extent)) * (half - margin);
  const at = (value: number) => place(partOf(value, published));
  const { low, high } = published;
  const value = values.get(row.id);
  const error = value?.spread?.error;
  return {
    band: [at(low - Math.abs(low) * tolerance.relative), at(high + Math.abs(high) * tolerance.relative)],
    published: [at(low), at(high)],
    simulated: value === undefined ? null : at(value.value),
    error: value === undefined || error === undefined ? null : [at(value.value - error), at(value.value + error)],
    isBeyond: value !== undefined && Math.abs(partOf(value.value, published)) > extent,
  };
}
