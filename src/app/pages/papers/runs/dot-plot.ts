/** Computes the positions of the marks in the dot plots of a table, which share one scale. */
import type { Exhibit, Outcome, Published, ExhibitRow } from "../../../../reproductions/contract.ts";
import { isJudged } from "../../../../reproductions/coverage.ts";
import { shownValueOf } from "../../../../reproductions/outcome.ts";
import { isEqualAsPrinted } from "../../../../reproductions/verdict.ts";

/** Width and height of the dot plot of a row, in px. */
export const dotPlotSize = { width: 176, height: 50 } as const;
/** Space at both ends for half a mark, in px. */
const edgeMargin = 8;
/** Larger relative differences are drawn as an arrow at the edge. */
const maxDifference = 1;

/**
 * The scale of the dot plots of a table: relative differences from the published values, or the values themselves, from 0 to the largest,
 * if all of them are exactly as published.
 */
export type DotPlotScale =
  | { readonly of: "differences"; readonly extent: number }
  | { readonly of: "amounts"; readonly maxValue: number; readonly label: string }
  /** The ratio to the published value on a logarithmic scale from one half to 2, for numbers of different tables. */
  | { readonly of: "ratios" };

/** The x coordinates of the marks of a row, in px. */
export interface DotPlotMarks {
  /** The tolerance band. */
  readonly band: readonly [number, number];
  /** The origin of the axis if the scale shows the values themselves; otherwise null. */
  readonly zero: number | null;
  /** Both ends of the range of the published value; the same coordinate twice if it is a single number. */
  readonly published: readonly [number, number];
  /** The simulated value, and the range of one standard error around it; null until it is known. */
  readonly simulated: number | null;
  readonly error: readonly [number, number] | null;
  /** The value with the reader's constants; null if no constant is changed, or until it is known. */
  readonly readerValue: number | null;
  /** Whether the simulated value is outside the scale. */
  readonly isOutOfRange: boolean;
}

/** The midpoint of a published value's range. */
const publishedMidpoint = ({ low, high }: Published) => (low + high) / 2;

/** The relative difference of a value from the published midpoint. If that is 0, the difference is 0 or infinite. */
function relativeDifference(value: number, published: Published): number {
  const midpoint = publishedMidpoint(published);
  return midpoint === 0 ? (value === 0 ? 0 : Math.sign(value) * Infinity) : value / midpoint - 1;
}

const printedRows = ({ rows, series }: Exhibit) => rows.filter((row) => row.series === series[0].id && isJudged(row));

/** The scale of the dot plots of a table. */
export function dotPlotScale(exhibit: Exhibit, outcome: Outcome): DotPlotScale {
  const { series, tolerance } = exhibit;
  const rows = printedRows(exhibit).map((row) => ({ row, published: row.published as Published, value: outcome.values.get(row.id) }));
  const isExact = rows.every(({ value, published }) => value === undefined || isEqualAsPrinted(value.value, published));
  const largest = [...rows].sort((a, b) => b.published.high - a.published.high)[0];
  if (!isExact || tolerance.relative > 0 || series[0].isMixed === true || !(largest?.published.high > 0))
    return { of: "differences", extent: differenceExtent(exhibit, outcome) };
  const maxValue = largest.published.high;
  return { of: "amounts", maxValue, label: shownValueOf(largest.row, { value: maxValue }) };
}

/** The largest relative difference that the scale has to show, with the tolerance band, up to the limit. */
function differenceExtent(exhibit: Exhibit, { values }: Outcome): number {
  const differences = printedRows(exhibit)
    .flatMap(({ id, published }) => {
      const { low, high } = published as Published;
      const value = values.get(id)?.value ?? low;
      return [value, high + Math.abs(high) * exhibit.tolerance.relative, low].map((each) =>
        Math.abs(relativeDifference(each, published as Published)),
      );
    })
    .map((difference) => Math.min(difference, maxDifference));
  return Math.max(0.01, ...differences) * 1.15;
}

/**
 * The x coordinates (pixels) of the marks that compare the published value of a row with our value and with the value for the reader's
 * constants. Null if the row is not judged.
 */
export function dotPlotMarks(
  row: ExhibitRow,
  { tolerance }: Exhibit,
  { values }: Outcome,
  scale: DotPlotScale,
  readerOutcome: Outcome | null = null,
): DotPlotMarks | null {
  const { published } = row;
  if (published === null || !isJudged(row)) return null;
  const positionOf = positionOn(scale, published);
  const { low, high } = published;
  const value = values.get(row.id);
  const error = value?.spread?.error;
  const readerValue = readerOutcome?.values.get(row.id);
  return {
    band: [positionOf(low - Math.abs(low) * tolerance.relative), positionOf(high + Math.abs(high) * tolerance.relative)],
    zero: scale.of === "amounts" ? edgeMargin : null,
    published: [positionOf(low), positionOf(high)],
    simulated: value === undefined ? null : positionOf(value.value),
    error: value === undefined || error === undefined ? null : [positionOf(value.value - error), positionOf(value.value + error)],
    readerValue: readerValue === undefined ? null : positionOf(readerValue.value),
    isOutOfRange: value !== undefined && isOutOfRange(scale, value.value, published),
  };
}

/** Whether a value is outside the scale. */
function isOutOfRange(scale: DotPlotScale, value: number, published: Published): boolean {
  if (scale.of === "amounts") return false;
  if (scale.of === "ratios") return Math.abs(log2Ratio(value, published)) > 1;
  return Math.abs(relativeDifference(value, published)) > scale.extent;
}

/** Base-2 logarithm of the ratio of a value to the published one. */
const log2Ratio = (value: number, published: Published): number =>
  value <= 0 ? -Infinity : Math.log2(value / publishedMidpoint(published));

/** Maps a value of a row to its x coordinate. */
function positionOn(scale: DotPlotScale, published: Published): (value: number) => number {
  if (scale.of === "amounts") return (value) => edgeMargin + (value / scale.maxValue) * (dotPlotSize.width - 2 * edgeMargin);
  const halfWidth = dotPlotSize.width / 2;
  const fraction = (value: number) =>
    scale.of === "ratios" ? log2Ratio(value, published) : relativeDifference(value, published) / scale.extent;
  return (value) => halfWidth + Math.max(-1, Math.min(1, fraction(value))) * (halfWidth - edgeMargin);
}
