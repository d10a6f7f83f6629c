/** Where a row's marks stand: published and simulated on one scale for a whole table. */
import type { Exhibit, Outcome, Published, Row } from "../../../../reproductions/contract.ts";
import { shownValue } from "../../../../reproductions/outcome.ts";
import { isExactly } from "../../../../reproductions/verdict.ts";

/** Width and height of a lane, px. */
export const laneSize = { width: 176, height: 50 } as const;
/** Room at both ends for half a mark. */
const margin = 8;
/** Differences beyond this are shown at the edge, with an arrow. */
const farthest = 1;

/**
 * What the lanes of a table measure: how far off the numbers are, as parts of the published ones; or the amounts
 * themselves, from 0 to the largest, where not one is off and there is nothing else to see.
 */
export type LaneScale =
  | { readonly of: "differences"; readonly extent: number }
  | { readonly of: "amounts"; readonly most: number; readonly label: string }
  /** How many times the published number, from half of it to twice as much: for numbers of different tables. */
  | { readonly of: "ratios" };

/** Places along a lane, px from its left. */
export interface LaneMarks {
  /** The tolerance band. */
  readonly band: readonly [number, number];
  /** Where an amount begins; null where differences are drawn. */
  readonly zero: number | null;
  /** The published number: one place, or both ends of its range. */
  readonly published: readonly [number, number];
  /** The simulated number, and both ends of one standard error; null before it is there. */
  readonly simulated: number | null;
  readonly error: readonly [number, number] | null;
  /** The number with the reader's constants; null where none is moved, or before it is there. */
  readonly own: number | null;
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

const printedRows = ({ rows, series }: Exhibit) => rows.filter((row) => row.series === series[0].id && row.published !== null);

/** The scale of a table's lanes. */
export function scaleOf(exhibit: Exhibit, outcome: Outcome): LaneScale {
  const { series, tolerance } = exhibit;
  const rows = printedRows(exhibit).map((row) => ({ row, published: row.published as Published, value: outcome.values.get(row.id) }));
  const isAsPrinted = rows.every(({ value, published }) => value === undefined || isExactly(value.value, published));
  const largest = [...rows].sort((a, b) => b.published.high - a.published.high)[0];
  if (!isAsPrinted || tolerance.relative > 0 || series[0].isMixed === true || !(largest?.published.high > 0))
    return { of: "differences", extent: extentOf(exhibit, outcome) };
  const most = largest.published.high;
  return { of: "amounts", most, label: shownValue(largest.row, { value: most }) };
}

/** The largest part that a table's lanes have to show: all that differs by less than the farthest, and the band. */
function extentOf(exhibit: Exhibit, { values }: Outcome): number {
  const parts = printedRows(exhibit)
    .flatMap(({ id, published }) => {
      const { low, high } = published as Published;
      const value = values.get(id)?.value ?? low;
      return [value, high + Math.abs(high) * exhibit.tolerance.relative, low].map((each) => Math.abs(partOf(each, published as Published)));
    })
    .map((part) => Math.min(part, farthest));
  return Math.max(0.01, ...parts) * 1.15;
}

/** The marks of one row. */
export function marksOf(
  row: Row,
  { tolerance }: Exhibit,
  { values }: Outcome,
  scale: LaneScale,
  own: Outcome | null = null,
): LaneMarks | null {
  const { published } = row;
  if (published === null) return null;
  const at = placeOn(scale, published);
  const { low, high } = published;
  const value = values.get(row.id);
  const error = value?.spread?.error;
  const yours = own?.values.get(row.id);
  return {
    band: [at(low - Math.abs(low) * tolerance.relative), at(high + Math.abs(high) * tolerance.relative)],
    zero: scale.of === "amounts" ? margin : null,
    published: [at(low), at(high)],
    simulated: value === undefined ? null : at(value.value),
    error: value === undefined || error === undefined ? null : [at(value.value - error), at(value.value + error)],
    own: yours === undefined ? null : at(yours.value),
    isBeyond: value !== undefined && isBeyond(scale, value.value, published),
  };
}

/** Whether a number lies past the end of a lane. */
function isBeyond(scale: LaneScale, value: number, published: Published): boolean {
  if (scale.of === "amounts") return false;
  if (scale.of === "ratios") return Math.abs(doublings(value, published)) > 1;
  return Math.abs(partOf(value, published)) > scale.extent;
}

/** How often a published number is to be doubled to come to ours; less than 0 where it is to be halved. */
const doublings = (value: number, published: Published): number => (value <= 0 ? -Infinity : Math.log2(value / middleOf(published)));

/** From a number beside a published one to its place. */
function placeOn(scale: LaneScale, published: Published): (value: number) => number {
  if (scale.of === "amounts") return (value) => margin + (value / scale.most) * (laneSize.width - 2 * margin);
  const half = laneSize.width / 2;
  const part = (value: number) => (scale.of === "ratios" ? doublings(value, published) : partOf(value, published) / scale.extent);
  return (value) => half + Math.max(-1, Math.min(1, part(value))) * (half - margin);
}
