/** Computes the positions of the marks in the dot plots of a table, which share one scale. */
import type { Exhibit, Outcome, Published, Row } from "../../../../reproductions/contract.ts";
import { shownValue } from "../../../../reproductions/outcome.ts";
import { isExactly } from "../../../../reproductions/verdict.ts";

/** Width and height of the dot plot of a row, in px. */
export const laneSize = { width: 176, height: 50 } as const;
/** Space at both ends for half a mark, in px. */
const margin = 8;
/** Larger relative differences are drawn as an arrow at the edge. */
const farthest = 1;

/**
 * The scale of the dot plots of a table: relative differences from the published values, or the values themselves, from 0 to the largest,
 * if all of them are exactly as published.
 */
export type LaneScale =
  | { readonly of: "differences"; readonly extent: number }
  | { readonly of: "amounts"; readonly most: number; readonly label: string }
  /** The ratio to the published value on a logarithmic scale from one half to 2, for numbers of different tables. */
  | { readonly of: "ratios" };

/** The x coordinates of the marks of a row, in px. */
export interface LaneMarks {
  /** The tolerance band. */
  readonly band: readonly [number, number];
  /** The origin of the axis; null unless values are drawn. */
  readonly zero: number | null;
  /** Both ends of the range of the published value; the same coordinate twice if it is a single number. */
  readonly published: readonly [number, number];
  /** The simulated value, and the range of one standard error around it; null until it is known. */
  readonly simulated: number | null;
  readonly error: readonly [number, number] | null;
  /** The value with the reader's constants; null if no constant is changed, or until it is known. */
  readonly own: number | null;
  /** Whether the simulated value is outside the scale. */
  readonly isBeyond: boolean;
}

/** The midpoint of a published value's range. */
const middleOf = ({ low, high }: Published) => (low + high) / 2;

/** The relative difference of a value from the published midpoint. If that is 0, the difference is 0 or infinite. */
function partOf(value: number, published: Published): number {
  const middle = middleOf(published);
  return middle === 0 ? (value === 0 ? 0 : Math.sign(value) * Infinity) : value / middle - 1;
}

const printedRows = ({ rows, series }: Exhibit) => rows.filter((row) => row.series === series[0].id && row.published !== null);

/** The scale of the dot plots of a table. */
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

/** The largest relative difference that the scale has to show, with the tolerance band, up to the limit. */
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

/** The marks of a row; null if it has no published value. */
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

/** Whether a value is outside the scale. */
function isBeyond(scale: LaneScale, value: number, published: Published): boolean {
  if (scale.of === "amounts") return false;
  if (scale.of === "ratios") return Math.abs(doublings(value, published)) > 1;
  return Math.abs(partOf(value, published)) > scale.extent;
}

/** Base-2 logarithm of the ratio of a value to the published one. */
const doublings = (value: number, published: Published): number => (value <= 0 ? -Infinity : Math.log2(value / middleOf(published)));

/** Maps a value of a row to its x coordinate. */
function placeOn(scale: LaneScale, published: Published): (value: number) => number {
  if (scale.of === "amounts") return (value) => margin + (value / scale.most) * (laneSize.width - 2 * margin);
  const half = laneSize.width / 2;
  const part = (value: number) => (scale.of === "ratios" ? doublings(value, published) : partOf(value, published) / scale.extent);
  return (value) => half + Math.max(-1, Math.min(1, part(value))) * (half - margin);
}
