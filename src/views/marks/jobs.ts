/** Jobs along a row of terminals: a band in the color of each job, with its letter where it fits. */
import { strongWeight } from "../plot/text-width.ts";
import type { Theme } from "../contract.ts";
import { hueOf } from "./colour.ts";
import { type Mark, pathMark, tenth, textMark } from "./marks.ts";

/** Letter of a job. */
export const letterOfJob = (job: number) => String.fromCharCode(65 + job);

/** Consecutive positions of one job: from `from` up to, but not including, `to`. */
export interface JobRun {
  readonly from: number;
  readonly to: number;
  readonly job: number;
}

/** The ranges of jobs in a row of `count` positions; positions without a job (−1) are left out. */
export function jobRuns(count: number, jobAt: (place: number) => number): readonly JobRun[] {
  const runs: JobRun[] = [];
  for (let from = 0, to = 1; to <= count; to++) {
    if (to < count && jobAt(to) === jobAt(from)) continue;
    const job = jobAt(from);
    if (job >= 0) runs.push({ from, to, job });
    from = to;
  }
  return runs;
}

/** Minimum length of a band with a letter, pixels. */
const letterRoom = 10;

/**
 * Bands along a row, or down a column.
 * @param key Prefix of the keys of the marks.
 * @param span First and last pixel of a range along the row.
 * @param positions Position of the band, and of its letter, across the row.
 */
export function jobBands(
  key: string,
  runs: readonly JobRun[],
  span: (run: JobRun) => readonly [from: number, to: number],
  at: { readonly band: number; readonly letters: number },
  theme: Theme,
  isDown = false,
): readonly Mark[] {
  return runs.flatMap((run) => {
    const [from, to] = span(run).map(tenth);
    const d = isDown ? `M${tenth(at.band)} ${from}V${to}` : `M${from} ${tenth(at.band)}H${to}`;
    const fill = hueOf(run.job, theme);
    const band = pathMark(`${key} ${run.from}`, d, { stroke: fill, "stroke-width": 3 });
    if (to - from < letterRoom) return [band];
    const [x, y] = isDown ? [at.letters, (from + to) / 2 + 4] : [(from + to) / 2, at.letters];
    const letter = textMark(`${key} letter ${run.from}`, x, y, letterOfJob(run.job), {
      "font-size": 11,
      "font-weight": strongWeight,
      "text-anchor": "middle",
      fill,
    });
    return [band, letter];
  });
}
