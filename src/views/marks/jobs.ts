/** Jobs along a row of terminals: a band in the color of each job, with its letter where it fits. */
import { strongWeight } from "../plot/text-width.ts";
import type { Theme } from "../contract.ts";
import { categoryColor } from "./color.ts";
import { type Mark, pathMark, toTenths, textMark } from "./marks.ts";

/** Letter of a job. */
export const letterOfJob = (job: number) => String.fromCharCode(65 + job);

/** Consecutive positions of one job: from `from` up to, but not including, `to`. */
export interface JobRange {
  readonly from: number;
  readonly to: number;
  readonly job: number;
}

/** The ranges of jobs in a row of `count` positions; positions without a job (−1) are left out. */
export function jobRanges(count: number, jobAt: (position: number) => number): readonly JobRange[] {
  const ranges: JobRange[] = [];
  for (let rangeStart = 0, rangeEnd = 1; rangeEnd <= count; rangeEnd++) {
    if (rangeEnd < count && jobAt(rangeEnd) === jobAt(rangeStart)) continue;
    const job = jobAt(rangeStart);
    if (job >= 0) ranges.push({ from: rangeStart, to: rangeEnd, job });
    rangeStart = rangeEnd;
  }
  return ranges;
}

/** Minimum length of a band with a letter, pixels. */
const minLetterBand = 10;

/**
 * Marks that show the jobs of terminals along a row of terminals, or down a column: for each range (adjacent terminals of one job) a band
 * in the color of the job, with the job's letter where the band is long enough.
 * @param key Prefix of the keys of the marks.
 * @param span First and last pixel of a range along the row.
 * @param positions Position of the band, and of its letter, across the row, pixels.
 */
export function jobBands(
  key: string,
  ranges: readonly JobRange[],
  span: (range: JobRange) => readonly [from: number, to: number],
  positions: { readonly band: number; readonly letters: number },
  theme: Theme,
  isDown = false,
): readonly Mark[] {
  return ranges.flatMap((range) => {
    const [startPixel, endPixel] = span(range).map(toTenths);
    const d = isDown ? `M${toTenths(positions.band)} ${startPixel}V${endPixel}` : `M${startPixel} ${toTenths(positions.band)}H${endPixel}`;
    const fill = categoryColor(range.job, theme);
    const band = pathMark(`${key} ${range.from}`, d, { stroke: fill, "stroke-width": 3 });
    if (endPixel - startPixel < minLetterBand) return [band];
    const [x, y] = isDown ? [positions.letters, (startPixel + endPixel) / 2 + 4] : [(startPixel + endPixel) / 2, positions.letters];
    const letter = textMark(`${key} letter ${range.from}`, x, y, letterOfJob(range.job), {
      "font-size": 11,
      "font-weight": strongWeight,
      "text-anchor": "middle",
      fill,
    });
    return [band, letter];
  });
}
